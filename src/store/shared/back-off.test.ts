import { expect, test } from 'vitest';
import { backOffMs, SYSTEM_CLOCK } from './back-off.ts';

test('doubles up to its limit, between the half and the whole', () => {
  const waits = (random: number) =>
    [0, 1, 2, 3, 4, 60].map((attempt) => backOffMs(attempt, 200, 1000, { ...SYSTEM_CLOCK, random: () => random }));
  expect(waits(0)).toEqual([100, 200, 400, 500, 500, 500]);
  expect(waits(0.5)).toEqual([150, 300, 600, 750, 750, 750]);
});
