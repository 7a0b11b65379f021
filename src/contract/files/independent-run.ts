// Contract: the result of repeating a candidate's tests in another checkout under other conditions.
import { z } from 'zod';

/** Besides the folder, the file times and the names of user and host, which always differ. */
export const independentConditionsSchema = z.strictObject({
  /** Whether the tests ran in another order. */
  is_reordered: z.boolean(),
  /** base: installed from the base's manifests. own: from the candidate's, which change dependencies. none: nothing to install. */
  dependencies: z.enum(['base', 'own', 'none']),
});
export type IndependentConditions = z.infer<typeof independentConditionsSchema>;

export const independentRunSchema = z.discriminatedUnion('state', [
  /** The same results. */
  z.strictObject({ state: z.literal('confirmed'), conditions: independentConditionsSchema }),
  /** Tests that pass in the counted run do not pass in it. */
  z.strictObject({ state: z.literal('differs'), conditions: independentConditionsSchema }),
  /** It allows no conclusion. */
  z.strictObject({ state: z.literal('impossible'), why: z.string() }),
]);
export type IndependentRun = z.infer<typeof independentRunSchema>;

const DEPENDENCIES: Record<IndependentConditions['dependencies'], string[]> = {
  base: ["the base's dependencies"],
  own: ["the candidate's dependencies, installed again"],
  none: [],
};

/** "another folder, other file times, another user, the base's dependencies, another order" */
export function describeConditions({ is_reordered, dependencies }: IndependentConditions): string {
  const always = ['another folder', 'other file times', 'another user'];
  return [...always, ...DEPENDENCIES[dependencies], ...(is_reordered ? ['another order'] : [])].join(', ');
}

export function describeIndependentRun(run: IndependentRun): string {
  if (run.state === 'impossible') return `not confirmed by an independent run: ${run.why}`;
  const verb = run.state === 'confirmed' ? 'confirmed by' : 'differs in';
  return `${verb} an independent run: ${describeConditions(run.conditions)}`;
}
