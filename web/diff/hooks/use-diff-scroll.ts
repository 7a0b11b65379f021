// Scrolls a diff to a file or a line, and keeps the visible place when the rows change.
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import type { ListHandle } from '../../components/virtual-list.tsx';
import type { ShownFile } from '../lines/diff-lines.ts';
import { type DiffPlace, findLine } from '../lines/diff-place.ts';
import type { DiffRow } from '../lines/diff-rows.ts';
import { type Anchor, anchorAt, rowOfLine, topRowOf } from '../lines/keep-place.ts';
import type { ShownLine } from '../lines/shown-line.ts';
import type { OpenFiles } from './use-open-files.ts';

export interface Target {
  file: ShownFile;
  /** Null for the header of the file. */
  line: ShownLine | null;
  /** The character of the line that must be visible. */
  offset: number;
  position: 'top' | 'third' | 'reveal';
}

interface DiffScrollProps {
  files: readonly ShownFile[];
  rows: readonly DiffRow[];
  list: RefObject<ListHandle | null>;
  /** The scroll bar of lines that are not wrapped. */
  sideways: RefObject<HTMLElement | null>;
  place: DiffPlace | null;
  /** Whether the diff contains the line of the place. */
  isFound: boolean;
  open: Pick<OpenFiles, 'isOpen' | 'setOpen' | 'unfold'>;
  onFile: (index: number) => void;
}

export function useDiffScroll({ files, rows, list, sideways, place, isFound, open, onFile }: DiffScrollProps) {
  const [visibleRows, setVisibleRows] = useState({ first: 0, last: 0 });
  const [target, setTarget] = useState<Target | null>(null);
  const goTo = (next: Target) => {
    if (next.line !== null && !open.isOpen(next.file)) open.setOpen(next.file, true);
    setTarget(next);
    onFile(next.file.index);
  };

  const previous = useRef(rows);
  /** Until the user scrolls, the place stays the same, also where a shorter layout cannot show it at the top. */
  const kept = useRef<{ anchor: Anchor | null; top: number } | null>(null);
  const keepPlace = useEffectEvent((before: readonly DiffRow[]) => {
    const from = list.current?.topRow() ?? 0;
    const anchor = kept.current?.top === from ? kept.current.anchor : anchorAt(before, from);
    const top = anchor === null ? null : topRowOf(rows, anchor);
    const file = files.find(({ path }) => path === place?.file);
    const line = file === undefined || place === null ? null : findLine(file, place);
    const rowIn = (some: readonly DiffRow[]) => (line === null ? -1 : rowOfLine(some, file?.index ?? -1, line));
    const isKept = rowIn(before) !== -1 && list.current?.wasRowVisible(rowIn(before)) === true;
    if (top !== null) list.current?.showRow(top, 'top');
    // New rows above must not move the line of the address out of the view.
    if (isKept && rowIn(rows) !== -1) list.current?.showRow(rowIn(rows), 'reveal');
    kept.current = { anchor, top: list.current?.topRow() ?? 0 };
  });
  useLayoutEffect(() => {
    const before = previous.current;
    previous.current = rows;
    if (before !== rows) keepPlace(before);
  }, [rows]);

  const goToPlace = useEffectEvent(() => {
    const file = files.find(({ path }) => path === place?.file);
    if (file === undefined || place === null) return;
    const line = place.line !== undefined ? findLine(file, place) : open.isOpen(file) ? firstFinding(file) : null;
    goTo({ file, line, offset: 0, position: line === null ? 'top' : 'reveal' });
  });
  const key = JSON.stringify([place, isFound]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another place scrolls, or its line when it is revealed.
  useEffect(() => goToPlace(), [key]);

  const show = useEffectEvent((wanted: Target) => {
    const row = rowOf(rows, wanted);
    if (row === 'folded' && wanted.line !== null) {
      open.unfold([wanted.line]);
      return;
    }
    if (row !== 'folded' && row !== -1) list.current?.showRow(row, wanted.position);
    if (sideways.current !== null) showColumn(sideways.current, wanted.offset);
    setTarget(null);
  });
  useEffect(() => {
    if (target !== null && rows.length > 0) show(target);
  }, [target, rows]);

  const onVisibleRows = (first: number, last: number) =>
    setVisibleRows((before) => (before.first === first && before.last === last ? before : { first, last }));
  return { visibleRows, goTo, onVisibleRows };
}

/** An address without a line leads to the first error or warning of an open file. */
function firstFinding({ linesWithFindings }: ShownFile): ShownLine | null {
  for (const line of linesWithFindings.values()) if (line.findings.some(({ severity }) => severity !== 'info')) return line;
  return null;
}

/** Folded: the line is shown, but not the character. -1: the line is not shown. */
function rowOf(rows: readonly DiffRow[], { file, line, offset }: Target): number | 'folded' {
  if (line === null) return rows.findIndex((row) => row.kind === 'file' && row.file.index === file.index);
  let hasLine = false;
  const found = rows.findIndex((row) => {
    const parts = row.kind === 'line' ? [row.part] : row.kind === 'pair' ? [row.left, row.right] : [];
    const part = parts.find((one) => one?.line === line);
    hasLine ||= part !== undefined;
    return part !== undefined && part !== null && offset >= part.start && (offset < part.end || part.end === line.text.length);
  });
  return found === -1 && hasLine ? 'folded' : found;
}

/** The bar has one column for each column of the longest line that is not visible. */
function showColumn(bar: HTMLElement, column: number): void {
  const hidden = Number(bar.dataset.columns);
  const width = (bar.scrollWidth - bar.clientWidth) / Math.max(1, hidden);
  const visible = bar.clientWidth / Math.max(1, width);
  const at = bar.scrollLeft / Math.max(1, width);
  if (column < at || column > at + visible / 3) bar.scrollLeft = Math.max(0, column - Math.floor(visible / 4)) * width;
}
