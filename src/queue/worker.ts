// Takes jobs of one pool and runs them: leases, attempts, and the heartbeat that makes the worker visible to others.
import { setTimeout as wait } from 'node:timers/promises';
import type { Worker as BullWorker, Job } from 'bullmq';
import { HydraError, hydraError } from '../contract/index.ts';
import { describeFailures, failureText, type History, type LogEntry, readHistory } from './attempts.ts';
import { type Database, type JobData, jobInMessage } from './database.ts';
import { reasonOf, withTimeout } from './failures.ts';
import type { BullMq } from './packages.ts';
import { MAX_ATTEMPTS, type QueueEvent, type QueueTimings, type QueueWorker, type WorkOptions } from './queue.ts';

/** BullMQ refuses the end of a job with these codes: gone, without a lock, no longer active, locked by another worker. */
const REFUSALS: readonly unknown[] = [-1, -2, -3, -6];
/** BullMQ must not end a job by itself: failures and losses are counted together, here. */
const UNLIMITED = 1_000_000;
const RETRY_MS = 500;
/** A returned job waits this long at first, then twice as long each time. */
const FIRST_RETURN_MS = 100;
/** All idle workers see a returned job at the same moment; the one that returned it asks this much later. */
const HEAD_START_MS = 500;

/** A job and the token that proves who owns it. */
interface OwnedJob {
  job: Job<JobData>;
  token: string;
  id: string;
  controller: AbortController;
  /** By the monotonic clock of this process. */
  startedMs: number;
  /** Null while the worker owns the job. */
  lost: HydraError | null;
  leaseTimer?: NodeJS.Timeout;
}

export class PoolWorker implements QueueWorker {
  readonly #database: Database;
  readonly #bullmq: BullMq;
  readonly #timings: QueueTimings;
  readonly #options: WorkOptions;
  readonly #bull: BullWorker<JobData>;
  readonly #ignoreErrors: () => void;
  /** By the id that BullMQ uses. */
  readonly #running = new Map<string, OwnedJob>();
  readonly #processing = new Set<Promise<void>>();
  /** How often this worker left a job to another one. */
  readonly #returns = new Map<string, number>();
  /** When the job that was returned last can be taken again. */
  #returnedUntilMs = 0;
  #isStopping = false;
  #drained: Promise<void> | null = null;
  #heartbeat: NodeJS.Timeout | undefined;
  #lastError: string | null = null;

  /** The database must be connected. */
  static async start(database: Database, bullmq: BullMq, timings: QueueTimings, options: WorkOptions): Promise<PoolWorker> {
    await withTimeout(database.address, timings.timeoutMs, async () => {
      await checkClock(database, timings.leaseMs);
      await database.addPool(options.pool);
    });
    const worker = new PoolWorker(database, bullmq, timings, options);
    await worker.#begin();
    return worker;
  }

  private constructor(database: Database, bullmq: BullMq, timings: QueueTimings, options: WorkOptions) {
    this.#database = database;
    this.#bullmq = bullmq;
    this.#timings = timings;
    this.#options = options;
    this.#ignoreErrors = database.onError((error) => this.#report(error));
    const { leaseMs, checkMs } = timings;
    this.#bull = database.createWorker(options.pool, (job, token) => this.#track(job, token ?? ''), {
      name: options.name,
      autorun: false,
      concurrency: options.jobs,
      lockDuration: leaseMs,
      stalledInterval: checkMs,
      maxStalledCount: UNLIMITED,
      runRetryDelay: RETRY_MS,
    });
    const backend = this.#bull.getBackend();
    const takeJob = backend.moveToActive.bind(backend);
    backend.moveToActive = async (token, name) => {
      await this.#letOthersGoFirst();
      return takeJob(token, name);
    };
    this.#bull.on('error', (error) => this.#report(error));
    this.#bull.on('completed', ({ data }) => this.#emit({ kind: 'job_completed', job: data.id }));
    this.#bull.on('locksRenewed', ({ jobIds }) => this.#forEach(jobIds, (owned) => this.#extendLease(owned)));
    this.#bull.on('lockRenewalFailed', (ids) => this.#forEach(ids, (owned) => this.#lose(owned, 'another worker took it')));
  }

  async #begin(): Promise<void> {
    try {
      await this.#ask(() => this.#bull.waitUntilReady());
      await this.#ask(() => this.#record());
    } catch (error) {
      this.#ignoreErrors();
      // The connection that failed stays broken; closing it may fail as well.
      void this.#bull.close(true).catch(() => {});
      throw error;
    }
    this.#scheduleHeartbeat();
    this.#bull.run().catch((error) => this.#report(error));
  }

  drain(): Promise<void> {
    this.#drained ??= this.#end();
    return this.#drained;
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    for (const { controller } of this.#running.values()) controller.abort(new Error('The worker is being stopped.'));
    const limit = new AbortController();
    // A `run` that ignores its signal keeps the job until the process ends.
    await Promise.race([this.drain(), wait(this.#timings.leaseMs, undefined, { signal: limit.signal }).catch(() => {})]);
    limit.abort();
  }

  async #end(): Promise<void> {
    const closed = this.#bull.close().catch((error) => this.#report(error));
    await this.#recordQuietly();
    do {
      await Promise.allSettled(this.#processing);
      // Without a database, BullMQ may wait for ever to write how a job ended.
      await withTimeout(this.#database.address, this.#timings.timeoutMs, () => closed).catch((error) => this.#report(error));
    } while (this.#processing.size > 0);
    clearTimeout(this.#heartbeat);
    this.#heartbeat = undefined;
    await this.#ask(() => this.#database.forget(this.#options.pool, this.#options.name)).catch((error) => this.#report(error));
    this.#ignoreErrors();
  }

  async #track(job: Job<JobData>, token: string): Promise<void> {
    const processing = this.#process(job, token);
    this.#processing.add(processing);
    try {
      await processing;
    } finally {
      this.#processing.delete(processing);
    }
  }

  async #process(job: Job<JobData>, token: string): Promise<void> {
    const { id } = job.data;
    if (this.#drained !== null) {
      await job.moveToWait(token);
      throw new this.#bullmq.WaitingError();
    }
    const history = await this.#historyOf(job);
    // The worker that ran it could not tell BullMQ.
    if (history.doneBy !== null) return;
    if (history.attempts.length >= MAX_ATTEMPTS) throw this.#finalFailure(id, history);
    if (await this.#isForAnother(history)) {
      await this.#leaveToAnother(job, token);
      throw new this.#bullmq.DelayedError();
    }
    this.#returns.delete(id);
    const startedMs = performance.now();
    await this.#runOwned({ job, token, id, controller: new AbortController(), startedMs, lost: null }, history);
  }

  /** The other worker may take the job at once, or be busy for hours. */
  async #leaveToAnother(job: Job<JobData>, token: string): Promise<void> {
    const { id } = job.data;
    const times = this.#returns.get(id) ?? 0;
    this.#returns.set(id, times + 1);
    const delayMs = Math.min(FIRST_RETURN_MS * 2 ** times, this.#timings.leaseMs / 3);
    this.#returnedUntilMs = Date.now() + delayMs;
    await job.moveToDelayed(this.#returnedUntilMs, token);
    if (times > 0) return;
    this.#emit({ kind: 'job_returned', job: id, reason: 'it was on this worker before, and another worker is alive' });
  }

  async #letOthersGoFirst(): Promise<void> {
    const lateMs = Date.now() - this.#returnedUntilMs;
    if (lateMs >= 0 && lateMs < HEAD_START_MS) await wait(HEAD_START_MS - lateMs);
  }

  async #runOwned(owned: OwnedJob, history: History): Promise<void> {
    const { job, id, controller } = owned;
    const confirmOwned = () => this.#untilReachable(owned, () => this.#confirm(owned));
    this.#running.set(job.id ?? '', owned);
    this.#extendLease(owned);
    try {
      await this.#log(owned, { event: 'started', worker: this.#options.name });
      history.attempts.push({ worker: this.#options.name, failure: null });
      await confirmOwned();
      this.#emit({ kind: 'job_started', job: id, attempt: history.attempts.length });
      void this.#recordQuietly();
      await this.#options.run(JSON.parse(job.data.payload), { signal: controller.signal, confirmOwned });
      await confirmOwned();
      await this.#log(owned, { event: 'done', worker: this.#options.name });
    } catch (error) {
      throw await this.#endingOf(owned, history, error);
    } finally {
      clearTimeout(owned.leaseTimer);
      this.#running.delete(job.id ?? '');
      void this.#recordQuietly();
    }
  }

  /** The error that tells BullMQ what to do with a job whose run was rejected. */
  async #endingOf(owned: OwnedJob, history: History, error: unknown): Promise<Error> {
    const { job, token, id, lost } = owned;
    // BullMQ tries to record this as a failure, and the database refuses it.
    if (lost !== null) return plainError(lost.message);
    const worker = this.#options.name;
    if (this.#isStopping) {
      await this.#log(owned, { event: 'returned', worker });
      await job.moveToWait(token);
      this.#emit({ kind: 'job_returned', job: id, reason: 'the worker is being stopped' });
      return new this.#bullmq.WaitingError();
    }
    const reason = failureText(error);
    await this.#log(owned, { event: 'failed', worker, reason });
    history.attempts.splice(-1, 1, { worker, failure: reason });
    if (history.attempts.length >= MAX_ATTEMPTS) return this.#finalFailure(id, history);
    this.#emit({ kind: 'job_failed', job: id, reason, isFinal: false });
    return plainError(reason);
  }

  #finalFailure(id: string, history: History): Error {
    const reason = describeFailures(history) ?? '';
    this.#emit({ kind: 'job_failed', job: id, reason, isFinal: true });
    const error = new this.#bullmq.UnrecoverableError(reason);
    error.stack = '';
    return error;
  }

  async #historyOf(job: Job<JobData>): Promise<History> {
    const { logs } = await this.#ask(() => this.#database.queueOf(this.#options.pool).getJobLogs(job.id ?? ''));
    return readHistory(logs);
  }

  /** A second attempt on the same machine says little about the job. */
  async #isForAnother({ attempts }: History): Promise<boolean> {
    const { name, pool } = this.#options;
    if (attempts.every(({ worker }) => worker !== name)) return false;
    const workers = await this.#ask(() => this.#database.workers());
    return workers.some((other) => other.pool === pool && other.name !== name && !other.isDraining);
  }

  async #confirm(owned: OwnedJob): Promise<void> {
    const { job, token } = owned;
    const extended = owned.lost === null ? await this.#ask(() => job.extendLock(token, this.#timings.leaseMs)) : 0;
    if (extended === 1 && owned.lost === null) this.#extendLease(owned);
    else throw this.#lose(owned, 'another worker took it');
  }

  async #log(owned: OwnedJob, entry: LogEntry): Promise<void> {
    await this.#untilReachable(owned, () => this.#ask(() => owned.job.log(JSON.stringify(entry))));
  }

  /** Repeats a request while the database is away and the lease may still be valid. */
  async #untilReachable<Value>(owned: OwnedJob, request: () => Promise<Value>): Promise<Value> {
    for (;;) {
      try {
        return await request();
      } catch (error) {
        const isAway = error instanceof HydraError && error.code === 'queue_unreachable';
        if (!isAway || owned.lost !== null) throw owned.lost ?? error;
        await wait(RETRY_MS);
      }
    }
  }

  #extendLease(owned: OwnedJob): void {
    clearTimeout(owned.leaseTimer);
    const { leaseMs } = this.#timings;
    owned.leaseTimer = setTimeout(() => this.#lose(owned, `its lease was not renewed for ${leaseMs / 1000} s`), leaseMs);
  }

  #lose(owned: OwnedJob, reason: string): HydraError {
    if (owned.lost !== null) return owned.lost;
    owned.lost = hydraError('queue_lease_lost', { job: owned.id, reason });
    clearTimeout(owned.leaseTimer);
    this.#emit({ kind: 'lease_lost', job: owned.id, reason });
    owned.controller.abort(owned.lost);
    return owned.lost;
  }

  #forEach(ids: readonly string[], act: (owned: OwnedJob) => void): void {
    for (const id of ids) {
      const owned = this.#running.get(id);
      if (owned !== undefined && owned.lost === null) act(owned);
    }
  }

  #scheduleHeartbeat(): void {
    this.#heartbeat = setTimeout(async () => {
      await this.#recordQuietly();
      if (this.#heartbeat !== undefined) this.#scheduleHeartbeat();
    }, this.#timings.leaseMs / 3);
  }

  async #record(): Promise<void> {
    const { name, pool, description = null } = this.#options;
    const now = performance.now();
    const jobs = [...this.#running.values()].map(({ id, job, startedMs }) => {
      return { id, label: job.data.label ?? null, runningMs: Math.round(now - startedMs) };
    });
    const record = { pool, name, isDraining: this.#drained !== null, jobs, description };
    await this.#database.record(record, 2 * this.#timings.leaseMs);
  }

  async #recordQuietly(): Promise<void> {
    try {
      await this.#ask(() => this.#record());
      if (this.#lastError !== null) this.#emit({ kind: 'database_recovered' });
      this.#lastError = null;
    } catch (error) {
      this.#report(error);
    }
  }

  #ask<Value>(request: () => Promise<Value>): Promise<Value> {
    return withTimeout(this.#database.address, this.#timings.timeoutMs, async () => {
      await this.#database.connect();
      return request();
    });
  }

  #report(error: unknown): void {
    const { code, message } = error as { code?: unknown; message: string };
    if (REFUSALS.includes(code)) {
      this.#emit({ kind: 'result_refused', job: jobInMessage(message), reason: reasonOf(error) });
      return;
    }
    // Comes with the event `lockRenewalFailed`.
    if (message.startsWith('could not renew lock')) return;
    const reason = reasonOf(error);
    // Every connection reports each failed attempt.
    if (reason !== this.#lastError) this.#emit({ kind: 'database_error', reason });
    this.#lastError = reason;
  }

  #emit(event: QueueEvent): void {
    this.#options.onEvent(event);
  }
}

/** A fast clock would take the jobs of all other workers for lost. */
async function checkClock(database: Database, leaseMs: number): Promise<void> {
  if (!database.usesWorkerClock) return;
  const before = Date.now();
  const there = await database.clockMs();
  const after = Date.now();
  const differenceMs = Math.max(0, Math.abs(there - (before + after) / 2) - (after - before) / 2);
  const limitMs = leaseMs / 4;
  if (differenceMs <= limitMs) return;
  const [difference, limit] = [differenceMs, limitMs].map((ms) => (ms / 1000).toFixed(1)) as [string, string];
  throw hydraError('queue_clock_skew', { address: database.address, difference, limit });
}

/** BullMQ stores the stack as well, which says nothing about the job. */
function plainError(message: string): Error {
  const error = new Error(message);
  error.stack = '';
  return error;
}
