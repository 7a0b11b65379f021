import { expect, test } from 'vitest';
import { activityHeights } from './activity.ts';

test('counts events per slice, relative to the busiest one', () => {
  const heights = activityHeights([0, 5, 10, 319, 320, 999], 0, 320);
  expect(heights).toHaveLength(32);
  expect([heights[0], heights[1], heights[2], heights[31]]).toEqual([2 / 3, 1 / 3, 0, 1]);
});

test('an agent without events or time has no activity', () => {
  expect(activityHeights([], 5, 5).every((height) => height === 0)).toBe(true);
});
