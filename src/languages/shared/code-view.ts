// The tokens of a text with their neighbors and brackets, for rules that find tokens without a meaning.
import type { Token } from '../token.ts';

const CLOSING = new Map([
  ['(', ')'],
  ['[', ']'],
  ['{', '}'],
  ['${', '}'],
]);
const CLOSES = new Set(CLOSING.values());

export class CodeView {
  readonly tokens: readonly Token[];
  /** For each token, the index of the next and previous one that is not a comment; -1 if there is none. */
  readonly #next: Int32Array;
  readonly #previous: Int32Array;
  /** For each bracket the index of the other one, -1 for other tokens and for brackets without a partner. */
  readonly #partner: Int32Array;
  /** For each token the index of the innermost bracket that is open before it. */
  readonly #enclosing: Int32Array;

  constructor(tokens: readonly Token[]) {
    this.tokens = tokens;
    this.#next = new Int32Array(tokens.length);
    this.#previous = new Int32Array(tokens.length);
    this.#partner = new Int32Array(tokens.length).fill(-1);
    this.#enclosing = new Int32Array(tokens.length);
    this.#link();
    this.#matchBrackets();
  }

  #link(): void {
    let seen = -1;
    for (const [index, { kind }] of this.tokens.entries()) {
      this.#previous[index] = seen;
      if (kind !== 'comment') seen = index;
    }
    seen = -1;
    for (let index = this.tokens.length - 1; index >= 0; index -= 1) {
      this.#next[index] = seen;
      if (this.tokens[index]?.kind !== 'comment') seen = index;
    }
  }

  /** A closing bracket that does not fit the innermost open one, as between branches of a preprocessor, has no partner. */
  #matchBrackets(): void {
    const open: number[] = [];
    for (const [index, { kind, text }] of this.tokens.entries()) {
      this.#enclosing[index] = open.at(-1) ?? -1;
      if (kind !== 'operator') continue;
      if (CLOSING.has(text)) open.push(index);
      else if (CLOSES.has(text) && CLOSING.get(this.text(open.at(-1) ?? -1)) === text) {
        const from = open.pop() ?? -1;
        this.#partner[from] = index;
        this.#partner[index] = from;
      }
    }
  }

  /** The text of an operator or word; empty for other tokens, which can contain anything. */
  text(index: number): string {
    const token = this.tokens[index];
    return token?.kind === 'operator' || token?.kind === 'word' ? token.text : '';
  }

  is(index: number, ...texts: readonly string[]): boolean {
    return texts.includes(this.text(index)) && index >= 0;
  }

  isKind(index: number, kind: Token['kind']): boolean {
    return this.tokens[index]?.kind === kind;
  }

  next(index: number): number {
    return this.#next[index] ?? -1;
  }

  previous(index: number): number {
    return this.#previous[index] ?? -1;
  }

  partner(index: number): number {
    return this.#partner[index] ?? -1;
  }

  enclosing(index: number): number {
    return this.#enclosing[index] ?? -1;
  }

  /** The tokens directly inside a bracket: those of inner brackets are left out, the inner brackets are not. */
  *directlyInside(open: number): Generator<number> {
    const end = this.partner(open);
    for (let at = this.next(open); at !== -1 && at < end; at = this.next(at)) {
      yield at;
      if (CLOSING.has(this.text(at)) && this.partner(at) !== -1) {
        at = this.partner(at);
        yield at;
      }
    }
  }
}

/** The tokens without those that a rule marks as neutral. */
export function without(tokens: readonly Token[], isNeutral: (index: number) => boolean): Token[] {
  return tokens.filter((_token, index) => !isNeutral(index));
}
