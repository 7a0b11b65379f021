// Workers of a queue in processes of their own, and what they report.
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { openQueue, type Queue, type QueueTimings } from '../../src/queue/index.ts';
import { temporaryFolder } from '../temporary-repository.ts';

const FIXTURE = fileURLToPath(new URL('../fixtures/queue/worker.mjs', import.meta.url));
const DEADLINE_MS = 45_000;

/** Long enough that a busy machine loses no lease. */
export const PATIENT: QueueTimings = { leaseMs: 30_000, checkMs: 300, timeoutMs: 4000 };
/** For tests in which a lease is lost. */
export const SHORT: QueueTimings = { leaseMs: 2000, checkMs: 300, timeoutMs: 4000 };

export interface Line {
  worker: string;
  event: string;
  job?: string;
  [field: string]: unknown;
}

export interface TestWorker {
  name: string;
  process: ChildProcess;
  ended: Promise<void>;
}

let pools = 0;

/** One test: a pool of its own in a shared database, and the log of its workers. */
export class QueueTest {
  readonly pool = `pool ${process.pid}.${pools++}`;
  readonly folder = temporaryFolder();
  readonly #url: string;
  readonly #timings: QueueTimings;

  constructor(url: string, timings: QueueTimings) {
    this.#url = url;
    this.#timings = timings;
  }

  async open(): Promise<Queue> {
    const queue = await openQueue(this.#url, this.#timings);
    onTestFinished(() => queue.close().catch(() => {}));
    return queue;
  }

  async startWorker(name: string, clockOffsetMs = 0): Promise<TestWorker> {
    const { pool } = this;
    const options = { url: this.#url, name, pool, log: this.#log, timings: this.#timings, clockOffsetMs };
    const child = spawn(process.execPath, [FIXTURE, JSON.stringify(options)], { stdio: 'inherit' });
    const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    onTestFinished(async () => {
      child.kill('SIGKILL');
      await ended;
    });
    await this.until(`${name} is ready`, () => this.lines(name).some(({ event }) => /^(ready|refused)/.test(event)));
    return { name, process: child, ended };
  }

  payload(job: string, behavior: 'complete' | 'hold' | 'wait' | 'fail' = 'complete', message = ''): Record<string, string> {
    return { job, behavior, release: this.#release, message };
  }

  /** Lets jobs that hold go on. */
  release(): void {
    writeFileSync(this.#release, '');
  }

  /** What workers wrote, of one worker or of all. */
  lines(worker?: string): Line[] {
    const text = existsSync(this.#log) ? readFileSync(this.#log, 'utf8') : '';
    // The last line may not be complete yet.
    const lines = text
      .split('\n')
      .slice(0, -1)
      .map((line): Line => JSON.parse(line));
    return worker === undefined ? lines : lines.filter((line) => line.worker === worker);
  }

  /** The workers that ran a job, in order. */
  runs(job: string): string[] {
    return this.lines().flatMap((line) => (line.event === 'run' && line.job === job ? [line.worker] : []));
  }

  async until(what: string, isTrue: () => boolean | Promise<boolean>): Promise<void> {
    const deadline = performance.now() + DEADLINE_MS;
    while (!(await isTrue())) {
      if (performance.now() > deadline) {
        throw new Error(`Waited in vain until ${what}. The workers wrote:\n${JSON.stringify(this.lines(), null, 1)}`);
      }
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  async untilState(queue: Queue, job: string, wanted: string): Promise<void> {
    let state = '';
    await this.until(`${job} is ${wanted}`, async () => {
      ({ state } = await queue.state(job, this.pool));
      return state === wanted;
    });
  }

  async untilEvent(event: string, worker?: string): Promise<void> {
    await this.until(`there is a line ${event}`, () => this.lines(worker).some((line) => line.event === event));
  }

  get #log(): string {
    return join(this.folder, 'log');
  }

  get #release(): string {
    return join(this.folder, 'release');
  }
}
