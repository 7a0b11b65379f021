// What kind of change two versions of a whole file differ by, and where the comments and strings of the new one are.
// In doubt a change is code.

import { isPlainLanguage, scanPlain } from '../plain-languages.ts';
import { languageOf } from '../table.ts';
import type { Token } from '../token.ts';
import type { FileVersions } from './count-changes.ts';

/** spacing: only white space differs. formatting: only what a formatter changes. comments: also or only comments. */
export type TextChangeKind = 'code' | 'comments' | 'formatting' | 'spacing';

/** A comment or string, by the lines and columns of its first character and of the one after its last; lines from 1. */
export interface QuietSpan {
  kind: 'comment' | 'string';
  from: readonly [line: number, column: number];
  to: readonly [line: number, column: number];
}

export interface TextChange {
  kind: TextChangeKind;
  /** Of the new version, in their order. */
  quiet: QuietSpan[];
}

/** Longer files take too long to compare. */
const MAX_LENGTH = 4_000_000;

export function isReadable(path: string): boolean {
  return languageOf(path) !== null || isPlainLanguage(path);
}

/** Null for an unknown language, or if a version cannot be read up to its end: then every line is code. */
export function describeTextChange({ path, oldPath, before, after }: FileVersions): TextChange | null {
  const old = before === null ? EMPTY : readText(before, oldPath ?? path);
  const own = after === null ? EMPTY : readText(after, path);
  if (old === null || own === null) return null;
  return { kind: kindOf(old, own), quiet: own.quiet };
}

interface ReadText {
  /** The tokens that are not comments, with neutral ones left out. */
  code: string;
  /** Every character outside of comments that is not white space; with its layout if that may have a meaning. */
  rest: string;
  comments: string;
  /** Comments that tools interpret. */
  directives: string;
  quiet: QuietSpan[];
}

const EMPTY: ReadText = { code: '', rest: '', comments: '', directives: '', quiet: [] };

function kindOf(old: ReadText, own: ReadText): TextChangeKind {
  if (old.code !== own.code || old.directives !== own.directives) return 'code';
  if (old.rest !== own.rest) return 'formatting';
  return old.comments === own.comments ? 'spacing' : 'comments';
}

function readText(text: string, path: string): ReadText | null {
  const plain = text.replace(/^\xef\xbb\xbf/, '').replaceAll('\r\n', '\n');
  const language = languageOf(path);
  if (plain.length > MAX_LENGTH) return null;
  const tokens = language === null ? scanPlain(plain, path) : language.tokenize(plain, path);
  if (tokens === null) return null;
  const comments = spansOf(tokens, 'comment').filter(([start]) => language?.id !== 'python' || isProse(plain, start));
  const strings = spansOf(tokens, 'string');
  const isComment = new Set(comments.map(([start]) => start));
  const code = tokens.filter(({ kind, start }) => kind !== 'comment' || !isComment.has(start));
  const rest = withoutSpans(plain, comments);
  return {
    code: language === null ? keptLines(plain, comments, strings) : code.map((token) => token.text).join('\0'),
    rest: language === null ? '' : rest.replace(/[ \t-\r]+/g, ''),
    comments: tokens
      .filter(({ kind }) => kind === 'comment')
      .map((token) => token.text)
      .join(' '),
    directives: comments
      .map(([start, end]) => plain.slice(start, end))
      .filter(isDirective)
      .join('\n'),
    quiet: positions(plain, comments, strings),
  };
}

type Span = readonly [start: number, end: number];

function spansOf(tokens: readonly Token[], wanted: Token['kind']): Span[] {
  const byStart = new Map<number, number>();
  for (const { kind, start, end } of tokens) if (kind === wanted && end > start) byStart.set(start, end);
  return [...byStart].sort(([one], [other]) => one - other);
}

/** A docstring with examples is a test, and one that the file itself reads is data. */
function isProse(text: string, start: number): boolean {
  return text.charAt(start) === '#' || !/>>>|__doc__/.test(text);
}

function withoutSpans(text: string, spans: readonly Span[]): string {
  const parts: string[] = [];
  let at = 0;
  for (const [start, end] of spans) {
    parts.push(text.slice(at, Math.max(at, start)));
    at = Math.max(at, end);
  }
  return [...parts, text.slice(at)].join(' ');
}

/** Lines without comments, with their indentation. A string over several lines is one of them. */
function keptLines(text: string, comments: readonly Span[], strings: readonly Span[]): string {
  const parts: string[] = [];
  let at = 0;
  for (const [start, end] of strings) {
    parts.push(text.slice(at, start), text.slice(start, end).replaceAll('\n', '\0'));
    at = end;
  }
  return withoutSpans(parts.join('') + text.slice(at), comments)
    .split('\n')
    .map((line) => line.trimEnd())
    .filter((line) => line !== '')
    .join('\n');
}

/** Comments that compilers, interpreters and checkers interpret. */
const DIRECTIVES = [
  /^#!/,
  /^\/\/(?:go:|line |export )|^\/\/ ?\+build/,
  /^\/\/#/,
  /^\/\/\/\s*<reference/,
  /^\/[/*]\s*@(?:ts-|jsx|flow|vite|webpack)/,
  /^\/\*\s*(?:webpack|@__|#__)/,
  /^\/[/*]+\s*(?:eslint|prettier-|istanbul|c8|v8|NOLINT|clang-format|cgo |#cgo|swiftlint|ktlint)/,
  /^#\s*(?:frozen_string_literal|-\*-|coding[:=]|type:|pragma|cython:|syntax=|shellcheck|noqa|pylint|ruff|mypy|rubocop|escape=|yaml-language-server)/,
  /^<!--\s*\[if/,
];

function isDirective(comment: string): boolean {
  return DIRECTIVES.some((pattern) => pattern.test(comment));
}

function positions(text: string, comments: readonly Span[], strings: readonly Span[]): QuietSpan[] {
  const all = [
    ...comments.map((span) => ({ kind: 'comment' as const, span })),
    ...strings.map((span) => ({ kind: 'string' as const, span })),
  ].sort((one, other) => one.span[0] - other.span[0]);
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  const place = (index: number) => placeOf(index, starts);
  return all.map(({ kind, span: [start, end] }) => ({ kind, from: place(start), to: place(end) }));
}

function placeOf(index: number, starts: readonly number[]): readonly [number, number] {
  let [low, high] = [0, starts.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((starts[middle] ?? 0) <= index) low = middle;
    else high = middle - 1;
  }
  return [low + 1, index - (starts[low] ?? 0)];
}
