// Contract: the decisions of users about a run: merges, blind picks, and accepted or rejected contested tests.
import { z } from 'zod';
import { storedVersionSchema } from './stored-version.ts';

export const MERGE_STRATEGIES = ['squash', 'merge', 'rebase'] as const;
export const mergeStrategySchema = z.enum(MERGE_STRATEGIES);
export type MergeStrategy = z.infer<typeof mergeStrategySchema>;

const numbered = {
  schema_version: storedVersionSchema,
  run_id: z.string().min(1),
  /** 1, 2, 3, ... within the run. */
  number: z.number().int().positive(),
  /** The hash of the previous decision, so that a change or removal is detected; null for the first. */
  previous: z.string().nullable(),
  by: z.strictObject({ name: z.string(), email: z.string() }).nullable(),
  at: z.iso.datetime(),
};
const common = { ...numbered, candidate: z.string().min(1) };

/** The scores of a candidate as they were shown; a dimension that does not apply to it is missing. */
const shownScoresSchema = z.strictObject({
  candidate: z.string().min(1),
  total: z.number().nullable(),
  dimensions: z.record(z.string(), z.number()),
});
export type ShownScores = z.infer<typeof shownScoresSchema>;

const mergeDecisionSchema = z.strictObject({
  ...common,
  kind: z.literal('merge'),
  /** The ranking when the decision was made. */
  shown: z.strictObject({
    rank: z.number().int().positive().nullable(),
    of: z.number().int().positive(),
    total: z.number().nullable(),
    winner: z.string().nullable(),
    mergeable: z.boolean(),
    scorecard_sha256: z.string(),
    /** All candidates in the order in which they were shown. */
    order: z.array(z.string().min(1)),
    /** In the same order; empty for a blind choice. */
    scores: z.array(shownScoresSchema),
    /** Whether the candidate was picked before names and scores were shown. */
    blind: z.boolean(),
  }),
  /** Why it was merged although gates failed; null if none failed. */
  forced: z.strictObject({ reason: z.string().min(1), failed_gates: z.array(z.string()) }).nullable(),
  /** Files taken from other candidates, as the user named them. */
  picked: z.array(z.string()),
  strategy: mergeStrategySchema,
  /** The branch that moved; `from` is null when it was new. */
  target: z.strictObject({ branch: z.string(), from: z.string().nullable(), to: z.string() }),
  /** The run that checked the merged tree; null when the merge gave the candidate's own tree. */
  checked_in: z.string().nullable(),
});
export type MergeDecision = z.infer<typeof mergeDecisionSchema>;

const pickDecisionSchema = z.strictObject({
  ...common,
  /** The candidate that the user chose in `hydra ui --blind`. Names and scores are shown from then on. */
  kind: z.literal('pick'),
  shown: z.strictObject({ order: z.array(z.string().min(1)), scorecard_sha256: z.string() }),
});
export type PickDecision = z.infer<typeof pickDecisionSchema>;

const testDecisionSchema = z.strictObject({
  ...common,
  kind: z.enum(['accept', 'reject']),
  /** The contested tests that the decision is about. A later decision about the same test replaces it. */
  tests: z.array(z.string()).min(1),
  /** The result in the scorecard before the decision. */
  shown: z.strictObject({ winner: z.string().nullable(), scorecard_sha256: z.string() }),
});
export type TestDecision = z.infer<typeof testDecisionSchema>;

const answerDecisionSchema = z.strictObject({
  ...numbered,
  /** What a call must return. A later decision about the same call replaces it. */
  kind: z.literal('answer'),
  /** The id of the probe. */
  question: z.string().min(1),
  /** The call, as it was shown. */
  call: z.string().min(1),
  /**
   * The answers that are right, in canonical form: several if more than one is fine, and one that no candidate gives if the
   * user named another value. Empty if the user does not know.
   */
  right: z.array(z.string()),
  /** The result in the scorecard before the decision. */
  shown: z.strictObject({ winner: z.string().nullable(), scorecard_sha256: z.string() }),
});
export type AnswerDecision = z.infer<typeof answerDecisionSchema>;

export const decisionSchema = z.discriminatedUnion('kind', [
  mergeDecisionSchema,
  pickDecisionSchema,
  testDecisionSchema,
  answerDecisionSchema,
]);
export type Decision = z.infer<typeof decisionSchema>;

export function isTestDecision(decision: Decision): decision is TestDecision {
  return decision.kind === 'accept' || decision.kind === 'reject';
}

export function isAnswerDecision(decision: Decision): decision is AnswerDecision {
  return decision.kind === 'answer';
}

export function isMergeDecision(decision: Decision): decision is MergeDecision {
  return decision.kind === 'merge';
}

export function isPickDecision(decision: Decision): decision is PickDecision {
  return decision.kind === 'pick';
}
