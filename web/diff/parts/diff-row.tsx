// One row of a diff. Text of a candidate is always a text node.

import { Badge, toneOf } from '../../components/badge.tsx';
import { ColoredText } from '../../components/colored-text.tsx';
import { CopyButton } from '../../components/copy-button.tsx';
import { type ColoredSpan, findSpans, splitIntoRuns } from '../../format/text-runs.ts';
import { visibleLine } from '../../format/visible-line.ts';
import type { ShownFile } from '../lines/diff-lines.ts';
import { type DiffPlace, isMarked, type MarkedLines, placeOf } from '../lines/diff-place.ts';
import type { DiffRow, LinePart } from '../lines/diff-rows.ts';
import { wordSpans } from '../lines/line-highlights.ts';
import type { ShownLine } from '../lines/shown-line.ts';
import { type SideSigns, signOf } from '../lines/side-signs.ts';
import type { GapPart } from '../lines/widen-hunks.ts';
import { GapButtons, hunkText } from './hunk-tools.tsx';
import { LineCounts } from './line-counts.tsx';

export interface RowView {
  query: string;
  /** The line of the current match. */
  current: ShownLine | null;
  hasOneNumber: boolean;
  isSplit: boolean;
  signs: SideSigns;
  marked: MarkedLines | null;
  colors: (line: ShownLine) => readonly ColoredSpan[];
  /** Null where the lines have no address. */
  linkToPlace: ((place: DiffPlace) => string) | null;
  onExtend: (place: DiffPlace, side: 'old' | 'new') => void;
  isViewed: (file: ShownFile) => boolean;
  onViewed: (file: ShownFile, isViewed: boolean) => void;
  onToggle: (file: ShownFile) => void;
  onUnfold: (lines: readonly ShownLine[]) => void;
  onWiden: (file: ShownFile, gap: number, part: GapPart) => void;
}

export function Row({ row, view }: { row: DiffRow; view: RowView }) {
  switch (row.kind) {
    case 'group':
      return (
        <div className="diff-row group">
          <bdi>{visibleLine(row.title)}</bdi> <span className="muted">{row.count}</span>
        </div>
      );
    case 'file':
      return <FileHeader file={row.file} isOpen={row.isOpen} view={view} />;
    case 'note':
      return <div className="diff-row note-row">{row.text}</div>;
    case 'hunk':
      return (
        <div className="diff-row hunk">
          <span className="hunk-header">{row.hunk.header}</span>
          <GapButtons gap={row.gap} hasHunk onWiden={(part) => view.onWiden(row.file, row.gap.index, part)} />
          <CopyButton text={() => hunkText(row.hunk, view.signs)} what="hunk" />
        </div>
      );
    case 'end':
      return (
        <div className="diff-row hunk">
          <GapButtons gap={row.gap} hasHunk={false} onWiden={(part) => view.onWiden(row.file, row.gap.index, part)} />
        </div>
      );
    case 'more':
      return (
        <div className="diff-row note-row">
          <button type="button" className="row-tool" onClick={() => view.onUnfold(row.lines)}>
            Show {row.hidden.toLocaleString('en')} more characters of this line
          </button>
        </div>
      );
    case 'finding':
      return (
        <div className={`diff-row finding ${row.severity}`}>
          <span className="severity">{row.isFirst ? row.severity : ''}</span>
          <bdi>{row.text}</bdi>
        </div>
      );
    case 'line':
      return <UndividedLine file={row.file} part={row.part} view={view} />;
    case 'pair':
      return (
        <div className="diff-row pair">
          <Side file={row.file} part={row.left} side="old" view={view} />
          <Side file={row.file} part={row.right} side="new" view={view} />
        </div>
      );
  }
}

interface LineProps {
  file: ShownFile;
  part: LinePart;
  view: RowView;
}

/** A line of the unified layout, or of a file that has lines on one side only. */
function UndividedLine({ file, part, view }: LineProps) {
  const { line } = part;
  const own = line.kind === 'removed' ? 'old' : 'new';
  const hasOneNumber = view.hasOneNumber || (view.isSplit && file.isOneSided);
  return (
    <div
      className={`diff-row line is-${line.kind} ${markClass(view, file, line)}`}
      {...(view.isSplit ? { 'data-side': own } : {})}
      aria-current={isMarked(view.marked, file, line) ? 'true' : undefined}
    >
      {!hasOneNumber && <LineNumber file={file} part={part} side="old" view={view} />}
      <LineNumber file={file} part={part} side={hasOneNumber ? own : 'new'} view={view} />
      <span className="sign">{part.start === 0 ? signOf(line, view.signs) : ''}</span>
      <Text part={part} view={view} />
    </div>
  );
}

function Side({ file, part, side, view }: Omit<LineProps, 'part'> & { part: LinePart | null; side: 'old' | 'new' }) {
  if (part === null) return <div className="side blank" data-side={side} />;
  const { line } = part;
  const isOwnMark = isMarked(view.marked, file, line) && (line.kind !== 'context' || view.marked?.side === side);
  return (
    <div
      className={`side is-${line.kind} ${isOwnMark ? 'marked' : ''}`}
      data-side={side}
      aria-current={isOwnMark ? 'true' : undefined}
    >
      <LineNumber file={file} part={part} side={side} view={view} />
      <span className="sign">{part.start === 0 ? signOf(line, view.signs) : ''}</span>
      <Text part={part} view={view} />
    </div>
  );
}

function markClass({ marked }: RowView, file: ShownFile, line: ShownLine): string {
  return isMarked(marked, file, line) ? 'marked' : '';
}

function LineNumber({ file, part, side, view }: LineProps & { side: 'old' | 'new' }) {
  const number = part.start === 0 ? part.line[side] : null;
  if (number === null || view.linkToPlace === null) return <span className="no">{number ?? ''}</span>;
  const place = placeOf(file, part.line, side);
  return (
    <a
      className="no"
      href={view.linkToPlace(place)}
      // Thousands of lines must not be thousands of tab stops.
      tabIndex={-1}
      aria-label={`Line ${number}`}
      onClick={(event) => {
        if (!event.shiftKey) return;
        event.preventDefault();
        view.onExtend(place, side);
      }}
    >
      {number}
    </a>
  );
}

function Text({ part, view }: { part: LinePart; view: RowView }) {
  const { line, start, end } = part;
  const hits = findSpans(line.text, view.query, line === view.current ? 'hit current' : 'hit');
  const runs = splitIntoRuns(line.text, start, end, [...view.colors(line), ...wordSpans(line), ...hits]);
  return (
    <code className="text" dir="ltr" {...(start === 0 ? {} : { 'data-part': 'rest' })}>
      <ColoredText runs={runs} />
    </code>
  );
}

function FileHeader({ file, isOpen, view }: { file: ShownFile; isOpen: boolean; view: RowView }) {
  const path = visibleLine(file.path);
  return (
    <div className="diff-row file-header">
      <button type="button" className="fold" aria-expanded={isOpen} onClick={() => view.onToggle(file)}>
        <span className="fold-sign" aria-hidden="true" />
        <bdi className="path">{path}</bdi>
      </button>
      {file.isTest && <Badge tone="quiet">test</Badge>}
      {file.worst !== null && file.worst !== 'info' && <Badge tone={toneOf(file.worst)}>{file.worst}</Badge>}
      <LineCounts file={file.file} signs={view.signs} />
      <CopyButton text={path} what="path" />
      <label className="viewed">
        <input
          type="checkbox"
          checked={view.isViewed(file)}
          aria-label={`Viewed: ${path}`}
          onChange={({ target }) => view.onViewed(file, target.checked)}
        />
        <span aria-hidden="true">viewed</span>
      </label>
    </div>
  );
}
