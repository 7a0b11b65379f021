// A patch, side by side or unified, with syntax colors and findings at their lines. Only the visible rows exist.
import { type ReactNode, useMemo, useRef, useState } from 'react';
import { parsePatch } from '../../src/patch/index.ts';
import type { ListHandle } from '../components/virtual-list.tsx';
import { useDiffKeys } from './hooks/use-diff-keys.ts';
import { useDiffLayout } from './hooks/use-diff-layout.ts';
import { useDiffRows } from './hooks/use-diff-rows.ts';
import { useDiffScroll } from './hooks/use-diff-scroll.ts';
import { useDiffSearch } from './hooks/use-diff-search.ts';
import { useFindingSteps } from './hooks/use-finding-steps.ts';
import { useHighlighter } from './hooks/use-highlighter.ts';
import { useMarkedPlace } from './hooks/use-marked-place.ts';
import { useOpenFiles } from './hooks/use-open-files.ts';
import { useShownFiles } from './hooks/use-shown-files.ts';
import { type ReadFile, useWidenedFiles } from './hooks/use-widened-files.ts';
import type { DiffMarks, ShownFile, SideNames } from './lines/diff-lines.ts';
import { type DiffPlace, extendPlace, placeOf } from './lines/diff-place.ts';
import { type DiffGroup, groupFiles } from './lines/file-groups.ts';
import { CHANGE_SIGNS, COMPARISON_SIGNS } from './lines/side-signs.ts';
import { visibleFile } from './lines/visible-file.ts';
import { DiffArea } from './parts/diff-area.tsx';
import { DiffBar, PlaceStatus } from './parts/diff-bar.tsx';
import type { RowView } from './parts/diff-row.tsx';
import { FileList } from './parts/file-list.tsx';
import { FindingRail } from './parts/finding-rail.tsx';
import './diff-view.css';

export type { DiffMarks } from './lines/diff-lines.ts';

export interface DiffViewProps {
  patch: string;
  marks: DiffMarks;
  /** Shown at the start of the bar. */
  title?: ReactNode;
  /** The names above the two sides. */
  sides?: SideNames | null;
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

const NO_GROUPS: readonly DiffGroup[] = [];

export function DiffView(props: DiffViewProps) {
  const { patch, marks, title = null, sides = null, place = null, linkToPlace = null, groups = NO_GROUPS } = props;
  const { readFile = null, owner = null } = props;
  const [frame, pane, sideways] = [useRef<HTMLDivElement>(null), useRef<HTMLDivElement>(null), useRef<HTMLDivElement>(null)];
  const list = useRef<ListHandle>(null);
  const parsed = useMemo(() => parsePatch(patch), [patch]);
  const widened = useWidenedFiles(parsed.files, readFile);
  const files = useShownFiles(widened.files, marks);
  // biome-ignore lint/correctness/useExhaustiveDependencies: groups change only with the patch.
  const fileGroups = useMemo(() => groupFiles(files, groups), [files]);
  const ordered = useMemo(() => fileGroups.flatMap((group) => group.files), [fileGroups]);
  const open = useOpenFiles(parsed.files, owner);
  const layout = useDiffLayout();
  const shown = useDiffRows({ frame, pane, files, groups: fileGroups, layout, open, widened });
  const { rows, isSplit, isNarrow } = shown;

  const { marked, ...here } = useMarkedPlace({ files, place, linkToPlace, reveal: widened.reveal });
  const [selected, setSelected] = useState<number | null>(null);
  const scroll = useDiffScroll({
    ...{ files, rows, list, sideways, open },
    ...{ place: here.place, isFound: marked !== null, onFile: setSelected },
  });
  const current = visibleFile(rows, scroll.visibleRows, selected);
  const goToFile = (file: ShownFile) => scroll.goTo({ file, line: null, offset: 0, position: 'top' });
  const search = useDiffSearch(files, (file, line, offset) => scroll.goTo({ file, line, offset, position: 'third' }));
  const findings = useFindingSteps({
    ...{ files: ordered, rows, visibleRows: scroll.visibleRows, marked },
    onStop: ({ file, line }) => {
      if (line !== null) here.setPlace(placeOf(file, line, line.kind === 'removed' ? 'old' : 'new'));
      scroll.goTo({ file, line, offset: 0, position: 'third' });
    },
  });
  useDiffKeys(frame, {
    onFile: (step) => {
      const next = ordered[(current === null ? -1 : ordered.indexOf(current)) + step];
      if (next !== undefined) goToFile(next);
    },
    onFinding: findings.step,
    onViewed: () => {
      if (current !== null) open.setViewed(current, !open.isViewed(current));
    },
  });

  const signs = marks.names === undefined ? CHANGE_SIGNS : COMPARISON_SIGNS;
  const view: RowView = {
    ...{ query: search.box.query, current: search.current, colors: useHighlighter() },
    ...{ hasOneNumber: isNarrow, isSplit, signs, marked, linkToPlace },
    onExtend: (to, side) => here.setPlace(extendPlace(marked, to, side)),
    isViewed: open.isViewed,
    onViewed: open.setViewed,
    onToggle: (file) => open.setOpen(file, !open.isOpen(file)),
    onUnfold: open.unfold,
    onWiden: (file, gap, part) => widened.widen(file.path, gap, part),
  };
  return (
    <div
      ref={frame}
      className={`diff-view ${isNarrow ? 'narrow' : ''} ${marks.names === undefined ? '' : 'neutral'}`}
      data-mode={isSplit ? 'split' : 'unified'}
    >
      <DiffBar
        {...{ title, files, signs, layout, unreadLines: parsed.unreadLines, viewedCount: open.viewedCount }}
        isSplit={isNarrow ? null : isSplit}
        search={{ label: 'Search diff', ...search.box }}
      >
        <PlaceStatus place={here.place} isFound={marked !== null} linkToPlace={linkToPlace} />
      </DiffBar>
      <div className="diff-parts">
        <FilePicker isNarrow={isNarrow} count={files.length}>
          <FileList groups={fileGroups} current={current} signs={signs} isViewed={open.isViewed} onPick={goToFile} />
        </FilePicker>
        <DiffArea {...{ layout: shown, view, sides, list, pane, sideways }} onVisibleRows={scroll.onVisibleRows}>
          <FindingRail {...findings} rowCount={rows.length} />
        </DiffArea>
      </div>
    </div>
  );
}

function FilePicker({ isNarrow, count, children }: { isNarrow: boolean; count: number; children: ReactNode }) {
  if (!isNarrow) return <nav aria-label="Changed files">{children}</nav>;
  return (
    <details className="file-picker">
      <summary>{count === 1 ? '1 file' : `${count} files`}</summary>
      {children}
    </details>
  );
}
