// Lines that are kept in case they turn out to matter. Engines keep all of the page that a line was cut out of
// as long as the line; here the lines are copied out of their pages, many at a time, which costs little.

const LINES_PER_BLOCK = 256;

export class KeptLines {
  readonly #blocks: string[] = [];
  /** The lines that are in no block yet. */
  #recent: string[] = [];

  /** `line` holds no line end. */
  add(line: string): void {
    if (this.#recent.push(line) < LINES_PER_BLOCK) return;
    this.#blocks.push(this.#recent.join('\n'));
    this.#recent = [];
  }

  /** All of them, in order, with line ends between them. */
  text(): string {
    return [...this.#blocks, ...this.#recent].join('\n');
  }

  /** All of them, in order. */
  lines(): string[] {
    return [...this.#blocks.flatMap((block) => block.split('\n')), ...this.#recent];
  }
}
