import { describe, expect, test } from 'vitest';
import fc from '../../test/seeded-properties.ts';
import { clamp, roundHalfUp } from './arithmetic.ts';

describe('roundHalfUp', () => {
  test.each([
    [91.25, 91.3],
    [91.24, 91.2],
    [91.26, 91.3],
    [4.35, 4.4],
    [1.005, 1],
    [0.05, 0.1],
    [0.04, 0],
    [0.25, 0.3],
    [0.35, 0.4],
    [99.95, 100],
    [99.94, 99.9],
    [35.294117647058826, 35.3],
    [66.66666666666667, 66.7],
    [0, 0],
    [100, 100],
  ])('rounds %d to %d', (value, rounded) => {
    expect(roundHalfUp(value)).toBe(rounded);
  });

  test('rounds every half of a tenth up, however it was computed', () => {
    expect((23 / 80) * 100).toBeLessThan(28.75);
    for (let twentieths = 1; twentieths < 2000; twentieths += 2) {
      const expected = (twentieths + 1) / 20;
      expect(roundHalfUp(twentieths / 20)).toBe(expected);
      expect(roundHalfUp(twentieths * 0.05)).toBe(expected);
      expect(roundHalfUp((twentieths / 2000) * 100)).toBe(expected);
    }
  });

  test('changes a value by at most half a tenth, keeps the order, and does not change tenths', () => {
    const score = fc.double({ min: 0, max: 100, noNaN: true });
    fc.assert(
      fc.property(score, score, (a, b) => {
        expect(Math.abs(roundHalfUp(a) - a)).toBeLessThanOrEqual(0.05 + 1e-9);
        expect(roundHalfUp(Math.min(a, b))).toBeLessThanOrEqual(roundHalfUp(Math.max(a, b)));
        expect(roundHalfUp(roundHalfUp(a))).toBe(roundHalfUp(a));
      }),
    );
  });
});

test.each([
  [-1, 0],
  [0, 0],
  [50.5, 50.5],
  [100, 100],
  [101, 100],
])('clamp(%d, 0, 100) = %d', (value, clamped) => {
  expect(clamp(value, 0, 100)).toBe(clamped);
});
