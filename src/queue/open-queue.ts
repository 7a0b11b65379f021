// A queue in the database that an address names.
import { hydraError } from '../contract/index.ts';
import { describeFailures, readHistory, storableText } from './attempts.ts';
import { bullId, type Database, type LiveWorker } from './database.ts';
import { withTimeout } from './failures.ts';
import { type BullMq, loadForPostgres, loadForRedis } from './packages.ts';
import { openPostgres } from './postgres.ts';
import {
  DEFAULT_TIMINGS,
  type JobState,
  type LostJob,
  MAX_ATTEMPTS,
  MAX_LOST_JOBS,
  type PoolState,
  type Queue,
  type QueueJob,
  type QueueTimings,
  type WorkerState,
} from './queue.ts';
import { openRedis } from './redis.ts';
import { PoolWorker } from './worker.ts';

/** In seconds. A removed job can be added again, so keep the ended ones longer than a run takes. */
const KEEP_COMPLETED = { age: 24 * 60 * 60 };
const KEEP_FAILED = { age: 7 * 24 * 60 * 60 };
const MAX_PAYLOAD_LENGTH = 64 * 1024;
const MAX_LABEL_LENGTH = 200;
/** BullMQ must not end a job by itself: the workers count attempts. */
const UNLIMITED = 1_000_000;

const STATES: Readonly<Record<string, JobState['state']>> = {
  waiting: 'waiting',
  prioritized: 'waiting',
  delayed: 'waiting',
  active: 'active',
  completed: 'completed',
  failed: 'failed',
};

/** Loads BullMQ and the client of the database, and connects with the first request. */
export async function openQueue(url: string, timings: Partial<QueueTimings> = {}): Promise<Queue> {
  const all = { ...DEFAULT_TIMINGS, ...timings };
  const { protocol, address } = readAddress(url);
  if (protocol === 'redis:' || protocol === 'rediss:') {
    const packages = await loadForRedis();
    return new DatabaseQueue(openRedis(packages, url, address), packages.bullmq, all);
  }
  if (protocol === 'postgres:' || protocol === 'postgresql:') {
    const bullmq = await loadForPostgres();
    return new DatabaseQueue(openPostgres(bullmq, url, address, all.timeoutMs), bullmq, all);
  }
  throw hydraError('queue_url', { actual: `${protocol}//` });
}

/** User name, password and options are left out: the password may be in either. */
function readAddress(url: string): { protocol: string; address: string } {
  if (!URL.canParse(url)) throw hydraError('queue_url', { actual: 'text that is not a URL' });
  const { protocol, host, pathname } = new URL(url);
  return { protocol, address: `${protocol}//${host}${pathname}` };
}

class DatabaseQueue implements Queue {
  readonly #database: Database;
  readonly #bullmq: BullMq;
  readonly #timings: QueueTimings;
  readonly #workers = new Set<PoolWorker>();
  /** Pools that this process has written to the registry. */
  readonly #knownPools = new Set<string>();

  constructor(database: Database, bullmq: BullMq, timings: QueueTimings) {
    this.#database = database;
    this.#bullmq = bullmq;
    this.#timings = timings;
  }

  get address(): string {
    return this.#database.address;
  }

  init(): Promise<void> {
    // A migration may wait for the one of another process.
    return withTimeout(this.address, 6 * this.#timings.timeoutMs, () => this.#database.init());
  }

  async add({ id, pool, payload, label }: QueueJob): Promise<void> {
    const text = JSON.stringify(payload) ?? 'null';
    if (text.length > MAX_PAYLOAD_LENGTH) throw new Error(`The payload of job ${id} has ${text.length} characters.`);
    await this.#ask(async () => {
      if (!this.#knownPools.has(pool)) await this.#database.addPool(pool);
      this.#knownPools.add(pool);
      const options = { jobId: bullId(id), attempts: UNLIMITED, removeOnComplete: KEEP_COMPLETED, removeOnFail: KEEP_FAILED };
      const shown = label === undefined ? {} : { label: storableText(label, MAX_LABEL_LENGTH) };
      await this.#database.queueOf(pool).add('job', { id, payload: text, ...shown }, options);
    });
  }

  async remove(id: string, pool: string): Promise<boolean> {
    return this.#ask(async () => {
      const queue = this.#database.queueOf(pool);
      return (await queue.remove(bullId(id))) === 1 || (await queue.getJobState(bullId(id))) === 'unknown';
    });
  }

  state(id: string, pool: string): Promise<JobState> {
    return this.#ask(async () => {
      const queue = this.#database.queueOf(pool);
      // First, because the rest of an ended job does not change.
      const state = STATES[await queue.getJobState(bullId(id))] ?? 'unknown';
      const [job, { logs }] = await Promise.all([queue.getJob(bullId(id)), queue.getJobLogs(bullId(id))]);
      if (state === 'unknown' || !job) return { state: 'unknown', attempts: 0, worker: null, reason: null };
      const history = readHistory(logs);
      const taken = state === 'active' ? (job.processedBy ?? null) : null;
      const worker = history.doneBy ?? history.attempts.at(-1)?.worker ?? taken;
      const failures = state === 'completed' ? null : describeFailures(history, state === 'active');
      const reason = state === 'failed' ? (job.failedReason ?? failures) : failures;
      return { state, attempts: Math.min(history.attempts.length, MAX_ATTEMPTS), worker, reason };
    });
  }

  async work(options: Parameters<Queue['work']>[0]): Promise<PoolWorker> {
    await this.#ask(async () => {});
    const worker = await PoolWorker.start(this.#database, this.#bullmq, this.#timings, options);
    this.#workers.add(worker);
    return worker;
  }

  pools(): Promise<PoolState[]> {
    return this.#ask(async () => {
      const [pools, workers] = await Promise.all([this.#database.pools(), this.#database.workers()]);
      const now = await this.#database.clockMs();
      const states = pools.sort().map(async (pool) => {
        const queue = this.#database.queueOf(pool);
        const counts = await queue.getJobCounts('waiting', 'prioritized', 'delayed', 'active', 'completed', 'failed');
        const { waiting = 0, prioritized = 0, delayed = 0, active = 0, completed = 0, failed = 0 } = counts;
        const ofPool = workers.filter((worker) => worker.pool === pool).sort((one, other) => (one.name < other.name ? -1 : 1));
        const lost = failed === 0 ? [] : await this.#lostJobs(pool);
        const shown = ofPool.map((worker) => workerState(worker, now));
        return { pool, waiting: waiting + prioritized + delayed, active, completed, failed, lost, workers: shown };
      });
      return Promise.all(states);
    });
  }

  async #lostJobs(pool: string): Promise<LostJob[]> {
    const jobs = await this.#database.queueOf(pool).getFailed(0, MAX_LOST_JOBS - 1);
    // A job that was removed in the meantime is missing.
    return jobs.flatMap((job) => {
      if (!job) return [];
      const { data, failedReason, finishedOn } = job;
      return { id: data.id, label: data.label ?? null, reason: failedReason ?? '', at: new Date(finishedOn ?? job.timestamp) };
    });
  }

  async close(): Promise<void> {
    await Promise.all([...this.#workers].map((worker) => worker.stop()));
    await withTimeout(this.address, this.#timings.timeoutMs, () => this.#database.close());
  }

  #ask<Value>(request: () => Promise<Value>): Promise<Value> {
    return withTimeout(this.address, this.#timings.timeoutMs, async () => {
      await this.#database.connect();
      return request();
    });
  }
}

function workerState({ name, lastSeenMs, isDraining, jobs, description }: LiveWorker, now: number): WorkerState {
  const unseenMs = Math.max(0, Math.round(now - lastSeenMs));
  const running = jobs.map((job) => ({ ...job, runningMs: job.runningMs + unseenMs }));
  return { name, unseenMs, isDraining, jobs: running, description };
}
