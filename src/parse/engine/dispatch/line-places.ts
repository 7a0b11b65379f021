// Where a line stands in tables that are asked of every line: by how far it is indented and its first two visible
// characters, and by its last two.

/** Characters beyond ASCII share one place. */
export const BEYOND_ASCII = 128;
const CODES = BEYOND_ASCII + 1;

/** Stands in beginnings and endings for every character beyond ASCII. */
export const ANY_BEYOND_ASCII = String.fromCharCode(BEYOND_ASCII);

/** The code of what stands beyond the end of a line. */
export const NOTHING = 0;

/** The kinds of lines: how many blanks stand in front, at most four, or that a place in a file stands at the margin. */
const MAX_INDENT = 4;
const WITH_POSITION = MAX_INDENT + 1;
/** The places of each kind stand together. */
const PAIRS = CODES * CODES;

export const BEGINNINGS = (WITH_POSITION + 1) * PAIRS;
export const ENDS = PAIRS;

/** By the codes of the first two visible characters of a line with so many blanks in front. */
export function beginningPlace(indent: number, first: number, second: number): number {
  return Math.min(indent, MAX_INDENT) * PAIRS + Math.min(first, BEYOND_ASCII) * CODES + Math.min(second, BEYOND_ASCII);
}

/** The place of the same line at the margin when it begins with a place in a file. */
export function positionPlace(place: number): number {
  return WITH_POSITION * PAIRS + place;
}

/** By the codes of the last character and of the one before it. */
export function endPlace(last: number, before: number): number {
  return Math.min(last, BEYOND_ASCII) * CODES + Math.min(before, BEYOND_ASCII);
}

export interface Beginning {
  indent: number;
  hasPosition: boolean;
  /** The codes of the first two visible characters. */
  first: number;
  second: number;
}

export function beginningAt(place: number): Beginning {
  const pair = place % PAIRS;
  const kind = (place - pair) / PAIRS;
  const second = pair % CODES;
  const hasPosition = kind === WITH_POSITION;
  return { indent: hasPosition ? 0 : kind, hasPosition, first: (pair - second) / CODES, second };
}

/** Whether a line at that place may begin so. */
export function mayBegin(text: string, { first, second }: Beginning): boolean {
  return codeAt(text, 0) === first && (text.length === 1 || codeAt(text, 1) === second);
}

/** Whether a line at that place may end so. */
export function mayEnd(text: string, place: number): boolean {
  const before = place % CODES;
  const last = text.length - 1;
  return codeAt(text, last) === (place - before) / CODES && (last === 0 || codeAt(text, last - 1) === before);
}

function codeAt(text: string, at: number): number {
  return Math.min(text.charCodeAt(at), BEYOND_ASCII);
}
