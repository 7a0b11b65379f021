// The state of a queue for people: pools that are in use, with the kind of machine of their workers.
import { fingerprintSchema, type QueuePool, type QueueState, runSandboxSchema } from '../contract/index.ts';
import type { PoolState, Queue } from '../queue/index.ts';
import type { WorkerDescription } from './pool.ts';

export async function describeQueue(queue: Queue): Promise<QueueState> {
  const pools = await queue.pools();
  return { address: queue.address, pools: pools.filter(isInUse).map(describePool) };
}

/** A pool stays registered for ever, and an update of a machine makes another one. */
function isInUse({ waiting, active, failed, workers }: PoolState): boolean {
  return waiting + active + failed + workers.length > 0;
}

function describePool({ pool, waiting, active, completed, failed, lost, workers }: PoolState): QueuePool {
  // `poolId` joins both.
  const [, name = pool, id = null] = /^(.*)-([0-9a-f]{12})$/s.exec(pool) ?? [];
  // Another version of Hydra may describe its workers in another way.
  const { fingerprint, sandbox } = (workers[0]?.description ?? {}) as Partial<WorkerDescription>;
  return {
    name,
    fingerprint_id: id,
    fingerprint: fingerprintSchema.safeParse(fingerprint).data ?? null,
    sandbox: runSandboxSchema.safeParse(sandbox).data ?? null,
    ...{ waiting, running: active, completed, lost: failed },
    lost_jobs: lost.map(({ at, ...job }) => ({ ...job, at: at.toISOString() })),
    workers: workers.map(({ name: worker, unseenMs, isDraining, jobs }) => ({
      ...{ name: worker, unseen_ms: unseenMs, is_draining: isDraining },
      jobs: jobs.map(({ id: job, label, runningMs }) => ({ id: job, label, running_ms: runningMs })),
    })),
  };
}
