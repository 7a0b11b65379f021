// A patch, side by side or unified, with syntax colors and findings at their lines. Only the visible rows exist.
import { type ReactNode, useMemo, useRef, useState } from 'react';
import { parsePatch } from '../../src/contract/index.ts';
import { type ListHandle, VirtualList } from '../components/virtual-list.tsx';
import { useColumns } from '../hooks/use-columns.ts';
import { limitSelection, selectedCode } from './copy-selection.ts';
import { DiffBar, PlaceStatus } from './diff-bar.tsx';
import type { DiffMarks, ShownFile, ShownLine } from './diff-lines.ts';
import { type DiffPlace, extendPlace, markedLines, placeOf } from './diff-place.ts';
import { Row, type RowView } from './diff-row.tsx';
import { makeRows } from './diff-rows.ts';
import { type DiffGroup, groupFiles } from './file-groups.ts';
import { FileList } from './file-list.tsx';
import { FindingRail } from './finding-rail.tsx';
import { digitsOf, longestLine, measureColumns } from './row-columns.ts';
import { SideNameRow } from './side-names.tsx';
import { CHANGE_SIGNS, COMPARISON_SIGNS } from './side-signs.ts';
import { SidewaysBar } from './sideways-bar.tsx';
import { useDiffKeys } from './use-diff-keys.ts';
import { useDiffLayout } from './use-diff-layout.ts';
import { useDiffScroll } from './use-diff-scroll.ts';
import { useDiffSearch } from './use-diff-search.ts';
import { useFindingSteps } from './use-finding-steps.ts';
import { useHighlighter } from './use-highlighter.ts';
import { usePlace } from './use-place.ts';
import { useShownFiles } from './use-shown-files.ts';
import { type ReadFile, useWidenedFiles } from './use-widened-files.ts';
import { useViewedFiles } from './viewed-files.ts';
import { visibleFile } from './visible-file.ts';
import './diff-view.css';

export type { DiffMarks } from './diff-lines.ts';

export interface DiffViewProps {
  patch: string;
  marks: DiffMarks;
  /** Shown at the start of the bar. */
  title?: ReactNode;
  /** The names above the two sides. */
  sides?: { old: string; new: string };
  /** The file to scroll to, and its lines to mark. */
  place?: DiffPlace | null;
  /** The address of a place. Without it the lines have no addresses. */
  linkToPlace?: ((place: DiffPlace) => string) | null;
  /** For one candidate against another: the files that both changed, and those that only one changed. */
  groups?: readonly DiffGroup[];
  /** Reads the candidate's file, to show more lines around the changes. */
  readFile?: ReadFile | null;
  /** Names the run and what is compared, to store which files were viewed. */
  owner?: string | null;
}

const ROW_HEIGHT = 20;
/** With fewer columns there is one side only, and the list of files is above the diff. */
const MIN_WIDE_COLUMNS = 100;
/** With fewer columns the layout is unified until the user chooses the other one. */
const MIN_SPLIT_COLUMNS = 150;
const NO_GROUPS: readonly DiffGroup[] = [];

export function DiffView(props: DiffViewProps) {
  const { patch, marks, title = null, sides, place = null, linkToPlace = null, groups = NO_GROUPS } = props;
  const { readFile = null, owner = null } = props;
  const parsed = useMemo(() => parsePatch(patch), [patch]);
  const widened = useWidenedFiles(parsed.files, readFile);
  const files = useShownFiles(widened.files, marks);
  // biome-ignore lint/correctness/useExhaustiveDependencies: groups change only with the patch.
  const fileGroups = useMemo(() => groupFiles(files, groups), [files]);
  const frame = useRef<HTMLDivElement>(null);
  const list = useRef<ListHandle>(null);
  const pane = useRef<HTMLDivElement>(null);
  const sideways = useRef<HTMLDivElement>(null);
  const frameColumns = useColumns(frame);
  const rowColumns = useColumns(pane);
  const isNarrow = frameColumns < MIN_WIDE_COLUMNS;
  const layout = useDiffLayout();
  const isSplit = !isNarrow && (layout.isSplit ?? rowColumns >= MIN_SPLIT_COLUMNS);
  const signs = marks.names === undefined ? CHANGE_SIGNS : COMPARISON_SIGNS;

  const viewed = useViewedFiles(parsed.files, owner);
  const [opened, setOpened] = useState<ReadonlyMap<string, boolean>>(new Map());
  const isOpen = ({ path, foldedBecause }: ShownFile) => opened.get(path) ?? (foldedBecause === null && !viewed.isViewed(path));
  const setOpen = ({ path }: ShownFile, isNowOpen: boolean) => setOpened((before) => new Map(before).set(path, isNowOpen));
  const [unfolded, setUnfolded] = useState<ReadonlySet<ShownLine>>(new Set());
  const unfold = (lines: readonly ShownLine[]) => setUnfolded((before) => new Set([...before, ...lines]));

  const digits = useMemo(() => digitsOf(files), [files]);
  const columns = measureColumns(rowColumns, digits, { isSplit, isNarrow, wraps: layout.wraps });
  const { side, line, row } = columns.text;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the functions change with `opened`, `viewed.count`, `unfolded` and the files.
  const rows = useMemo(
    () =>
      rowColumns === 0
        ? []
        : makeRows(fileGroups, {
            ...{ isSplit, columns: { side, line, row }, isOpen },
            isUnfolded: (one) => unfolded.has(one),
            lengthOf: ({ path }) => widened.lengthOf(path),
          }),
    [fileGroups, isSplit, side, line, row, opened, unfolded, viewed.count, rowColumns === 0],
  );
  const overflow = layout.wraps ? 0 : Math.max(0, longestLine(files) - columns.visible);

  const here = usePlace(place, linkToPlace);
  const marked = useMemo(
    () =>
      markedLines(
        files.find(({ path }) => path === here.place?.file),
        here.place,
      ),
    [files, here.place],
  );
  const [selected, setSelected] = useState<number | null>(null);
  const scroll = useDiffScroll({ files, rows, list, sideways, place: here.place, isOpen, setOpen, unfold, onFile: setSelected });
  const current = visibleFile(rows, scroll.visibleRows, selected);
  const search = useDiffSearch(files, (file, hit, offset) => scroll.goTo({ file, line: hit, offset, position: 'third' }));
  const colors = useHighlighter();

  const ordered = useMemo(() => fileGroups.flatMap((group) => group.files), [fileGroups]);
  const findings = useFindingSteps({
    ...{ files: ordered, rows, visibleRows: scroll.visibleRows, marked },
    onStop: ({ file, line: found }) => {
      if (found !== null) here.setPlace(placeOf(file, found, found.kind === 'removed' ? 'old' : 'new'));
      scroll.goTo({ file, line: found, offset: 0, position: 'third' });
    },
  });
  const setViewed = (file: ShownFile, isViewed: boolean) => {
    viewed.setViewed(file.path, isViewed);
    setOpen(file, !isViewed);
  };
  useDiffKeys(frame, {
    onFile: (step) => {
      const next = ordered[(current === null ? -1 : ordered.indexOf(current)) + step];
      if (next !== undefined) scroll.goTo({ file: next, line: null, offset: 0, position: 'top' });
    },
    onFinding: findings.step,
    onViewed: () => {
      if (current !== null) setViewed(current, !viewed.isViewed(current.path));
    },
  });

  const view: RowView = {
    ...{ query: search.box.query, current: search.current, hasOneNumber: isNarrow, isSplit, signs, marked, colors, linkToPlace },
    onExtend: (to, onSide) => here.setPlace(extendPlace(marked, to, onSide)),
    isViewed: (file) => viewed.isViewed(file.path),
    onViewed: setViewed,
    onToggle: (file) => setOpen(file, !isOpen(file)),
    onUnfold: unfold,
    onWiden: (file, gap, part) => widened.widen(file.path, gap, part),
  };
  const picker = (
    <FileList
      groups={fileGroups}
      current={current}
      signs={signs}
      isViewed={view.isViewed}
      onPick={(file) => scroll.goTo({ file, line: null, offset: 0, position: 'top' })}
    />
  );

  return (
    <div
      ref={frame}
      className={`diff-view ${isNarrow ? 'narrow' : ''} ${marks.names === undefined ? '' : 'neutral'}`}
      data-mode={isSplit ? 'split' : 'unified'}
    >
      <DiffBar
        {...{ title, files, signs, layout, unreadLines: parsed.unreadLines, viewedCount: viewed.count }}
        isSplit={isNarrow ? null : isSplit}
        search={{ label: 'Search diff', ...search.box }}
      >
        {here.place !== null && (
          <PlaceStatus
            place={here.place}
            isFound={marked !== null}
            link={linkToPlace === null ? null : linkToPlace(here.place)}
          />
        )}
      </DiffBar>
      <div className="diff-parts">
        {isNarrow ? (
          <details className="file-picker">
            <summary>{files.length === 1 ? '1 file' : `${files.length} files`}</summary>
            {picker}
          </details>
        ) : (
          <nav aria-label="Changed files">{picker}</nav>
        )}
        <div
          className="diff-area"
          style={{ ['--digits' as string]: digits }}
          onPointerDown={({ currentTarget, target }) => limitSelection(currentTarget, target)}
          onCopy={(event) => {
            const text = selectedCode(event.currentTarget, getSelection());
            if (text === '') return;
            event.clipboardData.setData('text/plain', text);
            event.preventDefault();
          }}
          onWheel={({ deltaX, deltaY, shiftKey }) => {
            if (sideways.current !== null) sideways.current.scrollLeft += shiftKey && deltaX === 0 ? deltaY : deltaX;
          }}
        >
          {sides !== undefined && <SideNameRow names={sides} signs={signs} />}
          <div ref={pane} className="diff-pane">
            <VirtualList
              ref={list}
              className="diff-lines"
              label="Changed lines"
              count={rows.length}
              rowHeight={ROW_HEIGHT}
              onVisibleRows={scroll.onVisibleRows}
              renderRow={(index) => {
                const shown = rows[index];
                return shown === undefined ? null : <Row key={index} row={shown} view={view} />;
              }}
            />
          </div>
          <FindingRail {...findings} rowCount={rows.length} />
          {overflow > 0 && <SidewaysBar ref={sideways} columns={overflow} area={pane} />}
        </div>
      </div>
    </div>
  );
}
