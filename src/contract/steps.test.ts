import { expect, test } from 'vitest';
import { atOnce, inSteps, mapInSteps } from './steps.ts';

const double = (value: number, index: number) => value * 2 + index;

test('gives the same result at once and with pauses', async () => {
  let pauses = 0;
  const pause = async () => {
    pauses += 1;
  };
  expect(atOnce(mapInSteps([1, 2, 3], double))).toEqual([2, 5, 8]);
  expect(await inSteps(mapInSteps([1, 2, 3], double), pause)).toEqual([2, 5, 8]);
  expect(pauses).toBe(3);
});

test('stops at a pause that throws', async () => {
  const seen: number[] = [];
  const steps = mapInSteps([1, 2, 3], (value) => seen.push(value));
  await expect(inSteps(steps, () => Promise.reject(new Error('interrupted')))).rejects.toThrow('interrupted');
  expect(seen).toEqual([1]);
});
