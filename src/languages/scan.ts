// The scanner of comments, strings and code. It reads whole files, because no part of one says whether it starts in a comment.
import type { Language, ReadTokens, Section } from './language.ts';
import { blockComment, unreadable } from './shared/readers.ts';
import { scan } from './shared/scanner.ts';
import { languageOf } from './table.ts';
import type { Token } from './token.ts';

/** Longer files take too long to compare. */
const MAX_LENGTH = 4_000_000;

export interface ScannedText extends ReadTokens {
  readonly language: Language;
  /** The text without a byte order mark, with a newline at the end of each line. */
  readonly text: string;
  /** Whether the tokens are those of the language: else every character of code is one. */
  readonly hasTokens: boolean;
}

/** Null for a language whose comments and strings are unknown: every line is code. */
export function scanText(path: string, source: string): ScannedText | null {
  const language = languageOf(path);
  const text = source.replace(/^(?:\xef\xbb\xbf|\ufeff)/, '').replaceAll('\r\n', '\n');
  if (language === null || text.length > MAX_LENGTH) return null;
  const read = readTokens(language, text, path);
  return read === null ? null : { ...read, language, text, hasTokens: language.tokenize !== undefined };
}

export function isReadable(path: string): boolean {
  const language = languageOf(path);
  return (language?.tokenize ?? language?.readQuiet ?? language?.sections) !== undefined;
}

function readTokens({ tokenize, readQuiet, sections }: Language, text: string, path: string): ReadTokens | null {
  if (tokenize !== undefined) return tokenize(text, path);
  if (readQuiet !== undefined) return readQuiet(text);
  return sections === undefined ? null : readSections(text, sections);
}

/** White space has a meaning in these elements. */
const MARKUP = [blockComment('<!--', '-->'), unreadable(/<(?:pre|textarea)\b|<!\[CDATA\[/iy)];

function readSections(text: string, sections: readonly Section[]): ReadTokens {
  let unread = text.length;
  const readSection = (start: number, { open, close, extension }: Section) => {
    open.lastIndex = start;
    if (!open.test(text)) return null;
    const from = open.lastIndex;
    close.lastIndex = from;
    const end = close.exec(text)?.index ?? text.length;
    const content = languageOf(`x.${extension}`);
    const read = content === null ? null : readTokens(content, text.slice(from, end), `x.${extension}`);
    const stop = from + (read?.end ?? 0);
    if (stop < end) unread = stop;
    return { tokens: (read?.tokens ?? []).map((token) => moved(token, from)), end: stop };
  };
  const inner: Token[] = [];
  const read = scan(text, [
    (scanner) => {
      for (const section of sections) {
        const found = readSection(scanner.at, section);
        if (found === null) continue;
        inner.push(...found.tokens);
        scanner.at = found.end;
        return unread < text.length ? scanner.fail() : true;
      }
      return false;
    },
    ...MARKUP,
  ]);
  return { tokens: [...read.tokens, ...inner].sort((one, other) => one.start - other.start), end: read.end };
}

function moved(token: Token, by: number): Token {
  return { ...token, start: token.start + by, end: token.end + by };
}

/** From the private use area: not part of a source. */
const FILL = '\uE000';

export interface MaskedText {
  /** As long as the text: comments are blanks, strings are FILL. */
  bare: string;
  strings: Span[];
  /** Whether the text could be read up to its end: else the rest is blank. */
  isComplete: boolean;
}

/** Code alone, so that patterns do not match inside comments and strings. Null for an unknown language. */
export function maskText(path: string, text: string): MaskedText | null {
  const language = languageOf(path);
  const read = language === null || text.length > MAX_LENGTH || text.includes(FILL) ? null : readTokens(language, text, path);
  if (read === null) return null;
  const { end } = read;
  const strings = spansOf(read, 'string');
  const spans = [
    ...spansOf(read, 'comment').map((span) => ({ span, mark: ' ' })),
    ...strings.map((span) => ({ span, mark: FILL })),
  ].sort((one, other) => one.span[0] - other.span[0]);
  const parts: string[] = [];
  let at = 0;
  for (const { span, mark } of spans) {
    if (span[0] < at) continue;
    parts.push(text.slice(at, span[0]), text.slice(...span).replace(/[^\n]/g, mark));
    at = span[1];
  }
  const rest = text.slice(end).replace(/[^\n]/g, ' ');
  return { bare: parts.join('') + text.slice(at, end) + rest, strings, isComplete: end === text.length };
}

export type Span = readonly [start: number, end: number];

/** Where the comments or the strings are. */
export function spansOf({ tokens }: ReadTokens, wanted: 'comment' | 'string'): Span[] {
  const byStart = new Map<number, number>();
  for (const { kind, start, end } of tokens) if (kind === wanted && end > start) byStart.set(start, end);
  return [...byStart].sort(([one], [other]) => one - other);
}
