// Bounds the memory that the results of one output take, whatever the output contains. Parsers keep everything that grows
// in the collections of this file; once the budget is exceeded, nothing more is kept and the output has no numbers.

/**
 * For all parsers of an output together: several may keep the same line until it is clear whose it is. The process takes
 * up to five times as much.
 */
const MAX_BYTES = 60_000_000;
/** The share of it for messages and files of tests. Beyond it, results have none: they say nothing about the numbers. */
const DETAILS_SHARE = 1 / 15;
/** Engines copy shorter strings when they slice. */
const MIN_SLICE_LENGTH = 13;
/** Of an entry without its strings. */
const ENTRY_BYTES = 160;
const STRING_BYTES = 20;

export class MemoryBudget {
  readonly #maxBytes: number;
  #bytes = 0;
  /** A string cut out of a line keeps the whole line in memory, so the line is charged with the first entry made from it. */
  #lineBytes = 0;
  #detailsLeft: number;

  constructor(maxBytes = MAX_BYTES) {
    this.#maxBytes = maxBytes;
    this.#detailsLeft = maxBytes * DETAILS_SHARE;
  }

  get isExceeded(): boolean {
    return this.#bytes > this.#maxBytes;
  }

  startLine(length: number): void {
    this.#lineBytes = length;
  }

  /** False when the entry does not fit. */
  charge(bytes: number): boolean {
    this.#bytes += bytes + this.#lineBytes;
    this.#lineBytes = 0;
    return !this.isExceeded;
  }

  /** False when a message, or the like, of that length does not fit. */
  chargeDetails(length: number): boolean {
    if (length > this.#detailsLeft) return false;
    this.#detailsLeft -= length;
    return true;
  }

  refund(bytes: number): void {
    // Once exceeded, something was left out, and that must stay visible.
    if (!this.isExceeded) this.#bytes -= bytes;
  }
}

export class BoundedList<Entry> extends Array<Entry> {
  // map, filter and the like return plain arrays.
  static override get [Symbol.species](): ArrayConstructor {
    return Array;
  }

  readonly #budget: MemoryBudget;

  constructor(budget: MemoryBudget) {
    super();
    this.#budget = budget;
  }

  override push(...entries: Entry[]): number {
    for (const entry of entries) if (this.#budget.charge(sizeOf(entry))) super.push(entry);
    return this.length;
  }

  discard(): void {
    for (const entry of this) this.#budget.refund(sizeOf(entry));
    this.length = 0;
  }
}

export class BoundedMap<Key, Value> extends Map<Key, Value> {
  readonly #budget: MemoryBudget;

  constructor(budget: MemoryBudget) {
    super();
    this.#budget = budget;
  }

  override set(key: Key, value: Value): this {
    return this.has(key) || this.#budget.charge(sizeOf(key)) ? super.set(key, value) : this;
  }

  override delete(key: Key): boolean {
    if (!super.delete(key)) return false;
    this.#budget.refund(sizeOf(key));
    return true;
  }
}

export class BoundedSet<Value> extends Set<Value> {
  readonly #budget: MemoryBudget;

  constructor(budget: MemoryBudget) {
    super();
    this.#budget = budget;
  }

  override add(value: Value): this {
    return this.has(value) || this.#budget.charge(sizeOf(value)) ? super.add(value) : this;
  }

  override delete(value: Value): boolean {
    if (!super.delete(value)) return false;
    this.#budget.refund(sizeOf(value));
    return true;
  }
}

export function sizeOf(entry: unknown): number {
  if (typeof entry === 'string') return ENTRY_BYTES + entry.length;
  if (typeof entry !== 'object' || entry === null) return ENTRY_BYTES;
  let bytes = ENTRY_BYTES;
  for (const name in entry) {
    const member = (entry as Record<string, unknown>)[name];
    // Shorter ones are mostly constants, such as a status.
    if (typeof member === 'string' && member.length >= MIN_SLICE_LENGTH) bytes += STRING_BYTES + member.length;
  }
  return bytes;
}

/** A copy that does not keep the string it was sliced from in memory. */
export function detach(text: string): string {
  return text.length < MIN_SLICE_LENGTH ? text : ` ${text}`.slice(1);
}
