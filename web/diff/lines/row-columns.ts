// How many columns of a row are for code.
import { TAB_COLUMNS } from '../../format/visible-line.ts';
import type { ShownFile } from './diff-lines.ts';

/** Limits rows without wrapping as well: a line of several megabytes must not become one text node. */
const MAX_ROW_LENGTH = 2000;
/** A sign, and the space around a line number. */
const SIGN_COLUMNS = 2;
const NUMBER_PADDING = 2;

export interface RowColumns {
  /** After how many columns the text of a side, of an undivided line, and of a whole row is broken. */
  text: { side: number; line: number; row: number };
  /** The columns of code that are visible in a line, or in the narrower side. */
  visible: number;
}

interface Layout {
  isSplit: boolean;
  /** One line number for each line. */
  isNarrow: boolean;
  wraps: boolean;
}

export function measureColumns(row: number, digits: number, { isSplit, isNarrow, wraps }: Layout): RowColumns {
  const oneNumber = digits + NUMBER_PADDING + SIGN_COLUMNS;
  const gutter = isNarrow || isSplit ? oneNumber : oneNumber + digits + NUMBER_PADDING;
  const [side, line] = [Math.floor(row / 2) - oneNumber, row - gutter].map((columns) => Math.max(1, columns)) as [number, number];
  const text = wraps ? { side, line, row } : { side: MAX_ROW_LENGTH, line: MAX_ROW_LENGTH, row };
  return { text, visible: isSplit ? side : line };
}

/** In columns, at most as long as a row can be. */
export function longestLine(files: readonly ShownFile[]): number {
  let longest = 0;
  for (const { hunks } of files)
    for (const { lines } of hunks)
      for (const { text } of lines) if (text.length * TAB_COLUMNS > longest) longest = Math.max(longest, columnsOf(text));
  return Math.min(longest, MAX_ROW_LENGTH);
}

/** At most: a tab and a wide character take fewer columns in some places. */
function columnsOf(text: string): number {
  let columns = 0;
  for (const character of text.slice(0, MAX_ROW_LENGTH)) {
    if (character === '\t') columns += TAB_COLUMNS;
    else columns += character <= '\u{58f}' ? 1 : 2;
  }
  return columns;
}

/** Digits of the largest line number. */
export function digitsOf(files: readonly ShownFile[]): number {
  let most = 99;
  for (const { hunks } of files)
    for (const { lines } of hunks) {
      const last = lines.at(-1);
      most = Math.max(most, last?.old ?? 0, last?.new ?? 0);
    }
  return String(most).length;
}
