// Serializes a value to the same bytes on every machine (the format of RFC 8785).
// Rejects values that JSON cannot represent and names their path.

/**
 * Keys in UTF-16 code unit order, no white space, numbers as ECMAScript prints them, a final newline.
 * Keys whose value is undefined are omitted, as JSON.stringify does.
 */
export function canonicalJson(value: unknown): string {
  return [...canonicalJsonBlocks(value)].join('');
}

/** The same text in blocks, so that a long list of results need not be in memory twice. */
export function* canonicalJsonBlocks(value: unknown): Generator<string, void> {
  const text = new LongText();
  yield* write(value, () => '$', text);
  text.add('\n');
  yield text.takeBlock();
}

const PIECES_PER_BLOCK = 4096;

/** Joins small strings, which use more memory than the joined text. */
class LongText {
  #pieces: string[] = [];

  add(piece: string): void {
    this.#pieces.push(piece);
  }

  get isBlock(): boolean {
    return this.#pieces.length >= PIECES_PER_BLOCK;
  }

  takeBlock(): string {
    const block = this.#pieces.join('');
    this.#pieces = [];
    return block;
  }
}

/** The path to a value, used only in errors. */
type Path = () => string;

function* write(value: unknown, path: Path, text: LongText): Generator<string, void> {
  if (Array.isArray(value)) yield* writeList(value, path, text);
  else if (isPlainObject(value)) yield* writeObject(value, path, text);
  else text.add(scalarText(value, path));
}

function scalarText(value: unknown, path: Path): string {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new TypeError(`${path()} is ${value}, which JSON cannot hold`);
    return JSON.stringify(value);
  }
  const kind = typeof value === 'object' ? 'not a plain object' : typeof value;
  throw new TypeError(`${path()} is ${kind}, which JSON cannot hold`);
}

function* writeList(value: readonly unknown[], path: Path, text: LongText): Generator<string, void> {
  text.add('[');
  // entries() also visits holes of sparse arrays.
  for (const [index, item] of value.entries()) {
    if (index > 0) text.add(',');
    if (isPristine(item)) text.add(JSON.stringify(item));
    else yield* write(item, () => `${path()}[${index}]`, text);
    if (text.isBlock) yield text.takeBlock();
  }
  text.add(']');
}

function* writeObject(value: Record<string, unknown>, path: Path, text: LongText): Generator<string, void> {
  let separator = '{';
  for (const key of Object.keys(value).sort()) {
    const member = value[key];
    if (member === undefined) continue;
    text.add(`${separator}${JSON.stringify(key)}:`);
    const memberPath = () => `${path()}.${key}`;
    if (typeof member === 'object') yield* write(member, memberPath, text);
    else text.add(scalarText(member, memberPath));
    separator = ',';
  }
  text.add(separator === '{' ? '{}' : '}');
}

/** Whether JSON.stringify already gives the canonical form, which is much faster. */
function isPristine(value: unknown): boolean {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return true;
  if (typeof value === 'number') return Number.isFinite(value);
  if (Array.isArray(value)) return Array.from(value).every(isPristine);
  return isPlainObject(value) && hasSortedMembers(value);
}

function hasSortedMembers(value: Record<string, unknown>): boolean {
  let before: string | null = null;
  for (const key of Object.keys(value)) {
    if ((before !== null && key < before) || !(value[key] === undefined || isPristine(value[key]))) return false;
    before = key;
  }
  return true;
}

/** Does not compare with Object.prototype, because a value may come from another realm. */
function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}
