// The blocks of a log that are in memory: always neighbours, never more than a few, however long the log is.
import { type LogBlock, lineAt } from './log-block.ts';
import { type Layout, type LayoutOptions, layOut } from './log-layout.ts';

/** About 1.5 MB of log. */
export const MAX_BLOCKS = 12;
/** Rows from the edge at which the next block is fetched. */
const NEAR_ROWS = 150;

export interface LogWindow {
  layouts: readonly Layout[];
  /** The number of the first row; falls when blocks are put before it. */
  origin: number;
}

export interface Sight {
  first: number;
  last: number;
}

export function rowCountOf({ layouts }: LogWindow): number {
  return layouts.reduce((sum, { rowCount }) => sum + rowCount, 0);
}

/** The block to fetch next, or null. Those that come next in reading order go first. */
export function nextBlock(window: LogWindow, sight: Sight, total: number): number | null {
  const first = window.layouts[0]?.block.index ?? 0;
  const last = window.layouts.at(-1)?.block.index ?? -1;
  const after = last + 1 < total ? last + 1 : null;
  const before = first > 0 ? first - 1 : null;
  if (window.layouts.length < MAX_BLOCKS) return after ?? before;
  const rows = rowCountOf(window);
  const near = Math.min(NEAR_ROWS, rows / 4);
  const isNearEnd = sight.last >= rows - near;
  const isNearStart = sight.first <= near;
  // A few long rows may be near to both; then nothing more is needed.
  if (isNearEnd === isNearStart) return null;
  return isNearEnd ? after : before;
}

/** With the block at its end of the window; a block too many leaves at the other end. */
export function withBlock(window: LogWindow, block: LogBlock, options: LayoutOptions): LogWindow {
  const layout = layOut(block, options);
  const isAfter = block.index > (window.layouts.at(-1)?.block.index ?? -1);
  const layouts = isAfter ? [...window.layouts, layout] : [layout, ...window.layouts];
  let { origin } = window;
  if (!isAfter) origin -= layout.rowCount;
  if (layouts.length > MAX_BLOCKS) {
    if (isAfter) origin += layouts.shift()?.rowCount ?? 0;
    else layouts.pop();
  }
  return { layouts, origin };
}

export function laidOutAgain({ layouts }: LogWindow, options: LayoutOptions): LogWindow {
  return { layouts: layouts.map(({ block }) => layOut(block, options)), origin: 0 };
}

/** The layout that holds the row, and the row's number within it. */
export function findRow({ layouts }: LogWindow, row: number): { layout: Layout; row: number } | null {
  let left = row;
  for (const layout of layouts) {
    if (left < layout.rowCount) return { layout, row: left };
    left -= layout.rowCount;
  }
  return null;
}

/** The first row of the line that holds the byte; -1 when it is not in the window. */
export function rowOfOffset({ layouts }: LogWindow, offset: number): number {
  let before = 0;
  for (const { block, rowsBefore, rowCount } of layouts) {
    const line = lineAt(block, offset);
    if (line !== -1) return before + (rowsBefore[line] ?? 0);
    before += rowCount;
  }
  return -1;
}
