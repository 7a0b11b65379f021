// Combines dimension scores into one total.
//   composite = sum(dimension_score * dimension_weight) / sum(active_weights)
// Range 0 to 100. Example: build 100 and tests 68 with weights 30 and 30: (3000 + 2040) / 60 = 84.
import type { DimensionId, DimensionState, ScoreId, Weights } from '../contract/index.ts';
import { scoreOf } from './dimension.ts';

/** Has a result for every dimension and metric. */
export type ResultsById = Record<DimensionId, DimensionState> & Record<ScoreId, DimensionState>;

/**
 * Both lists have the same order; a dimension without a score does not apply, and the others share its weight.
 * Null when no dimension counts: an empty sum is not a score.
 */
export function composite(scores: readonly (number | null)[], weights: readonly number[]): number | null {
  let points = 0;
  let activeWeights = 0;
  for (let index = 0; index < weights.length; index += 1) {
    const [score, weight] = [scores[index] ?? null, weights[index] ?? 0];
    if (score === null) continue;
    points += score * weight;
    activeWeights += weight;
  }
  // The quotient of rounded sums can exceed 100 by one bit; a mean cannot.
  return activeWeights === 0 ? null : Math.min(points / activeWeights, 100);
}

/** The total of one candidate over the active dimensions that apply to it. */
export function totalOf(results: ResultsById, active: readonly ScoreId[], weights: Weights): number | null {
  return composite(
    active.map((id) => scoreOf(results[id])),
    active.map((id) => weights[id] ?? 0),
  );
}

interface Scored {
  results: ResultsById;
}

/** Whether a dimension applies to only one of two candidates. */
export function haveOtherDimensions(a: Scored, b: Scored, active: readonly ScoreId[]): boolean {
  return active.some((id) => (scoreOf(a.results[id]) === null) !== (scoreOf(b.results[id]) === null));
}

/** The difference of two totals over the dimensions that apply to both. */
export function leadOver(leader: Scored, other: Scored, active: readonly ScoreId[], weights: Weights): number {
  const common = active.filter((id) => scoreOf(leader.results[id]) !== null && scoreOf(other.results[id]) !== null);
  return (totalOf(leader.results, common, weights) ?? 0) - (totalOf(other.results, common, weights) ?? 0);
}

/** Each counted dimension's share of one candidate's total in percent, after renormalization. */
export function effectiveWeights(
  results: ResultsById,
  active: readonly ScoreId[],
  weights: Weights,
): ReadonlyMap<ScoreId, number> {
  const counted = active.filter((id) => scoreOf(results[id]) !== null);
  const activeWeights = counted.reduce((sum, id) => sum + (weights[id] ?? 0), 0);
  return new Map(counted.map((id) => [id, ((weights[id] ?? 0) / activeWeights) * 100]));
}
