// Contract: the files with which a run is divided among machines. plan.json describes the work, part.json what one shard did.
import { z } from 'zod';
import { fingerprintSchema } from '../fingerprint.ts';
import { runSandboxSchema } from '../sandbox.ts';
import { storedFileSchema } from './capture.ts';
import { runSchema } from './run.ts';
import { storedVersionSchema } from './stored-version.ts';

const planIdSchema = z.string().regex(/^[0-9a-f]{16}$/);

export const planSchema = z.strictObject({
  schema_version: storedVersionSchema,
  engine_version: z.string(),
  /** The hash of all other members. */
  plan_id: planIdSchema,
  /** As it would be stored before its first check. The machine in it is the one that planned. */
  run: runSchema,
  /** The hash of the files that are added to every checkout. */
  copied: z.string(),
  /** How long the checks of a candidate took in an earlier run, by its name. */
  expected_ms: z.record(z.string(), z.number().nonnegative()),
  /** Every other file of the folder. */
  files: z.array(storedFileSchema),
});
export type Plan = z.infer<typeof planSchema>;

const shardSchema = z.strictObject({ index: z.number().int().positive(), count: z.number().int().positive() });
/** Numbered from 1. */
export type Shard = z.infer<typeof shardSchema>;

export const partSchema = z.strictObject({
  schema_version: storedVersionSchema,
  engine_version: z.string(),
  plan_id: planIdSchema,
  shard: shardSchema,
  /** The candidates that it measured, besides the base. */
  candidates: z.array(z.string()),
  fingerprint: fingerprintSchema,
  sandbox: runSandboxSchema,
  host: runSchema.shape.host,
  /** Each has a folder with the name of its key. `path` is its place in a run folder, for example `baseline/test`. */
  captures: z.array(z.strictObject({ key: z.string().regex(/^[0-9a-f]{64}$/), path: z.string() })),
  /** Every other file of the folder. */
  files: z.array(storedFileSchema),
});
export type Part = z.infer<typeof partSchema>;
