// Contract: the pools of a queue with their jobs and workers, as `hydra list --queue` and the page show them.
import { z } from 'zod';
import { countSchema } from '../check.ts';
import { fingerprintSchema } from '../fingerprint.ts';
import { runSandboxSchema } from '../sandbox.ts';

const jobSchema = {
  id: z.string(),
  /** The tree, its checks and the run, cut to a line; null if the job has none. Names in it are untrusted. */
  label: z.string().nullable(),
};

const poolWorkerSchema = z.strictObject({
  name: z.string(),
  /** How long ago it was seen. Workers report every few seconds; one that is gone stays listed for a minute. */
  unseen_ms: countSchema,
  /** Whether it finishes its jobs and takes no more. */
  is_draining: z.boolean(),
  jobs: z.array(z.strictObject({ ...jobSchema, running_ms: countSchema })),
});
export type PoolWorker = z.infer<typeof poolWorkerSchema>;

const poolSchema = z.strictObject({
  /** As for `--pool`. */
  name: z.string(),
  /** The id of the fingerprint: pools of one name and different kinds of machines are separate. */
  fingerprint_id: z.string().nullable(),
  /** The kind of machine; null while no worker is connected. */
  fingerprint: fingerprintSchema.nullable(),
  sandbox: runSandboxSchema.nullable(),
  waiting: countSchema,
  running: countSchema,
  completed: countSchema,
  /** The jobs whose attempts all failed or lost their worker. */
  lost: countSchema,
  /** The newest of them, at most 5. */
  lost_jobs: z.array(z.strictObject({ ...jobSchema, reason: z.string(), at: z.iso.datetime() })),
  workers: z.array(poolWorkerSchema),
});
export type QueuePool = z.infer<typeof poolSchema>;

export const queueStateSchema = z.strictObject({
  /** Without user name and password. */
  address: z.string(),
  /** Those with a worker, or with a waiting, running or lost job. */
  pools: z.array(poolSchema),
});
export type QueueState = z.infer<typeof queueStateSchema>;

/** A worker that was not seen for this long has probably disappeared. */
export const UNSEEN_MS = 25_000;
