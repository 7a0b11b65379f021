// Room web: other weights than those of the run, as they stand in an address, and what follows from them.
import { DIMENSION_IDS, type Facts, type Policy, type Scorecard, type Weights } from '../../src/contract/index.ts';
import { scoreFacts } from '../../src/scoring/index.ts';

/** Null when the text is not a weight for every dimension. */
export function parseWeights(text: string | null): Weights | null {
  const numbers = (text ?? '').split('-').map(Number);
  const isWhole = numbers.length === DIMENSION_IDS.length && numbers.every((value) => value >= 0 && value <= 1_000_000);
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
