// A patch, side by side or unified, in colors, with what is suspicious at its lines. However long it is, only
// the rows in sight exist.
import { useDeferredValue, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { parsePatch } from '../../src/contract/index.ts';
import { SearchBox } from '../components/search-box.tsx';
import { type ListHandle, VirtualList } from '../components/virtual-list.tsx';
import type { ColoredSpan } from '../format/text-runs.ts';
import { useColumns } from '../hooks/use-columns.ts';
import { type DiffMarks, type ShownFile, type ShownLine, showFiles } from './diff-lines.ts';
import { LineCounts, Row } from './diff-row.tsx';
import { type DiffRow, makeRows } from './diff-rows.ts';
import { type DiffGroup, groupFiles } from './file-groups.ts';
import { FileList } from './file-list.tsx';
import { makeHighlighter } from './line-highlights.ts';
import { useDiffMode } from './use-diff-mode.ts';
import './diff-view.css';

export type { DiffMarks } from './diff-lines.ts';

export interface DiffViewProps {
  patch: string;
  marks: DiffMarks;
  /** The file to begin with. */
  fileHint?: string | null | undefined;
  /** For one candidate against another: which files both changed, and which only one. */
  groups?: readonly DiffGroup[];
}

const ROW_HEIGHT = 20;
/** Fewer columns than this are too few for two sides, or for a list of files beside the diff. */
const MIN_FOR_TWO = 100;
const NO_GROUPS: readonly DiffGroup[] = [];
const NO_SPANS: readonly ColoredSpan[] = [];

type Target = { file: ShownFile; line: ShownLine | null };

export function DiffView({ patch, marks, fileHint, groups = NO_GROUPS }: DiffViewProps) {
  const parsed = useMemo(() => parsePatch(patch), [patch]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the marks and groups belong to the patch.
  const files = useMemo(() => showFiles(parsed.files, marks), [parsed]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same.
  const fileGroups = useMemo(() => groupFiles(files, groups), [files]);
  const frame = useRef<HTMLDivElement>(null);
  const list = useRef<ListHandle>(null);
  const place = useRef<HTMLDivElement>(null);
  const frameColumns = useColumns(frame);
  const columns = useColumns(place);
  const isNarrow = frameColumns < MIN_FOR_TWO;
  const { isSplit, setSplit } = useDiffMode();
  const showsTwo = isSplit && !isNarrow;
  const [opened, setOpened] = useState<ReadonlyMap<string, boolean>>(new Map());
  const isOpen = (file: ShownFile) => opened.get(file.path) ?? file.foldedBecause === null;
  const digits = useMemo(() => digitsOf(files), [files]);
  const gutter = isNarrow ? digits + 4 : digits + 4 + (showsTwo ? 0 : digits + 2);
  const side = (showsTwo ? Math.floor(columns / 2) : columns) - gutter;
  // biome-ignore lint/correctness/useExhaustiveDependencies: isOpen changes with `opened`.
  const rows = useMemo(
    () => (columns === 0 ? [] : makeRows(fileGroups, { isSplit: showsTwo, columns: side, wideColumns: columns, isOpen })),
    [fileGroups, showsTwo, side, columns, opened],
  );

  const [target, setTarget] = useState<Target | null>(null);
  const follow = useEffectEvent((hint: string | null | undefined) => {
    const wanted = hinted(files, hint);
    if (wanted !== null) goTo(wanted.file, wanted.line);
  });
  useEffect(() => follow(fileHint), [fileHint]);
  useEffect(() => {
    if (target === null || rows.length === 0) return;
    const row = rowOf(rows, target);
    if (row !== -1) list.current?.showRow(row, target.line === null ? 'top' : 'third');
    setTarget(null);
  }, [target, rows]);
  const goTo = (file: ShownFile, line: ShownLine | null) => {
    if (line !== null && !isOpen(file)) setOpened(new Map(opened).set(file.path, true));
    setTarget({ file, line });
    setChosen(file);
  };

  const [sight, setSight] = useState({ first: 0, last: 0 });
  const [chosen, setChosen] = useState<ShownFile | null>(null);
  const current = fileInSight(rows, sight, chosen);
  const search = useDiffSearch(files, goTo);
  const colors = useHighlighter();
  const step = (by: 1 | -1) => {
    const ordered = fileGroups.flatMap((group) => group.files);
    const next = ordered[(current === null ? -1 : ordered.indexOf(current)) + by];
    if (next !== undefined) goTo(next, null);
  };
  const picker = <FileList groups={fileGroups} current={current} onPick={(file) => goTo(file, null)} />;

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: n and p are a short cut; the list of files does the same.
    <div
      ref={frame}
      className={`diff-view ${isNarrow ? 'narrow' : ''}`}
      data-mode={showsTwo ? 'split' : 'unified'}
      onKeyDown={(event) => {
        if (event.target instanceof HTMLInputElement || event.ctrlKey || event.metaKey || event.altKey) return;
        if (event.key === 'n') step(1);
        if (event.key === 'p') step(-1);
      }}
    >
      <div className="diff-bar">
        <Summary files={files} unread={parsed.unreadLines} />
        {!isNarrow && <ModeSwitch isSplit={isSplit} onChange={setSplit} />}
        <SearchBox label="Search the diff" {...search.box} />
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
        <div ref={place} className="diff-area" style={{ ['--digits' as string]: digits }}>
          <VirtualList
            ref={list}
            className="diff-lines"
            label="Changed lines"
            count={rows.length}
            rowHeight={ROW_HEIGHT}
            onSight={(first, last) => setSight({ first, last })}
            renderRow={(index) => {
              const row = rows[index];
              return row === undefined ? null : (
                <Row
                  key={index}
                  row={row}
                  wanted={search.box.wanted}
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
      <legend className="visually-hidden">How to show the diff</legend>
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

interface Match {
  file: ShownFile;
  line: ShownLine;
}

function useDiffSearch(files: readonly ShownFile[], goTo: (file: ShownFile, line: ShownLine) => void) {
  const [wanted, setWanted] = useState('');
  const [at, setAt] = useState(-1);
  const settled = useDeferredValue(wanted);
  const matches = useMemo(() => findMatches(files, settled), [files, settled]);
  const onStep = (step: 1 | -1) => {
    // Enter may come before the matches of the last letter.
    const known = settled === wanted ? matches : findMatches(files, wanted);
    if (known.length === 0) return;
    const next = at === -1 && step === -1 ? known.length - 1 : (at + step + known.length) % known.length;
    const match = known[next];
    setAt(next);
    if (match !== undefined) goTo(match.file, match.line);
  };
  const onWanted = (text: string) => {
    setWanted(text);
    setAt(-1);
  };
  const count = matches.length.toLocaleString('en');
  const status = settled === '' ? '' : at === -1 ? `${count} lines` : `${(at + 1).toLocaleString('en')} of ${count}`;
  return {
    box: { wanted, onWanted, status, onStep, isDisabled: matches.length === 0 },
    current: matches[at]?.line ?? null,
  };
}

function findMatches(files: readonly ShownFile[], wanted: string): Match[] {
  const needle = wanted.toLowerCase();
  if (needle === '') return [];
  return files.flatMap((file) =>
    file.hunks.flatMap(({ lines }) =>
      lines.filter(({ text }) => text.toLowerCase().includes(needle)).map((line) => ({ file, line })),
    ),
  );
}

/** Without colors until their chunk is here, and for good where it cannot be loaded. */
function useHighlighter(): (line: ShownLine) => readonly ColoredSpan[] {
  const [colors, setColors] = useState<((line: ShownLine) => readonly ColoredSpan[]) | null>(null);
  useEffect(() => {
    let stopped = false;
    import('./highlight-code.ts').then(
      ({ highlightCode }) => {
        if (!stopped) setColors(() => makeHighlighter(highlightCode));
      },
      () => undefined,
    );
    return () => {
      stopped = true;
    };
  }, []);
  return colors ?? (() => NO_SPANS);
}

/** The file asked for, at the first line of it that is suspicious. */
function hinted(files: readonly ShownFile[], hint: string | null | undefined): Target | null {
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

/** The one that was jumped to while any of it is in sight; else the topmost. */
function fileInSight(
  rows: readonly DiffRow[],
  { first, last }: { first: number; last: number },
  chosen: ShownFile | null,
): ShownFile | null {
  const isSeen = chosen !== null && rows.slice(first, last + 1).some((row) => row.kind !== 'group' && row.file === chosen);
  return isSeen ? chosen : fileAt(rows, first);
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
