// Rounding and bounds. Only + - * / min max and comparisons, so that every machine computes the same bits.

export function clamp(value: number, low: number, high: number): number {
  return Math.min(Math.max(value, low), high);
}

/**
 * One decimal, half up: 91.25 -> 91.3.
 * Adding a billionth turns (23 / 80) * 100 = 28.749999999999996 into the exact 28.75 before rounding.
 */
export function roundHalfUp(value: number): number {
  return Math.floor(value * 10 + 0.5 + 1e-9) / 10;
}
