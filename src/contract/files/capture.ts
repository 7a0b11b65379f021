// Contract: the result of running one check on one tree.
import { z } from 'zod';
import { countSchema, endedSchema } from '../check.ts';
import { probeFileSchema } from './answers.ts';
import { independentConditionsSchema } from './independent-run.ts';
import { storedVersionSchema } from './stored-version.ts';
import { variedFileSchema } from './varied.ts';

export const storedFileSchema = z.strictObject({
  /** Relative to the folder of capture.json, with forward slashes. */
  path: z.string(),
  bytes: countSchema,
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});
export type StoredFile = z.infer<typeof storedFileSchema>;

/** The limit of each list of files in a capture. */
export const MAX_LISTED_FILES = 200;

export const captureSchema = z.strictObject({
  schema_version: storedVersionSchema,
  /** The hash of everything that the capture depends on. */
  key: z.string(),
  check: z.string(),
  tree: z.string(),
  command: z.string(),
  /** The checkout in which it ran. Paths below it belong to the tree; the folder itself no longer exists. */
  workdir: z.string(),
  /** Equal for interchangeable captures: same fingerprint of the machine, same dependencies. */
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
  /** Copies of tests that were in the checkout. Omitted when there were none. */
  varied: z.array(variedFileSchema).optional(),
  /** The calls that the command evaluated; only in captures of the answers check. */
  probes: probeFileSchema.optional(),
  /** What they returned; omitted if nothing was written. */
  answers: storedFileSchema.optional(),
  /** Tracked files that the command modified or deleted; omitted when there are none. At most MAX_LISTED_FILES. */
  rewritten: z.array(z.string()).max(MAX_LISTED_FILES).optional(),
  /** New files that test runners and other tools load by their name or place; omitted when there are none. */
  created: z.array(z.string()).max(MAX_LISTED_FILES).optional(),
  /** How the conditions of an independent run differ from those of the first run; omitted for other runs. */
  independent: independentConditionsSchema.optional(),
  /** The changed files that are left out of the tree; only in captures of the attribution check. */
  left_out: z.array(z.string()).optional(),
  /** The authors whose tests run; only in captures of the check of added comments. */
  authors: z.array(z.string()).optional(),
  from_cache: z.boolean(),
});
export type Capture = z.infer<typeof captureSchema>;

/** What binds a capture to its key: a capture with other inputs was exchanged. */
export interface CaptureInputs {
  key: string;
  tree: string;
  command: string;
  environment_hash: string;
  timeout_seconds: number;
}

export function inputsOf({ key, tree, command, environment_hash, timeout_seconds }: Capture): CaptureInputs {
  return { key, tree, command, environment_hash, timeout_seconds };
}

/** What is known about a capture before it is read. */
export type ExpectedInputs = Pick<CaptureInputs, 'key'> & Partial<CaptureInputs>;

const INPUT_NAMES = {
  tree: 'tree',
  command: 'command',
  environment_hash: 'environment',
  timeout_seconds: 'time limit',
  key: 'key',
} as const;

/** Why these inputs are not the expected ones, as in "it has another tree"; null if they are. */
export function otherInput(expected: ExpectedInputs, found: CaptureInputs): string | null {
  const names = Object.keys(INPUT_NAMES) as (keyof CaptureInputs)[];
  const other = names.find((name) => expected[name] !== undefined && found[name] !== expected[name]);
  return other === undefined ? null : `it has another ${INPUT_NAMES[other]}`;
}
