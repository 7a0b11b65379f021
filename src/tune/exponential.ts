// exp and log from + - * / alone: Math.exp and Math.log may differ in the last bit between machines.

// biome-ignore lint/suspicious/noApproximativeNumericConstant: the boundary check allows no constants of Math.
const LN2 = 0.6931471805599453;
/** Below this, exp is smaller than any number that matters here. */
const LOWEST = -700;
/** 1 / n, so that the series needs no division. */
const RECIPROCALS = Array.from({ length: 15 }, (_, index) => 1 / Math.max(1, index));
const LOG_TERMS = 20;
/** 2^-16. */
const MANY_HALVINGS = 1 / 65_536;

/** For x <= 0. With x = k ln 2 + r and |r| <= ln 2 / 2, exp(x) = 2^k exp(r). */
export function exp(x: number): number {
  if (x < LOWEST) return 0;
  let halvings = Math.floor(0.5 - x / LN2);
  const rest = x + halvings * LN2;
  let sum = 1;
  for (let term = RECIPROCALS.length - 1; term > 0; term -= 1) sum = 1 + sum * rest * (RECIPROCALS[term] ?? 0);
  for (; halvings >= 16; halvings -= 16) sum *= MANY_HALVINGS;
  for (; halvings > 0; halvings -= 1) sum *= 0.5;
  return sum;
}

/** For x >= 1. With x = 2^k m and 1 <= m < 2, log(m) = 2 artanh((m - 1) / (m + 1)). */
export function log(x: number): number {
  let mantissa = x;
  let doublings = 0;
  while (mantissa >= 2) {
    mantissa *= 0.5;
    doublings += 1;
  }
  const ratio = (mantissa - 1) / (mantissa + 1);
  const square = ratio * ratio;
  let sum = 0;
  for (let term = LOG_TERMS; term >= 0; term -= 1) sum = sum * square + 1 / (2 * term + 1);
  return doublings * LN2 + 2 * ratio * sum;
}
