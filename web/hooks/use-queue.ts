// Polls the state of the queue while the page is visible.
import { useEffect, useState } from 'react';
import type { QueueReport } from '../../src/contract/index.ts';
import { DataSourceError } from '../api/data-source.ts';

const POLL_MS = 3000;

/** Null until the first response. Keeps the last report while the server does not respond. */
export function useQueue(load: () => Promise<QueueReport>): QueueReport | null {
  const [report, setReport] = useState<QueueReport | null>(null);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | null = null;
    let stopped = false;
    const poll = async () => {
      const next = await requestReport(load);
      if (stopped) return;
      if (next !== null) setReport(next);
      // A server without a queue does not get one later.
      if (next === null || next.queue !== null || next.problem !== null) timer = setTimeout(pollIfVisible, POLL_MS);
    };
    const pollIfVisible = () => {
      if (!document.hidden) poll();
      else document.addEventListener('visibilitychange', poll, { once: true });
    };
    poll();
    return () => {
      stopped = true;
      if (timer !== null) clearTimeout(timer);
      document.removeEventListener('visibilitychange', poll);
    };
  }, [load]);
  return report;
}

/** Null when the server does not respond. */
async function requestReport(load: () => Promise<QueueReport>): Promise<QueueReport | null> {
  try {
    return await load();
  } catch (error) {
    if (!(error instanceof DataSourceError)) throw error;
    return null;
  }
}
