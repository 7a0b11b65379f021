// What a dimension is. Each one is a plain object in its own file under dimensions/.
import type { CandidateFacts, DimensionId, DimensionState, Facts, Policy } from '../contract/index.ts';

/** No candidate of this run is measured here; the weight goes to the other dimensions. */
export type Excluded = Extract<DimensionState, { state: 'not_applicable' | 'unavailable' }>;

/**
 * A candidate's own result: a score, or the reason why it counts as 0. `not_applicable` is for cross_tests, where the only
 * author of tests cannot be measured by its own, and for coverage of a change without executable lines.
 */
export type Verdict = Extract<DimensionState, { state: 'scored' | 'error' | 'not_applicable' }>;

export interface Dimension {
  readonly id: DimensionId;
  readonly title: string;
  readonly purpose: string;
  /** The formula as a person reads it; docs/dimensions/ shows these lines. */
  readonly equation: readonly string[];
  /**
   * Decides once per run whether the dimension applies, so that no candidate can be exempt alone, and if so returns the
   * function that scores one candidate.
   */
  assess(facts: Facts, policy: Policy): Assessment;
}

export type Assessment = Excluded | { state: 'applies'; score(candidate: CandidateFacts): Verdict };

export function applies(score: (candidate: CandidateFacts) => Verdict): Assessment {
  return { state: 'applies', score };
}

type Unmeasured = { state: 'not_configured' } | { state: 'unavailable'; why: string } | { state: 'broken'; why: string };

/** The baseline has no measurement, so there is nothing to compare candidates with. */
export function excludedByBaseline(baseline: Unmeasured, check: string): Excluded {
  if (baseline.state === 'not_configured') return { state: 'not_applicable', why: `no ${check} command is configured` };
  return { state: 'unavailable', why: `the ${check} check could not be measured on the base: ${baseline.why}` };
}

/** The baseline could be measured and this candidate cannot: it counts as 0, so that breaking the context never pays. */
export function candidateUnmeasured(candidate: Unmeasured, check: string): Verdict {
  const why = candidate.state === 'not_configured' ? 'there is no result' : candidate.why;
  return { state: 'error', why: `the ${check} check of this candidate could not be measured: ${why}` };
}

/** What a result adds to a total: null where it adds nothing because it does not apply. */
export function scoreOf(result: DimensionState): number | null {
  if (result.state === 'scored') return result.score;
  return result.state === 'error' ? 0 : null;
}
