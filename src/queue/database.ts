// What the queue needs from a database: BullMQ on it, and a registry of pools and workers, which BullMQ does not have.
import type { Queue as BullQueue, Worker as BullWorker, Processor, WorkerOptions } from 'bullmq';
import type { RunningJob } from './queue.ts';

/** What BullMQ stores for a job. PostgreSQL would reorder the keys of a JSON object, so the payload is text. */
export interface JobData {
  id: string;
  payload: string;
  /** Omitted if the job was added without one. */
  label?: string;
}

export interface WorkerRecord {
  pool: string;
  name: string;
  isDraining: boolean;
  /** Durations, because the clock of a worker may differ from that of the database. */
  jobs: RunningJob[];
  description: unknown;
}

export interface LiveWorker extends WorkerRecord {
  lastSeenMs: number;
}

export interface Database {
  readonly address: string;
  init(): Promise<void>;
  /** Resolves when requests can be made. Call it before each one: connections of BullMQ that failed at first stay broken. */
  connect(): Promise<void>;
  queueOf(pool: string): BullQueue<JobData>;
  createWorker(pool: string, processor: Processor<JobData>, options: Omit<WorkerOptions, 'connection'>): BullWorker<JobData>;
  /** Whether leases are compared with the clock of the worker instead of that of the database. */
  readonly usesWorkerClock: boolean;
  clockMs(): Promise<number>;
  addPool(pool: string): Promise<void>;
  pools(): Promise<string[]>;
  /** The worker counts as alive for `aliveMs` from now. */
  record(worker: WorkerRecord, aliveMs: number): Promise<void>;
  forget(pool: string, name: string): Promise<void>;
  workers(): Promise<LiveWorker[]>;
  /** Errors of connections that belong to no request. Returns a function that removes the listener. */
  onError(listener: (error: Error) => void): () => void;
  close(): Promise<void>;
}

/** The prefix of all keys in Redis, and the schema in PostgreSQL. */
export const NAMESPACE = 'hydra';

/** Neither names of queues nor ids of jobs may contain colons in BullMQ, and ids may not be numbers. */
export const queueName = (pool: string) => `pool-${escapeName(pool)}`;
export const bullId = (id: string) => `job-${escapeName(id)}`;

/** The job that a message of BullMQ is about. */
export function jobInMessage(message: string): string {
  const [, escaped] = /\bjob-([^\s.]+)/.exec(message) ?? [];
  return escaped === undefined ? 'unknown' : decodeURIComponent(escaped);
}

function escapeName(text: string): string {
  return encodeURIComponent(text).replaceAll('.', '%2E');
}

export class Listeners {
  readonly #listeners = new Set<(error: Error) => void>();

  add(listener: (error: Error) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** An arrow function, because it is passed on as a listener. Without listeners, errors show in the next request. */
  readonly notify = (error: Error): void => {
    for (const listener of this.#listeners) listener(error);
  };
}
