// The points that each dimension adds to a total, and the reason for the rank of a candidate.
import {
  type DimensionResult,
  dimensionWord,
  type Gate,
  joinNames,
  lostPoints,
  type Ranking,
  type Scorecard,
  type ScoreId,
} from '../../src/contract/index.ts';
import { failedGates } from '../format/labels.ts';
import { pointsText } from '../format/numbers.ts';

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

/** Why the candidate is first, or why it is not. */
export function reasonFor(ranking: Ranking, scorecard: Scorecard): string {
  const { leaders } = scorecard.verdict;
  const winner = scorecard.rankings.find(({ agent }) => agent === leaders[0]);
  if (!ranking.mergeable)
    return failedGates(ranking)
      .map((gate) => gateReason(gate, ranking))
      .join('; ');
  if (winner === undefined) return 'passes every gate';
  if (leaders.length > 1 && leaders.includes(ranking.agent)) return `level with ${joinNames(othersThan(leaders, ranking.agent))}`;
  if (ranking === winner) return winnerReason(scorecard);
  const behind = (winner.total_unrounded ?? 0) - (ranking.total_unrounded ?? 0);
  if (behind === 0) return 'same total, ranked lower by the tie-break rules';
  const deficits = lostPoints(ranking, winner).map(({ id, lost }) => `${dimensionWord(id)} −${lost.toFixed(1)}`);
  return `${pointsText(behind)} behind${deficits.length === 0 ? '' : `: ${deficits.join(', ')}`}`;
}

function othersThan(names: readonly string[], name: string): string[] {
  return names.filter((each) => each !== name);
}

/** The integrity gate states only a count, so its findings are listed instead. */
function gateReason({ id, reason }: Gate, { findings }: Ranking): string {
  const errors = findings.filter(({ severity }) => severity === 'error').map(({ message }) => message);
  return id === 'integrity' && errors.length > 0 ? errors.join('; ') : reason;
}

function winnerReason({ rankings, winner, margin }: Scorecard): string {
  const runnerUp = rankings.find(({ mergeable, agent }) => mergeable && agent !== winner);
  if (runnerUp === undefined) return 'the only mergeable candidate';
  if (margin === null || margin === 0) return `same total as ${runnerUp.agent}, first by the tie-break rules`;
  return `${pointsText(margin)} ahead of ${runnerUp.agent}, the next mergeable candidate`;
}

/** Best first, candidates without a score last; ties keep the order of the ranking. */
export function sortRankings(rankings: readonly Ranking[], key: string | null): Ranking[] {
  if (key === null) return [...rankings];
  return [...rankings].sort((a, b) => sortValue(b, key) - sortValue(a, key));
}

function sortValue({ dimensions, total_unrounded: total }: Ranking, key: string): number {
  if (key === 'total') return total ?? -1;
  const result = dimensions.find(({ id }) => id === key)?.result;
  return result?.state === 'scored' ? result.score : -1;
}
