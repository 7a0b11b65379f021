import { expect, test } from 'vitest';
import { DEFAULT_POLICY } from '../contract/index.ts';
import { roundHalfUp } from './arithmetic.ts';
import { composite, effectiveWeights } from './composite.ts';

test.each([
  [[100, 68], [30, 30], 84],
  [[100, 92, 88, 90, 84], [30, 30, 15, 15, 10], 92.7],
  [[50], [0.001], 50],
  [[0, 0], [30, 70], 0],
  [[100, 100, 100], [0.1, 0.2, 0.7], 100],
  [[80, 20], [30, 0], 80],
])('scores %j with weights %j', (scores, weights, total) => {
  expect(composite(scores, weights)).toBe(total);
});

test.each([
  [[], []],
  [[100], [0]],
])('nothing counts: an empty sum is not a score', (scores, weights) => {
  expect(composite(scores, weights)).toBeNull();
});

test('a mean of hundreds never exceeds 100 by a last bit', () => {
  for (let first = 1; first <= 60; first += 1) {
    for (let second = 1; second <= 60; second += 1) {
      expect(composite([100, 100, 100], [first / 10, second / 10, 0.1])).toBeLessThanOrEqual(100);
    }
  }
});

test('without lint the weights of the others are renormalised', () => {
  const shares = effectiveWeights(['build', 'tests', 'diff_scope', 'speed'], DEFAULT_POLICY.scoring.weights);
  expect(Object.values(shares).map(roundHalfUp)).toEqual([35.3, 35.3, 0, 17.6, 11.8, 0, 0]);
});

test('with nothing active no share is made up', () => {
  expect(Object.values(effectiveWeights([], DEFAULT_POLICY.scoring.weights))).toEqual([0, 0, 0, 0, 0, 0, 0]);
});
