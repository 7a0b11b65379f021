// The conditional logit model: how likely each candidate of a choice is, given weights.
//   utility(candidate) = sharpness * sum(weight * score) / sum(weights in force) + first_shown if it was shown first
//   probability(candidate) = exp(utility) / sum of exp(utility) over the mergeable candidates
import type { DimensionId, Weights } from '../contract/index.ts';
import type { Choice } from './choice.ts';
import { exp, log } from './exponential.ts';

/** A choice as numbers: the features of each candidate by learnable dimension. */
export interface ChoiceRow {
  features: readonly (readonly number[])[];
  merged: number;
  /** Null for a blind choice: its order says nothing about the ranking. */
  first: number | null;
}

export interface Parameters {
  /** By learnable dimension. */
  weights: readonly number[];
  firstShown: number;
  sharpness: number;
}

/**
 * The sum of the weights in force makes the utility the total that the user saw. It does not change with the learned
 * weights: that keeps the utility linear in them, and does not change the order within a run.
 */
export function toRow(choice: Choice, learnable: readonly DimensionId[], weights: Weights): ChoiceRow {
  const weightInForce = choice.dimensions.reduce((sum, id) => sum + weights[id], 0);
  const places = learnable.map((id) => choice.dimensions.indexOf(id));
  return {
    features: choice.scores.map((scores) => places.map((place) => (scores[place] ?? 0) / weightInForce)),
    merged: choice.merged,
    first: choice.isBlind ? null : choice.first,
  };
}

export interface RowPrediction {
  probabilities: number[];
  /** The negative log of the probability of the merged candidate. */
  loss: number;
}

/** Plain loops, because fitting calls this some hundred thousand times. */
export function predict({ features, merged, first }: ChoiceRow, { weights, firstShown, sharpness }: Parameters): RowPrediction {
  const utilities: number[] = [];
  let highest = Number.NEGATIVE_INFINITY;
  for (let candidate = 0; candidate < features.length; candidate += 1) {
    const own = features[candidate] ?? [];
    let total = 0;
    for (let index = 0; index < weights.length; index += 1) total += (weights[index] ?? 0) * (own[index] ?? 0);
    const utility = sharpness * total + (candidate === first ? firstShown : 0);
    utilities.push(utility);
    if (utility > highest) highest = utility;
  }
  const probabilities: number[] = [];
  let sum = 0;
  for (const utility of utilities) {
    const exponential = exp(utility - highest);
    probabilities.push(exponential);
    sum += exponential;
  }
  for (let candidate = 0; candidate < probabilities.length; candidate += 1)
    probabilities[candidate] = (probabilities[candidate] ?? 0) / sum;
  return { probabilities, loss: highest + log(sum) - (utilities[merged] ?? 0) };
}
