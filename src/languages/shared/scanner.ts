// Reads a source text from left to right into tokens. Every step goes forward, so the time is linear in the size.
import type { ReadTokens } from '../language.ts';
import type { Token, TokenKind } from '../token.ts';
import { BACKSLASH, isSpace, NEWLINE } from './characters.ts';

/** Reads what starts at the position of the scanner. False if it does not know that; then it must not move the scanner. */
export type Reader = (scanner: Scanner) => boolean;

/** Joining strings to a longer word would take quadratic time. */
const MAX_JOINED = 1000;

/** Bounds the memory. A text of 50,000 lines has about 400,000 tokens. */
const MAX_TOKENS = 1_000_000;

/** Up to the place where a reader fails, or where there are too many tokens. A character that no reader knows is an operator. */
export function scan(
  text: string,
  readers: readonly Reader[],
  normalize: (tokens: readonly Token[]) => readonly Token[] = (tokens) => tokens,
  /** Where something that has no end starts, once the text was read. */
  startOfOpen: () => number = () => text.length,
): ReadTokens {
  const scanner = new Scanner(text);
  while (scanner.skipSpace() && scanner.tokens.length <= MAX_TOKENS) {
    if (readers.some((read) => read(scanner))) continue;
    scanner.emit('operator', text.charAt(scanner.at), scanner.at + 1);
  }
  const end = Math.min(scanner.at, startOfOpen());
  const tokens = end < text.length ? scanner.tokens.filter((token) => token.start < end) : scanner.tokens;
  return { tokens: normalize(withFloatingComments(tokens)), end };
}

// Formatters move comments past operators and brackets: `a /* b */, c` is `a, /* b */ c`.
function withFloatingComments(tokens: readonly Token[]): Token[] {
  const ordered: Token[] = [];
  let comments: Token[] = [];
  for (const token of tokens) {
    if (token.kind === 'comment') comments.push(token);
    else {
      if (token.kind !== 'operator') {
        for (const comment of comments) ordered.push(comment);
        comments = [];
      }
      ordered.push(token);
    }
  }
  return ordered.concat(comments);
}

export class Scanner {
  readonly text: string;
  readonly tokens: Token[] = [];
  at = 0;
  isBroken = false;
  /** The last token that is not a comment. */
  last: Token | undefined;
  /** Whether white space precedes the position. */
  isAfterSpace = false;
  /** Whether a newline was read since the last token that is not a comment. */
  isAfterNewline = true;
  /** How many brackets are open. */
  depth = 0;
  /** The prefix of the last string, and the number of tokens after it. */
  #prefix = '';
  #stringEnd = 0;

  constructor(text: string) {
    this.text = text;
  }

  /** False at the end of the text. A backslash before a newline continues the line. */
  skipSpace(): boolean {
    const from = this.at;
    for (; this.at < this.text.length; this.at += 1) {
      const code = this.text.charCodeAt(this.at);
      if (code === NEWLINE) this.isAfterNewline = true;
      else if (code === BACKSLASH && this.text.charCodeAt(this.at + 1) === NEWLINE) this.at += 1;
      else if (!isSpace(code)) break;
    }
    this.isAfterSpace = this.at > from || from === 0;
    return !this.isBroken && this.at < this.text.length;
  }

  startsWith(mark: string): boolean {
    return this.text.startsWith(mark, this.at);
  }

  /** The character at a distance from the position; NaN beyond the end. */
  code(distance = 0): number {
    return this.text.charCodeAt(this.at + distance);
  }

  /** Adds the token that ends at `end` and moves there. Always true. */
  emit(kind: TokenKind, text: string, end: number): true {
    return this.#push(kind, text, this.at, end);
  }

  #push(kind: TokenKind, text: string, start: number, end: number): true {
    const token = { kind, text, start, end, afterNewline: this.isAfterNewline };
    this.tokens.push(token);
    this.last = token;
    if (kind === 'operator') this.depth = Math.max(0, this.depth + depthChange(text));
    this.isAfterNewline = false;
    this.at = end;
    return true;
  }

  /** Adds each word of a comment that ends at `end` and moves there. Always true. */
  emitComment(words: readonly string[], end: number): true {
    for (const word of words) {
      this.tokens.push({ kind: 'comment', text: `//${word}`, start: this.at, end, afterNewline: this.isAfterNewline });
    }
    this.isAfterNewline ||= /(?<!\\)\n/.test(this.text.slice(this.at, end));
    this.at = end;
    return true;
  }

  /** Adds a string: a token for each of its words, with the space before it, because a string may be as long as a program. */
  emitString(prefix: string, content: string, end: number): true {
    const start = this.at;
    for (const text of pieces(`${prefix}"${content}`)) this.#push('string', text, start, end);
    return true;
  }

  /** Adds a string. If it may continue another one, it does so after a string with the same prefix. */
  emitAdjoining(prefix: string, content: string, end: number, mayContinue = true): true {
    const before = this.tokens.at(-1);
    const isContinued = mayContinue && this.#prefix === prefix && this.#stringEnd === this.tokens.length;
    if (before?.kind !== 'string' || !isContinued || before.text.length > MAX_JOINED) {
      this.emitString(prefix, content, end);
    } else {
      this.tokens.pop();
      for (const text of pieces(before.text + content)) this.#push('string', text, before.start, end);
    }
    [this.#prefix, this.#stringEnd] = [prefix, this.tokens.length];
    return true;
  }

  /** The text cannot be read from here on. Always true. */
  fail(): true {
    this.isBroken = true;
    return true;
  }

  /** The index of the next newline or of the end of the text. */
  endOfLine(): number {
    const end = this.text.indexOf('\n', this.at);
    return end === -1 ? this.text.length : end;
  }
}

function depthChange(operator: string): number {
  if (operator === '(' || operator === '[' || operator === '{') return 1;
  return operator === ')' || operator === ']' || operator === '}' ? -1 : 0;
}

/** Cut before each newline, and before the spaces of a line. */
function pieces(text: string): string[] {
  return text.split(/(?=\n)|(?<=[^ \n])(?= )/);
}
