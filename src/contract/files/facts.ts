// Contract: the comparison of the baseline with the candidates. Besides the policy, the only input of scoring.
import { z } from 'zod';
import { countSchema, endedSchema, measuredPrecisionSchema } from '../check.ts';
import type { Named } from '../named.ts';
import { sandboxFactsSchema } from '../sandbox.ts';
import { agentEndingSchema } from './agent.ts';
import { answersSchema } from './answers.ts';
import { acceptanceSchema, crossTestsSchema } from './cross-tests.ts';
import { changeStatusSchema } from './diff.ts';
import { advisorySchema, integrityFindingSchema, lintFindingSchema } from './finding.ts';
import { independentRunSchema } from './independent-run.ts';
import { metricNameSchema, metricValueSchema } from './metric.ts';
import { startsSchema } from './starts.ts';
import { storedVersionSchema } from './stored-version.ts';
import { testOfBaseSchema } from './test-of-base.ts';

const notConfigured = z.strictObject({ state: z.literal('not_configured') });
/** The check could not run, for example because its tool is missing. */
const unavailable = z.strictObject({ state: z.literal('unavailable'), why: z.string() });
/** The check ran without a usable result: it crashed, timed out or contradicts itself. */
const broken = z.strictObject({ state: z.literal('broken'), why: z.string() });

/** A measurement, or the reason why there is none. */
function measurement<Shape extends z.ZodRawShape>(shape: Shape) {
  const measured = z.strictObject({ state: z.literal('measured'), ...shape });
  return z.discriminatedUnion('state', [measured, notConfigured, unavailable, broken]);
}

/** Whether two results were compared name by name or only by their counts. */
const comparedBySchema = z.enum(['identity', 'count']);
export type ComparedBy = z.infer<typeof comparedBySchema>;

const buildFactsSchema = measurement({
  passed: z.boolean(),
  /** Parts of the build with their own result, for the gradient mode; empty when there are none. */
  targets: z.array(z.strictObject({ name: z.string(), passed: z.boolean() })),
  /** Whether the build command passed; present only if there are targets besides it. */
  command_passed: z.boolean().optional(),
  /** The line of the compiler or interpreter about a failed command; omitted when unknown. */
  error: z.string().optional(),
});
export type BuildFacts = z.infer<typeof buildFactsSchema>;

const testCountsShape = {
  precision: measuredPrecisionSchema,
  passed: countSchema,
  failed: countSchema,
  /** Not executed: skipped, todo, pending, disabled, expected to fail. */
  skipped: countSchema,
};
const baselineTestsSchema = measurement(testCountsShape);
export type BaselineTests = z.infer<typeof baselineTestsSchema>;

const testIds = z.array(z.string());
const contestedTestSchema = z.strictObject({
  id: z.string(),
  path: z.string(),
  /**
   * Its status in the candidate's own run. given_up: the candidate did not change it, and no candidate passes it.
   */
  own: z.enum(['passed', 'skipped', 'missing', 'given_up']),
  /** The line of the compiler or interpreter about a test that was given up; omitted when unknown. */
  why: z.string().optional(),
});
export type ContestedTest = z.infer<typeof contestedTestSchema>;

/** Whether a user can accept or reject that it no longer passes. */
export function isDecidable({ own }: Pick<ContestedTest, 'own'>): boolean {
  return own === 'passed' || own === 'given_up';
}

const candidateTestsSchema = measurement({
  ...testCountsShape,
  compared_by: comparedBySchema,
  /** Passed on the base and do not pass now: failed, skipped or missing. Known flaky tests are excluded. */
  regressed: testIds,
  /** Failed on the base and pass now. */
  fixed: testIds,
  /** Executed on the base, and now missing or skipped. */
  dropped: testIds,
  /** Executed now, and not on the base. */
  added: testIds,
  /** Those of them that fail; omitted when there are none. */
  added_failed: testIds.optional(),
  /** The regressed tests whose test file the candidate changed on purpose, with that file. */
  contested: z.array(contestedTestSchema),
  /** Contested tests that `hydra accept` accepted or rejected; omitted when there are none. */
  accepted: testIds.optional(),
  rejected: testIds.optional(),
  /** The line that says why tests of the base could not be compiled or loaded in its own run; omitted if they ran. */
  load_error: z.string().optional(),
  /** Pass and fail on the same tree: never counted. */
  flaky: testIds,
  /** Flaky with this candidate and not on the base, with the status they count as; omitted when there are none. */
  uncertain: z.array(z.strictObject({ id: z.string(), counted_as: z.enum(['passed', 'failed', 'nothing']) })).optional(),
});
export type CandidateTests = z.infer<typeof candidateTestsSchema>;
export type UncertainTest = NonNullable<Extract<CandidateTests, { state: 'measured' }>['uncertain']>[number];

const lintCountsShape = { precision: measuredPrecisionSchema, errors: countSchema, warnings: countSchema };
const baselineLintSchema = measurement(lintCountsShape);
export type BaselineLint = z.infer<typeof baselineLintSchema>;

const candidateLintSchema = measurement({
  ...lintCountsShape,
  compared_by: comparedBySchema,
  added: z.array(lintFindingSchema),
  resolved: z.array(lintFindingSchema),
});
export type CandidateLint = z.infer<typeof candidateLintSchema>;

const baselineSecuritySchema = measurement({ precision: measuredPrecisionSchema, total: countSchema });
export type BaselineSecurity = z.infer<typeof baselineSecuritySchema>;

const candidateSecuritySchema = measurement({
  precision: measuredPrecisionSchema,
  total: countSchema,
  added: z.array(advisorySchema),
  resolved: z.array(advisorySchema),
});
export type CandidateSecurity = z.infer<typeof candidateSecuritySchema>;

const metricFactsSchema = measurement({
  /** The median of the runs. */
  value: metricValueSchema,
  /** In the order of the runs. */
  runs: z.array(metricValueSchema).min(1),
});
export type MetricFacts = z.infer<typeof metricFactsSchema>;
const metricsSchema = z.record(metricNameSchema, metricFactsSchema);

/** Whether and why a file counts for churn. Decided from the base tree, never from the candidate's attributes. */
const fileClassSchema = z.enum(['source', 'lockfile', 'generated', 'vendored', 'binary']);
export type FileClass = z.infer<typeof fileClassSchema>;

const changedFileSchema = z.strictObject({
  path: z.string(),
  /** The path before a rename or copy. */
  old_path: z.string().nullable(),
  status: changeStatusSchema,
  class: fileClassSchema,
  /** Present only for files of tests, whose lines do not count for churn. */
  is_test: z.literal(true).optional(),
  added: countSchema,
  removed: countSchema,
  /** The same counts without the changes that vanish when white space is ignored. */
  added_normalized: countSchema,
  removed_normalized: countSchema,
  /** Lines that contain a changed token, in one layout for all texts; omitted when the tokens are unknown. */
  syntax: z
    .strictObject({
      added: countSchema,
      removed: countSchema,
      /** How many of the removed lines were added elsewhere in a file of the class `source`. */
      moved: countSchema,
    })
    .optional(),
});
export type ChangedFile = z.infer<typeof changedFileSchema>;

const agentFactsSchema = z.strictObject({
  ended: endedSchema,
  exit_code: z.number().int().nullable(),
  /** Present only when the agent reported it, whatever its exit code. */
  said_it_failed: z.literal(true).optional(),
  ending: agentEndingSchema,
  duration_ms: z.number().nonnegative().nullable(),
  /** Null means unknown, which is never 0. */
  cost_usd: z.number().nonnegative().nullable(),
  /** reported: by the agent. prices: estimated from its tokens. Omitted if the cost is unknown. */
  cost_source: z.enum(['reported', 'prices']).optional(),
});
export type AgentFacts = z.infer<typeof agentFactsSchema>;

/** The most significant kind of change in a diff, in descending order. */
export const CHANGE_KINDS = ['code', 'tests', 'comments', 'documentation', 'formatting', 'nothing'] as const;
const changeKindSchema = z.enum(CHANGE_KINDS);
export type ChangeKind = z.infer<typeof changeKindSchema>;

export const coverageSchema = z.strictObject({
  /** Changed lines in the candidate's version that the runtime can execute. Imports and declarations are not counted. */
  changed_lines: countSchema,
  /** How many of them a test executes. */
  executed_lines: countSchema,
  /** The same by file, for files with changed lines. */
  files: z.array(
    z.strictObject({
      path: z.string(),
      changed_lines: countSchema,
      executed_lines: countSchema,
      /** The numbers of the lines that no test executes, ascending; omitted when there are none. */
      missed_lines: z.array(countSchema).optional(),
    }),
  ),
  /** Present only when just the tests ran that fail on the base and pass here: other tests may execute more lines. */
  only_task_tests: z.literal(true).optional(),
});
export type ChangeCoverage = z.infer<typeof coverageSchema>;

export const attributionSchema = z.strictObject({
  /** Tests that fail on the base and pass with the candidate, with the changed files that make them pass. */
  groups: z.array(z.strictObject({ tests: testIds, files: z.array(z.string()) })),
  /** Why the files are unknown for some of these tests; omitted when they are known for all. */
  unknown: z.string().optional(),
});
export type Attribution = z.infer<typeof attributionSchema>;

const candidateFactsSchema = z.strictObject({
  name: z.string().min(1),
  /** Null when Hydra did not run the agent itself. */
  agent: agentFactsSchema.nullable(),
  build: buildFactsSchema,
  tests: candidateTestsSchema,
  lint: candidateLintSchema,
  security: candidateSecuritySchema,
  diff: z.strictObject({ files: z.array(changedFileSchema) }),
  change: changeKindSchema,
  /** Coverage of the change by tests; omitted when unknown. */
  coverage: coverageSchema.optional(),
  /** Why it is unknown although it is known for other candidates: the coverage run failed. */
  coverage_unknown: z.string().optional(),
  /** Its tests in another checkout under other conditions; omitted when they did not run there. */
  independent: independentRunSchema.optional(),
  /** Omitted when no test fails on the base and passes here. */
  attribution: attributionSchema.optional(),
  /** By name; omitted when the policy has no metrics. */
  metrics: metricsSchema.optional(),
  integrity: z.array(integrityFindingSchema),
});
export type CandidateFacts = z.infer<typeof candidateFactsSchema>;

const factsObject = z
  .strictObject({
    schema_version: storedVersionSchema,
    run_id: z.string().min(1),
    baseline: z.strictObject({
      build: buildFactsSchema,
      tests: baselineTestsSchema,
      lint: baselineLintSchema,
      security: baselineSecuritySchema,
      /** By name; omitted when the policy has no metrics. */
      metrics: metricsSchema.optional(),
    }),
    candidates: z.array(candidateFactsSchema),
    /** Omitted when every test of the base passes there and with every candidate. */
    tests: z.array(testOfBaseSchema).optional(),
    /** Names of candidates whose diffs are nearly equal, which have one vote; omitted when there are none. */
    near_equal: z.array(z.array(z.string())).optional(),
    /** Names of candidates with the same change outside of test files; omitted when there are none. */
    equal_sources: z.array(z.array(z.string())).optional(),
    /** Omitted when there are no acceptance tests. */
    acceptance: acceptanceSchema.optional(),
    /** Omitted when no cross-tests ran. */
    cross_tests: crossTestsSchema.optional(),
    /** What the trees return for calls that no test makes; omitted when nothing was asked. */
    answers: answersSchema.optional(),
    sandbox: sandboxFactsSchema,
    /** Omitted when every change begins at the base. */
    starts: startsSchema.optional(),
  })
  .refine(({ candidates }) => new Set(candidates.map(({ name }) => name)).size === candidates.length, {
    path: ['candidates'],
    message: 'two candidates have the same name',
  });
export interface FactsSchema extends Named<typeof factsObject> {}
export const factsSchema: FactsSchema = factsObject;
export type Facts = z.infer<typeof factsSchema>;
