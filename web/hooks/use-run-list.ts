// Polls the list of runs. The page also learns from it that the server stopped or is back, and that a run was deleted.
import { useEffect, useState } from 'react';
import type { RunEntry } from '../../src/contract/index.ts';
import { type DataSource, DataSourceError } from '../api/data-source.ts';

const POLL_MS = 3000;

export interface RunList {
  /** Null until the first response. */
  entries: RunEntry[] | null;
  /** Ids of runs that were in the list before and are not in it now. */
  deleted: ReadonlySet<string>;
  /** Null when the last request succeeded. */
  connectionError: DataSourceError | null;
}

export function useRunList(source: DataSource): RunList {
  const [runList, setRunList] = useState<RunList>({ entries: null, deleted: new Set(), connectionError: null });
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | null = null;
    let stopped = false;
    const poll = async () => {
      const next = await requestList(source);
      if (stopped) return;
      setRunList(next);
      if (source.follow !== null) timer = setTimeout(poll, POLL_MS);
    };
    poll();
    return () => {
      stopped = true;
      if (timer !== null) clearTimeout(timer);
    };
  }, [source]);
  return runList;
}

type Change = (before: RunList) => RunList;

async function requestList(source: DataSource): Promise<Change> {
  try {
    const entries = await source.runs();
    return (before) => withEntries(before, entries);
  } catch (error) {
    if (!(error instanceof DataSourceError)) throw error;
    return (before) => ({ ...before, connectionError: error });
  }
}

export function withEntries(before: RunList, entries: RunEntry[]): RunList {
  const ids = new Set(entries.map(({ id }) => id));
  const known = [...before.deleted, ...(before.entries ?? []).map(({ id }) => id)];
  const deleted = new Set(known.filter((id) => !ids.has(id)));
  // The same object for the same response, so that React does not render everything again.
  const isSame =
    before.connectionError === null &&
    deleted.size === before.deleted.size &&
    JSON.stringify(before.entries) === JSON.stringify(entries);
  return isSame ? before : { entries, deleted, connectionError: null };
}
