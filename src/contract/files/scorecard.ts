// Contract: the result of a run. A superset of { run_id, rankings: [{ agent, mergeable, total, breakdown }] }.
import { z } from 'zod';
import { countSchema } from '../check.ts';
import type { Named } from '../named.ts';
import { sandboxFactsSchema } from '../sandbox.ts';
import { agentEndingSchema } from './agent.ts';
import { crossTestRowSchema } from './cross-tests.ts';
import { attributionSchema, coverageSchema } from './facts.ts';
import { integrityFindingSchema } from './finding.ts';
import { independentRunSchema } from './independent-run.ts';
import { metricValueSchema } from './metric.ts';
import { startsSchema } from './starts.ts';
import { storedVersionSchema } from './stored-version.ts';

/** One calculation step: evaluating `expression` with `inputs` gives `value`. */
const stepSchema = z.strictObject({
  name: z.string(),
  expression: z.string(),
  inputs: z.record(z.string(), z.union([z.number(), z.boolean()])),
  value: z.number(),
});
export type Step = z.infer<typeof stepSchema>;

const score = z.number().min(0).max(100);

/**
 * scored: measured. error: measured on the baseline but not on this candidate, so it counts as 0.
 * not_applicable and unavailable: not measured in this run; the other dimensions share the weight. Only cross_tests and
 * coverage can apply to some candidates and not to others: a candidate's tests do not count for itself.
 */
const dimensionStateSchema = z.discriminatedUnion('state', [
  z.strictObject({
    state: z.literal('scored'),
    score,
    steps: z.array(stepSchema),
    /** What a reader of the number must know about the measurement; omitted when there is nothing. */
    note: z.string().optional(),
  }),
  z.strictObject({ state: z.literal('error'), why: z.string() }),
  z.strictObject({ state: z.literal('not_applicable'), why: z.string() }),
  z.strictObject({ state: z.literal('unavailable'), why: z.string() }),
]);
export type DimensionState = z.infer<typeof dimensionStateSchema>;

/** A built-in dimension or the name of a metric. */
const scoreIdSchema = z.string().min(1);

const dimensionResultSchema = z.strictObject({
  id: scoreIdSchema,
  /** The weight in the policy. */
  weight: z.number().nonnegative(),
  /** The share of the total, in percent, after redistributing the weights of excluded dimensions. */
  effective_weight: z.number().min(0).max(100),
  result: dimensionStateSchema,
});
export type DimensionResult = z.infer<typeof dimensionResultSchema>;

const gateSchema = z.strictObject({
  id: z.string(),
  /** Null when it was not evaluated: disabled, or not measured in this run. */
  passed: z.boolean().nullable(),
  threshold: z.number().nullable(),
  observed: z.number().nullable(),
  reason: z.string(),
});
export type Gate = z.infer<typeof gateSchema>;

const shown = score.nullable();
const breakdownSchema = z
  .object({
    build: shown,
    tests: shown,
    acceptance: shown,
    cross_tests: shown,
    lint: shown,
    diff_scope: shown,
    speed: shown,
    cost: shown,
    security: shown,
    coverage: shown,
  })
  /** Metrics by name. */
  .catchall(shown);
export type Breakdown = z.infer<typeof breakdownSchema>;

/** A measured metric, for people; the score is in the dimension of the same id. */
const measuredMetricSchema = z.strictObject({
  id: scoreIdSchema,
  unit: z.string(),
  base: metricValueSchema,
  value: metricValueSchema,
  runs: z.array(metricValueSchema),
});
export type MeasuredMetric = z.infer<typeof measuredMetricSchema>;

const rankingSchema = z.strictObject({
  /** The rank among the mergeable candidates; null for one that is not mergeable. */
  rank: z.number().int().positive().nullable(),
  agent: z.string(),
  mergeable: z.boolean(),
  /** How its agent ended; omitted when Hydra did not run the agent. */
  ending: agentEndingSchema.optional(),
  /** Not mergeable only because contested tests need a decision: `hydra accept`. */
  needs_review: z.boolean(),
  /** Rounded half up to one decimal, like the breakdown; null when no dimension with a weight applies. */
  total: score.nullable(),
  /** Orders the candidates that no test separates, there without the tests that a candidate adds. */
  total_unrounded: score.nullable(),
  breakdown: breakdownSchema,
  dimensions: z.array(dimensionResultSchema),
  gates: z.array(gateSchema),
  findings: z.array(integrityFindingSchema),
  /** Coverage of the change by tests; omitted when unknown. */
  coverage: coverageSchema.optional(),
  /** Its tests in another checkout under other conditions; omitted when they did not run there. */
  independent: independentRunSchema.optional(),
  /** Which changed files make the fixed tests pass; omitted when no test is fixed. */
  attribution: attributionSchema.optional(),
  /** Metrics that were measured on the base and on this candidate; omitted when there are none. */
  metrics: z.array(measuredMetricSchema).optional(),
});
export type Ranking = z.infer<typeof rankingSchema>;

const sensitivitySchema = z.strictObject({
  /** How far each weight was varied, in percent. */
  weight_change_percent: z.number(),
  settings: countSchema,
  winner_stays: countSchema,
  share: z.number().min(0).max(1),
});
export type Sensitivity = z.infer<typeof sensitivitySchema>;

export const firmnessSchema = z.strictObject({
  /** firm: none of the tested variations changes the winner. */
  verdict: z.enum(['firm', 'too_close_to_call', 'no_winner']),
  /** Why it is too close to call, in sentences. */
  reasons: z.array(z.string()),
});
export type Firmness = z.infer<typeof firmnessSchema>;

/**
 * decided_by_tests: every other candidate has a lower build or tests result, or fails a gate because of it.
 * decided_by_quality: another reason, which `reason` names. likely: nothing proves it, but the candidates' behavior makes the
 * leader more likely right than the others. level: several candidates share the first place.
 * contested: a candidate that would lead needs a decision on the tests it changed, or no candidate passes a test of the base.
 * unproven: nothing measured on the base can tell candidates apart, or nothing about the task was shown.
 * none: no candidate is mergeable.
 */
const VERDICT_CLASSES = ['decided_by_tests', 'decided_by_quality', 'likely', 'level', 'contested', 'unproven', 'none'] as const;
export const verdictSchema = z.strictObject({
  class: z.enum(VERDICT_CLASSES),
  /** The candidates in first place, in the order of the ranking. */
  leaders: z.array(z.string()),
  /** Why, as a clause without a capital letter and full stop. */
  reason: z.string(),
  /** The next step, in a sentence; null when none is needed. */
  next: z.string().nullable(),
});
export type Verdict = z.infer<typeof verdictSchema>;

/** A call to which candidates give different answers. */
const questionSchema = z.strictObject({
  /** The id of the probe. */
  id: z.string().min(1),
  call: z.string().min(1),
  language: z.string().min(1),
  /** The file that defines what is called; null when unknown. */
  path: z.string().nullable(),
  /** What the base answers; null when unknown. */
  base: z.string().nullable(),
  /** The different answers with the candidates that give them, the most frequent one first. */
  answers: z.array(z.strictObject({ answer: z.string(), candidates: z.array(z.string()) })),
});
export type Question = z.infer<typeof questionSchema>;

/** Candidates that do the same: the same change outside of tests, or the same answer to every call. */
const solutionSchema = z.strictObject({
  candidates: z.array(z.string()).min(1),
  /** same_source: the same change outside of tests. same_answers: different changes, and the same answers. */
  why: z.enum(['single', 'same_source', 'same_answers']),
  /**
   * The mean share of other solutions that give the same answer, over the calls to which not all give the same; null when
   * nothing was asked, or all answer the same.
   */
  agreement: z.number().min(0).max(1).nullable(),
});
export type Solution = z.infer<typeof solutionSchema>;

const scorecardObject = z.strictObject({
  schema_version: storedVersionSchema,
  run_id: z.string(),
  engine_version: z.string(),
  scoring_version: z.number().int().positive(),
  policy_hash: z.string(),
  /** The single leader of a decided run; null when no candidate is mergeable; omitted when some are and none wins. */
  winner: z.string().nullable().optional(),
  verdict: verdictSchema,
  /** The winner's unrounded total minus that of the next mergeable candidate; null without either. */
  margin: z.number().nullable(),
  sensitivity: sensitivitySchema.nullable(),
  firmness: firmnessSchema,
  /** Dimensions with a weight that could not be measured in this run, and why. */
  degraded: z.array(z.strictObject({ dimension: scoreIdSchema, why: z.string() })),
  /** The acceptance tests that count; omitted when there are none. */
  acceptance: z.strictObject({ tests: countSchema, pass_on_base: countSchema, cannot_load_on_base: countSchema }).optional(),
  /** New and changed tests of all authors and their results on every candidate; omitted when there are none. */
  cross_tests: z.array(crossTestRowSchema).optional(),
  /** Groups of mergeable candidates that do the same, in the order of the ranking; omitted when no answers are known. */
  solutions: z.array(solutionSchema).optional(),
  /** How many calls were compared, and to how many of them candidates give different answers; omitted when there were none. */
  answers: z.strictObject({ probes: countSchema, different: countSchema, unstable: countSchema }).optional(),
  /** At most five questions that would separate the leaders, the most telling one first; omitted when there are none. */
  questions: z.array(questionSchema).max(5).optional(),
  /** How the checks were confined. */
  sandbox: sandboxFactsSchema,
  /** Where the changes begin; omitted when that is the base for all of them. */
  starts: startsSchema.optional(),
  rankings: z.array(rankingSchema),
});
export interface ScorecardSchema extends Named<typeof scorecardObject> {}
export const scorecardSchema: ScorecardSchema = scorecardObject;
export type Scorecard = z.infer<typeof scorecardSchema>;
