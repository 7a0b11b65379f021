// The new side of a patch as code: what stands in comments is left out, what stands in strings can be.
import type { PatchFile, PatchLine } from './patch.ts';

export interface CodeLine extends PatchLine {
  /** Without comments. */
  code: string;
  /** Without comments and without what strings hold. */
  bare: string;
}

/** Longer lines are cut: nobody writes them, and rules look at every character. */
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
/** `'a` is a lifetime, and a character in quotes hides nothing. */
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

/** The added lines of a file, read together with the unchanged ones so that a comment over several lines is one. */
export function addedCode(file: PatchFile): CodeLine[] {
  const added = new Set(file.added);
  const language = languageOf(file.path);
  return file.hunks.flatMap(({ after }) => {
    let open: string | null = null;
    return after.flatMap((line) => {
      const scanned = scanLine(line.text.slice(0, MAX_LINE_LENGTH), language, open);
      open = scanned.open;
      return added.has(line) ? [{ ...line, code: scanned.code, bare: scanned.bare }] : [];
    });
  });
}

interface Scanned {
  code: string;
  bare: string;
  /** What ends the comment or text that the line leaves open. */
  open: string | null;
}

/** One pass from left to right; every step goes forward. */
function scanLine(text: string, language: Language, openBefore: string | null): Scanned {
  let [code, bare, at] = ['', '', 0];
  let open = openBefore;
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
    const end = language.quotes.includes(text.charAt(at)) ? endOfString(text, at) : at + 1;
    code += text.slice(at, end);
    bare += end > at + 1 ? '""' : text.charAt(at);
    at = end;
  }
  return { code, bare, open };
}

/** `$#`, `a#b` and `https://` are no comments. */
function startsComment(text: string, at: number): boolean {
  return !/[\w$:&]/.test(text.charAt(at - 1)) || text.charAt(at) !== '#';
}

function blockAt(text: string, at: number, { block, quotes }: Language): { end: string; length: number } | null {
  const found = block.find(([start]) => text.startsWith(start, at));
  if (found !== undefined) return { end: found[1], length: found[0].length };
  // A text over several lines in Python is mostly what says something about the code.
  const triple = quotes === PYTHON.quotes && /^(?:"""|''')/.exec(text.slice(at, at + 3));
  return triple ? { end: triple[0], length: 3 } : null;
}

/** The index after the closing quote, or after the opening one where the line has no other. */
export function endOfString(text: string, start: number): number {
  const quote = text.charAt(start);
  for (let at = start + 1; at < text.length; at += 1) {
    if (text.charAt(at) === '\\') at += 1;
    else if (text.charAt(at) === quote) return at + 1;
  }
  return start + 1;
}

/** Whether the whole line is a comment, judged by its first characters in any common language. */
export function isCommentLine(text: string): boolean {
  return /^\s*(?:\/\/|#|\*|--|\/\*)/.test(text);
}
