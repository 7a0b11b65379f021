// Keeps the right blocks of a log in memory while somebody reads it.
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { LogSource } from '../api/data-source.ts';
import { blockCount, lastNotAbove, PIECE_BYTES, readBlock } from './log-block.ts';
import type { LayoutOptions } from './log-layout.ts';
import {
  findRow,
  type LogWindow,
  laidOutAgain,
  nextBlock,
  rowCountOf,
  rowOfOffset,
  type Sight,
  withBlock,
} from './log-window.ts';

const EMPTY: LogWindow = { layouts: [], origin: 0 };

interface Wish {
  offset: number;
}

/** `onRow` is called when a place that was asked for is in the window. */
export function useLogWindow(source: LogSource, options: LayoutOptions, onRow: (row: number) => void) {
  const [window, setWindow] = useState(EMPTY);
  const [wish, setWish] = useState<Wish | null>({ offset: 0 });
  const [sight, setSight] = useState<Sight>({ first: 0, last: 0 });
  const [fault, setFault] = useState<string | null>(null);
  const [attempt, setAttempt] = useState(0);
  const top = useRef(0);
  const total = blockCount(source.size);
  const { columns, showsStates } = options;

  // What was at the top stays at the top when rows become longer or shorter.
  useEffect(() => {
    if (columns === 0) return;
    setWindow((before) => laidOutAgain(before, { columns, showsStates }));
    setWish((before) => before ?? { offset: top.current });
  }, [columns, showsStates]);

  const show = useEffectEvent(onRow);
  useEffect(() => {
    if (wish === null || columns === 0) return;
    const row = rowOfOffset(window, wish.offset);
    if (row === -1) return;
    show(row);
    setWish(null);
  }, [wish, window, columns]);

  // One block at a time: the one that was asked for, or the next to be needed.
  const wanted = columns === 0 ? null : wantedBlock(window, wish, sight, total, source.size);
  const hasJumped = wish !== null && window.layouts.length > 0 && rowOfOffset(window, wish.offset) === -1;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the attempt is the request to try again.
  useEffect(() => {
    if (wanted === null) return;
    let stopped = false;
    readBlock(source, wanted).then(
      (block) => {
        if (stopped) return;
        setFault(null);
        setWindow((before) => withBlock(isNeighbour(before, wanted) ? before : EMPTY, block, { columns, showsStates }));
      },
      (error: unknown) => {
        if (!stopped) setFault(error instanceof Error ? error.message : String(error));
      },
    );
    return () => {
      stopped = true;
    };
  }, [wanted, hasJumped, source, attempt, columns, showsStates]);

  return {
    window,
    rowCount: rowCountOf(window),
    fault,
    retry: () => setAttempt((count) => count + 1),
    goTo: (offset: number) => setWish({ offset: Math.min(Math.max(0, offset), Math.max(0, source.size - 1)) }),
    onSight: (first: number, last: number) => {
      setSight({ first, last });
      top.current = offsetOfRow(window, first) ?? top.current;
    },
    /** The byte at the top of what is in sight. */
    topOffset: offsetOfRow(window, sight.first) ?? 0,
    isWhole: (window.layouts[0]?.block.index ?? 1) === 0 && window.layouts.at(-1)?.block.index === total - 1,
  };
}

function wantedBlock(window: LogWindow, wish: Wish | null, sight: Sight, total: number, size: number): number | null {
  if (wish === null || size === 0 || rowOfOffset(window, wish.offset) !== -1)
    return size === 0 ? null : nextBlock(window, sight, total);
  const index = Math.min(total - 1, Math.floor(wish.offset / PIECE_BYTES));
  // The line that holds the byte may have begun in the block before.
  const isRead = window.layouts.some(({ block }) => block.index === index);
  return isRead ? Math.max(0, index - 1) : index;
}

function isNeighbour({ layouts }: LogWindow, index: number): boolean {
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
