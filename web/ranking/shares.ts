// The share of a dimension in the total of a candidate. Shares differ when a dimension does not apply to every candidate.
import type { Ranking, ScoreId } from '../../src/contract/index.ts';

/** In percent of the total; null when the dimension does not apply to the candidate. */
export function shareOf({ dimensions }: Ranking, id: ScoreId): number | null {
  const dimension = dimensions.find((one) => one.id === id);
  const applies = dimension?.result.state === 'scored' || dimension?.result.state === 'error';
  return dimension !== undefined && applies ? dimension.effective_weight : null;
}

/** The share of each dimension, if it is the same for every candidate that it applies to; null if any share differs. */
export function commonShares(rankings: readonly Ranking[], ids: readonly ScoreId[]): Map<ScoreId, number> | null {
  const common = new Map<ScoreId, number>();
  for (const id of ids) {
    const shares = rankings.map((ranking) => shareOf(ranking, id)).filter((share) => share !== null);
    const [first = 0] = shares;
    if (shares.some((share) => shareText(share) !== shareText(first))) return null;
    common.set(id, first);
  }
  return common;
}

export function shareText(share: number): string {
  return share === 0 ? 'not counted' : `${Number(share.toFixed(1))}%`;
}
