import { expect, test } from 'vitest';
import { usdText } from './usd-text.ts';

test.each([
  [0, '$0.00'],
  [1234.5, '$1234.50'],
  [0.214, '$0.21'],
  [0.0161, '$0.016'],
  [0.05, '$0.05'],
  [0.00432, '$0.0043'],
  [0.00001, '< $0.0001'],
])('writes %d as %s', (usd, text) => {
  expect(usdText(usd)).toBe(text);
});
