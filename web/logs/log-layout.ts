// Splits the lines of a block of a log into rows of equal height.
import type { ColoredSpan } from '../format/text-runs.ts';
import { rowEnds } from '../format/visible-line.ts';
import { type AnsiLine, PLAIN_STYLE, parseAnsi, type Style } from './ansi.ts';
import { isRest, type LogBlock, lastNotAbove, lineText, textBefore } from './log-block.ts';

export interface LayoutOptions {
  /** Width of a row. */
  columns: number;
  /** True to show every state of a line that was overwritten, for example by a progress bar. */
  showsOverwritten: boolean;
  /** The offsets of very long lines that are shown completely. */
  unfolded: ReadonlySet<number>;
}

/** A line that takes more rows is folded. */
export const MAX_LINE_ROWS = 12;
/** The rows of a folded line. */
const FOLDED_ROWS = 4;
/** A longer line becomes several folded ones, so that the rows in memory always fill the window. */
const MAX_FOLDED_PARTS = 2;

/** A folded line. A split line is folded as one. */
export interface Fold {
  /** Its first part. */
  line: number;
  /** The rows before the one that unfolds it. */
  rows: number;
  /** The number of characters that are not shown. */
  hidden: number;
}

export interface Layout {
  block: LogBlock;
  rowCount: number;
  /** For each line the number of rows before it. */
  rowsBefore: Uint32Array;
  /** The style at the start of each line. */
  styles: Style[];
  /** By line; each part of a folded line has the same value. */
  folds: ReadonlyMap<number, Fold>;
  options: LayoutOptions;
}

export interface LogRow {
  text: string;
  start: number;
  end: number;
  spans: readonly ColoredSpan[];
  line: number;
  isFirst: boolean;
  /** Number of overwritten states that are not shown. */
  hidden: number;
  /** For the row that unfolds a line: the number of characters that are not shown. Otherwise 0. */
  more: number;
}

export function layOut(block: LogBlock, options: LayoutOptions): Layout {
  const rowsBefore = new Uint32Array(block.lines.length);
  const styles: Style[] = [];
  const folds = new Map<number, Fold>();
  const foldIn = foldFinder(block, options);
  let style = PLAIN_STYLE;
  let rowCount = 0;
  for (let line = 0; line < block.lines.length; line++) {
    rowsBefore[line] = rowCount;
    styles.push(style);
    const read = readLine(lineText(block, line), style, options.showsOverwritten);
    style = read.style;
    const fold = foldIn(line, read);
    if (fold === null) rowCount += countRows(read, options);
    else {
      folds.set(line, fold);
      if (fold.line === line) rowCount += fold.rows + 1;
    }
  }
  return { block, rowCount, rowsBefore, styles, folds, options };
}

/** Call the result for each line in turn. It returns null for a line that is not folded. */
function foldFinder(block: LogBlock, options: LayoutOptions): (line: number, read: ReadLine) => Fold | null {
  // A fold of null is that of an unfolded line.
  let long: { line: number; fold: Fold | null } | null = null;
  return (line, read) => {
    if (long === null || !isRest(block, line) || line - long.line >= MAX_FOLDED_PARTS) {
      const isOpen = options.unfolded.has(block.start + (block.lines[line] ?? 0));
      long = isLong(read, options) ? { line, fold: isOpen ? null : foldOf(line, read, options) } : null;
    } else if (long.fold !== null) long.fold.hidden += lengthOf(read);
    return long?.fold ?? null;
  };
}

function countRows({ shown }: ReadLine, { columns }: LayoutOptions): number {
  return shown.reduce((sum, { text }) => sum + rowEnds(text, columns).length, 0);
}

function lengthOf({ shown }: ReadLine): number {
  return shown.reduce((sum, { text }) => sum + text.length, 0);
}

/** By its length instead of its rows, which takes less time. Several states of a line are never folded. */
function isLong(read: ReadLine, { columns }: LayoutOptions): boolean {
  return read.shown.length === 1 && lengthOf(read) > MAX_LINE_ROWS * columns;
}

function foldOf(line: number, read: ReadLine, options: LayoutOptions): Fold {
  return { line, rows: foldedEnds(read, options).length, hidden: lengthOf(read) - FOLDED_ROWS * options.columns };
}

function foldedEnds({ shown }: ReadLine, { columns }: LayoutOptions): number[] {
  return rowEnds(shown[0]?.text.slice(0, FOLDED_ROWS * columns) ?? '', columns);
}

interface ReadLine {
  shown: AnsiLine[];
  hidden: number;
  style: Style;
}

/** A carriage return restarts the line; a terminal ends up with the text after the last one. */
function readLine(raw: string, before: Style, showsOverwritten: boolean): ReadLine {
  const text = raw.replace(/\r+$/, '');
  if (!text.includes('\r')) {
    const line = parseAnsi(text, before);
    return { shown: [line], hidden: 0, style: line.style };
  }
  let style = before;
  const states = text.split('\r').map((part) => {
    const state = parseAnsi(part, style);
    style = state.style;
    return state;
  });
  const written = states.filter((state) => state.text.trim() !== '');
  const last = written.at(-1) ?? states.at(-1);
  const shown = showsOverwritten && written.length > 0 ? written : last === undefined ? [] : [last];
  return { shown, hidden: Math.max(0, written.length - shown.length), style };
}

export function rowOfLayout(layout: Layout, row: number): LogRow {
  const { rowsBefore, folds, options } = layout;
  const line = lastNotAbove(rowsBefore, row);
  const read = readShown(layout, line);
  const { shown, hidden } = read;
  const fold = folds.get(line);
  let left = row - (rowsBefore[line] ?? 0);
  const none: LogRow = { text: '', spans: [], start: 0, end: 0, line, isFirst: false, hidden, more: 0 };
  if (fold !== undefined && left === fold.rows) return { ...none, more: fold.hidden };
  for (const [index, { text, spans }] of shown.entries()) {
    const ends = fold === undefined ? rowEnds(text, options.columns) : foldedEnds(read, options);
    const end = ends[left];
    if (end !== undefined) {
      const start = left === 0 ? 0 : (ends[left - 1] ?? 0);
      return { ...none, text, spans, start, end, isFirst: index === 0 && left === 0 };
    }
    left -= ends.length;
  }
  return none;
}

function readShown({ block, styles, options }: Layout, line: number): ReadLine {
  return readLine(lineText(block, line), styles[line] ?? PLAIN_STYLE, options.showsOverwritten);
}

/** The row of the layout that shows a byte of the line; null if it is folded away. */
export function rowOfByte(layout: Layout, line: number, offset: number): number | null {
  const { block, rowsBefore, folds, styles, options } = layout;
  const first = rowsBefore[line] ?? 0;
  const next = rowsBefore[line + 1] ?? layout.rowCount;
  const fold = folds.get(line);
  if (fold === undefined && next - first <= 1) return first;
  if (fold !== undefined && fold.line !== line) return null;
  const read = readShown(layout, line);
  // Several states of a line: their first row.
  if (read.shown.length !== 1) return first;
  const text = read.shown[0]?.text ?? '';
  const before = readLine(textBefore(block, line, offset), styles[line] ?? PLAIN_STYLE, false).shown[0]?.text.length ?? 0;
  const ends = fold === undefined ? rowEnds(text, options.columns) : foldedEnds(read, options);
  const row = ends.findIndex((end) => before < end);
  if (row !== -1) return first + row;
  return fold === undefined ? first + ends.length - 1 : null;
}
