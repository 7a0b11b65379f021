// Room contract: one value, one byte sequence, on every machine (the shape of RFC 8785).
// It never guesses: what JSON cannot say is refused with the path to it.

/**
 * Keys in UTF-16 code unit order, no white space, numbers as ECMAScript prints them, a final newline.
 * Keys whose value is undefined are left out, as JSON.stringify does.
 */
export function canonicalJson(value: unknown): string {
  return `${write(value, '$')}\n`;
}

function write(value: unknown, path: string): string {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') {
    return JSON.stringify(value);
  }
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new TypeError(`${path} is ${value}, which JSON cannot hold`);
    return JSON.stringify(value);
  }
  if (Array.isArray(value)) {
    if (isInOrder(value)) return JSON.stringify(value);
    // Array.from also visits holes, which map would leave out.
    return `[${Array.from(value, (item, index) => write(item, `${path}[${index}]`)).join(',')}]`;
  }
  if (isPlainObject(value)) return writeObject(value, path);
  throw new TypeError(`${path} is ${typeof value === 'object' ? 'not a plain object' : typeof value}, which JSON cannot hold`);
}

/** Whether engines write it as it is to be written: much quicker, and without a copy of every part in memory. */
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

function writeObject(value: Record<string, unknown>, path: string): string {
  const members = Object.keys(value)
    .filter((key) => value[key] !== undefined)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${write(value[key], `${path}.${key}`)}`);
  return `{${members.join(',')}}`;
}
