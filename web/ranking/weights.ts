// Weights for "What if?": read from and written to the address, and scored.
import { DIMENSION_IDS, type Facts, type Policy, type Scorecard, type Weights } from '../../src/contract/index.ts';
import { scoreFacts } from '../../src/scoring/index.ts';

/** The limit that hydra.toml has. */
const MAX_WEIGHT = 1_000_000;

/** Null unless the text has a weight for every dimension. */
export function parseWeights(text: string | null): Weights | null {
  const parts = (text ?? '').split('-');
  const numbers = parts.map(Number);
  const areNumbers = parts.every((part) => /^\d+(\.\d+)?$/.test(part)) && numbers.every((value) => value <= MAX_WEIGHT);
  const isComplete = areNumbers && numbers.length === DIMENSION_IDS.length;
  if (text === null || !isComplete) return null;
  return Object.fromEntries(DIMENSION_IDS.map((id, index) => [id, numbers[index] ?? 0])) as Weights;
}

/** Null when the weights are those of the run. */
export function weightsText(weights: Weights, own: Weights): string | null {
  const isOwn = DIMENSION_IDS.every((id) => weights[id] === own[id]);
  return isOwn ? null : DIMENSION_IDS.map((id) => weights[id]).join('-');
}

/** Uses the scoring code that made the scorecard of the run. */
export function scoreWith(facts: Facts, policy: Policy, weights: Weights): Scorecard {
  return scoreFacts(facts, { ...policy, scoring: { ...policy.scoring, weights } });
}

export function tomlLines(weights: Weights): string {
  return ['[scoring.weights]', ...DIMENSION_IDS.map((id) => `${id} = ${weights[id]}`)].join('\n');
}
