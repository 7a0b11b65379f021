// Where the strings of one line end.

/**
 * Searches for a closing quote at most once in vain per kind of quote. If the search from one opening quote reaches the end
 * of the line, then every later quote of that kind is escaped, and a search from there would reach the end too. Without this
 * a line such as `"\"\"\"…` takes quadratic time.
 */
export class StringEnds {
  readonly #text: string;
  #unclosed = '';

  constructor(text: string) {
    this.#text = text;
  }

  /** The index after the closing quote, or after the opening one at `start` if the line has no closing quote. */
  after(start: number): number {
    const quote = this.#text.charAt(start);
    if (this.#unclosed.includes(quote)) return start + 1;
    for (let at = start + 1; at < this.#text.length; at += 1) {
      if (this.#text.charAt(at) === '\\') at += 1;
      else if (this.#text.charAt(at) === quote) return at + 1;
    }
    this.#unclosed += quote;
    return start + 1;
  }
}
