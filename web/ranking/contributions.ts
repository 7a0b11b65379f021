// The points that each dimension adds to a total.
import type { DimensionResult, Ranking, ScoreId } from '../../src/contract/index.ts';

export interface Contribution {
  id: ScoreId;
  /** Points that it adds to the total, 0 to 100. */
  points: number;
  /** Points that it can add at most. */
  max: number;
}

/** The dimensions that count for the candidate. One that could not be measured adds no points. */
export function contributionsOf({ dimensions }: Ranking): Contribution[] {
  return dimensions
    .filter(({ effective_weight: share }) => share > 0)
    .map((dimension) => ({ id: dimension.id, points: pointsOf(dimension), max: dimension.effective_weight }));
}

function pointsOf({ result, effective_weight: share }: DimensionResult): number {
  return result.state === 'scored' ? result.score * (share / 100) : 0;
}
