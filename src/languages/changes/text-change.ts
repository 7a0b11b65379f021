// What kind of change two versions of a whole file differ by, and where the comments and strings of the new one are.
// In doubt a change is code.
import type { TestsInComments } from '../language.ts';
import { isReadable, type ScannedText, type Span, scanText, spansOf } from '../scan.ts';
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

/** Null for an unknown language: then every line is code. */
export function describeTextChange({ path, oldPath, before, after }: FileVersions): TextChange | null {
  if (!isReadable(path)) return null;
  const old = before === null ? EMPTY : readText(before, oldPath ?? path);
  const own = after === null ? EMPTY : readText(after, path);
  if (old === null || own === null) return null;
  return { kind: kindOf(old, own), quiet: own.quiet };
}

interface ReadText {
  /** The tokens that are not comments, with neutral ones left out, and the part that cannot be read. */
  code: string;
  /** Every character outside of comments that is not white space; with its layout if that may have a meaning. */
  rest: string;
  comments: string;
  /** Comments that are tests or that tools interpret. */
  directives: string;
  quiet: QuietSpan[];
}

const EMPTY: ReadText = { code: '\0', rest: '', comments: '', directives: '', quiet: [] };

function kindOf(old: ReadText, own: ReadText): TextChangeKind {
  if (old.code !== own.code || old.directives !== own.directives) return 'code';
  if (old.rest !== own.rest) return 'formatting';
  return old.comments === own.comments ? 'spacing' : 'comments';
}

function readText(source: string, path: string): ReadText | null {
  const scanned = scanText(path, source);
  if (scanned === null) return null;
  const { text, tokens, end, hasTokens } = scanned;
  const comments = spansOf(scanned, 'comment');
  const strings = spansOf(scanned, 'string');
  const textOf = (isComment: boolean) =>
    tokens.filter(({ kind }) => (kind === 'comment') === isComment).map((token) => token.text);
  const code = hasTokens ? textOf(false).join('\0') : keptLines(text.slice(0, end), comments, strings);
  return {
    code: `${code}\0${text.slice(end)}`,
    rest: hasTokens ? withoutComments(text, tokens).replace(/[ \t-\r]+/g, '') : '',
    comments: textOf(true).join(' '),
    directives: directivesIn(scanned, comments),
    quiet: positions(text, comments, strings),
  };
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

function directivesIn({ text, language }: ScannedText, comments: readonly Span[]): string {
  const directives = comments
    .map(([start, end]) => text.slice(start, end))
    .filter((comment) => DIRECTIVES.some((pattern) => pattern.test(comment)));
  const tests = language.tests?.inComments;
  return [...directives, ...(tests?.file.test(text) ? testsIn(text, comments, tests) : [])].join('\n');
}

/** White space, and comments without text. */
const MARKS = /^[\s/!*]*$/;

function testsIn(text: string, comments: readonly Span[], { comment, linesOf }: TestsInComments): string[] {
  const blocks: string[][] = [];
  let after: number | null = null;
  for (const [start, end] of comments) {
    const own = text.slice(start, end);
    if (!comment.test(own)) continue;
    const isNext = after !== null && MARKS.test(text.slice(after, start));
    if (isNext) blocks.at(-1)?.push(...own.split('\n'));
    else blocks.push(own.split('\n'));
    after = end;
  }
  return blocks.flatMap(linesOf);
}

/** Between tokens: a comment without words has none. */
const EMPTY_COMMENT = /\/\/[/!]{0,9}(?=\s|$)|#{1,9}(?=\s|$)|\/\*[*!\s]{0,200}\*\//g;

function withoutComments(text: string, tokens: readonly Token[]): string {
  const parts: string[] = [];
  let at = 0;
  for (const { kind, start, end } of [...tokens].sort((one, other) => one.start - other.start)) {
    if (end <= at) continue;
    parts.push(text.slice(at, Math.max(at, start)).replace(EMPTY_COMMENT, ''));
    if (kind !== 'comment') parts.push(text.slice(Math.max(at, start), end));
    at = end;
  }
  return [...parts, text.slice(at).replace(EMPTY_COMMENT, '')].join(' ');
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
