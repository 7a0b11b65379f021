// The last lines of an output, for readers that learn late that they mattered.

export const REMEMBERED_LINES = 64;

/**
 * In two lists that are thrown away in turn: one list kept for long would have to be told to the garbage collector at every
 * line.
 */
export class EarlierLines {
  /** Each is a line, or some with line ends between them. */
  #last: string[] = [];
  #before: string[] = [];

  add(text: string): void {
    if (this.#last.length === REMEMBERED_LINES) {
      this.#before = this.#last;
      this.#last = [];
    }
    this.#last.push(text);
  }

  /** 1 is the last one. Empty beyond those that are remembered for sure. */
  before(distance: number): string {
    let left = distance <= REMEMBERED_LINES ? distance : 0;
    for (let nth = 1; left > 0 && nth <= this.#last.length + this.#before.length; nth += 1) {
      const text = this.#last.at(-nth) ?? this.#before.at(this.#last.length - nth) ?? '';
      for (let end = text.length; end !== -1; end = text.lastIndexOf('\n', end - 1)) {
        left -= 1;
        if (left === 0) return text.slice(text.lastIndexOf('\n', end - 1) + 1, end);
        if (end === 0) break;
      }
    }
    return '';
  }
}
