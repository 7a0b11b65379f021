// A log of any length, in the colors of the terminal, read in pieces as it is needed.
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { LogSource } from '../api/data-source.ts';
import { ColoredText } from '../components/colored-text.tsx';
import { SearchBox } from '../components/search-box.tsx';
import { type ListHandle, VirtualList } from '../components/virtual-list.tsx';
import { bytesText } from '../format/numbers.ts';
import { cutIntoRuns, findSpans } from '../format/text-runs.ts';
import { useColumns } from '../hooks/use-columns.ts';
import { type LogRow, rowOfLayout } from './log-layout.ts';
import { findRow } from './log-window.ts';
import { useLogSearch } from './use-log-search.ts';
import { useLogWindow } from './use-log-window.ts';
import './log-view.css';

export interface LogViewProps {
  source: LogSource;
  /** What to find first. */
  query: string;
  /** The byte to begin at, when nothing is searched. */
  offset?: number | null;
  /** The address of a line, by its first byte. */
  linkToOffset?: (offset: number) => string;
}

const ROW_HEIGHT = 20;
/** Without wrapping, rows still end somewhere: a line of megabytes must not become one piece of text. */
const MAX_ROW_LENGTH = 2000;
/** Columns beside the text. */
const GUTTER = 3;

export function LogView(props: LogViewProps) {
  if (props.source.size === 0) return <p className="note">The log is empty.</p>;
  return <LogWithLines {...props} />;
}

function LogWithLines({ source, query, offset = null, linkToOffset }: LogViewProps) {
  const place = useRef<HTMLDivElement>(null);
  const list = useRef<ListHandle>(null);
  const fitting = useColumns(place);
  const [wraps, setWraps] = useState(true);
  const [showsStates, setShowsStates] = useState(false);
  const columns = fitting === 0 ? 0 : wraps ? Math.max(20, fitting - GUTTER) : MAX_ROW_LENGTH;
  const log = useLogWindow(source, { columns, showsStates }, (row) => list.current?.showRow(row, 'third'));
  const search = useLogSearch(source, query, log.goTo);
  const begin = useEffectEvent(() => {
    if (offset !== null && query === '') log.goTo(offset);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another offset is another place.
  useEffect(() => begin(), [offset]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Home and End are short cuts; the buttons do the same.
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
          <input type="checkbox" checked={wraps} onChange={({ target }) => setWraps(target.checked)} /> Wrap
        </label>
        <label className="check" title="Lines that were written over, such as progress, in every state">
          <input type="checkbox" checked={showsStates} onChange={({ target }) => setShowsStates(target.checked)} /> Overwritten
        </label>
        <SearchBox label="Search the log" {...search.box} />
      </div>
      {!log.isWhole && <Position at={log.topOffset} size={source.size} onMove={log.goTo} />}
      {log.fault !== null && (
        <p className="note" role="alert">
          A part of the log could not be read: {log.fault}{' '}
          <button type="button" className="quiet" onClick={log.retry}>
            Try again
          </button>
        </p>
      )}
      <div ref={place} className="log-area">
        <VirtualList
          ref={list}
          className={`log-lines ${wraps ? '' : 'unwrapped'}`}
          label="Log"
          count={log.rowCount}
          rowHeight={ROW_HEIGHT}
          origin={log.window.origin}
          onSight={log.onSight}
          renderRow={(index) => {
            const found = findRow(log.window, index);
            if (found === null) return null;
            const { block } = found.layout;
            const row = rowOfLayout(found.layout, found.row);
            const start = block.start + (block.lines[row.line] ?? 0);
            const end = block.start + (block.lines[row.line + 1] ?? block.bytes.length);
            const isCurrent = search.current !== null && search.current >= start && search.current < end;
            return (
              <Line
                key={log.window.origin + index}
                row={row}
                wanted={search.shown}
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

interface LineProps {
  row: LogRow;
  wanted: string;
  /** Which match of the line is the one the search stands on; -1 is none. */
  nth: number;
  link: string | null;
}

function Line({ row, wanted, nth, link }: LineProps) {
  const hits = findSpans(row.text, wanted, 'hit');
  // Where colors break a match in two there are fewer to be seen than were found.
  const current = hits[Math.min(nth, hits.length - 1)];
  if (nth >= 0 && current !== undefined) current.className = 'hit current';
  const runs = cutIntoRuns(row.text, row.start, row.end, [...row.spans, ...hits]);
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

/** Where in a log that is too long for one scroll bar. */
function Position({ at, size, onMove }: { at: number; size: number; onMove: (offset: number) => void }) {
  return (
    <label className="log-position">
      <span className="visually-hidden">Place in the log</span>
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
