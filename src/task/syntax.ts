// The little that must be known about a language to find the end of an expression in a text that is not a program.
import type { ExampleLanguage } from '../contract/index.ts';

export type CodeLanguage = Exclude<ExampleLanguage, 'shell'>;

/** Longer expressions are not examples, and reading them from many places would take long. */
export const MAX_EXPRESSION = 2000;

interface Syntax {
  /** Sticky: a whole string or character. A part of a string that has no end does not match. */
  readonly text: RegExp;
  /** Sticky: a name with the dots or colons in it. */
  readonly name: RegExp;
  /** Begins a comment up to the end of the line. */
  readonly comment: '#' | '//';
}

const DOUBLE = String.raw`"(?:[^"\\\n]|\\[^\n]){0,2000}"`;
const SINGLE = String.raw`'(?:[^'\\\n]|\\[^\n]){0,2000}'`;
const TEMPLATE = String.raw`\`(?:[^\`\\$]|\\[^]|\$(?!\{)){0,2000}\``;
const TRIPLE = String.raw`(?:"""(?:[^"\\]|\\[^]|"(?!"")){0,2000}"""|'''(?:[^'\\]|\\[^]|'(?!'')){0,2000}''')`;
const CHARACTER = String.raw`'(?:[^'\\\n]|\\[^\n'][^'\n]{0,10}|\\')'`;

const javascript: Syntax = {
  text: new RegExp(`${DOUBLE}|${SINGLE}|${TEMPLATE}`, 'y'),
  name: /[A-Za-z_$][\w$]{0,80}(?:\??\.[A-Za-z_$][\w$]{0,80}){0,8}/y,
  comment: '//',
};

const SYNTAX: Readonly<Record<CodeLanguage, Syntax>> = {
  python: {
    text: new RegExp(`(?:[rRbBuU]|[rR][bB]|[bB][rR])?(?:${TRIPLE}|${DOUBLE}|${SINGLE})`, 'y'),
    name: /[A-Za-z_]\w{0,80}(?:\.[A-Za-z_]\w{0,80}){0,8}/y,
    comment: '#',
  },
  javascript,
  typescript: javascript,
  go: {
    text: new RegExp(`${DOUBLE}|${CHARACTER}|\`[^\`]{0,2000}\``, 'y'),
    name: /[A-Za-z_]\w{0,80}(?:\.[A-Za-z_]\w{0,80}){0,8}/y,
    comment: '//',
  },
  rust: {
    text: new RegExp(String.raw`b?${DOUBLE}|b?${CHARACTER}|b?r"[^"\n]{0,2000}"|b?r#"(?:[^"]|"(?!#)){0,2000}"#`, 'y'),
    name: /[A-Za-z_]\w{0,80}(?:(?:\.|::)[A-Za-z_]\w{0,80}){0,8}!?/y,
    comment: '//',
  },
};

export function commentOf(language: CodeLanguage): '#' | '//' {
  return SYNTAX[language].comment;
}

/** The index after what matches at a place; null if nothing does. */
export function endOf(pattern: RegExp, text: string, at: number): number | null {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : null;
}

export function endOfString(text: string, at: number, language: CodeLanguage): number | null {
  return endOf(SYNTAX[language].text, text, at);
}

export function endOfName(text: string, at: number, language: CodeLanguage): number | null {
  return endOf(SYNTAX[language].name, text, at);
}

const CLOSING = new Map([
  ['(', ')'],
  ['[', ']'],
  ['{', '}'],
]);
const CLOSES = new Set(CLOSING.values());

/** The index after the bracket that closes the one at `at`; null if there is none or a string in it has no end. */
export function endOfBrackets(text: string, at: number, language: CodeLanguage): number | null {
  const open: string[] = [];
  const limit = Math.min(text.length, at + MAX_EXPRESSION);
  for (let index: number | null = at; index !== null && index < limit; ) {
    const char = text.charAt(index);
    const closing = CLOSING.get(char);
    if (closing !== undefined) open.push(closing);
    if (CLOSES.has(char) && open.pop() !== char) return null;
    if (open.length === 0) return index + 1;
    index = isQuote(char) ? endOfQuote(text, index, language) : index + 1;
  }
  return null;
}

function isQuote(char: string): boolean {
  return char === '"' || char === "'" || char === '`';
}

function endOfQuote(text: string, at: number, language: CodeLanguage): number | null {
  // A lifetime of Rust has one quote.
  return endOfString(text, at, language) ?? (language === 'rust' && text[at] === "'" ? at + 1 : null);
}
