// Contract: baseline and candidates compared. Small, complete, and the only input of scoring beside the policy.
import { z } from 'zod';
import { countSchema, endedSchema, measuredPrecisionSchema } from './check.ts';
import { acceptanceSchema, crossTestsSchema } from './cross-tests.ts';
import { changeStatusSchema } from './diff.ts';
import { advisorySchema, integrityFindingSchema, lintFindingSchema } from './finding.ts';
import { storedVersionSchema } from './stored-version.ts';

const notConfigured = z.strictObject({ state: z.literal('not_configured') });
/** The check could not be run here at all, for example because its tool is missing. */
const unavailable = z.strictObject({ state: z.literal('unavailable'), why: z.string() });
/** The check ran and left nothing that can be believed: it crashed, timed out or contradicts itself. */
const broken = z.strictObject({ state: z.literal('broken'), why: z.string() });

/** Either a measurement or the reason why there is none. */
function measurement<Shape extends z.ZodRawShape>(shape: Shape) {
  const measured = z.strictObject({ state: z.literal('measured'), ...shape });
  return z.discriminatedUnion('state', [measured, notConfigured, unavailable, broken]);
}

/** Whether two results were compared name by name or only by their counts. */
export const comparedBySchema = z.enum(['identity', 'count']);
export type ComparedBy = z.infer<typeof comparedBySchema>;

const buildFactsSchema = measurement({
  passed: z.boolean(),
  /** Parts of the build with a result of their own, for the gradient mode; empty when there are none. */
  targets: z.array(z.strictObject({ name: z.string(), passed: z.boolean() })),
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
  /** Its status in the candidate's own run. Files of version 1 lack it, which reads as `missing`. */
  own: z.enum(['passed', 'skipped', 'missing']).optional(),
});
export type ContestedTest = z.infer<typeof contestedTestSchema>;

const candidateTestsSchema = measurement({
  ...testCountsShape,
  compared_by: comparedBySchema,
  /** Passed at the base and do not pass now: failed, skipped or gone. Known flaky tests are not here. */
  regressed: testIds,
  /** Failed at the base and pass now. */
  fixed: testIds,
  /** Executed at the base, and now gone or skipped. */
  dropped: testIds,
  /** Executed now, and unknown at the base. */
  added: testIds,
  /** The part of regressed whose test file the candidate changed on purpose, with that file. */
  contested: z.array(contestedTestSchema),
  /** Contested tests whose new expectation was accepted or rejected by `hydra accept`; left out when there are none. */
  accepted: testIds.optional(),
  rejected: testIds.optional(),
  /** Pass and fail on the same tree: counted nowhere. */
  flaky: testIds,
  /** Pass and fail with this candidate and not on the base, and what each one is counted as here; left out when there are none. */
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

/** Why a file counts for churn, or does not. Decided from the base tree, never from the candidate's marks. */
export const fileClassSchema = z.enum(['source', 'lockfile', 'generated', 'vendored', 'binary']);
export type FileClass = z.infer<typeof fileClassSchema>;

const changedFileSchema = z.strictObject({
  path: z.string(),
  /** Where the file was before a rename or copy. */
  old_path: z.string().nullable(),
  status: changeStatusSchema,
  class: fileClassSchema,
  added: countSchema,
  removed: countSchema,
  /** The same counts without the changes that vanish when white space is ignored. */
  added_normalized: countSchema,
  removed_normalized: countSchema,
});
export type ChangedFile = z.infer<typeof changedFileSchema>;

const agentFactsSchema = z.strictObject({
  ended: endedSchema,
  exit_code: z.number().int().nullable(),
  /** Only there when the agent itself said so, whatever its exit code. */
  said_it_failed: z.literal(true).optional(),
  duration_ms: z.number().nonnegative().nullable(),
  /** Null is "unknown", which is never 0. */
  cost_usd: z.number().nonnegative().nullable(),
});
export type AgentFacts = z.infer<typeof agentFactsSchema>;

/** The strongest kind of change in a diff, the strongest first. */
export const CHANGE_KINDS = ['code', 'tests', 'comments', 'documentation', 'formatting', 'nothing'] as const;
export const changeKindSchema = z.enum(CHANGE_KINDS);
export type ChangeKind = z.infer<typeof changeKindSchema>;

export const coverageSchema = z.strictObject({
  /** Lines of the diff, on the candidate's side, that the runtime can execute. Imports and declarations are not counted. */
  changed_lines: countSchema,
  /** Those among them that a test executes. */
  executed_lines: countSchema,
  /** The same by file, for files with changed lines. */
  files: z.array(
    z.strictObject({
      path: z.string(),
      changed_lines: countSchema,
      executed_lines: countSchema,
      /** The numbers of the lines that no test executes, ascending; left out where there are none. */
      missed_lines: z.array(countSchema).optional(),
    }),
  ),
  /** Only there when just the tests ran that fail on the base and pass here: other tests may execute more lines. */
  only_task_tests: z.literal(true).optional(),
});
export type ChangeCoverage = z.infer<typeof coverageSchema>;

const candidateFactsSchema = z.strictObject({
  name: z.string().min(1),
  /** Null when Hydra did not run the agent itself. */
  agent: agentFactsSchema.nullable(),
  build: buildFactsSchema,
  tests: candidateTestsSchema,
  lint: candidateLintSchema,
  security: candidateSecuritySchema,
  diff: z.strictObject({ files: z.array(changedFileSchema) }),
  /** Files of version 1 lack it, which reads as `code`. */
  change: changeKindSchema.optional(),
  /** How much of the change the tests execute; left out where that is not known. */
  coverage: coverageSchema.optional(),
  /** Why it is not known although it is known for other candidates: the run that measures it failed. */
  coverage_unknown: z.string().optional(),
  integrity: z.array(integrityFindingSchema),
});
export type CandidateFacts = z.infer<typeof candidateFactsSchema>;

export const factsSchema = z
  .strictObject({
    schema_version: storedVersionSchema,
    run_id: z.string().min(1),
    baseline: z.strictObject({
      build: buildFactsSchema,
      tests: baselineTestsSchema,
      lint: baselineLintSchema,
      security: baselineSecuritySchema,
    }),
    candidates: z.array(candidateFactsSchema),
    /** Left out when the user brought no acceptance tests. */
    acceptance: acceptanceSchema.optional(),
    /** Left out when no candidate's tests ran on another one. */
    cross_tests: crossTestsSchema.optional(),
  })
  .refine(({ candidates }) => new Set(candidates.map(({ name }) => name)).size === candidates.length, {
    path: ['candidates'],
    message: 'two candidates have the same name',
  });
export type Facts = z.infer<typeof factsSchema>;
