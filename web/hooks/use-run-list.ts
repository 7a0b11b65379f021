// The list of runs, looked at again and again. It is also how the page notices that the server is gone,
// that it is back, and that a run was deleted.
import { useEffect, useState } from 'react';
import type { RunEntry } from '../../src/contract/index.ts';
import { type DataSource, DataSourceError } from '../api/data-source.ts';

const LOOK_AGAIN_MS = 3000;

export interface RunList {
  /** Null until the first answer. */
  entries: RunEntry[] | null;
  /** Ids of runs that were there and are not any more. */
  gone: ReadonlySet<string>;
  /** Why the last look failed; null when it did not. */
  lost: DataSourceError | null;
}

export function useRunList(source: DataSource): RunList {
  const [history, setHistory] = useState<RunList>({ entries: null, gone: new Set(), lost: null });
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | null = null;
    let stopped = false;
    const look = async () => {
      const next = await lookAt(source);
      if (stopped) return;
      setHistory(next);
      if (source.follow !== null) timer = setTimeout(look, LOOK_AGAIN_MS);
    };
    look();
    return () => {
      stopped = true;
      if (timer !== null) clearTimeout(timer);
    };
  }, [source]);
  return history;
}

type Change = (before: RunList) => RunList;

async function lookAt(source: DataSource): Promise<Change> {
  try {
    const entries = await source.runs();
    return (before) => changeTo(before, entries);
  } catch (error) {
    if (!(error instanceof DataSourceError)) throw error;
    return (before) => ({ ...before, lost: error });
  }
}

export function changeTo(before: RunList, entries: RunEntry[]): RunList {
  const ids = new Set(entries.map(({ id }) => id));
  const known = [...before.gone, ...(before.entries ?? []).map(({ id }) => id)];
  const gone = new Set(known.filter((id) => !ids.has(id)));
  // The same answer is no reason to draw everything again.
  const isSame =
    before.lost === null && gone.size === before.gone.size && JSON.stringify(before.entries) === JSON.stringify(entries);
  return isSame ? before : { entries, gone, lost: null };
}
