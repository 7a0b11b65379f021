// One row of a diff. Text of a candidate is always a text node.

import { Badge, toneOf } from '../components/badge.tsx';
import { ColoredText } from '../components/colored-text.tsx';
import { type ColoredSpan, findSpans, splitIntoRuns } from '../format/text-runs.ts';
import { visibleLine } from '../format/visible-line.ts';
import type { ShownFile, ShownLine } from './diff-lines.ts';
import type { DiffRow, LinePart } from './diff-rows.ts';
import { wordSpans } from './line-highlights.ts';

interface RowProps {
  row: DiffRow;
  query: string;
  /** The line of the current match. */
  current: ShownLine | null;
  hasOneNumber: boolean;
  colors: (line: ShownLine) => readonly ColoredSpan[];
  onToggle: (file: ShownFile) => void;
}

export function Row(props: RowProps) {
  const { row } = props;
  switch (row.kind) {
    case 'group':
      return (
        <div className="diff-row group">
          <bdi>{visibleLine(row.title)}</bdi> <span className="muted">{row.count}</span>
        </div>
      );
    case 'file':
      return <FileHeader file={row.file} isOpen={row.isOpen} onToggle={props.onToggle} />;
    case 'note':
      return <div className="diff-row note-row">{row.text}</div>;
    case 'hunk':
      return <div className="diff-row hunk">{row.hunk.header}</div>;
    case 'finding':
      return (
        <div className={`diff-row finding ${row.severity}`}>
          <span className="severity">{row.isFirst ? row.severity : ''}</span>
          <bdi>{row.text}</bdi>
        </div>
      );
    case 'line':
      return <UnifiedLine {...props} part={row.part} />;
    case 'pair':
      return (
        <div className="diff-row pair">
          <Side {...props} part={row.left} side="old" />
          <Side {...props} part={row.right} side="new" />
        </div>
      );
  }
}

const SIGNS = { context: ' ', added: '+', removed: '-' };

function UnifiedLine(props: RowProps & { part: LinePart }) {
  const { part, hasOneNumber } = props;
  const { line, start } = part;
  const isFirst = start === 0;
  return (
    <div className={`diff-row line is-${line.kind}`}>
      {!hasOneNumber && <span className="no">{isFirst ? line.old : ''}</span>}
      <span className="no">{isFirst ? (hasOneNumber ? (line.new ?? line.old) : line.new) : ''}</span>
      <span className="sign">{isFirst ? SIGNS[line.kind] : ''}</span>
      <Text {...props} part={part} />
    </div>
  );
}

function Side(props: RowProps & { part: LinePart | null; side: 'old' | 'new' }) {
  const { part, side } = props;
  if (part === null) return <div className="side blank" />;
  const isFirst = part.start === 0;
  return (
    <div className={`side is-${part.line.kind}`}>
      <span className="no">{isFirst ? part.line[side] : ''}</span>
      <span className="sign">{isFirst ? SIGNS[part.line.kind] : ''}</span>
      <Text {...props} part={part} />
    </div>
  );
}

function Text({ part, query, current, colors }: RowProps & { part: LinePart }) {
  const { line, start, end } = part;
  const hits = findSpans(line.text, query, line === current ? 'hit current' : 'hit');
  const runs = splitIntoRuns(line.text, start, end, [...colors(line), ...wordSpans(line), ...hits]);
  return (
    <code className="text" dir="ltr">
      <ColoredText runs={runs} />
    </code>
  );
}

interface FileHeaderProps {
  file: ShownFile;
  isOpen: boolean;
  onToggle: (file: ShownFile) => void;
}

function FileHeader({ file, isOpen, onToggle }: FileHeaderProps) {
  return (
    <div className="diff-row file-header">
      <button type="button" className="fold" aria-expanded={isOpen} onClick={() => onToggle(file)}>
        <span className="fold-sign" aria-hidden="true" />
        <bdi className="path">{visibleLine(file.path)}</bdi>
      </button>
      {file.isTest && <Badge tone="quiet">test</Badge>}
      {file.worst !== null && <Badge tone={toneOf(file.worst)}>{file.worst}</Badge>}
      <LineCounts added={file.file.added} removed={file.file.removed} />
    </div>
  );
}

export function LineCounts({ added, removed }: { added: number; removed: number }) {
  return (
    <span className="line-counts number">
      <span className="plus">+{added.toLocaleString('en')}</span> <span className="minus">−{removed.toLocaleString('en')}</span>
    </span>
  );
}
