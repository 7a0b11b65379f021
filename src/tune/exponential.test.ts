import { expect, test } from 'vitest';
import { exp, log } from './exponential.ts';

test('exp agrees with Math.exp to 14 digits from 0 down to -700', () => {
  for (let x = 0; x >= -700; x -= 0.37) expect(Math.abs(exp(x) / Math.exp(x) - 1), String(x)).toBeLessThan(1e-13);
  expect([exp(0), exp(-701)]).toEqual([1, 0]);
});

test('log agrees with Math.log from 1 to a million', () => {
  for (let x = 1; x < 1e6; x *= 1.13) expect(Math.abs(log(x) - Math.log(x)), String(x)).toBeLessThan(1e-14 * (1 + Math.log(x)));
  expect(log(1)).toBe(0);
});
