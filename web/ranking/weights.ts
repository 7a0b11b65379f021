// Other weights than those of the run, as they stand in an address, and what follows from them.
import { DIMENSION_IDS, type Facts, type Policy, type Scorecard, type Weights } from '../../src/contract/index.ts';
import { scoreFacts } from '../../src/scoring/index.ts';

/** As in hydra.toml. */
const MAX_WEIGHT = 1_000_000;

/** Null when the text is not a weight for every dimension. */
export function parseWeights(text: string | null): Weights | null {
  const parts = (text ?? '').split('-');
  const numbers = parts.map(Number);
  const areNumbers = parts.every((part) => /^\d+(\.\d+)?$/.test(part)) && numbers.every((value) => value <= MAX_WEIGHT);
  const isWhole = areNumbers && numbers.length === DIMENSION_IDS.length;
  if (text === null || !isWhole) return null;
  return Object.fromEntries(DIMENSION_IDS.map((id, index) => [id, numbers[index] ?? 0])) as Weights;
}

/** Null for the weights of the run itself. */
export function weightsText(weights: Weights, own: Weights): string | null {
  const isOwn = DIMENSION_IDS.every((id) => weights[id] === own[id]);
  return isOwn ? null : DIMENSION_IDS.map((id) => weights[id]).join('-');
}

/** By the same code that made the scorecard of the run. */
export function scoreWith(facts: Facts, policy: Policy, weights: Weights): Scorecard {
  return scoreFacts(facts, { ...policy, scoring: { ...policy.scoring, weights } });
}

export function tomlLines(weights: Weights): string {
  return ['[scoring.weights]', ...DIMENSION_IDS.map((id) => `${id} = ${weights[id]}`)].join('\n');
}
