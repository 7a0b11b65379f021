// Renders the pools of a queue: a table of pools, then what each worker does, then the lost jobs.
import { type PoolWorker, type QueuePool, type QueueState, UNSEEN_MS } from '../contract/index.ts';
import { machineWords, poolTitle } from '../text/index.ts';
import {
  cutEnd,
  cutMiddle,
  displayWidth,
  joinBlocks,
  LINE_WIDTH,
  padEnd,
  padStart,
  visibleText,
  widestOf,
  wrapText,
} from './terminal-text.ts';

const MAX_POOL_WIDTH = 24;
const MAX_WORKER_WIDTH = 30;
const GAP = '  ';

export function renderQueue({ address, pools }: QueueState): string {
  if (pools.length === 0) {
    const start = 'Start a worker with `hydra worker --queue URL --store PLACE`.';
    return `No worker is connected to ${visibleText(address)}, and no job waits. ${start}\n`;
  }
  const titles = pools.map((pool) => cutMiddle(visibleText(poolTitle(pool, pools)), MAX_POOL_WIDTH));
  return joinBlocks([
    [`Queue ${visibleText(address)}`],
    poolTable(pools, titles),
    ...pools.flatMap((pool, index) => [workerLines(pool, titles[index] ?? ''), lostLines(pool, titles[index] ?? '')]),
  ]);
}

const COUNTS = ['waiting', 'running', 'lost'] as const;

function poolTable(pools: readonly QueuePool[], titles: readonly string[]): string[] {
  const width = widestOf(['pool', ...titles]);
  const cells = pools.map((pool) => COUNTS.map((name) => String(pool[name])));
  const widths = COUNTS.map((name, column) => widestOf([name, ...cells.map((row) => row[column] ?? '')]));
  const start = (title: string, row: readonly string[]) =>
    [padEnd(title, width), ...row.map((cell, column) => padStart(cell, widths[column] ?? 0)), ''].join(GAP);
  return [
    `${start('pool', COUNTS)}machine`,
    ...pools.flatMap((pool, index) => wrapText(start(titles[index] ?? '', cells[index] ?? []), machineText(pool))),
  ];
}

function machineText({ fingerprint, workers }: QueuePool): string {
  if (workers.length === 0) return 'unknown, no worker is connected';
  return fingerprint === null ? 'unknown, the worker is of another version' : visibleText(machineWords(fingerprint));
}

function workerLines({ workers }: QueuePool, title: string): string[] {
  if (workers.length === 0) return [];
  const names = workers.map(({ name }) => cutMiddle(visibleText(name), MAX_WORKER_WIDTH));
  const width = widestOf(names);
  const lines = workers.flatMap((worker, index) =>
    activities(worker).map(({ text, time }, line) => {
      const start = `${GAP}${padEnd(line === 0 ? (names[index] ?? '') : '', width)}${GAP}`;
      return `${start}${cutEnd(text, LINE_WIDTH - displayWidth(start) - time.length)}${time}`;
    }),
  );
  return [`Workers of ${title}`, ...lines];
}

/** What a worker does, one line per job. */
function activities({ jobs, is_draining, unseen_ms }: PoolWorker): { text: string; time: string }[] {
  const unseen = unseen_ms < UNSEEN_MS ? [] : [{ text: `not seen for ${durationText(unseen_ms)}`, time: '' }];
  const ending = is_draining ? [{ text: 'finishes its jobs and takes no more', time: '' }] : [];
  const running = jobs.map((job) => ({ text: jobText(job), time: `, for ${durationText(job.running_ms)}` }));
  const lines = [...running, ...ending, ...unseen];
  return lines.length === 0 ? [{ text: 'waits for jobs', time: '' }] : lines;
}

function jobText({ id, label }: { id: string; label: string | null }): string {
  return visibleText(label ?? `job ${id}`);
}

function lostLines({ lost, lost_jobs }: QueuePool, title: string): string[] {
  if (lost === 0) return [];
  const shown = lost_jobs.length < lost ? `, the newest ${lost_jobs.length} of ${lost}` : '';
  const lines = lost_jobs.flatMap((job) => [
    ...wrapText(GAP, jobText(job)),
    ...wrapText(GAP + GAP, `${job.at.slice(0, 16).replace('T', ' ')} UTC: ${visibleText(job.reason)}`),
  ]);
  return [`Lost jobs of ${title}${shown}`, ...lines];
}

function durationText(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  return minutes < 60 ? `${minutes} min ${seconds % 60} s` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
