import { expect, test } from 'vitest';
import { signTest } from './sign-test.ts';

test.each([
  [0, 0, 1],
  [0, 4, 1],
  [1, 0, 0.5],
  [5, 5, 638 / 1024],
  [9, 1, 11 / 1024],
  [10, 0, 1 / 1024],
])('%i better and %i worse have the probability %f', (better, worse, expected) => {
  expect(signTest(better, worse)).toBeCloseTo(expected, 12);
});

test('stays in range for thousands of choices', () => {
  // Half, plus half of the middle term (4000 choose 2000) / 2^4000 = 0.012615.
  expect(signTest(2000, 2000)).toBeCloseTo(0.506308, 5);
  expect(signTest(4000, 0)).toBe(0);
  expect(signTest(0, 4000)).toBe(1);
});
