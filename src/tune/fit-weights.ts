// Fits the model to choices: the maximum a posteriori weights under a Gaussian prior at the weights in force.
// For a given sharpness the objective is concave in the weights and the first-shown term, so there is one maximum. The
// sharpness is the best of a fixed set. No randomness, fixed tolerance: the same choices give the same weights.
import { type ChoiceRow, type Parameters, predict } from './choice-model.ts';
import { log } from './exponential.ts';
import { projectToSum } from './simplex.ts';

/** The standard deviation of a weight, as a share of the mean weight in force. */
const PRIOR_SHARE = 0.5;
/** Of the first-shown term, in utility: 2 is a factor of 7 in the odds. */
const FIRST_SHOWN_DEVIATION = 2;
const FIRST_SHOWN_PRECISION = 1 / (FIRST_SHOWN_DEVIATION * FIRST_SHOWN_DEVIATION);
/** 0.2 per point: ten points more make a candidate 7 times as likely. */
const TYPICAL_SHARPNESS = 0.2;
/** Tried are 0.0125 to 0.8 by doubling, then two values beside the best. */
const LEAST_SHARPNESS = TYPICAL_SHARPNESS / 16;
const MOST_SHARPNESS = TYPICAL_SHARPNESS * 4;
const BESIDE = 1.4;
/** Of the natural logarithm of the sharpness. */
const SHARPNESS_DEVIATION = 1;

const MAX_STEPS = 2000;
/** A shorter step ends the search: a share of the mean weight in force, and the same number for the first-shown term. */
const SHORTEST_STEP = 1e-6;

export interface Fit extends Parameters {
  /** The log-posterior without constants. */
  objective: number;
}

interface Problem {
  rows: readonly ChoiceRow[];
  /** The weights in force. */
  prior: readonly number[];
  sharpness: number;
  /** One over the variance of the prior. */
  weightPrecision: number;
  areWeightsFixed: boolean;
}

/** With fixed weights only the first-shown term and the sharpness are fitted. */
export function fitWeights(rows: readonly ChoiceRow[], prior: readonly number[], areWeightsFixed: boolean): Fit {
  const mean = prior.reduce((sum, weight) => sum + weight, 0) / Math.max(1, prior.length);
  const common = { rows, prior, areWeightsFixed, weightPrecision: 1 / square(PRIOR_SHARE * mean) };
  const fitAt = (sharpness: number, start: Point): Fit => {
    const found = climb({ ...common, sharpness }, start);
    const distance = log(Math.max(sharpness / TYPICAL_SHARPNESS, TYPICAL_SHARPNESS / sharpness));
    return { ...found, objective: found.objective - square(distance / SHARPNESS_DEVIATION) / 2 };
  };
  // Each start is the result for the sharpness before, which is near.
  let last = fitAt(LEAST_SHARPNESS, { weights: prior, firstShown: 0 });
  let best = last;
  while (last.sharpness < MOST_SHARPNESS) {
    last = fitAt(last.sharpness * 2, last);
    if (last.objective > best.objective) best = last;
  }
  const beside = [best.sharpness / BESIDE, best.sharpness * BESIDE].map((sharpness) => fitAt(sharpness, best));
  return beside.reduce((better, tried) => (tried.objective > better.objective ? tried : better), best);
}

type Point = Pick<Parameters, 'weights' | 'firstShown'>;

/**
 * Accelerated projected gradient ascent. The step sizes come from an upper bound of the curvature, so no step overshoots; the
 * momentum is dropped when it points away from the next step.
 */
function climb(problem: Problem, start: Point): Fit {
  const sum = problem.prior.reduce((total, weight) => total + weight, 0);
  const shortest = { weights: (SHORTEST_STEP * sum) / Math.max(1, problem.prior.length), firstShown: SHORTEST_STEP };
  const curvature = boundCurvature(problem);
  let here: Point = start;
  let ahead: Point = start;
  let momentum = 0;
  for (let step = 0; step < MAX_STEPS; step += 1) {
    const gradient = gradientAt(problem, ahead);
    const moved = ahead.weights.map((weight, index) => weight + (gradient.weights[index] ?? 0) / curvature.weights);
    const next: Point = {
      weights: problem.areWeightsFixed ? problem.prior : projectToSum(moved, sum),
      firstShown: ahead.firstShown + gradient.firstShown / curvature.firstShown,
    };
    if (isShort(ahead, next, shortest)) return { ...next, sharpness: problem.sharpness, objective: objectiveAt(problem, next) };
    momentum = pointsBack(here, ahead, next, curvature) ? 0 : momentum + 1;
    ahead = extrapolate(here, next, momentum / (momentum + 3));
    here = next;
  }
  return { ...here, sharpness: problem.sharpness, objective: objectiveAt(problem, here) };
}

function isShort(from: Point, to: Point, shortest: { weights: number; firstShown: number }): boolean {
  if (Math.abs(to.firstShown - from.firstShown) > shortest.firstShown) return false;
  return to.weights.every((weight, index) => Math.abs(weight - (from.weights[index] ?? 0)) <= shortest.weights);
}

/** Whether the step from `ahead` to `next` goes against the move from `here` to `next`. */
function pointsBack(here: Point, ahead: Point, next: Point, curvature: { weights: number; firstShown: number }): boolean {
  let product = curvature.firstShown * (ahead.firstShown - next.firstShown) * (next.firstShown - here.firstShown);
  for (const [index, weight] of next.weights.entries())
    product += curvature.weights * ((ahead.weights[index] ?? 0) - weight) * (weight - (here.weights[index] ?? 0));
  return product > 0;
}

function extrapolate(from: Point, to: Point, share: number): Point {
  return {
    weights: to.weights.map((weight, index) => weight + share * (weight - (from.weights[index] ?? 0))),
    firstShown: to.firstShown + share * (to.firstShown - from.firstShown),
  };
}

function objectiveAt({ rows, prior, sharpness, weightPrecision }: Problem, { weights, firstShown }: Point): number {
  const distance = weights.reduce((sum, weight, index) => sum + square(weight - (prior[index] ?? 0)), 0);
  const loss = rows.reduce((sum, row) => sum + predict(row, { weights, firstShown, sharpness }).loss, 0);
  return -loss - (weightPrecision * distance) / 2 - (FIRST_SHOWN_PRECISION * square(firstShown)) / 2;
}

function gradientAt({ rows, prior, sharpness, weightPrecision }: Problem, { weights, firstShown }: Point) {
  const gradient = {
    weights: weights.map((weight, index) => -weightPrecision * (weight - (prior[index] ?? 0))),
    firstShown: -FIRST_SHOWN_PRECISION * firstShown,
  };
  for (const row of rows) {
    const { probabilities } = predict(row, { weights, firstShown, sharpness });
    for (let candidate = 0; candidate < probabilities.length; candidate += 1) {
      const surprise = (candidate === row.merged ? 1 : 0) - (probabilities[candidate] ?? 0);
      addScaled(gradient.weights, row.features[candidate] ?? [], sharpness * surprise);
      if (candidate === row.first) gradient.firstShown += surprise;
    }
  }
  return gradient;
}

function addScaled(sums: number[], values: readonly number[], factor: number): void {
  for (let index = 0; index < sums.length; index += 1) sums[index] = (sums[index] ?? 0) + factor * (values[index] ?? 0);
}

/** The curvature of a choice is at most half the squared spread of its features; twice that bounds both blocks together. */
function boundCurvature({ rows, prior, sharpness, weightPrecision }: Problem): { weights: number; firstShown: number } {
  let spread = 0;
  let shown = 0;
  for (const { features, first } of rows) {
    for (const index of prior.keys()) {
      const mean = features.reduce((sum, own) => sum + (own[index] ?? 0), 0) / features.length;
      for (const own of features) spread += square((own[index] ?? 0) - mean);
    }
    if (first !== null) shown += 1;
  }
  return { weights: sharpness * sharpness * spread + weightPrecision, firstShown: shown + FIRST_SHOWN_PRECISION };
}

function square(value: number): number {
  return value * value;
}
