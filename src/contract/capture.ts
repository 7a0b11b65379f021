// Contract: the result of running one check on one tree.
import { z } from 'zod';
import { countSchema, endedSchema } from './check.ts';
import { storedVersionSchema } from './stored-version.ts';

export const storedFileSchema = z.strictObject({
  /** Relative to the folder of capture.json, with forward slashes. */
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
  /** The checkout in which it ran. Paths below it belong to the tree; the folder itself no longer exists. */
  workdir: z.string(),
  /** Equal for interchangeable captures: same environment, same dependencies. */
  environment_hash: z.string(),
  ended: endedSchema,
  /** Null when the command did not exit on its own. */
  exit_code: z.number().int().nullable(),
  signal: z.string().nullable(),
  duration_ms: z.number().nonnegative(),
  timeout_seconds: z.number().positive(),
  /** Processes that outlived the command and were killed. */
  left_behind: countSchema,
  /** Files and folders that the command wrote outside its workspace. */
  strays: z.array(z.string()),
  stdout: storedFileSchema,
  stderr: storedFileSchema,
  /** Reports requested from the runner: a missing one after exit code 0 means the process ended early. */
  reports: z.array(z.strictObject({ format: z.string(), file: storedFileSchema.nullable() })),
  /** Coverage reports: of the coverage check, and those that a test command writes anyway. Omitted when there are none. */
  coverage_reports: z.array(storedFileSchema).optional(),
  /** The changed files that are left out of the tree; only in captures of the attribution check. */
  left_out: z.array(z.string()).optional(),
  from_cache: z.boolean(),
});
export type Capture = z.infer<typeof captureSchema>;
