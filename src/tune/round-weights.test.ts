import { expect, test } from 'vitest';
import { roundWeights } from './round-weights.ts';

test('rounds to tenths, and the largest weight keeps the sum', () => {
  expect(roundWeights([30.26, 24.26, 0.04, 45.44], 100)).toEqual([30.3, 24.3, 0, 45.4]);
});

test('keeps more digits of weights with a small sum, and fewer of a large one', () => {
  expect(roundWeights([0.33349, 0.66651], 1)).toEqual([0.333, 0.667]);
  expect(roundWeights([333.49, 666.51], 1000)).toEqual([333, 667]);
});

test('keeps a sum that is no multiple of a step', () => {
  expect(roundWeights([20.111, 79.999], 100.11)).toEqual([20.1, 80.01]);
});
