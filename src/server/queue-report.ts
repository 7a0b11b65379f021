// What the page shows about the queue. One request to the database serves all pages that ask within a second.
import { type QueueReport, type QueueState, refusalOf } from '../contract/index.ts';

const KEPT_MS = 1000;

/** `ask` is null if no queue is configured. Never rejects: a queue that does not answer is a result. */
export function openQueueReport(ask: (() => Promise<QueueState>) | null): () => Promise<QueueReport> {
  let kept: Promise<QueueReport> | null = null;
  return () => {
    kept ??= reportOn(ask).finally(() => setTimeout(() => (kept = null), KEPT_MS).unref());
    return kept;
  };
}

async function reportOn(ask: (() => Promise<QueueState>) | null): Promise<QueueReport> {
  if (ask === null) return { queue: null, problem: null };
  try {
    return { queue: await ask(), problem: null };
  } catch (error) {
    return { queue: null, problem: refusalOf(error) };
  }
}

/** Labels and reasons name candidates, whose names are hidden in blind mode. */
export function withoutNames({ queue, problem }: QueueReport): QueueReport {
  if (queue === null) return { queue, problem };
  const pools = queue.pools.map((pool) => {
    const workers = pool.workers.map((worker) => ({ ...worker, jobs: worker.jobs.map((job) => ({ ...job, label: null })) }));
    return { ...pool, workers, lost_jobs: [] };
  });
  return { queue: { ...queue, pools }, problem };
}
