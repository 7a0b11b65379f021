// A log of any length in the colors of the terminal. Only the blocks around the visible rows are loaded.
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { LogSource } from '../api/data-source.ts';
import { ColoredText } from '../components/colored-text.tsx';
import { SearchBox } from '../components/search-box.tsx';
import { type ListHandle, VirtualList } from '../components/virtual-list.tsx';
import { bytesText } from '../format/numbers.ts';
import { findSpans, splitIntoRuns } from '../format/text-runs.ts';
import { useColumns } from '../hooks/use-columns.ts';
import { type LogRow, rowOfLayout } from './log-layout.ts';
import { findRow } from './log-window.ts';
import { useLogSearch } from './use-log-search.ts';
import { useLogWindow } from './use-log-window.ts';
import './log-view.css';

export interface LogViewProps {
  source: LogSource;
  /** The search at the start. */
  query: string;
  /** The byte to start at when the query is empty. */
  offset?: number | null;
  /** The address of a line, given the offset of its first byte. */
  linkToOffset?: (offset: number) => string;
}

const ROW_HEIGHT = 20;
/** Limits rows without wrapping as well: a line of several megabytes must not become one text node. */
const MAX_ROW_LENGTH = 2000;
/** Columns to the left of the text. */
const GUTTER_COLUMNS = 3;

export function LogView(props: LogViewProps) {
  if (props.source.size === 0) return <p className="note">The log is empty.</p>;
  return <LogWithLines {...props} />;
}

function LogWithLines({ source, query, offset = null, linkToOffset }: LogViewProps) {
  const area = useRef<HTMLDivElement>(null);
  const list = useRef<ListHandle>(null);
  const fitting = useColumns(area);
  const [wraps, setWraps] = useState(true);
  const [showsOverwritten, setShowsOverwritten] = useState(false);
  const columns = fitting === 0 ? 0 : wraps ? Math.max(20, fitting - GUTTER_COLUMNS) : MAX_ROW_LENGTH;
  const log = useLogWindow(source, { columns, showsOverwritten }, (row) => list.current?.showRow(row, 'third'));
  const search = useLogSearch(source, query, log.goToByte);
  const goToOffset = useEffectEvent(() => {
    if (offset !== null && query === '') log.goTo(offset);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new offset scrolls the log.
  useEffect(() => goToOffset(), [offset]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Home and End are shortcuts; the buttons do the same.
    <div
      className="log-view"
      onKeyDown={(event) => {
        if (event.target instanceof HTMLInputElement || event.ctrlKey || event.metaKey || event.altKey) return;
        if (event.key !== 'Home' && event.key !== 'End') return;
        event.preventDefault();
        log.goTo(event.key === 'Home' ? 0 : source.size);
      }}
    >
      <div className="log-bar">
        <button type="button" className="quiet" onClick={() => log.goTo(0)}>
          Start
        </button>
        <button type="button" className="quiet" onClick={() => log.goTo(source.size)}>
          End
        </button>
        <label className="check">
          <input type="checkbox" checked={wraps} onChange={({ target }) => setWraps(target.checked)} /> Wrap lines
        </label>
        <label className="check" title="Show every state of lines that were overwritten, such as progress bars">
          <input type="checkbox" checked={showsOverwritten} onChange={({ target }) => setShowsOverwritten(target.checked)} /> Show
          overwritten
        </label>
        <SearchBox label="Search log" {...search.box} />
      </div>
      {!log.isWhole && <Position at={log.topOffset} size={source.size} onMove={log.goTo} />}
      {log.error !== null && (
        <p className="note" role="alert">
          Part of the log could not be read: {log.error}{' '}
          <button type="button" className="quiet" onClick={log.retry}>
            Try again
          </button>
        </p>
      )}
      <div ref={area} className="log-area">
        <VirtualList
          ref={list}
          className={`log-lines ${wraps ? '' : 'unwrapped'}`}
          label="Log"
          count={log.rowCount}
          rowHeight={ROW_HEIGHT}
          origin={log.window.origin}
          onVisibleRows={log.onVisibleRows}
          renderRow={(index) => {
            const found = findRow(log.window, index);
            if (found === null) return null;
            const { block } = found.layout;
            const row = rowOfLayout(found.layout, found.row);
            const start = block.start + (block.lines[row.line] ?? 0);
            if (row.more > 0)
              return <MoreOfLine key={log.window.origin + index} count={row.more} onUnfold={() => log.unfold(start)} />;
            const end = block.start + (block.lines[row.line + 1] ?? block.bytes.length);
            const isCurrent = search.current !== null && search.current >= start && search.current < end;
            return (
              <Line
                key={log.window.origin + index}
                row={row}
                query={search.shown}
                nth={isCurrent ? search.nth(start) : -1}
                link={row.isFirst && linkToOffset !== undefined ? linkToOffset(start) : null}
              />
            );
          }}
        />
      </div>
    </div>
  );
}

function MoreOfLine({ count, onUnfold }: { count: number; onUnfold: () => void }) {
  return (
    <div className="log-row">
      <span className="log-mark" />
      <button type="button" className="log-more" onClick={onUnfold}>
        Show {count.toLocaleString('en')} more characters of this line
      </button>
    </div>
  );
}

interface LineProps {
  row: LogRow;
  query: string;
  /** The index of the current match among the matches of the line; -1 for none. */
  nth: number;
  link: string | null;
}

function Line({ row, query, nth, link }: LineProps) {
  const hits = findSpans(row.text, query, 'hit');
  // A color change inside a match hides it, so the line can have fewer visible matches than the search found.
  const current = hits[Math.min(nth, hits.length - 1)];
  if (nth >= 0 && current !== undefined) current.className = 'hit current';
  const runs = splitIntoRuns(row.text, row.start, row.end, [...row.spans, ...hits]);
  return (
    <div className={`log-row ${nth >= 0 ? 'current-line' : ''}`}>
      {link === null ? (
        <span className="log-mark" />
      ) : (
        <a className="log-mark" href={link} tabIndex={-1} aria-label="Link to this line">
          #
        </a>
      )}
      <code className="text" dir="ltr">
        <ColoredText runs={runs} />
        {row.hidden > 0 && row.end === row.text.length && (
          <span className="overwritten">{` ${row.hidden.toLocaleString('en')} overwritten`}</span>
        )}
      </code>
    </div>
  );
}

/** The position in a log that is not loaded completely. */
function Position({ at, size, onMove }: { at: number; size: number; onMove: (offset: number) => void }) {
  return (
    <label className="log-position">
      <span className="visually-hidden">Position in the log</span>
      <input
        type="range"
        min={0}
        max={size}
        step={Math.max(1, Math.floor(size / 1000))}
        value={at}
        aria-valuetext={`${bytesText(at)} of ${bytesText(size)}`}
        onChange={({ target }) => onMove(Number(target.value))}
      />
      <span className="number muted">
        {bytesText(at)} of {bytesText(size)}
      </span>
    </label>
  );
}
