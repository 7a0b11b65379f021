import { expect, test } from 'vitest';
import { clockText } from './clock-text.ts';

test.each([
  [-5, '0:00'],
  [7999, '0:07'],
  [750_000, '12:30'],
  [3_723_000, '1:02:03'],
])('writes %d ms as %s', (ms, text) => {
  expect(clockText(ms)).toBe(text);
});
