// The interface of a dimension. Each dimension is a plain object in its own file under dimensions/.
import type { CandidateFacts, DimensionState, Facts, Policy, ScoreId } from '../contract/index.ts';

/** The dimension is not measured in this run; the other dimensions share its weight. */
export type Excluded = Extract<DimensionState, { state: 'not_applicable' | 'unavailable' }>;

/**
 * A candidate's result: a score, or the reason why it counts as 0. `not_applicable` is for cross_tests, where the only
 * author of tests cannot be measured by its own tests, and for coverage of a change without executable lines.
 */
export type Verdict = Extract<DimensionState, { state: 'scored' | 'error' | 'not_applicable' }>;

export interface Dimension {
  readonly id: ScoreId;
  readonly title: string;
  readonly purpose: string;
  /** The formula for human readers; docs/dimensions/ shows these lines. */
  readonly equation: readonly string[];
  /**
   * Decides once per run whether the dimension applies, so that no single candidate can be exempt, and if so returns the
   * function that scores one candidate. `mergeable` are the names of the candidates that pass every gate.
   */
  assess(facts: Facts, policy: Policy, mergeable: ReadonlySet<string>): Assessment;
}

export type Assessment = Excluded | { state: 'applies'; score(candidate: CandidateFacts): Verdict };

export function applies(score: (candidate: CandidateFacts) => Verdict): Assessment {
  return { state: 'applies', score };
}

type Unmeasured = { state: 'not_configured' } | { state: 'unavailable'; why: string } | { state: 'broken'; why: string };

/** The baseline has no measurement to compare candidates with. */
export function excludedByBaseline(baseline: Unmeasured, check: string): Excluded {
  if (baseline.state === 'not_configured') return { state: 'not_applicable', why: `no ${check} command is configured` };
  return { state: 'unavailable', why: `the ${check} check could not be measured on the base: ${baseline.why}` };
}

/** Measured on the baseline but not on this candidate: counts as 0, so that breaking the measurement never pays. */
export function candidateUnmeasured(candidate: Unmeasured, check: string): Verdict {
  const why = candidate.state === 'not_configured' ? 'there is no result' : candidate.why;
  return { state: 'error', why: `the ${check} check of this candidate could not be measured: ${why}` };
}

/** The result's contribution to a total: null if it does not apply. */
export function scoreOf(result: DimensionState | undefined): number | null {
  if (result?.state === 'scored') return result.score;
  return result?.state === 'error' ? 0 : null;
}
