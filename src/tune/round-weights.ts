// Rounds learned weights to numbers that a person would write, with the same sum.

/** The sum has at least this many steps. */
const MIN_STEPS = 200;
/** Removes the noise of binary fractions from a sum of decimals. */
const EXACT = 1e9;

/** The largest weight takes what rounding the others leaves. */
export function roundWeights(weights: readonly number[], sum: number): number[] {
  let perUnit = 1;
  while (sum * perUnit < MIN_STEPS) perUnit *= 10;
  const rounded = weights.map((weight) => Math.round(weight * perUnit) / perUnit);
  const largest = rounded.indexOf(Math.max(...rounded));
  const others = rounded.reduce((total, weight, index) => (index === largest ? total : total + weight), 0);
  return rounded.map((weight, index) => (index === largest ? Math.round((sum - others) * EXACT) / EXACT : weight));
}
