// Reads a call with literal arguments, or a literal, in masked source of Python, JavaScript, Go or Rust.
import type { MaskedSource, Range } from '../../languages/index.ts';
import type { Kind } from './kind.ts';
import { CONSTANTS, NUMBERS, typeBefore } from './syntax.ts';

export interface Expression extends Range {
  kind: Kind;
  /** Items of a container, arguments of a call and of its chain, the value of an entry. */
  items: readonly Expression[];
  /** Between the brackets of a container. */
  inner?: Range | undefined;
  /** Of a call or a name: the first part of the path, and the whole path. */
  root?: string;
  path?: string;
}

const MAX_DEPTH = 16;
const MAX_ITEMS = 200;
const MAX_LENGTH = 2000;

/** The call that starts at `start`, up to its last closing bracket; null if an argument is not a literal or a name. */
export function readCall(source: MaskedSource, start: number): Expression | null {
  const read = new ExpressionReader(source, start).value(0);
  return read?.kind === 'call' && read.end - read.start <= MAX_LENGTH ? read : null;
}

/** The value at `start`, which may be longer than what it is part of; null if it is not a literal. */
export function readValue(source: MaskedSource, start: number): Expression | null {
  return new ExpressionReader(source, start).value(0);
}

/** Every part of an expression, outer ones first. */
export function partsOf(expression: Expression): Expression[] {
  return [expression, ...expression.items.flatMap(partsOf)];
}

const CLOSING: ReadonlyMap<string, string> = new Map([
  ['(', ')'],
  ['[', ']'],
  ['{', '}'],
]);

const DOTTED_PATH = /[A-Za-z_$][\w$]{0,80}(?:\s?\.\s?[A-Za-z_$][\w$]{0,80}){0,8}/y;
const RUST_PATH = /[A-Za-z_]\w{0,80}(?:::[A-Za-z_]\w{0,80}){0,8}/y;

interface Items {
  items: Expression[];
  inner: Range;
  /** Whether a comma is after the last one. */
  hasComma: boolean;
}

class ExpressionReader {
  readonly #source: MaskedSource;
  readonly #stringAt: ReadonlyMap<number, MaskedSource['strings'][number]>;
  #at: number;
  #count = 0;

  constructor(source: MaskedSource, start: number) {
    this.#source = source;
    this.#stringAt = stringsOf(source);
    this.#at = start;
  }

  value(depth: number): Expression | null {
    const first = this.#operand(depth);
    if (first === null) return null;
    let end = first.end;
    // `2 ** 31`, `"a" * 3`
    for (let count = 0; count < 8; count += 1) {
      this.#at = end;
      this.#skipSpace();
      if (this.#take(OPERATOR) === null) break;
      const next = this.#operand(depth);
      if (next === null || !isPlainOperand(first) || !isPlainOperand(next)) return null;
      end = next.end;
    }
    this.#at = end;
    return end === first.end ? first : { kind: 'constant', start: first.start, end, items: [] };
  }

  #operand(depth: number): Expression | null {
    this.#count += 1;
    if (depth > MAX_DEPTH || this.#count > MAX_ITEMS) return null;
    this.#skipSpace();
    const start = this.#at;
    if (this.#source.language === 'rust') this.#take(/&(?:mut\s)?/y);
    if (this.#source.language === 'go' && this.#take(/&(?=[A-Za-z_])/y) !== null) return this.#moved(this.#path(depth), start);
    const read = this.#number() ?? this.#string() ?? this.#brackets(depth) ?? this.#path(depth);
    return this.#moved(read === null ? null : this.#chain(read, depth), start);
  }

  #moved(read: Expression | null, start: number): Expression | null {
    return read === null ? null : { ...read, start };
  }

  #number(): Expression | null {
    const start = this.#at;
    const text = this.#take(NUMBERS[this.#source.language]);
    if (text === null) return null;
    const digits = text.replace(/^[-+]\s?/, '');
    const kind = /^(?:0|[1-9]\d{0,14})$/.test(digits) ? 'int' : /^\d{1,15}\.\d{1,15}$/.test(digits) ? 'float' : 'constant';
    return { kind, start, end: this.#at, items: [] };
  }

  #string(): Expression | null {
    const start = this.#at;
    let kind: Kind | null = null;
    for (let count = 0; count < 20; count += 1) {
      const token = this.#stringAt.get(this.#at);
      if (token === undefined) break;
      const prefix = this.#source.text.slice(this.#at, token.start);
      if (!isLiteral(this.#source, token, prefix)) return null;
      // Adjacent strings of Python are one value.
      const isChangeable: boolean = kind === null && token.isPlain && !token.isCharacter && prefix === '';
      kind = isChangeable ? 'text' : 'constant';
      this.#at = token.end;
      if (this.#source.language !== 'python') break;
      const end = this.#at;
      this.#skipSpace();
      if (!this.#stringAt.has(this.#at)) this.#at = end;
    }
    return kind === null ? null : { kind, start, end: this.#at, items: [] };
  }

  #brackets(depth: number): Expression | null {
    const { bare } = this.#source;
    const start = this.#at;
    const composite = typeBefore(this.#source, start);
    const open = bare.charAt(composite?.end ?? start);
    if (!CLOSING.has(open)) return null;
    this.#at = composite?.end ?? start;
    const list = this.#items(depth);
    if (list === null) return null;
    const kind = composite === null ? this.#kindOf(open, list, start) : composite.isConversion ? 'call' : composite.kind;
    return kind === null ? null : { kind, start, end: this.#at, items: list.items, inner: list.inner };
  }

  #kindOf(open: string, { items, hasComma }: Items, start: number): Kind | null {
    const { bare, language } = this.#source;
    // An array of Rust has its length in its type, unless it is a slice.
    if (open === '[') return language === 'rust' && bare.charAt(start - 1) !== '&' ? 'record' : 'list';
    if (open === '(') return items.length === 1 && !hasComma ? 'constant' : 'record';
    if (language === 'rust') return null;
    if (language === 'go') return 'record';
    // A shorthand member has no value that could be put in its place.
    if (language === 'javascript') return items.some(({ kind }) => kind !== 'entry') ? null : 'map';
    return items.every(({ kind }) => kind === 'entry') ? 'map' : 'set';
  }

  /** `True`, `Point(1, 2)`, `new Set([1])`, `Point{X: 1}`, `vec![1]`, `a.b(1)`, `x` */
  #path(depth: number): Expression | null {
    const { language } = this.#source;
    const start = this.#at;
    const isNew = language === 'javascript' && this.#take(/new\s{1,8}(?=[A-Za-z_$])/y) !== null;
    const path = this.#take(language === 'rust' ? RUST_PATH : DOTTED_PATH);
    if (path === null) return null;
    const constant = isNew ? undefined : CONSTANTS[language].get(path);
    if (constant !== undefined) return { kind: constant, start, end: this.#at, items: [] };
    const isMacro = language === 'rust' && this.#take(/!(?=[[(])/y) !== null;
    if (isMacro && path !== 'vec') return null;
    const named = { root: /^[\w$]+/.exec(path)?.[0] ?? '', path };
    if (!this.#opens(path, isMacro)) return isNew ? null : { kind: 'name', start, end: this.#at, items: [], ...named };
    this.#skipSpace();
    const list = this.#items(depth);
    if (list === null) return null;
    const read = { start, end: this.#at, items: list.items, inner: list.inner };
    return isMacro ? { ...read, kind: 'list' } : { ...read, kind: 'call', ...named };
  }

  /** Whether arguments, or the fields of a literal, follow a path. */
  #opens(path: string, isMacro: boolean): boolean {
    const open = this.#peek(/[ \t]{0,4}[[({]/y).trim();
    if (open !== '{') return open === '(' || isMacro;
    const { language } = this.#source;
    return language === 'go' || (language === 'rust' && /(?:^|::)[A-Z]\w*$/.test(path));
  }

  /** Calls of methods on a value. What follows the last call is not read. */
  #chain(first: Expression, depth: number): Expression {
    let read = first;
    for (let count = 0; count < 12; count += 1) {
      this.#at = read.end;
      const method = this.#take(/\s{0,80}\??\.\s?[A-Za-z_$][\w$]{0,80}(?:\s?\.\s?[A-Za-z_$][\w$]{0,80}){0,4}(?=\()/y);
      const list = method === null || read.kind === 'name' ? null : this.#items(depth);
      if (list === null) break;
      const before = read.kind === 'call' ? read.items : [read];
      read = { ...read, kind: 'call', inner: undefined, end: this.#at, items: [...before, ...list.items] };
    }
    this.#at = read.end;
    return read;
  }

  #items(depth: number): Items | null {
    const close = CLOSING.get(this.#source.bare.charAt(this.#at)) ?? '';
    const from = this.#at + 1;
    const items: Expression[] = [];
    let hasComma = false;
    this.#at = from;
    for (;;) {
      this.#skipSpace();
      if (this.#source.bare.charAt(this.#at) === close) break;
      if (items.length > 0 && !hasComma) return null;
      const item = this.#entry(depth + 1);
      if (item === null) return null;
      items.push(item);
      this.#skipSpace();
      hasComma = this.#take(/,/y) !== null;
    }
    const inner = { start: from, end: this.#at };
    this.#at += 1;
    return { items, inner, hasComma };
  }

  #entry(depth: number): Expression | null {
    this.#skipSpace();
    const start = this.#at;
    const { language } = this.#source;
    if (this.#take(/\*{1,2}|\.{3}/y) !== null) return null;
    const name = this.#take(language === 'python' ? /[A-Za-z_]\w{0,80}\s?=(?!=)/y : /[A-Za-z_$][\w$]{0,80}\s?:(?!:)/y);
    const first = this.value(depth);
    if (first === null || name !== null) return first === null ? null : { kind: 'entry', start, end: first.end, items: [first] };
    this.#skipSpace();
    const mark = this.#take(/:(?!:)/y);
    if (mark === null) {
      this.#at = first.end;
      return first;
    }
    const value = this.value(depth);
    return value === null || first.kind === 'name' ? null : { kind: 'entry', start, end: value.end, items: [value] };
  }

  #skipSpace(): void {
    this.#take(/\s{1,2000}/y);
  }

  #peek(pattern: RegExp): string {
    pattern.lastIndex = this.#at;
    return pattern.exec(this.#source.bare)?.[0] ?? '';
  }

  #take(pattern: RegExp): string | null {
    pattern.lastIndex = this.#at;
    const text = pattern.exec(this.#source.bare)?.[0];
    if (text === undefined || text === '') return null;
    this.#at += text.length;
    return text;
  }
}

const OPERATOR = /(?:\*\*|\/\/|[*/%+-])(?![=>/*])/y;

function isPlainOperand({ kind, items }: Expression): boolean {
  return kind !== 'name' && kind !== 'call' && items.every(isPlainOperand);
}

const STRINGS = new WeakMap<MaskedSource, ReadonlyMap<number, MaskedSource['strings'][number]>>();

/** By where a string starts, with its prefix. */
function stringsOf(source: MaskedSource): ReadonlyMap<number, MaskedSource['strings'][number]> {
  const known = STRINGS.get(source);
  if (known !== undefined) return known;
  const map = new Map(source.strings.map((token) => [token.start - prefixLength(source, token.start), token] as const));
  STRINGS.set(source, map);
  return map;
}

function prefixLength({ bare }: MaskedSource, start: number): number {
  let length = 0;
  while (length < 3 && bare.charAt(start - 1 - length) === '\uE000') length += 1;
  return length;
}

/** Whether a string contains no expression. */
function isLiteral(
  { text, language }: MaskedSource,
  { start, from, end }: MaskedSource['strings'][number],
  prefix: string,
): boolean {
  if (language === 'python') return from > start && !/[ft]/i.test(prefix);
  // A pattern, or a part of a template.
  if (from === start) return language === 'javascript' && text.charAt(start) === '/' && text.charAt(end - 1) !== '`';
  return true;
}
