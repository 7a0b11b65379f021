// Room scoring: from dimension scores to one total.
//   composite = sum(dimension_score * dimension_weight) / sum(active_weights)
// Range 0 to 100. Example: build 100 and tests 68 with weights 30 and 30: (3000 + 2040) / 60 = 84.
import type { DimensionId, Weights } from '../contract/index.ts';

/** Null when nothing counts: an empty sum is not a score. Both lists are in the same order. */
export function composite(scores: readonly number[], weights: readonly number[]): number | null {
  let points = 0;
  let activeWeights = 0;
  for (let index = 0; index < weights.length; index += 1) {
    const weight = weights[index] ?? 0;
    points += (scores[index] ?? 0) * weight;
    activeWeights += weight;
  }
  // The quotient of rounded sums can exceed 100 by one last bit; a mean cannot.
  return activeWeights === 0 ? null : Math.min(points / activeWeights, 100);
}

/** Each dimension's share of the total in percent, after renormalisation. */
export function effectiveWeights(active: readonly DimensionId[], weights: Weights): Weights {
  const activeWeights = active.reduce((sum, id) => sum + weights[id], 0);
  const shares: Weights = { build: 0, tests: 0, lint: 0, diff_scope: 0, speed: 0, cost: 0, security: 0 };
  for (const id of active) shares[id] = (weights[id] / activeWeights) * 100;
  return shares;
}
