// The shortest edit between two sequences (Myers, 1986), with a limit on its steps.

/** A part of both sequences, up to the ends. */
export interface Range {
  a: number;
  aEnd: number;
  b: number;
  bEnd: number;
}

/** Steps for each element, and steps that a comparison may take in any case. */
const STEPS_PER_ELEMENT = 32;
const FREE_STEPS = 20_000;
/** Bounds the memory. */
const MAX_EDITS = 1000;

/** Writes the matches of a range. False if that takes too many steps; then it writes nothing. */
export function matchExactly(a: Int32Array, b: Int32Array, range: Range, matches: Int32Array): boolean {
  const search = new EditSearch(a, b, range);
  if (!search.run()) return false;
  search.retrace(matches);
  return true;
}

/** Positions are relative to the range; a diagonal is the position in `a` minus the position in `b`. */
class EditSearch {
  readonly #a: Int32Array;
  readonly #b: Int32Array;
  readonly #n: number;
  readonly #m: number;
  readonly #range: Range;
  readonly #maxEdits: number;
  /** The furthest position in `a` on each diagonal. */
  readonly #furthest: Int32Array;
  /** The furthest positions before each number of edits. */
  readonly #history: Int32Array[] = [];
  #steps: number;

  constructor(a: Int32Array, b: Int32Array, range: Range) {
    this.#a = a.subarray(range.a, range.aEnd);
    this.#b = b.subarray(range.b, range.bEnd);
    this.#n = this.#a.length;
    this.#m = this.#b.length;
    this.#range = range;
    this.#maxEdits = Math.min(this.#n + this.#m, MAX_EDITS);
    this.#furthest = new Int32Array(2 * this.#maxEdits + 3);
    this.#steps = STEPS_PER_ELEMENT * (this.#n + this.#m) + FREE_STEPS;
  }

  /** Whether the ends were reached within the limits. */
  run(): boolean {
    const middle = this.#maxEdits + 1;
    for (let edits = 0; edits <= this.#maxEdits; edits += 1) {
      this.#history.push(this.#furthest.slice(middle - edits, middle + edits + 1));
      for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
        if (this.#advance(edits, diagonal, middle + diagonal)) return true;
        if (this.#steps <= 0) return false;
      }
    }
    return false;
  }

  /** One more edit on a diagonal, and then as many equal elements as possible. Whether that reaches both ends. */
  #advance(edits: number, diagonal: number, index: number): boolean {
    const [above, below] = [this.#furthest[index + 1] ?? 0, this.#furthest[index - 1] ?? 0];
    const from = addsElement(edits, diagonal, above, below) ? above : below + 1;
    let x = from;
    while (x < this.#n && x - diagonal < this.#m && this.#a[x] === this.#b[x - diagonal]) x += 1;
    this.#furthest[index] = x;
    this.#steps -= x - from + 1;
    return x >= this.#n && x - diagonal >= this.#m;
  }

  /** Follows the furthest positions back from the ends. */
  retrace(matches: Int32Array): void {
    let [x, y] = [this.#n, this.#m];
    for (let edits = this.#history.length - 1; edits >= 0; edits -= 1) {
      const [fromX, fromY] = this.#before(edits, x - y);
      while (x > fromX && y > fromY) {
        x -= 1;
        y -= 1;
        matches[this.#range.a + x] = this.#range.b + y;
      }
      [x, y] = [fromX, fromY];
    }
  }

  /** The positions before the last edit on a diagonal. */
  #before(edits: number, diagonal: number): [number, number] {
    if (edits === 0) return [0, 0];
    const furthest = this.#history[edits];
    const [above, below] = [furthest?.[edits + diagonal + 1] ?? 0, furthest?.[edits + diagonal - 1] ?? 0];
    return addsElement(edits, diagonal, above, below) ? [above, above - diagonal - 1] : [below, below - diagonal + 1];
  }
}

/** Whether the last edit on a diagonal adds an element of `b`, given the positions on the diagonals beside it. */
function addsElement(edits: number, diagonal: number, above: number, below: number): boolean {
  return diagonal === -edits || (diagonal !== edits && below < above);
}
