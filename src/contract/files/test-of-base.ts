// Contract: a test of the base that fails there, or that has another result with a candidate.
import { z } from 'zod';
import { testResultSchema, testStatusSchema } from './summary.ts';

/**
 * fails: as on the base. fixed and broken: the opposite of the base. hidden: fails with this code and no longer runs. edited: passes
 * only because the candidate changed the test. contested: the candidate changed what it expects, openly. gone: no longer runs.
 * flaky: passed and failed on the same tree.
 */
const movedResultSchema = z.enum(['fails', 'fixed', 'broken', 'hidden', 'edited', 'contested', 'gone', 'flaky']);
export type MovedResult = z.infer<typeof movedResultSchema>;

const statusInRunSchema = z.enum([...testStatusSchema.options, 'missing']);
const { file, line, message } = testResultSchema.shape;

const resultWithCandidateSchema = z.strictObject({
  candidate: z.string(),
  result: movedResultSchema,
  /** In the candidate's own run. */
  own: statusInRunSchema,
  /** With the base's tests on its sources; omitted where its own run shows that as well. */
  pinned: statusInRunSchema.optional(),
  /** Of the failure, in the run that decides. Untrusted text. */
  message,
});

export const testOfBaseSchema = z.strictObject({
  id: z.string(),
  file,
  line,
  base: testStatusSchema,
  /** Of the failure on the base. Untrusted text. */
  message,
  /** Candidates with which it passes as on the base, and those whose tests could not be compared by name, are not listed. */
  results: z.array(resultWithCandidateSchema),
});
export type TestOfBase = z.infer<typeof testOfBaseSchema>;
