// Contract: the tests that authors add or change, run on the base and on every other candidate.
import { z } from 'zod';

/**
 * pass. fail: it ran, and an assertion or an error inside it failed. cannot_load: it could not run, for example because
 * a module it imports is missing or does not compile. flaky: it both passed and failed on the same tree.
 */
export const TEST_OUTCOMES = ['pass', 'fail', 'cannot_load', 'flaky'] as const;
const testOutcomeSchema = z.enum(TEST_OUTCOMES);
export type TestOutcome = z.infer<typeof testOutcomeSchema>;

/** By the name of the candidate; one on which the test did not run is not listed. */
const outcomesSchema = z.record(z.string(), testOutcomeSchema);

const comparedShape = {
  /** Candidates that fail it with the same message as the base; omitted when there are none. */
  like_base: z.array(z.string()).optional(),
  /** The first author of the same test, by name; omitted for that author. */
  same_as: z.string().optional(),
};

const taskTestSchema = z.strictObject({
  id: z.string(),
  /** The author's file that contains it; null when unknown. */
  path: z.string().nullable(),
  base: testOutcomeSchema,
  /** On the tree of its author; null for an author without a candidate. */
  author: testOutcomeSchema.nullable(),
  others: outcomesSchema,
  /** The first lines of the failure message, by candidate. */
  failures: z.record(z.string(), z.string()),
  ...comparedShape,
});
export type TaskTest = z.infer<typeof taskTestSchema>;

/** Whether a test fails on the base and passes with a candidate, so that it tests the change. */
export function showsChange({ base, author, others }: TaskTest, candidate: string, isOwn: boolean): boolean {
  const outcome = isOwn ? author : others[candidate];
  return outcome === 'pass' && (base === 'fail' || base === 'cannot_load');
}

/** The user's own tests. */
export const acceptanceSchema = z.strictObject({
  tests: z.array(taskTestSchema),
  /** Why there are no results; null when there are. */
  incomplete: z.string().nullable(),
});
export type Acceptance = z.infer<typeof acceptanceSchema>;

/** The name of the test author in a run; reserved, so no candidate may have it. */
export const TEST_AUTHOR = 'test-author';

/** The author of the examples in the task's text. A candidate may have the same name: the kind of the author differs. */
export const TASK_AUTHOR = 'task';

/** candidate: its own new and changed tests. test_author: an agent that only writes tests. task: examples in the task's text. */
const authorKindSchema = z.enum(['candidate', 'test_author', 'task']);

const authoredTestsSchema = z.strictObject({
  author: z.string(),
  kind: authorKindSchema,
  tests: z.array(taskTestSchema),
  /** Why there are no results, or not all; null when everything ran. */
  incomplete: z.string().nullable(),
});
export type AuthoredTests = z.infer<typeof authoredTestsSchema>;

export const crossTestsSchema = z.strictObject({
  authors: z.array(authoredTestsSchema),
  /** Candidates with equal trees, which count as one author. */
  equal_trees: z.array(z.array(z.string())),
});
export type CrossTests = z.infer<typeof crossTestsSchema>;

/**
 * scored: has a vote, and another candidate passes it too; an example of the task needs no other candidate.
 * uncorroborated: has a vote, and only its author passes it. passes_nowhere: an example that no candidate passes; it may have been
 * read wrongly. passes_nowhere, passes_on_base, unstable, loads_nowhere, not_trusted: has no vote.
 */
const VOTE_STANDINGS = [
  'scored',
  'uncorroborated',
  'passes_nowhere',
  'passes_on_base',
  'unstable',
  'loads_nowhere',
  'not_trusted',
] as const;

/** A row of the matrix in a scorecard. */
export const crossTestRowSchema = z.strictObject({
  author: z.string(),
  kind: authorKindSchema,
  id: z.string(),
  path: z.string().nullable(),
  standing: z.enum(VOTE_STANDINGS),
  base: testOutcomeSchema,
  /** Includes the author's own tree, and trees identical to one on which it ran. */
  outcomes: outcomesSchema,
  failures: z.record(z.string(), z.string()),
  ...comparedShape,
});
export type CrossTestRow = z.infer<typeof crossTestRowSchema>;
