// What the rest of Hydra sees of the queue: jobs, their states, workers and pools. Nothing here depends on BullMQ.

export interface QueueJob {
  id: string;
  /** Workers of this pool take it. */
  pool: string;
  /** Small JSON: trees travel by git, and results by the store. */
  payload: unknown;
  /** What the job does, for people: untrusted text, which is cut to a line. */
  label?: string;
}

export interface JobState {
  state: 'waiting' | 'active' | 'completed' | 'failed' | 'unknown';
  /** How often a worker started it. */
  attempts: number;
  /** The worker of the last attempt. */
  worker: string | null;
  /** Why the attempts so far failed, with the names of their workers. */
  reason: string | null;
}

export interface RunningJob {
  id: string;
  /** Null if it was added without one. */
  label: string | null;
  runningMs: number;
}

/** A job whose attempts all failed or lost their worker. */
export interface LostJob {
  id: string;
  label: string | null;
  reason: string;
  at: Date;
}

export interface WorkerState {
  name: string;
  /** How long ago it was seen, by the clock of the database. */
  unseenMs: number;
  /** It finishes its jobs and takes no more. */
  isDraining: boolean;
  /** The jobs that it runs. */
  jobs: RunningJob[];
  /** What the worker said about itself in `WorkOptions`. */
  description: unknown;
}

export interface PoolState {
  pool: string;
  waiting: number;
  active: number;
  completed: number;
  failed: number;
  /** The failed jobs, the newest first, at most `MAX_LOST_JOBS`. */
  lost: LostJob[];
  workers: WorkerState[];
}

export type QueueEvent =
  | { kind: 'job_started'; job: string; attempt: number }
  | { kind: 'job_completed'; job: string }
  /** `isFinal`: there is no further attempt. */
  | { kind: 'job_failed'; job: string; reason: string; isFinal: boolean }
  /** The worker had the job before, or is being stopped, and returned it to the queue. */
  | { kind: 'job_returned'; job: string; reason: string }
  | { kind: 'lease_lost'; job: string; reason: string }
  /** The database did not accept the end of a job whose lease was lost. */
  | { kind: 'result_refused'; job: string; reason: string }
  | { kind: 'database_error'; reason: string }
  | { kind: 'database_recovered' };

export interface JobControl {
  /** Aborted when the worker no longer owns the job, or is stopped. */
  signal: AbortSignal;
  /** Rejects unless the worker still owns the job. Call it right before publishing a result. */
  confirmOwned(): Promise<void>;
}

export interface WorkOptions {
  /** Unique in its pool. */
  name: string;
  pool: string;
  /** How many jobs run at the same time. */
  jobs: number;
  /** JSON for `pools()`, such as the fields of a fingerprint. */
  description?: unknown;
  run(payload: unknown, control: JobControl): Promise<void>;
  onEvent(event: QueueEvent): void;
}

export interface QueueWorker {
  /** Takes no more jobs; resolves when the running ones have ended. */
  drain(): Promise<void>;
  /** Aborts the running jobs and returns them to the queue; that does not count as an attempt. */
  stop(): Promise<void>;
}

export interface Queue {
  /** For messages: without user name and password. */
  readonly address: string;
  /** Creates or migrates what the database needs. Does nothing when that is done. */
  init(): Promise<void>;
  /** Does nothing if there is a job with this id, also an ended one. */
  add(job: QueueJob): Promise<void>;
  /** Removes a waiting or ended job, so that it can be added again. Returns false for a job that is running. */
  remove(id: string, pool: string): Promise<boolean>;
  state(id: string, pool: string): Promise<JobState>;
  work(options: WorkOptions): Promise<QueueWorker>;
  /** Every pool that ever had a job or a worker, with the workers that are alive. */
  pools(): Promise<PoolState[]>;
  close(): Promise<void>;
}

export interface QueueTimings {
  /** A worker that does not renew its lease for this long has lost the job. */
  leaseMs: number;
  /** How often workers look for lost jobs. A lost job is found after the lease and up to two of these. */
  checkMs: number;
  /** How long one request to the database may take. */
  timeoutMs: number;
}

export const DEFAULT_TIMINGS: QueueTimings = { leaseMs: 30_000, checkMs: 15_000, timeoutMs: 10_000 };

/** How many lost jobs of a pool are described. */
export const MAX_LOST_JOBS = 5;

/** A job that fails, or loses its worker, this often is not started again. */
export const MAX_ATTEMPTS = 2;
