// Steps through the findings of a diff, across files.
import { useMemo, useState } from 'react';
import type { ShownFile } from '../lines/diff-lines.ts';
import { isMarked, type MarkedLines } from '../lines/diff-place.ts';
import type { DiffRow } from '../lines/diff-rows.ts';
import { type FindingStop, findingStops, nextStop, rowsOfStops } from '../lines/finding-stops.ts';

interface FindingStepsProps {
  /** In the order in which they are shown. */
  files: readonly ShownFile[];
  rows: readonly DiffRow[];
  visibleRows: { first: number; last: number };
  marked: MarkedLines | null;
  onStop: (stop: FindingStop) => void;
}

export function useFindingSteps({ files, rows, visibleRows, marked, onStop }: FindingStepsProps) {
  const stops = useMemo(() => findingStops(files), [files]);
  const stopRows = useMemo(() => rowsOfStops(rows, stops), [rows, stops]);
  const [last, setLast] = useState(-1);
  const atMark = stops.findIndex(({ file, line }) => line !== null && isMarked(marked, file, line));
  const isInView = (row: number | undefined) => row !== undefined && row >= visibleRows.first && row <= visibleRows.last;
  // After scrolling away, the steps continue from the visible rows.
  const current = [last, atMark].find((index) => index >= 0 && isInView(stopRows[index])) ?? -1;
  const goTo = (index: number) => {
    const stop = stops[index];
    if (stop === undefined) return;
    setLast(index);
    onStop(stop);
  };
  const step = (by: 1 | -1) => {
    const next = nextStop(stopRows, current, visibleRows.first, by);
    if (next !== null) goTo(next);
  };
  return { stops, stopRows, current, goTo, step };
}
