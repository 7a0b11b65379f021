// The text of one score in a table.
import type { Ranking, ScoreId } from '../contract/index.ts';
import { scoreText } from './number-text.ts';

/** A candidate without a measurement counts as 0, but 0 was not measured. */
export function scoreCell({ dimensions, breakdown }: Ranking, id: ScoreId): string {
  const state = dimensions.find((dimension) => dimension.id === id)?.result.state;
  return state === 'error' ? 'error' : scoreText(breakdown[id] ?? null);
}
