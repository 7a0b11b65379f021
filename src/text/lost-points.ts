// The dimensions in which one candidate loses to another, for the terminal and the page.
import type { DimensionResult, Ranking, ScoreId } from '../contract/index.ts';

const DEFICITS_SHOWN = 3;
/** Smaller values are shown as 0.0. */
const MIN_SHOWN = 0.05;

/**
 * The points of the total that each dimension costs a candidate compared with the leader, in descending order. Compares
 * lost points, because
 * all shares differ when a dimension applies to only one of the two.
 */
export function lostPoints(behind: Ranking, leader: Ranking): { id: ScoreId; lost: number }[] {
  const lostBy = ({ dimensions }: Ranking) => new Map(dimensions.map((dimension) => [dimension.id, lostIn(dimension)]));
  const leaderLost = lostBy(leader);
  return [...lostBy(behind)]
    .map(([id, lost]) => ({ id, lost: lost - (leaderLost.get(id) ?? 0) }))
    .filter(({ lost }) => lost >= MIN_SHOWN)
    .sort((a, b) => b.lost - a.lost)
    .slice(0, DEFICITS_SHOWN);
}

function lostIn({ result, effective_weight: share }: DimensionResult): number {
  if (result.state === 'scored') return (100 - result.score) * (share / 100);
  return result.state === 'error' ? share : 0;
}
