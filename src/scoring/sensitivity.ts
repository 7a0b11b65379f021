// How much the winner depends on the weights. Varies each active weight by -20%, 0 and +20%,
// in every combination, and counts the settings under which the winner stays.
import type { DimensionId, Sensitivity, Weights } from '../contract/index.ts';
import { composite } from './composite.ts';
import { scoreOf } from './dimension.ts';
import { breakTie, type Contender } from './rank.ts';

const WEIGHT_CHANGE_PERCENT = 20;
const FACTORS = [0.8, 1, 1.2];

/** `contenders` are the mergeable candidates; no other can win under any weights. */
export function testSensitivity(
  winner: string,
  contenders: readonly Contender[],
  active: readonly DimensionId[],
  weights: Weights,
): Sensitivity {
  const byTieBreak = [...contenders].sort(breakTie);
  const scores = byTieBreak.map(({ results }) => active.map((id) => scoreOf(results[id])));
  const settings = weightSettings(active.map((id) => weights[id]));
  let winnerStays = 0;
  for (const setting of settings) {
    if (byTieBreak[indexOfBest(scores, setting)]?.name === winner) winnerStays += 1;
  }
  return {
    weight_change_percent: WEIGHT_CHANGE_PERCENT,
    settings: settings.length,
    winner_stays: winnerStays,
    share: winnerStays / settings.length,
  };
}

/** Every combination of the factors: 3 to the power of the number of weights. */
function weightSettings(weights: readonly number[]): number[][] {
  return weights.reduce<number[][]>(
    (settings, weight) => settings.flatMap((setting) => FACTORS.map((factor) => [...setting, weight * factor])),
    [[]],
  );
}

/** The first of the best, so that the tie-break order decides equal totals. */
function indexOfBest(scores: readonly (readonly (number | null)[])[], weights: readonly number[]): number {
  let best = 0;
  let bestTotal = -1;
  scores.forEach((candidate, index) => {
    const total = composite(candidate, weights) ?? 0;
    if (total > bestTotal) {
      best = index;
      bestTotal = total;
    }
  });
  return best;
}
