// Separates code from comments and strings, so that patterns never match inside them. Linear; null if in doubt.
import type { Language } from './language.ts';

export interface StringToken {
  /** With its quotes and prefix. */
  start: number;
  end: number;
  /** Between the quotes. */
  from: number;
  to: number;
  /** The content is what the source shows: no interpolation. */
  isPlain: boolean;
  /** One character, which must stay one character. */
  isCharacter: boolean;
}

export interface MaskedSource {
  text: string;
  language: Language;
  /** As long as the text: comments are blanks, the content of strings is FILL. */
  bare: string;
  strings: readonly StringToken[];
}

/** From the private use area: not part of a source. */
const FILL = '\uE000';
const MAX_LENGTH = 200_000;
/** Templates in expressions in templates. */
const MAX_DEPTH = 8;

/** A string, comment or regular expression; null where the source cannot be understood. */
type Skipped = { end: number; token: StringToken | null } | null;

export function maskSource(text: string, language: Language): MaskedSource | null {
  if (text.length > MAX_LENGTH || text.includes('\0') || text.includes(FILL)) return null;
  const strings: StringToken[] = [];
  const parts: string[] = [];
  let [at, from] = [0, 0];
  while (at < text.length) {
    const skipped = skipAt(text, at, language, 0);
    if (skipped === null) return null;
    if (skipped.end === at) {
      at += 1;
      continue;
    }
    const { token, end } = skipped;
    parts.push(text.slice(from, at), token === null ? blank(text, at, end) : fill(text, token));
    if (token !== null) strings.push(token);
    at = end;
    from = end;
  }
  parts.push(text.slice(from));
  return { text, language, bare: parts.join(''), strings };
}

function blank(text: string, start: number, end: number): string {
  return text.slice(start, end).replace(/[^\n]/g, ' ');
}

function fill(text: string, { start, end, from, to }: StringToken): string {
  return text.slice(start, from) + FILL.repeat(to - from) + text.slice(to, end);
}

/** `end` equals `at` for code. */
function skipAt(text: string, at: number, language: Language, depth: number): Skipped {
  const comment = commentEnd(text, at, language);
  if (comment !== null) return { end: comment, token: null };
  const skipped = SKIP[language](text, at, depth);
  return skipped === undefined ? { end: at, token: null } : skipped;
}

/** Undefined for code. */
type Skip = (text: string, at: number, depth: number) => Skipped | undefined;

const SKIP: Record<Language, Skip> = {
  python: (text, at) => (isQuote(text, at) ? pythonString(text, at) : undefined),
  javascript(text, at, depth) {
    if (text.charAt(at) === '`') return template(text, at, depth);
    if (text.charAt(at) === '/' && startsRegExp(text, at)) return regExp(text, at);
    return isQuote(text, at) ? quoted(text, at, {}) : undefined;
  },
  go(text, at) {
    if (text.charAt(at) === '`') return until(text, at, '`');
    return isQuote(text, at) ? quoted(text, at, { isCharacter: text.charAt(at) === "'" }) : undefined;
  },
  rust: rustToken,
  java(text, at) {
    if (text.startsWith('"""', at)) return notPlain(until(text, at, '"""'));
    return isQuote(text, at) ? quoted(text, at, { isCharacter: text.charAt(at) === "'" }) : undefined;
  },
  php(text, at) {
    if (text.startsWith('<<<', at)) return null;
    const interpolates = text.charAt(at) === '"' ? '$' : undefined;
    return isQuote(text, at) ? quoted(text, at, { isMultiline: true, interpolates }) : undefined;
  },
};

function isQuote(text: string, at: number): boolean {
  return text.charAt(at) === '"' || text.charAt(at) === "'";
}

function commentEnd(text: string, at: number, language: Language): number | null {
  const isHash = language === 'python' || (language === 'php' && text.charAt(at + 1) !== '[');
  if (isHash && text.charAt(at) === '#') return lineEnd(text, at);
  if (language === 'python') return null;
  if (text.startsWith('//', at)) return lineEnd(text, at);
  if (!text.startsWith('/*', at)) return null;
  if (language === 'rust') return nestedCommentEnd(text, at);
  const end = text.indexOf('*/', at + 2);
  return end === -1 ? text.length : end + 2;
}

function lineEnd(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return end === -1 ? text.length : end;
}

function nestedCommentEnd(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    if (text.startsWith('/*', at)) depth += 1;
    else if (text.startsWith('*/', at)) depth -= 1;
    else continue;
    at += 1;
    if (depth === 0) return at + 1;
  }
  return text.length;
}

interface Quoting {
  isCharacter?: boolean;
  isMultiline?: boolean;
  /** A character that starts an interpolation. */
  interpolates?: string | undefined;
}

function quoted(text: string, start: number, { isCharacter = false, isMultiline = false, interpolates }: Quoting): Skipped {
  const quote = text.charAt(start);
  for (let at = start + 1; at < text.length; at += 1) {
    const char = text.charAt(at);
    if (char === '\\') at += 1;
    else if (char === '\n' && !isMultiline) return null;
    else if (char === quote) {
      const isPlain = interpolates === undefined || !text.slice(start, at).includes(interpolates);
      return { end: at + 1, token: { start, end: at + 1, from: start + 1, to: at, isPlain, isCharacter } };
    }
  }
  return null;
}

/** Without escapes. */
function until(text: string, start: number, mark: string): Skipped {
  const to = text.indexOf(mark, start + mark.length);
  if (to === -1) return null;
  const end = to + mark.length;
  return { end, token: { start, end, from: start + mark.length, to, isPlain: true, isCharacter: false } };
}

function notPlain(skipped: Skipped): Skipped {
  return skipped === null || skipped.token === null ? skipped : { ...skipped, token: { ...skipped.token, isPlain: false } };
}

function pythonString(text: string, quote: number): Skipped {
  const prefix = /(?<![\w.])[A-Za-z]{1,2}$/.exec(text.slice(Math.max(0, quote - 3), quote))?.[0] ?? '';
  const mark = text.startsWith(text.charAt(quote).repeat(3), quote) ? text.charAt(quote).repeat(3) : text.charAt(quote);
  for (let at = quote + mark.length; at < text.length; at += 1) {
    const char = text.charAt(at);
    if (char === '\\') at += 1;
    else if (char === '\n' && mark.length === 1) return null;
    else if (text.startsWith(mark, at)) {
      const end = at + mark.length;
      const isPlain = !/[ft]/i.test(prefix) && mark.length === 1;
      return { end, token: { start: quote, end, from: quote + mark.length, to: at, isPlain, isCharacter: false } };
    }
  }
  return null;
}

function rustToken(text: string, at: number): Skipped | undefined {
  const char = text.charAt(at);
  if (char === '"') return quoted(text, at, { isMultiline: true });
  if (char === "'") {
    const [character] = /^'(?:\\(?:u\{[0-9a-fA-F]{1,6}\}|.{1,3}?)|[^\\'\n])'/u.exec(text.slice(at, at + 14)) ?? [];
    if (character === undefined) return undefined;
    return { end: at + character.length, token: { ...span(at, at + character.length), isPlain: true, isCharacter: true } };
  }
  const [open, hashes = ''] =
    char === 'r' && !/\w/.test(text.charAt(at - 1)) ? (/^r(#{0,9})"/.exec(text.slice(at, at + 12)) ?? []) : [];
  if (open === undefined) return undefined;
  const to = text.indexOf(`"${hashes}`, at + open.length);
  if (to === -1) return null;
  const end = to + 1 + hashes.length;
  return { end, token: { start: at, end, from: at + open.length, to, isPlain: true, isCharacter: false } };
}

function span(start: number, end: number): Pick<StringToken, 'start' | 'end' | 'from' | 'to'> {
  return { start, end, from: start + 1, to: end - 1 };
}

function template(text: string, start: number, depth: number): Skipped {
  if (depth > MAX_DEPTH) return null;
  let isPlain = true;
  for (let at = start + 1; at < text.length; at += 1) {
    const char = text.charAt(at);
    if (char === '\\') at += 1;
    else if (char === '`') return { end: at + 1, token: { ...span(start, at + 1), isPlain, isCharacter: false } };
    else if (char === '$' && text.charAt(at + 1) === '{') {
      isPlain = false;
      const end = expressionEnd(text, at + 2, depth);
      if (end === null) return null;
      at = end;
    }
  }
  return null;
}

/** The closing brace of `${`. */
function expressionEnd(text: string, start: number, depth: number): number | null {
  let open = 1;
  for (let at = start; at < text.length; ) {
    const skipped = skipAt(text, at, 'javascript', depth + 1);
    if (skipped === null) return null;
    if (skipped.end > at) {
      at = skipped.end;
      continue;
    }
    if (text.charAt(at) === '{') open += 1;
    if (text.charAt(at) === '}') open -= 1;
    if (open === 0) return at;
    at += 1;
  }
  return null;
}

const MAX_LOOK_BACK = 200;

/** A slash after an operator or a keyword; after a value it divides. */
function startsRegExp(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - MAX_LOOK_BACK), at).trimEnd();
  return before === '' || /[=(,:;!&|?{}[+\-*%<>~^]$|(?<![\w$.])(?:return|typeof|case|in|of|void|await|yield)$/.test(before);
}

function regExp(text: string, start: number): Skipped {
  let isClass = false;
  for (let at = start + 1; at < text.length; at += 1) {
    const char = text.charAt(at);
    if (char === '\n') return null;
    if (char === '\\') at += 1;
    else if (char === '[') isClass = true;
    else if (char === ']') isClass = false;
    else if (char === '/' && !isClass) {
      return { end: at + 1, token: { ...span(start, at + 1), isPlain: false, isCharacter: false } };
    }
  }
  return null;
}
