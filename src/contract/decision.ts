// Contract: the decisions that users made about a run: merges, and contested tests that were accepted or rejected.
import { z } from 'zod';
import { storedVersionSchema } from './stored-version.ts';

export const MERGE_STRATEGIES = ['squash', 'merge', 'rebase'] as const;
export const mergeStrategySchema = z.enum(MERGE_STRATEGIES);
export type MergeStrategy = z.infer<typeof mergeStrategySchema>;

const common = {
  schema_version: storedVersionSchema,
  run_id: z.string().min(1),
  /** 1, 2, 3, ... within the run. */
  number: z.number().int().positive(),
  /** The hash of the decision before this one, so that none can be changed or removed unnoticed; null for the first. */
  previous: z.string().nullable(),
  candidate: z.string().min(1),
  by: z.strictObject({ name: z.string(), email: z.string() }).nullable(),
  at: z.iso.datetime(),
};

const mergeDecisionSchema = z.strictObject({
  ...common,
  /** Files of version 1 know only merges and lack it. */
  kind: z.literal('merge').optional(),
  /** What the ranking said when the decision was made. */
  shown: z.strictObject({
    rank: z.number().int().positive().nullable(),
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
});
export type MergeDecision = z.infer<typeof mergeDecisionSchema>;

const testDecisionSchema = z.strictObject({
  ...common,
  kind: z.enum(['accept', 'reject']),
  /** The contested tests that the decision is about. A later decision about the same test replaces it. */
  tests: z.array(z.string()).min(1),
  /** What the scorecard said before the decision. */
  shown: z.strictObject({ winner: z.string().nullable(), scorecard_sha256: z.string() }),
});
export type TestDecision = z.infer<typeof testDecisionSchema>;

export const decisionSchema = z.discriminatedUnion('kind', [mergeDecisionSchema, testDecisionSchema]);
export type Decision = z.infer<typeof decisionSchema>;

export function isTestDecision(decision: Decision): decision is TestDecision {
  return decision.kind === 'accept' || decision.kind === 'reject';
}
