// The blocks of a log in memory: consecutive, and at most MAX_BLOCKS.
import { type LogBlock, lineAt } from './log-block.ts';
import { type Layout, type LayoutOptions, layOut, rowOfByte } from './log-layout.ts';

/** About 1.5 MB of log. */
export const MAX_BLOCKS = 12;
/** Distance in rows from the edge at which the next block is loaded. */
const NEAR_ROWS = 150;

export interface LogWindow {
  layouts: readonly Layout[];
  /** The number of the first row; it decreases when a block is inserted before it. */
  origin: number;
}

export interface VisibleRows {
  first: number;
  last: number;
}

export function rowCountOf({ layouts }: LogWindow): number {
  return layouts.reduce((sum, { rowCount }) => sum + rowCount, 0);
}

/** The index of the block to load next, or null. Blocks after the window come before blocks above it. */
export function nextBlock(window: LogWindow, visible: VisibleRows, total: number): number | null {
  const first = window.layouts[0]?.block.index ?? 0;
  const last = window.layouts.at(-1)?.block.index ?? -1;
  const after = last + 1 < total ? last + 1 : null;
  const before = first > 0 ? first - 1 : null;
  if (window.layouts.length < MAX_BLOCKS) return after ?? before;
  const rows = rowCountOf(window);
  const near = Math.min(NEAR_ROWS, rows / 4);
  const isNearEnd = visible.last >= rows - near;
  const isNearStart = visible.first <= near;
  // With few rows both edges can be near; then no block is needed.
  if (isNearEnd === isNearStart) return null;
  return isNearEnd ? after : before;
}

/** Adds the block at its end of the window. If there are too many, the one at the other end is dropped. */
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

export function withOptions({ layouts }: LogWindow, options: LayoutOptions): LogWindow {
  return { layouts: layouts.map(({ block }) => layOut(block, options)), origin: 0 };
}

/** The layout that contains the row, and the index of the row in it. */
export function findRow({ layouts }: LogWindow, row: number): { layout: Layout; row: number } | null {
  let left = row;
  for (const layout of layouts) {
    if (left < layout.rowCount) return { layout, row: left };
    left -= layout.rowCount;
  }
  return null;
}

/** Lays out the block of a very long line again, after its offset was added to `unfolded`. */
export function withUnfolded(window: LogWindow, offset: number, options: LayoutOptions): LogWindow {
  const layouts = window.layouts.map((layout) => (lineAt(layout.block, offset) === -1 ? layout : layOut(layout.block, options)));
  return { ...window, layouts };
}

export function hasOffset({ layouts }: LogWindow, offset: number): boolean {
  return layouts.some(({ block }) => lineAt(block, offset) !== -1);
}

/** The first row of the line that contains the byte; -1 when it is not in the window. */
export function rowOfOffset({ layouts }: LogWindow, offset: number): number {
  let before = 0;
  for (const { block, rowsBefore, rowCount, folds } of layouts) {
    const line = lineAt(block, offset);
    if (line !== -1) return before + (rowsBefore[folds.get(line)?.line ?? line] ?? 0);
    before += rowCount;
  }
  return -1;
}

/** The row that shows the byte, or the offset of the folded line that contains it; null when it is not in the window. */
export function placeOfByte({ layouts }: LogWindow, offset: number): { row: number } | { folded: number } | null {
  let before = 0;
  for (const layout of layouts) {
    const { block, folds, rowCount } = layout;
    const line = lineAt(block, offset);
    if (line !== -1) {
      const row = rowOfByte(layout, line, offset);
      if (row !== null) return { row: before + row };
      return { folded: block.start + (block.lines[folds.get(line)?.line ?? line] ?? 0) };
    }
    before += rowCount;
  }
  return null;
}
