// Expressions in a text: calls, the names in them, and whether a statement is complete.
import { maskText } from '../languages/index.ts';
import type { CodeLanguage } from './syntax.ts';
import { commentOf, endOf, endOfBrackets, endOfName, endOfString } from './syntax.ts';

const BEFORE_CALL = /(?:await |new )?/y;
const TYPE_ARGUMENTS = /(?:::)?<[\w\s,:&'[\]<>]{1,80}>(?=\()/y;
const CHAIN_NAME = /(?:\??\.|::)[A-Za-z_$][\w$]{0,80}!?/y;
const NOT_CALLED = new Set(
  ...[
    ['if', 'for', 'while', 'switch', 'return', 'function', 'def', 'fn', 'func', 'in', 'and', 'or', 'not', 'e.g', 'i.e', 'class'],
  ],
);
const NOT_BEFORE_CALL = /[\w$.'"\\@#]/;

/** The index after a call that begins at `at`; null if none does. `f(1)`, `new A(1).b()[0]`, `a::b::<T>(1)`. */
export function endOfCall(text: string, at: number, language: CodeLanguage): number | null {
  if (at > 0 && NOT_BEFORE_CALL.test(text.charAt(at - 1))) return null;
  // `"a b".to_slug()`: a method that a crate adds to texts.
  const literal = language === 'rust' && text.charAt(at) === '"' ? endOfString(text, at, language) : null;
  if (literal !== null) return endOfChain(text, literal, language);
  const start = endOf(BEFORE_CALL, text, at) ?? at;
  const name = endOfName(text, start, language);
  if (name === null || NOT_CALLED.has(text.slice(start, name))) return null;
  return endOfChain(text, name, language);
}

/** Calls, indexes and attributes after a name; null if nothing is called. */
function endOfChain(text: string, from: number, language: CodeLanguage): number | null {
  let at = from;
  let called: number | null = null;
  for (let links = 0; links < 12; links += 1) {
    const typed = endOf(TYPE_ARGUMENTS, text, at) ?? at;
    const char = text.charAt(typed);
    const next = char === '(' || char === '[' ? endOfBrackets(text, typed, language) : endOf(CHAIN_NAME, text, typed);
    if (next === null) return char === '(' || char === '[' ? null : called;
    if (char === '(' || called !== null) called = next;
    at = next;
  }
  return called;
}

const WORD = /[A-Za-z_$][\w$]*/y;
const SPACE = /\s{0,40}/y;
const COMMON =
  'True False None true false null undefined nil NaN Infinity lambda for in if else and or not is async await new typeof void ' +
  'function return this self cls instanceof as let const yield';
const words = (text: string) => new Set(text.split(' '));
const SCRIPT = words(
  `${COMMON} var class extends super delete do while switch case default break continue throw try catch finally of static get set ` +
    'string number boolean unknown never object any',
);
const KEYWORDS: Readonly<Record<CodeLanguage, ReadonlySet<string>>> = {
  python: words(COMMON),
  javascript: SCRIPT,
  typescript: SCRIPT,
  go: words(
    `${COMMON} map struct interface func string int float64 float32 int64 int32 bool byte rune uint any error i8 i16 i32 i64 u8 u16 u32 u64`,
  ),
  rust: words(
    `${COMMON} mut ref move vec Some Ok Err struct fn string any error bool i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 usize isize str char`,
  ),
};

/** The names that a piece of code uses without a definition in it: called or not, without attributes and keys. */
export function freeNames(text: string, language: CodeLanguage): { called: string[]; values: string[] } {
  const code = withoutPatterns(text, language);
  const bound = boundNames(code);
  const called = new Set<string>();
  const values = new Set<string>();
  for (const { name, before, after } of wordsOf(code, language)) {
    if (KEYWORDS[language].has(name) || bound.has(name) || before === '.') continue;
    const isKey = isKeyword(after, before, language);
    if (isKey) continue;
    if (after.startsWith('(') || after.startsWith('.') || after.startsWith('::') || /^[!<]/.test(after)) called.add(name);
    else values.add(name);
  }
  return { called: [...called], values: [...values].filter((name) => !called.has(name)) };
}

/** The words of a regular expression are no names. */
function withoutPatterns(code: string, language: CodeLanguage): string {
  if (language !== 'javascript' && language !== 'typescript') return code;
  const masked = maskText('example.ts', code);
  return masked?.isComplete === true ? masked.bare : code;
}

/** `f(name=1)`, `{ name: 1 }`. */
function isKeyword(after: string, before: string, language: CodeLanguage): boolean {
  if (language === 'python') return /^=(?!=)/.test(after) && (before === '(' || before === ',');
  return /^:(?!:)/.test(after) && (before === '{' || before === ',');
}

function* wordsOf(code: string, language: CodeLanguage): Generator<{ name: string; before: string; after: string }> {
  let before = '';
  for (let at = 0; at < code.length; ) {
    const string = endOfString(code, at, language);
    const word = string === null ? endOf(WORD, code, at) : null;
    if (word !== null) {
      const next = endOf(SPACE, code, word) ?? word;
      yield { name: code.slice(at, word), before, after: code.slice(next, next + 2) };
    }
    const end = string ?? word ?? endOfNumber(code, at) ?? at + 1;
    if (end > at + 1 || code.charAt(at).trim() !== '') before = code.charAt(end - 1);
    if (before === ':' && code.charAt(end - 2) === ':') before = '.';
    at = end;
  }
}

function endOfNumber(code: string, at: number): number | null {
  return endOf(/\d[\w.]{0,80}/y, code, at);
}

const BINDS =
  /\blambda\s+([\w\s,]{1,80}):|\bfor\s+([\w\s,()]{1,80}?)\s+in\b|\(([\w\s,]{0,80})\)\s*=>|\b(\w{1,80})\s*=>|\|([\w\s,&]{0,80})\|/g;

function boundNames(code: string): Set<string> {
  const names = [...code.matchAll(BINDS)].flatMap((match) =>
    match.slice(1).flatMap((part) => part?.match(/[A-Za-z_]\w*/g) ?? []),
  );
  return new Set(names);
}

/** Whether every bracket and string of a piece of code is closed. */
export function isComplete(code: string, language: CodeLanguage): boolean {
  for (let at = 0; at < code.length; ) {
    const next = endOfPart(code, at, language);
    if (next === null) return false;
    at = next;
  }
  return true;
}

/** After a comment, a string, brackets or one character; null if the part has no end. */
function endOfPart(code: string, at: number, language: CodeLanguage): number | null {
  const char = code.charAt(at);
  if (code.startsWith(commentOf(language), at)) {
    const end = code.indexOf('\n', at);
    return end === -1 ? code.length : end;
  }
  if (/[)\]}]/.test(char)) return null;
  if (/[([{]/.test(char)) return endOfBrackets(code, at, language);
  const end = endOfString(code, at, language);
  // A lifetime of Rust has one quote.
  const isOpen = /["`]/.test(char) || (char === "'" && language !== 'rust');
  return end ?? (isOpen ? null : at + 1);
}
