// Room parse: texts that are kept in case they turn out to matter. Engines keep all of the page that a line was cut out of
// as long as the line; here the texts are copied out of their pages, many at a time, which costs little.

const TEXTS_PER_BLOCK = 256;

export class KeptTexts {
  readonly #blocks: string[] = [];
  /** By the number of a text: where it ends in its block. */
  readonly #ends: number[] = [];
  /** The texts that are in no block yet. */
  #recent: string[] = [];
  #recentLength = 0;

  get length(): number {
    return this.#ends.length;
  }

  add(text: string): void {
    this.#recent.push(text);
    this.#recentLength += text.length;
    this.#ends.push(this.#recentLength);
    if (this.#recent.length === TEXTS_PER_BLOCK) {
      this.#blocks.push(this.#recent.join(''));
      this.#recent = [];
      this.#recentLength = 0;
    }
  }

  /** By its number, counted from 0. */
  text(number: number): string {
    const place = number % TEXTS_PER_BLOCK;
    const block = this.#blocks[(number - place) / TEXTS_PER_BLOCK];
    if (block === undefined) return this.#recent[place] ?? '';
    return block.slice(place === 0 ? 0 : this.#ends[number - 1], this.#ends[number]);
  }
}
