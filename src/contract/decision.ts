// Room contract: what a person did with a ranking: which candidate was merged, where to, and what was shown to them then.
import { z } from 'zod';
import { SCHEMA_VERSION } from './version.ts';

export const MERGE_STRATEGIES = ['squash', 'merge', 'rebase'] as const;
export const mergeStrategySchema = z.enum(MERGE_STRATEGIES);
export type MergeStrategy = z.infer<typeof mergeStrategySchema>;

export const decisionSchema = z.strictObject({
  schema_version: z.literal(SCHEMA_VERSION),
  run_id: z.string().min(1),
  /** 1, 2, 3, ... within the run. */
  number: z.number().int().positive(),
  /** The hash of the decision before this one, so that none can be changed or taken out of the row; null for the first. */
  previous: z.string().nullable(),
  candidate: z.string().min(1),
  /** What the ranking said when the decision was made. */
  shown: z.strictObject({
    rank: z.number().int().positive(),
    of: z.number().int().positive(),
    total: z.number().nullable(),
    winner: z.string().nullable(),
    mergeable: z.boolean(),
    scorecard_sha256: z.string(),
  }),
  /** Why it was merged although gates failed; null when none did. */
  forced: z.strictObject({ reason: z.string().min(1), failed_gates: z.array(z.string()) }).nullable(),
  /** Files taken from other candidates, as the user named them. */
  picked: z.array(z.string()),
  strategy: mergeStrategySchema,
  /** The branch that moved; `from` is null when it was new. */
  target: z.strictObject({ branch: z.string(), from: z.string().nullable(), to: z.string() }),
  /** The run in which the merged tree was checked; null when the merge gave the candidate's own tree. */
  checked_in: z.string().nullable(),
  by: z.strictObject({ name: z.string(), email: z.string() }).nullable(),
  at: z.iso.datetime(),
});
export type Decision = z.infer<typeof decisionSchema>;
