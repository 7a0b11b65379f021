// The added lines of a patch as code: without comments, and also without the content of strings.
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

function languageOf(path: string): Language {
  const extension = path.slice(path.lastIndexOf('.') + 1);
  if (/^pyi?$/.test(extension)) return PYTHON;
  if (/^(?:rb|rake)$/.test(extension)) return RUBY;
  if (extension === 'php') return PHP;
  if (extension === 'rs') return RUST;
  return /^(?:[cm]?[jt]sx?|go|java|kt|c|cc|cpp|h|hpp|cs|swift|scala|dart)$/.test(extension) ? C_LIKE : HASH;
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
  const added = new Set(file.added);
  const language = languageOf(file.path);
  return file.hunks.flatMap(({ after }) => {
    let open: string | null = null;
    return after.flatMap((line) => {
      const scanned = scanLine(withoutGaps(line.text).slice(0, MAX_LINE_LENGTH), language, open);
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
function scanLine(text: string, language: Language, openBefore: string | null): Scanned {
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
    if (block !== null) {
      open = block.end;
      at += block.length;
      continue;
    }
    const end = language.quotes.includes(text.charAt(at)) ? strings.after(at) : at + 1;
    code += text.slice(at, end);
    bare += end > at + 1 ? '""' : text.charAt(at);
    at = end;
  }
  return { code, bare, open };
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
