// `hydra worker`: takes jobs from a queue, runs their checks and publishes the captures. It judges nothing.
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { Installations, type Machine, openWorkerMachine } from '../capture/index.ts';
import { formatCheckRun } from '../contract/index.ts';
import type { JobControl, Queue, QueueEvent } from '../queue/index.ts';
import { captureFolder, readStoredIfPresent, type SharedStore } from '../store/index.ts';
import { createWorkArea, removeFolder, removeStaleWorkAreas } from '../workspace/index.ts';
import { Desks } from './desks.ts';
import { poolId, type WorkerDescription } from './pool.ts';
import { type JobDescription, openPoolStore, type PoolStore } from './pool-store.ts';

export interface WorkerRequest {
  queue: Queue;
  store: SharedStore;
  /** The name of the pool. */
  pool: string;
  jobs: number;
  /** Aborted: finish the running jobs and take no more. */
  drain: AbortSignal;
  /** Aborted: stop at once; the jobs return to the queue. */
  stop: AbortSignal;
  tell(text: string): void;
}

export async function runWorker(request: WorkerRequest): Promise<void> {
  const { queue, pool, jobs, drain, stop, tell } = request;
  await removeStaleWorkAreas();
  const name = `${hostname()}-${process.pid}-${randomBytes(2).toString('hex')}`;
  const area = createWorkArea(`worker-${process.pid}`);
  const machine = await openWorkerMachine(area);
  const { fingerprint, sandbox } = machine;
  const description: WorkerDescription = { pool, fingerprint, sandbox: sandbox.stored };
  const store = openPoolStore(request.store, area, tell);
  const desks = new Desks({ area, store, machine, installations: new Installations() });
  try {
    const worker = await queue.work({
      ...{ name, pool: poolId(pool, fingerprint), jobs, description },
      run: (payload, control) => runJob(payload, control, { store, desks, tell }),
      onEvent: (event) => tell(eventText(event)),
    });
    tell(`Worker ${name} of pool ${pool} (${describeMachine(machine)}) waits for jobs from ${queue.address}.`);
    await aborted(AbortSignal.any([drain, stop]));
    if (stop.aborted) await worker.stop();
    else {
      tell('Finishing the running jobs; a second signal stops them.');
      // A second signal must not wait for the jobs.
      await Promise.race([worker.drain(), aborted(stop).then(() => worker.stop())]);
    }
  } finally {
    await desks.close();
    await removeFolder(area);
  }
}

function describeMachine({ fingerprint: { os, arch, cores, memory_gb, id }, sandbox }: Machine): string {
  return `${os}, ${arch}, ${cores} cores, ${memory_gb} GB, sandbox ${sandbox.stored.kind}, fingerprint ${id}`;
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

interface JobContext {
  store: PoolStore;
  desks: Desks;
  tell(text: string): void;
}

async function runJob(payload: unknown, control: JobControl, { store, desks, tell }: JobContext): Promise<void> {
  const { description } = payload as { description: string };
  const job = await store.getJson<JobDescription>(description);
  const subject = job.captures[0]?.subject;
  if (subject === undefined) return;
  const names = job.captures.map(({ run }) => formatCheckRun(run));
  tell(`${subject.kind === 'baseline' ? 'base' : subject.name}: ${names.join(', ')}`);
  await desks.use(job, control.signal, async ({ run, capturer }) => {
    capturer.add(job.trees);
    await capturer.capture(job.captures);
    control.signal.throwIfAborted();
    capturer.verify();
    const folders = names.map((name) => captureFolder(run, subject, name));
    for (const [index, folder] of folders.entries()) {
      const key = job.keys[index];
      if (key !== undefined && isCaptured(folder)) await store.publish(key, folder, () => control.confirmOwned());
    }
    const setup = captureFolder(run, subject, job.setup.name);
    const missing = names.filter((_, index) => !isCaptured(folders[index] ?? ''));
    if (missing.length === 0) return;
    if (!isFailedSetup(setup)) throw new Error(`${missing.join(', ')} gave no capture`);
    await store.publish(job.setup.key, setup, () => control.confirmOwned());
  });
}

function isCaptured(folder: string): boolean {
  return existsSync(join(folder, 'capture.json'));
}

function isFailedSetup(folder: string): boolean {
  const capture = readStoredIfPresent('capture', join(folder, 'capture.json'));
  return capture !== null && !(capture.ended === 'exited' && capture.exit_code === 0);
}

function eventText(event: QueueEvent): string {
  switch (event.kind) {
    case 'job_started':
      return `job ${short(event.job)} started${event.attempt > 1 ? ` (attempt ${event.attempt})` : ''}`;
    case 'job_completed':
      return `job ${short(event.job)} done`;
    case 'job_failed':
      return `job ${short(event.job)} failed: ${event.reason}${event.isFinal ? '' : '; another worker tries it once more'}`;
    case 'job_returned':
      return `job ${short(event.job)} returned to the queue: ${event.reason}`;
    case 'lease_lost':
      return `job ${short(event.job)} belongs to another worker now and is stopped here: ${event.reason}`;
    case 'result_refused':
      return `the late result of job ${short(event.job)} does not count: ${event.reason}`;
    case 'database_error':
      return `the queue does not answer: ${event.reason}`;
    case 'database_recovered':
      return 'the queue answers again';
  }
}

function short(job: string): string {
  return job.slice(0, 8);
}
