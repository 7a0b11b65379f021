import { expect, test } from 'vitest';
import { projectToSum } from './simplex.ts';

test.each([
  [[10, 20, 30], 60, [10, 20, 30]],
  [[11, 21, 31], 60, [10, 20, 30]],
  [[50, -30, 10], 40, [40, 0, 0]],
  [[5, 5], 100, [50, 50]],
  [[-1, -2], 3, [2, 1]],
])('%j with the sum %i becomes %j', (point, sum, expected) => {
  expect(projectToSum(point, sum)).toEqual(expected);
});
