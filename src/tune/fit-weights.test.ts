import { expect, test } from 'vitest';
import { drawCandidates, seededNumbers } from '../../test/simulated-user.ts';
import { type ChoiceRow, predict } from './choice-model.ts';
import { fitWeights } from './fit-weights.ts';

const PRIOR = [30, 15, 15, 10];

/** Merges of a user who looks at lint first. */
function rows(count: number): ChoiceRow[] {
  const random = seededNumbers(7);
  return Array.from({ length: count }, () => {
    const features = drawCandidates(random).map(({ tests, lint, diff_scope, speed }) =>
      [tests, lint, diff_scope, speed].map((score) => score / 100),
    );
    const lints = features.map(([, lint = 0]) => lint);
    return { features, merged: lints.indexOf(Math.max(...lints)), first: random() < 0.3 ? null : 0 };
  });
}

test('keeps the prior without choices', () => {
  expect(fitWeights([], PRIOR, false)).toMatchObject({ weights: PRIOR, firstShown: 0, sharpness: 0.2 });
});

test('keeps the sum, no weight is negative, and the same choices give the same bits', () => {
  const fit = fitWeights(rows(60), PRIOR, false);
  expect(fit.weights.reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(70, 9);
  expect(Math.min(...fit.weights)).toBeGreaterThanOrEqual(0);
  expect(fit.weights.indexOf(Math.max(...fit.weights))).toBe(1);
  expect(fitWeights(rows(60), PRIOR, false)).toEqual(fit);
});

test('finds the maximum: no small move of weights or of the first-shown term is better', () => {
  const choices = rows(40);
  const fit = fitWeights(choices, PRIOR, false);
  const posterior = (weights: readonly number[], firstShown: number) =>
    -choices.reduce((sum, row) => sum + predict(row, { weights, firstShown, sharpness: fit.sharpness }).loss, 0) -
    weights.reduce((sum, weight, index) => sum + (weight - (PRIOR[index] ?? 0)) ** 2, 0) / (2 * 8.75 ** 2) -
    firstShown ** 2 / 8;
  const best = posterior(fit.weights, fit.firstShown);
  for (const step of [0.5, 0.05]) {
    for (const [from] of PRIOR.entries()) {
      for (const [to] of PRIOR.entries()) {
        const moved = fit.weights.map((weight, index) => weight + (index === to ? step : 0) - (index === from ? step : 0));
        if (Math.min(...moved) >= 0) expect(posterior(moved, fit.firstShown)).toBeLessThanOrEqual(best + 1e-6);
      }
    }
    for (const move of [step, -step]) expect(posterior(fit.weights, fit.firstShown + move)).toBeLessThan(best + 1e-6);
  }
});

test('fits only the first-shown term and the sharpness if the weights are fixed', () => {
  const fit = fitWeights(rows(40), PRIOR, true);
  expect(fit.weights).toEqual(PRIOR);
  expect(fit.firstShown).not.toBe(0);
});
