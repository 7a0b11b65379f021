// A search through a log that may be far longer than what is in memory. The source searches; found so far is
// what has been asked for.
import { useEffect, useEffectEvent, useState } from 'react';
import type { LogSource } from '../api/data-source.ts';

interface Found {
  wanted: string;
  offsets: readonly number[];
  /** Where to go on; null when the whole log was searched. */
  next: number | null;
  /** Which of them is shown; -1 is none. */
  at: number;
  state: 'idle' | 'searching' | 'failed';
}

const NOTHING: Found = { wanted: '', offsets: [], next: null, at: -1, state: 'idle' };
/** Until somebody who types has finished a word. */
const PAUSE_MS = 200;

export function useLogSearch(source: LogSource, first: string, onPlace: (offset: number) => void) {
  const [wanted, setWanted] = useState(first);
  const [found, setFound] = useState(NOTHING);
  const show = (next: Found) => {
    setFound(next);
    const offset = next.offsets[next.at];
    if (offset !== undefined) onPlace(offset);
  };
  const searchOn = useEffectEvent(async (before: Found, isWanted: () => boolean) => {
    setFound({ ...before, state: 'searching' });
    try {
      const more = await searchUntilFound(source, before, isWanted);
      if (isWanted()) show({ ...more, at: more.offsets.length > before.offsets.length ? before.offsets.length : before.at });
    } catch {
      if (isWanted()) setFound({ ...before, state: 'failed' });
    }
  });
  useEffect(() => {
    let stopped = false;
    if (wanted === '') {
      setFound(NOTHING);
      return;
    }
    const start = () => searchOn({ ...NOTHING, wanted, next: 0 }, () => !stopped);
    const timer = setTimeout(start, wanted === first ? 0 : PAUSE_MS);
    return () => {
      stopped = true;
      clearTimeout(timer);
    };
  }, [wanted, first]);

  const [asked, setAsked] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the number is the request to go on.
  useEffect(() => {
    let stopped = false;
    if (asked > 0) searchOn(found, () => !stopped);
    return () => {
      stopped = true;
    };
  }, [asked]);

  const onStep = (step: 1 | -1) => {
    const { offsets, next, at } = found;
    const to = at + step;
    if (to >= 0 && to < offsets.length) show({ ...found, at: to });
    else if (to >= offsets.length && next !== null) setAsked((count) => count + 1);
    else if (offsets.length > 0 && next === null) show({ ...found, at: step === 1 ? 0 : offsets.length - 1 });
  };
  return {
    current: found.offsets[found.at] ?? null,
    nth: nthOf(found),
    shown: found.wanted,
    box: { wanted, onWanted: setWanted, status: statusOf(found), onStep, isDisabled: found.offsets.length === 0 },
  };
}

/** A source may answer after a part of the log; then it is asked on until there is something to show. */
async function searchUntilFound(source: LogSource, before: Found, isWanted: () => boolean): Promise<Found> {
  let { next } = before;
  while (next !== null && isWanted()) {
    const answer = await source.search(before.wanted, next);
    next = answer.next;
    if (answer.offsets.length > 0) return { ...before, offsets: [...before.offsets, ...answer.offsets], next, state: 'idle' };
  }
  return { ...before, next, state: 'idle' };
}

/** For telling matches of one line apart: the offsets up to the shown one, nearest first. */
function nthOf({ offsets, at }: Found): (lineStart: number) => number {
  return (lineStart) => {
    let count = 0;
    while (at - count - 1 >= 0 && (offsets[at - count - 1] ?? -1) >= lineStart) count++;
    return count;
  };
}

function statusOf({ wanted, offsets, next, at, state }: Found): string {
  if (wanted === '') return '';
  if (state === 'failed') return 'not searched';
  if (offsets.length === 0) return state === 'searching' ? 'searching' : 'no match';
  const more = next === null ? '' : '+';
  return `${(at + 1).toLocaleString('en')} of ${offsets.length.toLocaleString('en')}${more}`;
}
