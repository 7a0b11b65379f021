// The lines of a block of a log, cut into rows of one height.
import type { ColoredSpan } from '../format/text-runs.ts';
import { rowEnds } from '../format/visible-line.ts';
import { type AnsiLine, PLAIN_STYLE, parseAnsi, type Style } from './ansi.ts';
import { type LogBlock, lastNotAbove, lineText } from './log-block.ts';

export interface LayoutOptions {
  /** Of a row. */
  columns: number;
  /** Whether a line that was written over again and again is shown in every state. */
  showsStates: boolean;
}

export interface Layout {
  block: LogBlock;
  rowCount: number;
  /** For each line the rows before it. */
  rowsBefore: Uint32Array;
  /** The style each line begins with. */
  styles: Style[];
  options: LayoutOptions;
}

export interface LogRow {
  text: string;
  start: number;
  end: number;
  spans: readonly ColoredSpan[];
  line: number;
  isFirst: boolean;
  /** How many states of the line are not shown. */
  hidden: number;
}

export function layOut(block: LogBlock, options: LayoutOptions): Layout {
  const rowsBefore = new Uint32Array(block.lines.length);
  const styles: Style[] = [];
  let style = PLAIN_STYLE;
  let rowCount = 0;
  for (let line = 0; line < block.lines.length; line++) {
    rowsBefore[line] = rowCount;
    styles.push(style);
    const read = readLine(lineText(block, line), style, options.showsStates);
    for (const { text } of read.shown) rowCount += rowEnds(text, options.columns).length;
    style = read.style;
  }
  return { block, rowCount, rowsBefore, styles, options };
}

interface ReadLine {
  shown: AnsiLine[];
  hidden: number;
  style: Style;
}

/** A carriage return begins the line again: what stands behind the last one is what a terminal showed in the end. */
function readLine(raw: string, before: Style, showsStates: boolean): ReadLine {
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
  const shown = showsStates && written.length > 0 ? written : last === undefined ? [] : [last];
  return { shown, hidden: Math.max(0, written.length - shown.length), style };
}

export function rowOfLayout({ block, rowsBefore, styles, options }: Layout, row: number): LogRow {
  const line = lastNotAbove(rowsBefore, row);
  const { shown, hidden } = readLine(lineText(block, line), styles[line] ?? PLAIN_STYLE, options.showsStates);
  let left = row - (rowsBefore[line] ?? 0);
  for (const [index, { text, spans }] of shown.entries()) {
    const ends = rowEnds(text, options.columns);
    const end = ends[left];
    if (end !== undefined)
      return {
        text,
        spans,
        start: left === 0 ? 0 : (ends[left - 1] ?? 0),
        end,
        line,
        isFirst: index === 0 && left === 0,
        hidden,
      };
    left -= ends.length;
  }
  return { text: '', spans: [], start: 0, end: 0, line, isFirst: false, hidden };
}
