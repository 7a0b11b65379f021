// Contract: the files that describe a run folder (run.json) and list its content (manifest.json).
import { z } from 'zod';
import { fingerprintSchema } from '../fingerprint.ts';
import type { Named } from '../named.ts';
import { runSandboxSchema } from '../sandbox.ts';
import { storedFileSchema } from './capture.ts';
import { TASK_AUTHOR, TEST_AUTHOR } from './cross-tests.ts';
import { policySchema } from './policy.ts';
import { storedVersionSchema } from './stored-version.ts';
import { runExampleSchema } from './task-example.ts';

/** A failing test that Hydra adds to a tree, to check that the runner reports failures. */
const canaryFileSchema = z.strictObject({
  path: z.string().min(1),
  text: z.string(),
  /** The test of the base that it is modeled on and placed beside. */
  beside: z.string().min(1),
  /** Its tests that must fail. `original` is the test of the base that a changed copy comes from. */
  tests: z.array(z.strictObject({ name: z.string().min(1), original: z.string().min(1).nullable() })),
});
export type CanaryFile = z.infer<typeof canaryFileSchema>;

/**
 * Why a changed file is the base's in the pinned tree. test, runner, config, script and hydra: it decides a check by its name.
 * support: the base's settings or tests load it. shadowing: it would be loaded instead of a library. version: it changes the
 * version of a dependency. unknown: it is not recognized as product source.
 */
const RESTORED_WHYS = [
  'test',
  'runner',
  'config',
  'script',
  'hydra',
  'support',
  'shadowing',
  'hidden',
  'vendored',
  'generated',
  'build',
  'dependency',
  'version',
  'data',
  'unknown',
] as const;
const restoredFileSchema = z.strictObject({
  path: z.string(),
  why: z.enum(RESTORED_WHYS),
  /** Only parts of the file are the base's. */
  in_part: z.literal(true).optional(),
});
export type RestoredFile = z.infer<typeof restoredFileSchema>;

/** A change of the user's repository while an agent ran, and why it is attributed to that agent. */
const repositoryWriteSchema = z.strictObject({
  kind: z.enum(['file', 'index', 'branch', 'tag', 'stash', 'ref', 'head', 'git_file']),
  /** The path, or the name of the branch, tag or other ref. */
  name: z.string().min(1),
  change: z.enum(['added', 'changed', 'deleted']),
  /**
   * git_command: the agent ran a git command that can write in the repository. named: its output or command line contains the
   * path. only_agent: no other agent was running.
   */
  evidence: z.enum(['git_command', 'named', 'only_agent']),
});
export type RepositoryWrite = z.infer<typeof repositoryWriteSchema>;

const runObject = z.strictObject({
  schema_version: storedVersionSchema,
  engine_version: z.string(),
  run_id: z.string().min(1),
  task: z.string().nullable(),
  /** Set when the run only checks the result of merging a candidate of another run. */
  merge_of: z.strictObject({ run_id: z.string().min(1), candidate: z.string().min(1) }).nullable(),
  /** The run whose candidates were scored again; omitted for an ordinary run. */
  again_of: z.string().min(1).optional(),
  /** It was started with --no-cache, so that a resumed run uses no cached results either. Omitted otherwise. */
  ignores_cache: z.literal(true).optional(),
  base: z.strictObject({ ref: z.string(), commit: z.string(), tree: z.string() }),
  policy: policySchema,
  candidates: z.array(
    z.strictObject({
      name: z.string().min(1),
      source: z.strictObject({ kind: z.enum(['ref', 'folder', 'patch', 'agent']), value: z.string() }),
      commit: z.string(),
      tree: z.string(),
      /**
       * The commit that its change begins at: its merge base with the ref of the base. Where that is not the base, the
       * change since then was applied to the base.
       */
      start: z.string(),
      /** The candidate's sources with the base's tests and check settings; null when the candidate does not change those. */
      pinned: z.strictObject({ commit: z.string(), tree: z.string() }).nullable(),
      /** The files that differ between its own and its pinned tree. */
      restored: z.array(restoredFileSchema),
      /** Credentials from its environment that the agent wrote into files; replaced by `***`. */
      credentials_written: z
        .array(z.strictObject({ variable: z.string(), path: z.string(), line: z.number().int().positive().nullable() }))
        .optional(),
      /** Changes of the user's repository that are attributed to the agent; omitted when there are none. */
      repository_writes: z.array(repositoryWriteSchema).optional(),
    }),
  ),
  /** Tests about the task that are not from a candidate: the user's, those of a test author, and the examples of the task. */
  test_sources: z
    .array(z.strictObject({ name: z.enum(['acceptance', TEST_AUTHOR, TASK_AUTHOR]), commit: z.string(), tree: z.string() }))
    .optional(),
  /** The examples in the text of the task; omitted when it has none, or they are switched off. */
  examples: z.array(runExampleSchema).optional(),
  /** Random. Decides the names and values of added tests. Omitted while agents work: it is drawn after they end. */
  seed: z
    .string()
    .regex(/^[0-9a-f]{32}$/)
    .optional(),
  /** Chosen from the base and the seed. */
  canaries: z.array(canaryFileSchema),
  /** How the checks were confined. */
  sandbox: runSandboxSchema,
  /** Requesting a report changed results on the base, so no check of this run requested one. */
  reports_withdrawn: z.literal(true).optional(),
  /** The kind of machine that ran the checks. */
  fingerprint: fingerprintSchema,
  host: z.strictObject({ platform: z.string(), arch: z.string(), node: z.string(), git: z.string() }),
  started_at: z.iso.datetime(),
  finished_at: z.iso.datetime().nullable(),
});
export interface RunSchema extends Named<typeof runObject> {}
export const runSchema: RunSchema = runObject;
export type Run = z.infer<typeof runSchema>;

export const manifestSchema = z.strictObject({
  schema_version: storedVersionSchema,
  run_id: z.string().min(1),
  /** Every file of the run folder except this one, sorted by path. */
  files: z.array(storedFileSchema),
});
export type Manifest = z.infer<typeof manifestSchema>;
