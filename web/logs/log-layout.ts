// Splits the lines of a block of a log into rows of equal height.
import type { ColoredSpan } from '../format/text-runs.ts';
import { rowEnds } from '../format/visible-line.ts';
import { type AnsiLine, PLAIN_STYLE, parseAnsi, type Style } from './ansi.ts';
import { type LogBlock, lastNotAbove, lineText } from './log-block.ts';

export interface LayoutOptions {
  /** Width of a row. */
  columns: number;
  /** True to show every state of a line that was overwritten, for example by a progress bar. */
  showsOverwritten: boolean;
}

export interface Layout {
  block: LogBlock;
  rowCount: number;
  /** For each line the number of rows before it. */
  rowsBefore: Uint32Array;
  /** The style at the start of each line. */
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
  /** Number of overwritten states that are not shown. */
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
    const read = readLine(lineText(block, line), style, options.showsOverwritten);
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

export function rowOfLayout({ block, rowsBefore, styles, options }: Layout, row: number): LogRow {
  const line = lastNotAbove(rowsBefore, row);
  const { shown, hidden } = readLine(lineText(block, line), styles[line] ?? PLAIN_STYLE, options.showsOverwritten);
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
