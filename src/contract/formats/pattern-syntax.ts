// Parses a search pattern: the part of JavaScript's regular expressions that can be matched in linear time whatever the
// text is, and that means the same there.

/** First and last character code, inclusive. */
export type CharacterRange = readonly [number, number];

export type PatternAssertion = 'line_start' | 'line_end' | 'word_boundary' | 'no_word_boundary';

/** The message says what is wrong, as a clause without a capital letter and full stop. */
export class PatternError extends Error {}

const MAX_REPETITIONS = 200;

export type PatternNode =
  | { kind: 'character'; ranges: readonly CharacterRange[]; isNegated: boolean }
  | { kind: 'assert'; what: PatternAssertion }
  | { kind: 'group'; inner: PatternNode }
  | { kind: 'sequence'; parts: readonly PatternNode[] }
  | { kind: 'choice'; options: readonly PatternNode[] }
  | { kind: 'repeat'; inner: PatternNode; min: number; max: number | null; isLazy: boolean };

/** Each pair of characters is the first and the last of a range. */
function ranges(pairs: string): CharacterRange[] {
  return [...pairs.matchAll(/(.)(.)/gs)].map(([, first = '', last = '']) => [first.charCodeAt(0), last.charCodeAt(0)]);
}

const LINE_ENDS = ranges('\n\n\r\r\u2028\u2029');
const SPACES = ranges('\t\r  \u00a0\u00a0\u1680\u1680\u2000\u200a\u2028\u2029\u202f\u202f\u205f\u205f\u3000\u3000\ufeff\ufeff');
const CLASSES: Readonly<Record<string, readonly CharacterRange[]>> = {
  d: ranges('09'),
  w: ranges('09AZ__az'),
  s: SPACES,
};
const CONTROLS: Readonly<Record<string, number>> = { n: 10, r: 13, t: 9 };
const QUANTIFIER = /\*|\+|\?|\{(\d{1,4})(,?)(\d{0,4})\}/y;

export class PatternParser {
  readonly #source: string;
  #at = 0;
  groups = 0;

  constructor(source: string) {
    this.#source = source;
  }

  parse(): PatternNode {
    const node = this.#choice();
    if (this.#at < this.#source.length) throw new PatternError('a `)` has no `(` before it');
    return node;
  }

  #choice(): PatternNode {
    const options = [this.#sequence()];
    while (this.#take('|')) options.push(this.#sequence());
    const [only] = options;
    return options.length === 1 && only !== undefined ? only : { kind: 'choice', options };
  }

  #sequence(): PatternNode {
    const parts: PatternNode[] = [];
    while (this.#at < this.#source.length && !'|)'.includes(this.#peek())) parts.push(this.#repeated());
    return { kind: 'sequence', parts };
  }

  #repeated(): PatternNode {
    const before = this.groups;
    const inner = this.#atom();
    QUANTIFIER.lastIndex = this.#at;
    const found = QUANTIFIER.exec(this.#source);
    if (found === null) return inner;
    const [text, least, comma, most] = found;
    if (this.groups > before) throw new PatternError(`the group is repeated or optional because of \`${text}\``);
    if (canBeEmpty(inner)) throw new PatternError(`\`${text}\` follows a part that can be empty`);
    this.#at += text.length;
    const isLazy = this.#take('?');
    if (least === undefined) return { kind: 'repeat', inner, min: text === '+' ? 1 : 0, max: text === '?' ? 1 : null, isLazy };
    const [min, max] = [Number(least), comma === '' ? Number(least) : most === '' ? null : Number(most)];
    if (Math.max(min, max ?? 0) > MAX_REPETITIONS)
      throw new PatternError(`\`${text}\` repeats more than ${MAX_REPETITIONS} times`);
    if (max !== null && max < min) throw new PatternError(`\`${text}\` has its limits in the wrong order`);
    return { kind: 'repeat', inner, min, max, isLazy };
  }

  #atom(): PatternNode {
    const char = this.#next();
    switch (char) {
      case '(':
        return this.#parenthesis();
      case '[':
        return this.#class();
      case '\\':
        return this.#escape();
      case '.':
        return { kind: 'character', ranges: LINE_ENDS, isNegated: true };
      case '^':
        return { kind: 'assert', what: 'line_start' };
      case '$':
        return { kind: 'assert', what: 'line_end' };
      case '*':
      case '+':
      case '?':
      case '{':
      case '}':
      case ']':
        throw new PatternError(`\`${char}\` has nothing to act on; write \`\\${char}\` for the character itself`);
      default:
        return literal(char.charCodeAt(0));
    }
  }

  #parenthesis(): PatternNode {
    const isGroup = !this.#take('?:');
    if (this.#peek() === '?') throw new PatternError('`(?` is supported only as `(?:`, without look-around, names and flags');
    if (isGroup) this.groups += 1;
    const inner = this.#choice();
    if (!this.#take(')')) throw new PatternError('a `(` has no `)` after it');
    return isGroup ? { kind: 'group', inner } : inner;
  }

  #escape(): PatternNode {
    const char = this.#next();
    if (char === 'b') return { kind: 'assert', what: 'word_boundary' };
    if (char === 'B') return { kind: 'assert', what: 'no_word_boundary' };
    const name = char.toLowerCase();
    const members = Object.hasOwn(CLASSES, name) ? CLASSES[name] : undefined;
    if (members !== undefined) return { kind: 'character', ranges: members, isNegated: char !== name };
    return literal(this.#escapedCode(char));
  }

  /** The character that a backslash and `char` stand for. */
  #escapedCode(char: string): number {
    const control = Object.hasOwn(CONTROLS, char) ? CONTROLS[char] : undefined;
    if (control !== undefined) return control;
    if (char === '' || /[A-Za-z0-9]/.test(char)) throw new PatternError(`\`\\${char}\` is not supported`);
    return char.charCodeAt(0);
  }

  #class(): PatternNode {
    const isNegated = this.#take('^');
    const ranges: CharacterRange[] = [];
    while (!this.#take(']')) {
      if (this.#at >= this.#source.length) throw new PatternError('a `[` has no `]` after it');
      ranges.push(...this.#classMember());
    }
    if (ranges.length === 0) throw new PatternError('`[]` is empty');
    return { kind: 'character', ranges, isNegated };
  }

  #classMember(): readonly CharacterRange[] {
    const first = this.#classCode();
    if (typeof first !== 'number') return first;
    if (this.#peek() !== '-' || this.#source[this.#at + 1] === ']') return [[first, first]];
    this.#at += 1;
    const last = this.#classCode();
    if (typeof last !== 'number' || last < first) throw new PatternError('a range in `[]` has its ends in the wrong order');
    return [[first, last]];
  }

  /** One character, or the characters of `\d`, `\w` or `\s`. */
  #classCode(): number | readonly CharacterRange[] {
    const char = this.#next();
    if (char !== '\\') return char.charCodeAt(0);
    const name = this.#next();
    return Object.hasOwn(CLASSES, name) ? (CLASSES[name] ?? []) : this.#escapedCode(name);
  }

  #peek(): string {
    return this.#source[this.#at] ?? '';
  }

  #next(): string {
    const char = this.#peek();
    this.#at += char.length;
    return char;
  }

  #take(text: string): boolean {
    if (!this.#source.startsWith(text, this.#at)) return false;
    this.#at += text.length;
    return true;
  }
}

function literal(code: number): PatternNode {
  return { kind: 'character', ranges: [[code, code]], isNegated: false };
}

/** Such a part cannot be repeated: how often is ambiguous. */
function canBeEmpty(node: PatternNode): boolean {
  switch (node.kind) {
    case 'character':
      return false;
    case 'assert':
      return true;
    case 'group':
      return canBeEmpty(node.inner);
    case 'sequence':
      return node.parts.every(canBeEmpty);
    case 'choice':
      return node.options.some(canBeEmpty);
    case 'repeat':
      return node.min === 0 || canBeEmpty(node.inner);
  }
}
