// Searches a log that may be larger than memory. The data source searches in steps; a step to the next match
// requests more when needed.
import { useEffect, useEffectEvent, useState } from 'react';
import type { LogSource } from '../api/data-source.ts';

interface Found {
  query: string;
  offsets: readonly number[];
  /** The offset to continue at; null when the whole log was searched. */
  next: number | null;
  /** The index of the current match; -1 for none. */
  at: number;
  state: 'idle' | 'searching' | 'failed';
}

const NOTHING: Found = { query: '', offsets: [], next: null, at: -1, state: 'idle' };
/** Delay while the user types. */
const DEBOUNCE_MS = 200;

export function useLogSearch(source: LogSource, first: string, onMatch: (offset: number) => void) {
  const [query, setQuery] = useState(first);
  const [found, setFound] = useState(NOTHING);
  const show = (next: Found) => {
    setFound(next);
    const offset = next.offsets[next.at];
    if (offset !== undefined) onMatch(offset);
  };
  const searchOn = useEffectEvent(async (before: Found, isCurrent: () => boolean) => {
    setFound({ ...before, state: 'searching' });
    try {
      const more = await searchUntilFound(source, before, isCurrent);
      if (isCurrent()) show({ ...more, at: more.offsets.length > before.offsets.length ? before.offsets.length : before.at });
    } catch {
      if (isCurrent()) setFound({ ...before, state: 'failed' });
    }
  });
  useEffect(() => {
    let stopped = false;
    if (query === '') {
      setFound(NOTHING);
      return;
    }
    const start = () => searchOn({ ...NOTHING, query, next: 0 }, () => !stopped);
    const timer = setTimeout(start, query === first ? 0 : DEBOUNCE_MS);
    return () => {
      stopped = true;
      clearTimeout(timer);
    };
  }, [query, first]);

  const [requests, setRequests] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the number requests the next search.
  useEffect(() => {
    let stopped = false;
    if (requests > 0) searchOn(found, () => !stopped);
    return () => {
      stopped = true;
    };
  }, [requests]);

  const onStep = (step: 1 | -1) => {
    const { offsets, next, at } = found;
    const to = at + step;
    if (to >= 0 && to < offsets.length) show({ ...found, at: to });
    else if (to >= offsets.length && next !== null) setRequests((count) => count + 1);
    else if (offsets.length > 0 && next === null) show({ ...found, at: step === 1 ? 0 : offsets.length - 1 });
  };
  return {
    current: found.offsets[found.at] ?? null,
    nth: nthOf(found),
    shown: found.query,
    box: { query, onQuery: setQuery, status: statusOf(found), onStep, isDisabled: found.offsets.length === 0 },
  };
}

/** A response may cover only a part of the log. Continues until there is a match or the end. */
async function searchUntilFound(source: LogSource, before: Found, isCurrent: () => boolean): Promise<Found> {
  let { next } = before;
  while (next !== null && isCurrent()) {
    const response = await source.search(before.query, next);
    next = response.next;
    if (response.offsets.length > 0) return { ...before, offsets: [...before.offsets, ...response.offsets], next, state: 'idle' };
  }
  return { ...before, next, state: 'idle' };
}

/** Given the start of the line, the index of the current match among the matches of that line. */
function nthOf({ offsets, at }: Found): (lineStart: number) => number {
  return (lineStart) => {
    let count = 0;
    while (at - count - 1 >= 0 && (offsets[at - count - 1] ?? -1) >= lineStart) count++;
    return count;
  };
}

function statusOf({ query, offsets, next, at, state }: Found): string {
  if (query === '') return '';
  if (state === 'failed') return 'search failed';
  if (offsets.length === 0) return state === 'searching' ? 'searching…' : 'no matches';
  const more = next === null ? '' : '+';
  return `${(at + 1).toLocaleString('en')} of ${offsets.length.toLocaleString('en')}${more}`;
}
