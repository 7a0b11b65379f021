// Loads the blocks of a log around the visible rows and drops the others.
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { LogSource } from '../api/data-source.ts';
import { blockCount, lastNotAbove, PIECE_BYTES, readBlock } from './log-block.ts';
import type { LayoutOptions } from './log-layout.ts';
import {
  findRow,
  hasOffset,
  type LogWindow,
  nextBlock,
  placeOfByte,
  rowCountOf,
  rowOfOffset,
  type VisibleRows,
  withBlock,
  withOptions,
  withUnfolded,
} from './log-window.ts';

const EMPTY: LogWindow = { layouts: [], origin: 0 };

interface Target {
  offset: number;
  /** Shows the byte itself instead of the first row of its line. */
  isExact: boolean;
}

/** Calls `onRow` when the requested offset is in the window. */
export function useLogWindow(source: LogSource, options: Omit<LayoutOptions, 'unfolded'>, onRow: (row: number) => void) {
  const [window, setWindow] = useState(EMPTY);
  const [target, setTarget] = useState<Target | null>({ offset: 0, isExact: false });
  const [visible, setVisible] = useState<VisibleRows>({ first: 0, last: 0 });
  const [error, setError] = useState<string | null>(null);
  const [attempt, setAttempt] = useState(0);
  const top = useRef(0);
  const total = blockCount(source.size);
  const { columns, showsOverwritten } = options;
  const unfolded = useRef<ReadonlySet<number>>(new Set());
  const layoutOptions = (): LayoutOptions => ({ columns, showsOverwritten, unfolded: unfolded.current });
  const unfold = (offset: number) => {
    unfolded.current = new Set(unfolded.current).add(offset);
    setWindow((before) => withUnfolded(before, offset, layoutOptions()));
  };

  // Keeps the top line in place when the width of the rows changes.
  useEffect(() => {
    if (columns === 0) return;
    setWindow((before) => withOptions(before, { columns, showsOverwritten, unfolded: unfolded.current }));
    setTarget((before) => before ?? { offset: top.current, isExact: false });
  }, [columns, showsOverwritten]);

  const showTarget = useEffectEvent(({ offset, isExact }: Target) => {
    const place = isExact ? placeOfByte(window, offset) : { row: rowOfOffset(window, offset) };
    if (place === null) return;
    if ('folded' in place) unfold(place.folded);
    else {
      onRow(place.row);
      setTarget(null);
    }
  });
  useEffect(() => {
    if (target !== null && columns !== 0 && hasOffset(window, target.offset)) showTarget(target);
  }, [target, window, columns]);

  // Loads one block at a time: the requested one, or the next one in reading order.
  const nextIndex = columns === 0 ? null : blockToLoad(window, target, visible, total, source.size);
  const hasJumped = target !== null && window.layouts.length > 0 && !hasOffset(window, target.offset);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the attempt requests a retry.
  useEffect(() => {
    if (nextIndex === null) return;
    let stopped = false;
    readBlock(source, nextIndex).then(
      (block) => {
        if (stopped) return;
        setError(null);
        setWindow((before) => withBlock(isNeighbor(before, nextIndex) ? before : EMPTY, block, layoutOptions()));
      },
      (reason: unknown) => {
        if (!stopped) setError(reason instanceof Error ? reason.message : String(reason));
      },
    );
    return () => {
      stopped = true;
    };
  }, [nextIndex, hasJumped, source, attempt, columns, showsOverwritten]);

  return {
    window,
    rowCount: rowCountOf(window),
    error,
    retry: () => setAttempt((count) => count + 1),
    goTo: (offset: number) => setTarget({ offset: Math.min(Math.max(0, offset), Math.max(0, source.size - 1)), isExact: false }),
    goToByte: (offset: number) => setTarget({ offset, isExact: true }),
    /** Shows all of the very long line that starts at the offset. */
    unfold,
    onVisibleRows: (first: number, last: number) => {
      // Every loaded block reports the visible rows again. An update for the same rows would render the list once more.
      setVisible((before) => (before.first === first && before.last === last ? before : { first, last }));
      top.current = offsetOfRow(window, first) ?? top.current;
    },
    /** The offset of the top line. */
    topOffset: offsetOfRow(window, visible.first) ?? 0,
    isWhole: (window.layouts[0]?.block.index ?? 1) === 0 && window.layouts.at(-1)?.block.index === total - 1,
  };
}

function blockToLoad(window: LogWindow, target: Target | null, visible: VisibleRows, total: number, size: number): number | null {
  if (target === null || size === 0 || hasOffset(window, target.offset))
    return size === 0 ? null : nextBlock(window, visible, total);
  const index = Math.min(total - 1, Math.floor(target.offset / PIECE_BYTES));
  // The line that contains the byte may start in the previous block.
  const isLoaded = window.layouts.some(({ block }) => block.index === index);
  return isLoaded ? Math.max(0, index - 1) : index;
}

function isNeighbor({ layouts }: LogWindow, index: number): boolean {
  const first = layouts[0]?.block.index;
  const last = layouts.at(-1)?.block.index;
  return first !== undefined && last !== undefined && (index === first - 1 || index === last + 1);
}

function offsetOfRow(window: LogWindow, row: number): number | null {
  const found = findRow(window, row);
  if (found === null) return null;
  const { block, rowsBefore } = found.layout;
  const line = lastNotAbove(rowsBefore, found.row);
  return block.start + (block.lines[line] ?? 0);
}
