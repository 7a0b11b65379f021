// Weights for "What if?": read from and written to the address, and scored.
import {
  DIMENSION_IDS,
  type Facts,
  isDimensionId,
  type Policy,
  type Scorecard,
  type Weights,
  weightsOf,
  withWeights,
} from '../../src/contract/index.ts';
import { scoreFacts } from '../../src/scoring/index.ts';
import { applyingDimensions } from '../../src/text/index.ts';

/** The limit that hydra.toml has. */
const MAX_WEIGHT = 1_000_000;

/** Null unless the text has a weight for every dimension and metric of the run, whose weights are `own`. */
export function parseWeights(text: string | null, own: Weights): Weights | null {
  const ids = Object.keys(own);
  const parts = (text ?? '').split('-');
  const numbers = parts.map(Number);
  const areNumbers = parts.every((part) => /^\d+(\.\d+)?$/.test(part)) && numbers.every((value) => value <= MAX_WEIGHT);
  const isComplete = areNumbers && numbers.length === ids.length;
  if (text === null || !isComplete) return null;
  return Object.fromEntries(ids.map((id, index) => [id, numbers[index] ?? 0])) as Weights;
}

/** Null when the weights are those of the run. */
export function weightsText(weights: Weights, own: Weights): string | null {
  const ids = Object.keys(own);
  const isOwn = ids.every((id) => weights[id] === own[id]);
  return isOwn ? null : ids.map((id) => weights[id]).join('-');
}

/** Uses the scoring code that made the scorecard of the run. */
export function scoreWith(facts: Facts, policy: Policy, weights: Weights): Scorecard {
  return scoreFacts(facts, withWeights(policy, weights));
}

export interface ShownScorecard {
  scorecard: Scorecard;
  /** Null for the weights of the run. */
  weights: Weights | null;
}

interface ScoredRun {
  run: { policy: Policy };
  facts: Facts;
  scorecard: Scorecard;
}

/** The scorecard for weights from an address. Weights without an effect, or all 0, leave the scorecard of the run. */
export function scorecardFor({ run: { policy }, facts, scorecard }: ScoredRun, text: string | null): ShownScorecard {
  const own = weightsOf(policy);
  const weights = parseWeights(text, own);
  if (weights === null || weightsText(weights, own) === null) return { scorecard, weights: null };
  const counts = applyingDimensions(scorecard.rankings).some(({ id }) => (weights[id] ?? 0) > 0);
  return { scorecard: counts ? scoreWith(facts, policy, weights) : scorecard, weights };
}

export function tomlLines(weights: Weights): string {
  const metrics = Object.keys(weights).filter((id) => !isDimensionId(id));
  return [
    ['[scoring.weights]', ...DIMENSION_IDS.map((id) => `${id} = ${weights[id]}`)],
    ...metrics.map((name) => ['', `[scoring.metrics.${name}]`, `weight = ${weights[name]}`]),
  ]
    .flat()
    .join('\n');
}
