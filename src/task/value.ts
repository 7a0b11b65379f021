// Literal values. What is not certainly a value of the language is not read: a wrong example is worse than none.
import { type CodeLanguage, endOf, endOfString } from './syntax.ts';

export interface ReadValue {
  /** Source code in the language. */
  readonly code: string;
  readonly end: number;
}

const MAX_DEPTH = 12;
const SPACE = /[ \t\r\n]{0,200}/y;
const WORD = /[A-Za-z_]\w{0,80}/y;

interface Grammar {
  readonly number: RegExp;
  /** The constants of this and other languages, in this one. */
  readonly constants: ReadonlyMap<string, string>;
  /** What opens a list of values, with its end. */
  readonly lists: readonly (readonly [open: RegExp, close: string])[];
  /** What may surround one value. */
  readonly wrappers: readonly RegExp[];
  /** Sticky: the names of keys that need no quotes. */
  readonly key: RegExp | null;
  readonly hasKeys: boolean;
}

const NUMBER = String.raw`-?(?:0[xX][\da-fA-F_]{1,40}|0[oO][0-7_]{1,40}|0[bB][01_]{1,80}|(?:\d[\d_]{0,400}(?:\.\d{1,40})?|\.\d{1,40})(?:[eE][-+]?\d{1,4})?)`;
const AFTER_NUMBER = String.raw`(?![\w]|\.\w)`;

const javascript: Grammar = {
  number: new RegExp(`${NUMBER}n?${AFTER_NUMBER}|-?Infinity\\b|NaN\\b`, 'y'),
  constants: new Map([
    ...(['true', 'false', 'null', 'undefined'].map((each) => [each, each]) as [string, string][]),
    ['True', 'true'],
    ['False', 'false'],
    ['nil', 'null'],
    ['None', 'null'],
  ]),
  lists: [
    [/\[/y, ']'],
    [/\{/y, '}'],
    [/new (?:Date|Map|Set|URL|RegExp|(?:Ui|I)nt(?:8|16|32)Array|Float(?:32|64)Array|Uint8ClampedArray)\(/y, ')'],
    [/(?:BigInt|Buffer\.from|Symbol\.for)\(/y, ')'],
  ],
  wrappers: [],
  key: /[A-Za-z_$][\w$]{0,80}|\d{1,9}/y,
  hasKeys: true,
};

const GRAMMARS: Readonly<Record<CodeLanguage, Grammar>> = {
  python: {
    number: new RegExp(`${NUMBER}j?${AFTER_NUMBER}`, 'y'),
    constants: new Map([
      ...(['True', 'False', 'None'].map((each) => [each, each]) as [string, string][]),
      ['true', 'True'],
      ['false', 'False'],
      ['null', 'None'],
      ['nil', 'None'],
      ['undefined', 'None'],
    ]),
    lists: [
      [/\[/y, ']'],
      [/\(/y, ')'],
      [/\{/y, '}'],
      [/(?:set|frozenset|dict|list|tuple|bytearray|bytes|float|complex)\(/y, ')'],
    ],
    wrappers: [],
    key: null,
    hasKeys: true,
  },
  javascript,
  typescript: javascript,
  go: {
    number: new RegExp(`${NUMBER}${AFTER_NUMBER}`, 'y'),
    constants: new Map([
      ...(['true', 'false', 'nil'].map((each) => [each, each]) as [string, string][]),
      ['True', 'true'],
      ['False', 'false'],
      ['null', 'nil'],
      ['None', 'nil'],
    ]),
    lists: [[/&?(?:\[\d{0,9}\]|map\[\w{1,20}\])(?:\[\]|\*)?[\w.]{1,60}\{|\{/y, '}']],
    wrappers: [],
    key: /[A-Za-z_]\w{0,80}/y,
    hasKeys: true,
  },
  rust: {
    number: new RegExp(`${NUMBER}(?:_?[iu](?:8|16|32|64|128|size)|_?f(?:32|64))?${AFTER_NUMBER}`, 'y'),
    constants: new Map([
      ...(['true', 'false', 'None'].map((each) => [each, each]) as [string, string][]),
      ['True', 'true'],
      ['False', 'false'],
    ]),
    lists: [
      [/&?\[/y, ']'],
      [/vec!\[/y, ']'],
      [/\(/y, ')'],
    ],
    wrappers: [/(?:Some|Ok|Err)\(/y, /String::from\(/y],
    key: null,
    hasKeys: false,
  },
};

/** The value that begins at `at`; null if none certainly does. */
export function readValue(text: string, at: number, language: CodeLanguage): ReadValue | null {
  return new ValueReader(text, language).read(at, 0);
}

/** The whole text as one value; null if it is not one. */
export function asValue(text: string, language: CodeLanguage): string | null {
  const trimmed = text.trim();
  const read = readValue(trimmed, 0, language);
  return read !== null && read.end === trimmed.length ? read.code : null;
}

class ValueReader {
  readonly #text: string;
  readonly #language: CodeLanguage;
  readonly #grammar: Grammar;

  constructor(text: string, language: CodeLanguage) {
    this.#text = text;
    this.#language = language;
    this.#grammar = GRAMMARS[language];
  }

  read(at: number, depth: number): ReadValue | null {
    if (depth > MAX_DEPTH) return null;
    return this.#string(at) ?? this.#number(at) ?? this.#wrapped(at, depth) ?? this.#list(at, depth) ?? this.#constant(at);
  }

  #string(at: number): ReadValue | null {
    const end = endOfString(this.#text, at, this.#language);
    if (end === null) return null;
    const after = this.#language === 'rust' ? (endOf(/\.(?:to_string|to_owned|into)\(\)/y, this.#text, end) ?? end) : end;
    // A string that goes on, such as `'it's'`, has another end than the text means.
    return /[\w'"]/.test(this.#text.charAt(after)) ? null : { code: this.#text.slice(at, after), end: after };
  }

  #number(at: number): ReadValue | null {
    const end = endOf(this.#grammar.number, this.#text, at);
    return end === null ? null : { code: this.#text.slice(at, end), end };
  }

  #constant(at: number): ReadValue | null {
    const end = endOf(WORD, this.#text, at);
    const code = end === null ? undefined : this.#grammar.constants.get(this.#text.slice(at, end));
    return end === null || code === undefined || /^(?:[\w$(['"]|[.:]\w)/.test(this.#text.slice(end, end + 2))
      ? null
      : { code, end };
  }

  #wrapped(at: number, depth: number): ReadValue | null {
    for (const open of this.#grammar.wrappers) {
      const from = endOf(open, this.#text, at);
      if (from !== null) return this.#items(at, from, ')', depth);
    }
    return null;
  }

  #list(at: number, depth: number): ReadValue | null {
    for (const [open, close] of this.#grammar.lists) {
      const from = endOf(open, this.#text, at);
      if (from !== null) return this.#items(at, from, close, depth);
    }
    return null;
  }

  #items(start: number, from: number, close: string, depth: number): ReadValue | null {
    let at = this.#space(from);
    let code = this.#text.slice(start, at);
    while (this.#text.charAt(at) !== close) {
      const item = this.#item(at, depth + 1, close === '}');
      if (item === null) return null;
      const next = this.#space(item.end);
      const separator = this.#text.charAt(next);
      const isSeparator = separator === ',' || (separator === ';' && this.#language === 'rust');
      if (!isSeparator && separator !== close) return null;
      at = isSeparator ? this.#space(next + 1) : next;
      code += item.code + this.#text.slice(item.end, at);
    }
    return { code: code + close, end: at + 1 };
  }

  /** A value, or a key with a value. */
  #item(at: number, depth: number, mayHaveKey: boolean): ReadValue | null {
    const isPair = mayHaveKey && this.#grammar.hasKeys;
    const key = isPair ? (this.#bareKey(at) ?? this.read(at, depth)) : this.read(at, depth);
    if (key === null || !isPair) return key;
    const colon = this.#space(key.end);
    if (this.#text.charAt(colon) !== ':') return this.#language === 'python' || this.#language === 'go' ? key : null;
    const from = this.#space(colon + 1);
    const value = this.read(from, depth);
    return value === null ? null : { code: key.code + this.#text.slice(key.end, from) + value.code, end: value.end };
  }

  #bareKey(at: number): ReadValue | null {
    const end = this.#grammar.key === null ? null : endOf(this.#grammar.key, this.#text, at);
    if (end === null || this.#text.charAt(this.#space(end)) !== ':') return null;
    return { code: this.#text.slice(at, end), end };
  }

  #space(at: number): number {
    return endOf(SPACE, this.#text, at) ?? at;
  }
}
