// Takes from many lines at once what the terminal or the CI system put there, where that is simple: colours, ends of
// lines as on Windows, and the same kind of timestamp in front of every line. One look at them together costs little.
import { isDigit } from '../characters.ts';
import { startsLikeTimestamp } from './strip-decorations.ts';

const ESCAPE = '\u001b';
// biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences are what this is about
const COLOURS = /\u001b\[[\d;]*m/g;
/** Without what GitLab adds to its timestamps, or a marker of GitHub's behind them. */
const GITHUB_TIMESTAMPS = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{7}Z (?!##\[|[0-9a-f]{2}[OE](?: |\+|$))/gm;
/** What regular expressions take for ends of lines, and tools do not. */
const OTHER_LINE_ENDS = /[\u2028\u2029]/;
const BYTE_ORDER_MARK = '\ufeff';
const TIMESTAMP_LENGTH = '2024-05-01T10:00:00.1234567Z '.length;
/** As `gh run view --log` writes it behind the columns for the job and the step. */
const STAMPED_COLUMN = /^\t\d{4}-\d\d-\d\dT/;

export interface PlainLines {
  text: string;
  /** Every line had a timestamp, which is gone; one that is left is the tool's. */
  hadTimestamps: boolean;
}

/** Null where a line takes a closer look. Each line of the text has its line feed. */
export function plainLines(text: string): PlainLines | null {
  let plain = text.includes('\r') ? text.replaceAll('\r\n', '\n') : text;
  if (plain.includes(ESCAPE)) plain = plain.replace(COLOURS, '');
  // A mark for the order of bytes is one in front of everything else alone.
  if (plain !== text && plain.includes(BYTE_ORDER_MARK)) return null;
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
