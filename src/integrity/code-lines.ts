// The added lines of a patch as code: without comments, and also without the content of strings.
import type { TextChange, TextSpan } from '../contract/index.ts';
import type { PatchFile, PatchLine } from './patch.ts';
import { StringEnds } from './string-ends.ts';

export interface CodeLine extends PatchLine {
  /** Without comments. */
  code: string;
  /** Without comments, each string replaced by `""`. */
  bare: string;
}

/** Longer lines are generated code and are cut, because rules look at every character. */
const MAX_LINE_LENGTH = 4000;

interface Language {
  lineComment: readonly string[];
  block: readonly (readonly [string, string])[];
  quotes: string;
}

const C_LIKE: Language = { lineComment: ['//'], block: [['/*', '*/']], quotes: '"\'`' };
const PYTHON: Language = { lineComment: ['#'], block: [], quotes: '"\'' };
const RUBY: Language = { lineComment: ['#'], block: [['=begin', '=end']], quotes: '"\'`' };
const PHP: Language = { lineComment: ['//', '#'], block: [['/*', '*/']], quotes: '"\'' };
/** `'a` is a lifetime, and a quoted character is too short to hide code. */
const RUST: Language = { ...C_LIKE, quotes: '"' };
const HASH: Language = { lineComment: ['#'], block: [], quotes: '"\'' };

/** Every character is code. */
const UNKNOWN: Language = { lineComment: [], block: [], quotes: '' };

const C_EXTENSION = /^(?:[cm]?[jt]sx?|go|java|kts?|c|cc|cpp|cxx|c\+\+|h|hh|hpp|hxx|m|mm|cs|swift|scala|dart|groovy|gradle|zig)$/;
const HASH_EXTENSION = /^(?:sh|bash|zsh|p[lm]|exs?|r|R|jl|ya?ml|toml|mk|cmake)$/;

/** By the extension, or by the whole name of a file without one. */
function languageOf(path: string): Language {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const extension = name.slice(name.lastIndexOf('.') + 1);
  if (/^pyi?$/.test(extension)) return PYTHON;
  if (/^(?:rb|rake)$/.test(extension)) return RUBY;
  if (extension === 'php') return PHP;
  if (extension === 'rs') return RUST;
  if (C_EXTENSION.test(extension)) return C_LIKE;
  return HASH_EXTENSION.test(extension) || /^(?:GNUmakefile|[Mm]akefile|Dockerfile)$/.test(extension) ? HASH : UNKNOWN;
}

/** Several rules read the same lines. */
const read = new WeakMap<PatchFile, CodeLine[]>();

/** The added lines of a file. Unchanged lines are read too, because a comment may start in one of them. */
export function addedCode(file: PatchFile): CodeLine[] {
  const known = read.get(file) ?? readCode(file);
  read.set(file, known);
  return known;
}

function readCode(file: PatchFile): CodeLine[] {
  return file.text === null ? scanHunks(file) : withoutQuiet(file.added, file.text);
}

/** The whole files were read: comments and strings are known. */
function withoutQuiet(added: readonly PatchLine[], text: TextChange): CodeLine[] {
  const comments = partsByLine(text.comments, '');
  const both = partsByLine(text.strings, '""', comments);
  return added.map((line) => ({
    ...line,
    code: shortened(replaceParts(line.text, comments.get(line.line))),
    bare: shortened(replaceParts(line.text, both.get(line.line))),
  }));
}

/** A part of a line, and what replaces it. */
interface Part {
  from: number;
  to: number;
  mark: string;
}
type PartsByLine = ReadonlyMap<number, readonly Part[]>;

function partsByLine(spans: readonly TextSpan[], mark: string, others: PartsByLine = new Map()): PartsByLine {
  const parts = new Map([...others].map(([line, known]): [number, Part[]] => [line, [...known]]));
  for (const [line, column, endLine, endColumn] of spans) {
    for (let at = line; at <= endLine; at += 1) {
      const part = { from: at === line ? column : 0, to: at === endLine ? endColumn : Number.POSITIVE_INFINITY, mark };
      const known = parts.get(at);
      if (known === undefined) parts.set(at, [part]);
      else known.push(part);
    }
  }
  return parts;
}

function replaceParts(text: string, parts: readonly Part[] = []): string {
  let [result, at] = ['', 0];
  for (const { from, to, mark } of [...parts].sort((one, other) => one.from - other.from)) {
    if (from < at) continue;
    result += text.slice(at, from) + mark;
    at = Math.min(to, text.length);
  }
  return result + text.slice(at);
}

function shortened(text: string): string {
  return withoutGaps(text).slice(0, MAX_LINE_LENGTH);
}

/** Where a hunk starts is known for the first line of a file only: elsewhere no comment or string over several lines is. */
function scanHunks(file: PatchFile): CodeLine[] {
  const added = new Set(file.added);
  const language = languageOf(file.path);
  return file.hunks.flatMap(({ after }) => {
    const mayContinue = after[0]?.line === 1;
    let open: string | null = null;
    return after.flatMap((line) => {
      const scanned = scanLine(shortened(line.text), language, open, mayContinue);
      open = scanned.open;
      return added.has(line) ? [{ ...line, code: scanned.code, bare: scanned.bare }] : [];
    });
  });
}

/** A gap would move code behind the end of what is read. */
function withoutGaps(text: string): string {
  return text.length > MAX_LINE_LENGTH ? text.replace(/[ \t]{100,}/g, ' ') : text;
}

interface Scanned {
  code: string;
  bare: string;
  /** The end mark of a comment or text that continues on the next line. */
  open: string | null;
}

/** One pass from left to right; every step goes forward. */
function scanLine(text: string, language: Language, openBefore: string | null, mayContinue: boolean): Scanned {
  let [code, bare, at] = ['', '', 0];
  let open = openBefore;
  const strings = new StringEnds(text);
  while (at < text.length) {
    if (open !== null) {
      const end = text.indexOf(open, at);
      if (end === -1) return { code, bare, open };
      at = end + open.length;
      open = null;
      continue;
    }
    if (language.lineComment.some((mark) => text.startsWith(mark, at) && startsComment(text, at))) break;
    const block = blockAt(text, at, language);
    if (block !== null && (mayContinue || text.includes(block.end, at + block.length))) {
      open = block.end;
      at += block.length;
      continue;
    }
    const end = endOfLiteral(text, at, language, strings);
    code += text.slice(at, end);
    bare += end > at + 1 ? '""' : text.charAt(at);
    at = end;
  }
  return { code, bare, open };
}

function endOfLiteral(text: string, at: number, language: Language, strings: StringEnds): number {
  return language.quotes.includes(text.charAt(at)) ? strings.after(at) : afterPattern(text, at, language);
}

const PATTERN = /\/(?![*/])(?:[^\\/[]|\\.|\[(?:[^\]\\]|\\.){0,400}\]){1,400}\//y;

/** The index after the regular expression that starts here, or after this character. */
function afterPattern(text: string, at: number, { lineComment }: Language): number {
  const mayStart =
    text.charAt(at) === '/' &&
    lineComment.includes('//') &&
    /(?:^|[=(,:;!&|?{}[+*%<>~^-]|\b(?:return|typeof|case))\s{0,20}$/.test(text.slice(Math.max(0, at - 40), at));
  PATTERN.lastIndex = at;
  return mayStart && PATTERN.test(text) ? PATTERN.lastIndex : at + 1;
}

/** Not the `#` of `$#` or `a#b`. */
function startsComment(text: string, at: number): boolean {
  return !/[\w$:&]/.test(text.charAt(at - 1)) || text.charAt(at) !== '#';
}

function blockAt(text: string, at: number, { block, quotes }: Language): { end: string; length: number } | null {
  const found = block.find(([start]) => text.startsWith(start, at));
  if (found !== undefined) return { end: found[1], length: found[0].length };
  // In Python, text over several lines is usually documentation.
  const triple = quotes === PYTHON.quotes && /^(?:"""|''')/.exec(text.slice(at, at + 3));
  return triple ? { end: triple[0], length: 3 } : null;
}

/** Whether the whole line is a comment, judged by its first characters in any common language. */
export function isCommentLine(text: string): boolean {
  return /^\s*(?:\/\/|#|\*|--|\/\*)/.test(text);
}
