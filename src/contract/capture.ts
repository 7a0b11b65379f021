// What running one check on one tree left behind.
import { z } from 'zod';
import { countSchema, endedSchema } from './check.ts';
import { storedVersionSchema } from './stored-version.ts';

export const storedFileSchema = z.strictObject({
  /** Relative to the folder that holds capture.json, with forward slashes. */
  path: z.string(),
  bytes: countSchema,
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});
export type StoredFile = z.infer<typeof storedFileSchema>;

export const captureSchema = z.strictObject({
  schema_version: storedVersionSchema,
  check: z.string(),
  tree: z.string(),
  command: z.string(),
  /** Where it ran. Paths below it are the tree's; the folder itself is gone. */
  workdir: z.string(),
  /** Equal for captures that may stand for each other: same environment, same dependencies. */
  environment_hash: z.string(),
  ended: endedSchema,
  /** Null when the command did not exit by itself. */
  exit_code: z.number().int().nullable(),
  signal: z.string().nullable(),
  duration_ms: z.number().nonnegative(),
  timeout_seconds: z.number().positive(),
  /** Processes that outlived the command and had to be ended. */
  left_behind: countSchema,
  /** Files and folders that the command put beside its workspace. */
  strays: z.array(z.string()),
  stdout: storedFileSchema,
  stderr: storedFileSchema,
  /** Reports the runner was asked for: a missing one after exit 0 means the process ended early. */
  reports: z.array(z.strictObject({ format: z.string(), file: storedFileSchema.nullable() })),
  /** Which lines ran: reports of the coverage check, and those that a test command leaves anyway. Left out when there are none. */
  coverage_reports: z.array(storedFileSchema).optional(),
  from_cache: z.boolean(),
});
export type Capture = z.infer<typeof captureSchema>;
