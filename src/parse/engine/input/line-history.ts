// The last lines of an output, for readers that learn late that they mattered.

export const REMEMBERED_LINES = 64;

/** Two arrays, discarded in turn: one long-lived array would cost the garbage collector a write barrier for every line. */
export class LineHistory {
  #last: string[] = [];
  #before: string[] = [];

  add(text: string): void {
    if (this.#last.length === REMEMBERED_LINES) {
      this.#before = this.#last;
      this.#last = [];
    }
    this.#last.push(text);
  }

  /** 1 is the last line. Empty beyond the remembered ones. */
  before(distance: number): string {
    if (distance > REMEMBERED_LINES) return '';
    return this.#last.at(-distance) ?? this.#before.at(this.#last.length - distance) ?? '';
  }
}
