// A patch, side by side or unified, with syntax colors and findings at their lines. Only the visible rows exist.
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { parsePatch } from '../../src/contract/index.ts';
import { SearchBox } from '../components/search-box.tsx';
import { type ListHandle, VirtualList } from '../components/virtual-list.tsx';
import { useColumns } from '../hooks/use-columns.ts';
import { type DiffMarks, type ShownFile, type ShownLine, showFiles } from './diff-lines.ts';
import { LineCounts, Row } from './diff-row.tsx';
import { type DiffRow, makeRows } from './diff-rows.ts';
import { type DiffGroup, groupFiles } from './file-groups.ts';
import { FileList } from './file-list.tsx';
import { useDiffMode } from './use-diff-mode.ts';
import { useDiffSearch } from './use-diff-search.ts';
import { useHighlighter } from './use-highlighter.ts';
import './diff-view.css';

export type { DiffMarks } from './diff-lines.ts';

export interface DiffViewProps {
  patch: string;
  marks: DiffMarks;
  /** The file to scroll to. */
  fileHint?: string | null | undefined;
  /** For one candidate against another: the files that both changed, and those that only one changed. */
  groups?: readonly DiffGroup[];
}

const ROW_HEIGHT = 20;
/** With fewer columns there is one side only, and the list of files is above the diff. */
const MIN_WIDE_COLUMNS = 100;
const NO_GROUPS: readonly DiffGroup[] = [];

type Target = { file: ShownFile; line: ShownLine | null };

export function DiffView({ patch, marks, fileHint, groups = NO_GROUPS }: DiffViewProps) {
  const parsed = useMemo(() => parsePatch(patch), [patch]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: marks and groups change only with the patch.
  const files = useMemo(() => showFiles(parsed.files, marks), [parsed]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: groups change only with the patch.
  const fileGroups = useMemo(() => groupFiles(files, groups), [files]);
  const frame = useRef<HTMLDivElement>(null);
  const list = useRef<ListHandle>(null);
  const area = useRef<HTMLDivElement>(null);
  const frameColumns = useColumns(frame);
  const columns = useColumns(area);
  const isNarrow = frameColumns < MIN_WIDE_COLUMNS;
  const { isSplit, setSplit } = useDiffMode();
  const isSideBySide = isSplit && !isNarrow;
  const [opened, setOpened] = useState<ReadonlyMap<string, boolean>>(new Map());
  const isOpen = (file: ShownFile) => opened.get(file.path) ?? file.foldedBecause === null;
  const digits = useMemo(() => digitsOf(files), [files]);
  const gutter = isNarrow ? digits + 4 : digits + 4 + (isSideBySide ? 0 : digits + 2);
  const side = (isSideBySide ? Math.floor(columns / 2) : columns) - gutter;
  // biome-ignore lint/correctness/useExhaustiveDependencies: isOpen changes with `opened`.
  const rows = useMemo(
    () => (columns === 0 ? [] : makeRows(fileGroups, { isSplit: isSideBySide, columns: side, wideColumns: columns, isOpen })),
    [fileGroups, isSideBySide, side, columns, opened],
  );

  const [target, setTarget] = useState<Target | null>(null);
  const goToHint = useEffectEvent((hint: string | null | undefined) => {
    const found = hintedTarget(files, hint);
    if (found !== null) goTo(found.file, found.line);
  });
  useEffect(() => goToHint(fileHint), [fileHint]);
  useEffect(() => {
    if (target === null || rows.length === 0) return;
    const row = rowOf(rows, target);
    if (row !== -1) list.current?.showRow(row, target.line === null ? 'top' : 'third');
    setTarget(null);
  }, [target, rows]);
  const goTo = (file: ShownFile, line: ShownLine | null) => {
    if (line !== null && !isOpen(file)) setOpened(new Map(opened).set(file.path, true));
    setTarget({ file, line });
    setSelected(file);
  };

  const [visibleRows, setVisibleRows] = useState({ first: 0, last: 0 });
  const [selected, setSelected] = useState<ShownFile | null>(null);
  const current = visibleFile(rows, visibleRows, selected);
  const search = useDiffSearch(files, goTo);
  const colors = useHighlighter();
  const step = (by: 1 | -1) => {
    const ordered = fileGroups.flatMap((group) => group.files);
    const next = ordered[(current === null ? -1 : ordered.indexOf(current)) + by];
    if (next !== undefined) goTo(next, null);
  };
  const picker = <FileList groups={fileGroups} current={current} onPick={(file) => goTo(file, null)} />;

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: n and p are shortcuts; the list of files does the same.
    <div
      ref={frame}
      className={`diff-view ${isNarrow ? 'narrow' : ''}`}
      data-mode={isSideBySide ? 'split' : 'unified'}
      onKeyDown={(event) => {
        if (event.target instanceof HTMLInputElement || event.ctrlKey || event.metaKey || event.altKey) return;
        if (event.key === 'n') step(1);
        if (event.key === 'p') step(-1);
      }}
    >
      <div className="diff-bar">
        <Summary files={files} unread={parsed.unreadLines} />
        {!isNarrow && <ModeSwitch isSplit={isSplit} onChange={setSplit} />}
        <SearchBox label="Search diff" {...search.box} />
      </div>
      <div className="diff-parts">
        {isNarrow ? (
          <details className="file-picker">
            <summary>{files.length === 1 ? '1 file' : `${files.length} files`}</summary>
            {picker}
          </details>
        ) : (
          <nav aria-label="Changed files">{picker}</nav>
        )}
        <div ref={area} className="diff-area" style={{ ['--digits' as string]: digits }}>
          <VirtualList
            ref={list}
            className="diff-lines"
            label="Changed lines"
            count={rows.length}
            rowHeight={ROW_HEIGHT}
            onVisibleRows={(first, last) => setVisibleRows({ first, last })}
            renderRow={(index) => {
              const row = rows[index];
              return row === undefined ? null : (
                <Row
                  key={index}
                  row={row}
                  query={search.box.query}
                  current={search.current}
                  hasOneNumber={isNarrow}
                  colors={colors}
                  onToggle={(file) => setOpened(new Map(opened).set(file.path, !isOpen(file)))}
                />
              );
            }}
          />
        </div>
      </div>
    </div>
  );
}

function Summary({ files, unread }: { files: readonly ShownFile[]; unread: number }) {
  const sum = (pick: (file: ShownFile) => number) => files.reduce((total, file) => total + pick(file), 0);
  const folded = files.filter(({ foldedBecause }) => foldedBecause !== null).length;
  return (
    <p className="diff-summary">
      {files.length === 1 ? '1 file' : `${files.length.toLocaleString('en')} files`}{' '}
      <LineCounts added={sum(({ file }) => file.added)} removed={sum(({ file }) => file.removed)} />
      {folded > 0 && <span className="muted"> {folded.toLocaleString('en')} folded</span>}
      {unread > 0 && <span className="bad-text"> {unread.toLocaleString('en')} lines of the patch could not be read</span>}
    </p>
  );
}

function ModeSwitch({ isSplit, onChange }: { isSplit: boolean; onChange: (isSplit: boolean) => void }) {
  return (
    <fieldset className="switch">
      <legend className="visually-hidden">Diff layout</legend>
      {[true, false].map((value) => (
        <label key={String(value)}>
          <input
            type="radio"
            name="diff-mode"
            className="visually-hidden"
            checked={isSplit === value}
            onChange={() => onChange(value)}
          />
          <span>{value ? 'Side by side' : 'Unified'}</span>
        </label>
      ))}
    </fieldset>
  );
}

/** The file of the address, at its first line with a finding. */
function hintedTarget(files: readonly ShownFile[], hint: string | null | undefined): Target | null {
  const file = files.find(({ path }) => path === hint);
  if (file === undefined) return null;
  const lines = file.hunks.flatMap((hunk) => hunk.lines);
  return { file, line: lines.find(({ findings }) => findings.length > 0) ?? null };
}

function rowOf(rows: readonly DiffRow[], { file, line }: Target): number {
  return rows.findIndex((row) => {
    if (line === null) return row.kind === 'file' && row.file === file;
    if (row.kind === 'line') return row.part.line === line;
    return row.kind === 'pair' && (row.left?.line === line || row.right?.line === line);
  });
}

/** The selected file while a part of it is visible, otherwise the top file. */
function visibleFile(
  rows: readonly DiffRow[],
  { first, last }: { first: number; last: number },
  selected: ShownFile | null,
): ShownFile | null {
  const isVisible = selected !== null && rows.slice(first, last + 1).some((row) => row.kind !== 'group' && row.file === selected);
  return isVisible ? selected : fileAt(rows, first);
}

function fileAt(rows: readonly DiffRow[], index: number): ShownFile | null {
  const row = rows[index];
  if (row === undefined) return null;
  if (row.kind !== 'group') return row.file;
  return fileAt(rows, index + 1);
}

function digitsOf(files: readonly ShownFile[]): number {
  let most = 99;
  for (const { hunks } of files)
    for (const { lines } of hunks) {
      const last = lines.at(-1);
      most = Math.max(most, last?.old ?? 0, last?.new ?? 0);
    }
  return String(most).length;
}
