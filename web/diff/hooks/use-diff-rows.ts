// The rows of a diff for the width of its pane and the chosen layout.
import { type RefObject, useMemo } from 'react';
import { useColumns } from '../../hooks/use-columns.ts';
import type { ShownFile } from '../lines/diff-lines.ts';
import { type DiffRow, type FileGroup, makeRows } from '../lines/diff-rows.ts';
import { digitsOf, longestLine, measureColumns } from '../lines/row-columns.ts';
import type { DiffLayout } from './use-diff-layout.ts';
import type { OpenFiles } from './use-open-files.ts';
import type { WidenedFiles } from './use-widened-files.ts';

/** With fewer columns there is one side only, and the list of files is above the diff. */
const MIN_WIDE_COLUMNS = 100;
/** With fewer columns the layout is unified until the user chooses the other one. */
const MIN_SPLIT_COLUMNS = 150;

interface DiffRowsProps {
  frame: RefObject<HTMLElement | null>;
  pane: RefObject<HTMLElement | null>;
  files: readonly ShownFile[];
  groups: readonly FileGroup[];
  layout: DiffLayout;
  open: OpenFiles;
  widened: WidenedFiles;
}

export interface DiffRows {
  rows: readonly DiffRow[];
  isSplit: boolean;
  isNarrow: boolean;
  /** Digits of the largest line number. */
  digits: number;
  /** Columns by which the longest line is wider than its place. */
  overflow: number;
}

export function useDiffRows({ frame, pane, files, groups, layout, open, widened }: DiffRowsProps): DiffRows {
  const frameColumns = useColumns(frame);
  const rowColumns = useColumns(pane);
  const isNarrow = frameColumns < MIN_WIDE_COLUMNS;
  const isSplit = !isNarrow && (layout.isSplit ?? rowColumns >= MIN_SPLIT_COLUMNS);
  const digits = useMemo(() => digitsOf(files), [files]);
  const columns = measureColumns(rowColumns, digits, { isSplit, isNarrow, wraps: layout.wraps });
  const { side, line, row } = columns.text;
  const isMeasured = rowColumns > 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the functions change with their versions and lengths.
  const rows = useMemo(() => {
    const { isOpen, isUnfolded } = open;
    const lengthOf = ({ path }: ShownFile) => widened.lengthOf(path);
    return isMeasured ? makeRows(groups, { isSplit, columns: { side, line, row }, isOpen, isUnfolded, lengthOf }) : [];
  }, [groups, isSplit, side, line, row, isMeasured, widened.lengths, ...open.versions]);
  const longest = useMemo(() => (layout.wraps ? 0 : longestLine(files)), [layout.wraps, files]);
  return { rows, isSplit, isNarrow, digits, overflow: Math.max(0, longest - columns.visible) };
}
