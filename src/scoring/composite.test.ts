import { expect, test } from 'vitest';
import { DEFAULT_POLICY, DIMENSION_IDS, type DimensionId, type DimensionState } from '../contract/index.ts';
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
])('returns null when no dimension counts', (scores, weights) => {
  expect(composite(scores, weights)).toBeNull();
});

test('a mean of hundreds never exceeds 100 through rounding errors', () => {
  for (let first = 1; first <= 60; first += 1) {
    for (let second = 1; second <= 60; second += 1) {
      expect(composite([100, 100, 100], [first / 10, second / 10, 0.1])).toBeLessThanOrEqual(100);
    }
  }
});

const SCORED: DimensionState = { state: 'scored', score: 50, steps: [] };
const EXCLUDED: DimensionState = { state: 'not_applicable', why: '' };
const allScored = Object.fromEntries(DIMENSION_IDS.map((id) => [id, SCORED])) as Record<DimensionId, DimensionState>;
const WITHOUT_LINT: DimensionId[] = ['build', 'tests', 'diff_scope', 'speed'];

function sharesOf(results: typeof allScored, active: DimensionId[]): Partial<Record<DimensionId, number>> {
  const shares = [...effectiveWeights(results, active, DEFAULT_POLICY.scoring.weights)];
  return Object.fromEntries(shares.filter(([, share]) => share > 0).map(([id, share]) => [id, roundHalfUp(share)]));
}

test('without lint the weights of the others are renormalized', () => {
  expect(sharesOf(allScored, WITHOUT_LINT)).toEqual({ build: 35.3, tests: 35.3, diff_scope: 17.6, speed: 11.8 });
});

test('redistributes the weight of a dimension that does not apply to one candidate', () => {
  const active: DimensionId[] = ['build', 'tests', 'cross_tests'];
  expect(sharesOf(allScored, active)).toEqual({ build: 37.5, tests: 37.5, cross_tests: 25 });
  expect(sharesOf({ ...allScored, cross_tests: EXCLUDED }, active)).toEqual({ build: 50, tests: 50 });
});

test('returns no shares when no dimension is active', () => {
  expect(sharesOf(allScored, [])).toEqual({});
});
