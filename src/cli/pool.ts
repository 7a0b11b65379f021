// The options --queue, --store and --pool, and the commands `hydra queue`, `hydra worker` and `hydra list --queue`.
import { canonicalJson, hydraError, type QueueState } from '../contract/index.ts';
import { describeQueue, findPool, runWorker } from '../distribution/index.ts';
import type { Pool } from '../pipeline/index.ts';
import { openQueue, type Queue } from '../queue/index.ts';
import { renderQueue } from '../report/index.ts';
import { openSharedStore, retrying, type SharedStore } from '../store/index.ts';
import type { Outcome } from './exit-code.ts';
import { toJobs } from './jobs.ts';

export interface PoolOptions {
  queue?: string;
  store?: string;
  pool?: string;
}

/** Addresses with a password are better kept out of the command line, which other users of a machine can see. */
function addressOf(option: 'queue' | 'store', { [option]: given }: PoolOptions, command: string): string {
  const variable = option === 'queue' ? 'HYDRA_QUEUE' : 'HYDRA_STORE';
  const address = given ?? process.env[variable] ?? '';
  if (address !== '') return address;
  const problem = `${command} needs the address of the ${option}: --${option} or the variable ${variable}.`;
  throw hydraError('usage', { problem, command });
}

const STORE_WAIT_MS = 15 * 60 * 1000;

function openStore(options: PoolOptions, command: string, signal: AbortSignal, tell: (text: string) => void): SharedStore {
  const store = openSharedStore(addressOf('store', options, command), process.env);
  const onWait = () => tell(`The store ${store.address} does not answer. Waiting for it.`);
  return retrying(store, { forMs: STORE_WAIT_MS, signal, onWait });
}

/** Calls `work` with the pool that the options name; without --queue the checks run on this machine. */
export async function withPool<Result>(
  options: PoolOptions,
  command: string,
  signal: AbortSignal,
  work: (pool: { pool?: Pool }) => Promise<Result>,
): Promise<Result> {
  if (options.queue === undefined && options.store === undefined && options.pool === undefined) return work({});
  const tell = (text: string) => void process.stderr.write(`${text}\n`);
  const store = openStore(options, command, signal, tell);
  const queue = await openQueue(addressOf('queue', options, command));
  try {
    return await work({ pool: await findPool({ queue, store, name: options.pool ?? null, signal, tell }) });
  } finally {
    await queue.close();
  }
}

export async function initQueue(url: string | undefined): Promise<Outcome> {
  const queue = await openQueue(addressOf('queue', url === undefined ? {} : { queue: url }, 'hydra queue init'));
  try {
    await queue.init();
    const next = 'Start workers with `hydra worker --queue URL --store PLACE`.';
    return { text: `The queue ${queue.address} is ready. ${next}\n`, exitCode: 0 };
  } finally {
    await queue.close();
  }
}

/** `url` is true for --queue without an address. */
export async function listQueue(url: string | true, json: boolean): Promise<Outcome> {
  const queue = await openQueue(addressOf('queue', url === true ? {} : { queue: url }, 'hydra list'));
  try {
    const state = await describeQueue(queue);
    return { text: json ? canonicalJson(state) : renderQueue(state), exitCode: 0 };
  } finally {
    await queue.close();
  }
}

export interface QueueView {
  state(): Promise<QueueState>;
  close(): Promise<void>;
}

/** Null without an address. Opens the queue with the first request: the page shows what is wrong with it. */
export function viewQueue(url = process.env.HYDRA_QUEUE ?? ''): QueueView | null {
  if (url === '') return null;
  let opened: Promise<Queue> | null = null;
  return {
    state: async () => {
      opened ??= openQueue(url);
      return describeQueue(await opened);
    },
    close: async () => {
      // A queue that does not answer is not worth an error any more.
      await opened?.then((queue) => queue.close()).catch(() => {});
    },
  };
}

export interface WorkerOptions extends PoolOptions {
  jobs?: string;
  lease: string;
}

function toLease(text: string): number {
  if (/^[1-9]\d{0,3}$/.test(text)) return Number(text) * 1000;
  const problem = `Expected --lease to be a number of seconds from 1 to 9999, got \`${text}\`.`;
  throw hydraError('usage', { problem, command: 'hydra worker' });
}

/** Runs until a signal: the first one finishes the running jobs, the second one stops them. */
export async function worker(options: WorkerOptions): Promise<Outcome> {
  const jobs = toJobs(options.jobs, 'hydra worker') ?? 1;
  const [drain, stop] = [new AbortController(), new AbortController()];
  const onSignal = () => (drain.signal.aborted ? stop.abort() : drain.abort());
  const tell = (text: string) => void process.stderr.write(`${new Date().toISOString()} ${text}\n`);
  const store = openStore(options, 'hydra worker', stop.signal, tell);
  const leaseMs = toLease(options.lease);
  const queue: Queue = await openQueue(addressOf('queue', options, 'hydra worker'), { leaseMs, checkMs: leaseMs / 2 });
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, onSignal);
  try {
    const common = { queue, store, pool: options.pool ?? 'default', jobs, tell };
    await runWorker({ ...common, drain: drain.signal, stop: stop.signal });
    return { text: '', exitCode: 0 };
  } finally {
    for (const name of ['SIGINT', 'SIGTERM'] as const) process.off(name, onSignal);
    await queue.close();
  }
}
