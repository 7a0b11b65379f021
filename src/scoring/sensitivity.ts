// How much the winner depends on the weights. Varies each active weight, or the largest if there are many, by -20%, 0 and
// +20%, in every combination, and counts the settings under which the winner stays.
import type { ScoreId, Sensitivity, Weights } from '../contract/index.ts';
import { composite } from './composite.ts';
import { scoreOf } from './dimension.ts';
import { breakTie, type Contender } from './rank.ts';

const WEIGHT_CHANGE_PERCENT = 20;
const FACTORS = [0.8, 1, 1.2];

/** `contenders` are the mergeable candidates; no other can win under any weights. */
export function testSensitivity(
  winner: string,
  contenders: readonly Contender[],
  active: readonly ScoreId[],
  weights: Weights,
): Sensitivity {
  const byTieBreak = [...contenders].sort(breakTie);
  const scores = byTieBreak.map(({ results }) => active.map((id) => scoreOf(results[id])));
  const settings = weightSettings(active.map((id) => weights[id] ?? 0));
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

/** Metrics add weights without a limit, and each would triple the number of settings. */
const MAX_VARIED = 10;

/** Every combination of the factors: 3 to the power of the number of weights that vary. */
function weightSettings(weights: readonly number[]): number[][] {
  const varied = new Set(
    weights
      .map((weight, index) => ({ weight, index }))
      .sort((a, b) => b.weight - a.weight || a.index - b.index)
      .slice(0, MAX_VARIED)
      .map(({ index }) => index),
  );
  return weights.reduce<number[][]>(
    (settings, weight, index) => {
      const factors = varied.has(index) ? FACTORS : [1];
      return settings.flatMap((setting) => factors.map((factor) => [...setting, weight * factor]));
    },
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
