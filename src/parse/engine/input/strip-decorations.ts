// Strips what the terminal or the CI system added to a line: colors, timestamps, carriage returns.
import { isDigit } from '../../shared/characters.ts';

const ESCAPE = '\u001b';
/** Control sequences, operating system commands (links, titles), choices of a character set and two-character escapes. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences are what this is about
const ANSI = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|[ -/]+[0-~]|[@-Z\\^_])/g;

/**
 * "2024-05-01T10:00:00.1234567Z ", as GitHub Actions and Azure write it before every line, also in brackets. GitLab adds
 * a number and a letter for the stream, and a plus where the line before it goes on: "01O ", "01E+".
 */
const CI_TIMESTAMP = /\[?\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:[.,]\d{1,9})?(?:Z|[+-]\d\d:?\d\d)\]? ?(?:[0-9a-f]{2}[OE](?: |\+|$))?/y;
/** "job<TAB>step<TAB>timestamp line", as `gh run view --log` writes it. */
const GITHUB_COLUMNS = /^[^\t]{1,200}\t[^\t]{1,200}\t(?=\d{4}-\d\d-\d\dT)/;
const MIN_TIMESTAMP_LENGTH = '2024-05-01T10:00:00Z'.length;
const BYTE_ORDER_MARK = 0xfeff;

/** GitHub's own markers before a tool's text. */
const GITHUB_MARKER = /^##\[(?:error|warning|debug|command)\]/;

export function stripColors(text: string): string {
  return text.includes(ESCAPE) ? text.replace(ANSI, '') : text;
}

/** `isPlain`: it is known to hold neither escape sequences nor columns before a timestamp. */
export function cleanLine(raw: string, isPlain = false): string {
  if (raw === '') return raw;
  let line = raw;
  if (line.charCodeAt(0) === BYTE_ORDER_MARK) line = line.slice(1);
  if (!isPlain) line = stripColors(lastDrawn(line));
  if (startsLikeTimestamp(line)) return withoutTimestamp(line);
  if (!isPlain && line.includes('\t') && GITHUB_COLUMNS.test(line)) return cleanLine(line.replace(GITHUB_COLUMNS, ''));
  return line;
}

/** What a tool wrote over the beginning of its own line, as progress displays do on a terminal. */
function lastDrawn(line: string): string {
  if (!line.includes(ESCAPE)) return line;
  for (let at = line.lastIndexOf('G'); at > 0; at = line.lastIndexOf('G', at - 1)) {
    if (!movesToFirstColumn(line, at)) continue;
    const rest = line.slice(at + 1);
    return stripColors(rest).trim() === '' ? line : rest;
  }
  return line;
}

/** Whether the letter G ends "ESC [ G", which may have the column 0 or 1 before the letter. */
function movesToFirstColumn(line: string, at: number): boolean {
  const hasColumn = line[at - 1] === '0' || line[at - 1] === '1';
  const bracket = hasColumn ? at - 2 : at - 1;
  return line[bracket] === '[' && line[bracket - 1] === ESCAPE;
}

function withoutTimestamp(line: string): string {
  CI_TIMESTAMP.lastIndex = 0;
  const rest = CI_TIMESTAMP.test(line) ? line.slice(CI_TIMESTAMP.lastIndex) : line;
  return rest.startsWith('#') ? rest.replace(GITHUB_MARKER, '') : rest;
}

/** A cheap look before the regular expression: "dddd-..-..T", also after a bracket. */
export function startsLikeTimestamp(line: string): boolean {
  if (line.length < MIN_TIMESTAMP_LENGTH) return false;
  const offset = line.charCodeAt(0) === 91 ? 1 : 0;
  const first = line.charCodeAt(offset);
  return first >= 48 && first <= 57 && line.charCodeAt(offset + 4) === 45 && line.charCodeAt(offset + 10) === 84;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences are what this is about
const COLORS = /\u001b\[[\d;]*m/g;
/** Without what GitLab adds to its timestamps, or a marker of GitHub's behind them. */
const GITHUB_TIMESTAMPS = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{7}Z (?!##\[|[0-9a-f]{2}[OE](?: |\+|$))/gm;
/** What regular expressions take for ends of lines, and tools do not. */
const OTHER_LINE_ENDS = /[\u2028\u2029]/;
const TIMESTAMP_LENGTH = '2024-05-01T10:00:00.1234567Z '.length;
/** As `gh run view --log` writes it behind the columns for the job and the step. */
const STAMPED_COLUMN = /^\t\d{4}-\d\d-\d\dT/;

/** Whole lines, each with its line feed, without escape sequences and carriage returns. */
export interface LineBatch {
  text: string;
  /** The CI system's timestamps were removed; what looks like one is the tool's. */
  hadTimestamps: boolean;
}

/** Strips many lines at once, each with its line feed; null where a line must be stripped by itself. */
export function stripBatch(text: string): LineBatch | null {
  let plain = text.includes('\r') ? text.replaceAll('\r\n', '\n') : text;
  if (plain.includes(ESCAPE)) plain = plain.replace(COLORS, '');
  // A mark for the order of bytes is one in front of everything else alone.
  if (plain !== text && plain.includes('\ufeff')) return null;
  if (plain.includes('\r') || plain.includes(ESCAPE) || holdsStampedColumn(plain)) return null;
  const bare = startsLikeTimestamp(plain) && !OTHER_LINE_ENDS.test(plain) ? plain.replace(GITHUB_TIMESTAMPS, '') : plain;
  if (bare === plain) return { text: plain, hadTimestamps: false };
  return plain.length - bare.length === countLines(plain) * TIMESTAMP_LENGTH ? { text: bare, hadTimestamps: true } : null;
}

function holdsStampedColumn(text: string): boolean {
  for (let at = text.indexOf('\t'); at !== -1; at = text.indexOf('\t', at + 1)) {
    if (isDigit(text.charCodeAt(at + 1)) && STAMPED_COLUMN.test(text.slice(at, at + TIMESTAMP_LENGTH))) return true;
  }
  return false;
}

function countLines(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}
