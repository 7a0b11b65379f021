// "path:line:column: message", the one form that most linters and compilers share.
// Reads a single line in linear time; knows nothing about severities or tools.
import { isDigit } from '../../shared/characters.ts';

export interface FilePosition {
  readonly path: string;
  /** Null for line 0, by which tools mean the file as a whole. */
  readonly line: number | null;
  /** Null when the tool gives only a line. */
  readonly column: number | null;
  /** What follows the position, without blanks at its ends. */
  readonly rest: string;
  /** What stands between position and rest: a colon and a blank, as most tools write it, or only one of them. */
  readonly separator: ': ' | ':' | ' ';
}

/** Positions stand at the beginning of a line; nobody's path is longer. */
const MAX_PATH_LENGTH = 1024;
const OPENING = 40;
/** ":12", ":12:5", ":12:5-9", then a colon or a blank. Anchored where a path ends. */
const LINE_AND_COLUMN = /:(\d{1,9})(?::(\d{1,9}))?(?:-\d{1,9})?(?=[: ])/y;
/** ":(12,5)-(14,2)": how GHC and hlint write what spans lines. */
const SPAN = /:\((\d{1,9}),(\d{1,9})\)-\(\d{1,9},\d{1,9}\)(?=:)/y;

/** Of the last line that was asked about: a dozen parsers ask about the same one. */
let known: { text: string; position: FilePosition | null } = { text: '', position: null };

/** Null when the line does not start with a path and a line number. */
export function filePosition(text: string): FilePosition | null {
  // The quickest look comes first: most lines are nobody's.
  if (text === '' || text.charCodeAt(0) <= 32) return null;
  if (known.text !== text) known = { text, position: readPosition(text) };
  return known.position;
}

function readPosition(text: string): FilePosition | null {
  const limit = Math.min(text.length - 1, MAX_PATH_LENGTH);
  for (let at = text.indexOf(':', 1); at !== -1 && at < limit; at = text.indexOf(':', at + 1)) {
    const next = text.charCodeAt(at + 1);
    if (!isDigit(next) && next !== OPENING) continue;
    const match = matchAt(next === OPENING ? SPAN : LINE_AND_COLUMN, text, at);
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

/** Standard input, and files that have no extension. */
const BARE_NAMES = /^(?:-|<?(?:stdin|standard input|string|input)>?|[A-Z][A-Za-z]*file|[Mm]akefile|LICENSE|README|CHANGELOG)$/;
/** Hosts and addresses have a port behind the colon, times have minutes. */
const HOST = /^[\w-]+(?:\.[\w-]+)*\.(?:com|org|net|io|dev|local|internal)$/;
/** Quotes, brackets, list marks, biome's signs for severities, and the level of a log line. */
const NO_PATH = /^(?:[\s"'`([{|│➤>*#@]|[×✖!⚠iℹ] |[A-Z]{3,8} )/;
const EXTENSION = /\.[\w+-]*[A-Za-z][\w+-]*$/;

function looksLikePath(path: string): boolean {
  if (NO_PATH.test(path) || path.includes('://') || path.includes(': ')) return false;
  // A piece of source, as in the lines of a diff, whose string holds a position.
  if (path.includes('"')) return false;
  const name = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
  if (name === '') return false;
  if (name === path && HOST.test(name)) return false;
  if (EXTENSION.test(name) || BARE_NAMES.test(name)) return true;
  return name !== path && !/^\d+$/.test(name);
}

/** What programs that run several others put before each line, so that only some of what those print can be told. */
const RUNNER_PREFIX = /^(?:\[[^\]/]{1,80}\]:? |[│|>➤] |#\d{1,6} |\d\d:\d\d:\d\d )/;

/** Whether the path in front of a finding is more than a path: "[lint] src/a.ts", "pond: src/a.ts". */
export function isBehindPrefix(path: string): boolean {
  return path.includes(': ') || RUNNER_PREFIX.test(path);
}

/** "      ^~~~": it points into the line before, which therefore is quoted source and no result. */
export function isCaretLine(text: string): boolean {
  return text.includes('^') && /^[\s^~.-]+$/.test(text);
}

/** A cheap look: a digit, a colon, a blank, then a letter or a bracket, as in "a.py:1:8: F401 unused". */
export function hasCodeBehindPosition(text: string): boolean {
  const colon = text.indexOf(': ');
  const before = text.charCodeAt(colon - 1);
  return colon > 0 && isDigit(before) && /[A-Za-z[]/.test(text.charAt(colon + 2));
}
