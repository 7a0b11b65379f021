// Contract: what a test runner printed about a failing test of the base.
import { z } from 'zod';

export const testFailureSchema = z.strictObject({
  /** Null is the baseline. */
  candidate: z.string().nullable(),
  /** The id of the test. */
  test: z.string(),
  /** A few lines. */
  message: z.string(),
});
export type TestFailure = z.infer<typeof testFailureSchema>;
