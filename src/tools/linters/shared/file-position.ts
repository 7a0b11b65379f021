// "path:line:column: message", the form that most linters and compilers share. Reads a line in linear time.
import { CharCode, isDigit } from '../../../parse/shared/characters.ts';

export interface FilePosition {
  readonly path: string;
  /** Null for line 0, which means the whole file. */
  readonly line: number | null;
  /** Null when the tool gives only a line. */
  readonly column: number | null;
  /** The text after the position, trimmed. */
  readonly rest: string;
  /** Between position and rest: a colon and a space in most tools, or only one of them. */
  readonly separator: ': ' | ':' | ' ';
}

/** No path is longer; bounds the search for a position. */
const MAX_PATH_LENGTH = 1024;
/** ":12", ":12:5", ":12:5-9", then a colon or a space. Anchored at the end of a path. */
const LINE_AND_COLUMN = /:(\d{1,9})(?::(\d{1,9}))?(?:-\d{1,9})?(?=[: ])/y;
/** ":(12,5)-(14,2)": how GHC and hlint write several lines. */
const SPAN = /:\((\d{1,9}),(\d{1,9})\)-\(\d{1,9},\d{1,9}\)(?=:)/y;

/** The result for the last line: a dozen parsers ask about the same one. */
let known: { text: string; position: FilePosition | null } = { text: '', position: null };

/** Null when the line does not start with a path and a line number. */
export function filePosition(text: string): FilePosition | null {
  // The cheapest check first: most lines have no position.
  if (text === '' || text.charCodeAt(0) <= CharCode.SPACE) return null;
  if (known.text !== text) known = { text, position: readPosition(text) };
  return known.position;
}

function readPosition(text: string): FilePosition | null {
  const limit = Math.min(text.length - 1, MAX_PATH_LENGTH);
  for (let at = text.indexOf(':', 1); at !== -1 && at < limit; at = text.indexOf(':', at + 1)) {
    const next = text.charCodeAt(at + 1);
    if (!isDigit(next) && next !== CharCode.LEFT_PAREN) continue;
    const match = matchAt(next === CharCode.LEFT_PAREN ? SPAN : LINE_AND_COLUMN, text, at);
    if (match === null) continue;
    const path = text.slice(0, at);
    if (!looksLikePath(path)) return null;
    const after = text.slice(at + match[0].length);
    const separator = separatorOf(after);
    const column = match[2] === undefined ? null : Number(match[2]);
    return { path, line: Number(match[1]) || null, column, rest: after.slice(separator.length).trim(), separator };
  }
  return null;
}

function separatorOf(after: string): FilePosition['separator'] {
  if (after.startsWith(': ')) return ': ';
  return after.startsWith(':') ? ':' : ' ';
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/** Standard input, and files without an extension. */
const BARE_NAMES = /^(?:-|<?(?:stdin|standard input|string|input)>?|[A-Z][A-Za-z]*file|[Mm]akefile|LICENSE|README|CHANGELOG)$/;
/** Hosts have a port after the colon. */
const HOST = /^[\w-]+(?:\.[\w-]+)*\.(?:com|org|net|io|dev|local|internal)$/;
/** Quotes, brackets, list markers, biome's icons and the levels of log lines. */
const NO_PATH = /^(?:[\s"'`([{|│➤>*#@]|[×✖!⚠iℹ] |[A-Z]{3,8} )/;
const EXTENSION = /\.[\w+-]*[A-Za-z][\w+-]*$/;

function looksLikePath(path: string): boolean {
  if (NO_PATH.test(path) || path.includes('://') || path.includes(': ')) return false;
  // Source code, as in a diff, with a position in a string.
  if (path.includes('"')) return false;
  const name = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
  if (name === '') return false;
  if (name === path && HOST.test(name)) return false;
  if (EXTENSION.test(name) || BARE_NAMES.test(name)) return true;
  return name !== path && !/^\d+$/.test(name);
}

/** Written before each line by programs that run several others. */
const RUNNER_PREFIX = /^(?:\[[^\]/]{1,80}\]:? |[│|>➤] |#\d{1,6} |\d\d:\d\d:\d\d )/;

/** Whether a path includes a prefix that is not part of it: "[lint] src/a.ts", "pond: src/a.ts". */
export function hasPrefix(path: string): boolean {
  return path.includes(': ') || RUNNER_PREFIX.test(path);
}

/** "      ^~~~" points into the line above, which therefore is source code and not a finding. */
export function isCaretLine(text: string): boolean {
  return text.includes('^') && /^[\s^~.-]+$/.test(text);
}

/** A cheap check for a digit, a colon, a space, then a letter or a bracket, as in "a.py:1:8: F401 unused". */
export function hasCodeAfterPosition(text: string): boolean {
  const colon = text.indexOf(': ');
  const before = text.charCodeAt(colon - 1);
  return colon > 0 && isDigit(before) && /[A-Za-z[]/.test(text.charAt(colon + 2));
}
