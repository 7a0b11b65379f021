// Room contract: one value, one byte sequence, on every machine (the shape of RFC 8785).
// It never guesses: what JSON cannot say is refused with the path to it.

/**
 * Keys in UTF-16 code unit order, no white space, numbers as ECMAScript prints them, a final newline.
 * Keys whose value is undefined are left out, as JSON.stringify does.
 */
export function canonicalJson(value: unknown): string {
  const blocks: string[] = [];
  writeCanonicalJson(value, (block) => blocks.push(block));
  return blocks.join('');
}

/** The same text in blocks, for whom a long list of results would be too much to hold twice. */
export function writeCanonicalJson(value: unknown, take: (block: string) => void): void {
  const text = new LongText(take);
  write(value, () => '$', text);
  text.add('\n');
  text.end();
}

const PIECES_PER_BLOCK = 4096;

/** Joins pieces, which take more memory than the text they make. */
class LongText {
  readonly #take: (block: string) => void;
  #recent: string[] = [];

  constructor(take: (block: string) => void) {
    this.#take = take;
  }

  add(piece: string): void {
    if (this.#recent.push(piece) === PIECES_PER_BLOCK) this.end();
  }

  end(): void {
    this.#take(this.#recent.join(''));
    this.#recent = [];
  }
}

/** The way to a value, which only an error shows. */
type Path = () => string;

function write(value: unknown, path: Path, text: LongText): void {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') {
    text.add(JSON.stringify(value));
  } else if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new TypeError(`${path()} is ${value}, which JSON cannot hold`);
    text.add(JSON.stringify(value));
  } else if (Array.isArray(value)) writeList(value, path, text);
  else if (isPlainObject(value)) writeObject(value, path, text);
  else {
    const kind = typeof value === 'object' ? 'not a plain object' : typeof value;
    throw new TypeError(`${path()} is ${kind}, which JSON cannot hold`);
  }
}

function writeList(value: readonly unknown[], path: Path, text: LongText): void {
  text.add('[');
  // entries() also visits holes.
  for (const [index, item] of value.entries()) {
    if (index > 0) text.add(',');
    if (isInOrder(item)) text.add(JSON.stringify(item));
    else write(item, () => `${path()}[${index}]`, text);
  }
  text.add(']');
}

function writeObject(value: Record<string, unknown>, path: Path, text: LongText): void {
  let separator = '{';
  for (const key of Object.keys(value).sort()) {
    if (value[key] === undefined) continue;
    text.add(`${separator}${JSON.stringify(key)}:`);
    write(value[key], () => `${path()}.${key}`, text);
    separator = ',';
  }
  text.add(separator === '{' ? '{}' : '}');
}

/** Whether engines write it as it is to be written, which is much quicker. */
function isInOrder(value: unknown): boolean {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return true;
  if (typeof value === 'number') return Number.isFinite(value);
  if (Array.isArray(value)) return Array.from(value).every(isInOrder);
  return isPlainObject(value) && hasSortedMembers(value);
}

function hasSortedMembers(value: Record<string, unknown>): boolean {
  let before: string | null = null;
  for (const key of Object.keys(value)) {
    if ((before !== null && key < before) || !(value[key] === undefined || isInOrder(value[key]))) return false;
    before = key;
  }
  return true;
}

/** Written without naming Object.prototype, because a value may come from another realm. */
function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}
