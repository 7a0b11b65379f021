// Formats numbers for readers.

/** One decimal, so that columns line up; `-` for a missing number. */
export function scoreText(score: number | null): string {
  return score === null ? '-' : score.toFixed(1);
}

/** Integers in full, other numbers with eight digits: enough to follow a sum without rounding noise. */
export function numberText(value: number): string {
  return Number.isInteger(value) ? String(value) : String(Number(value.toPrecision(8)));
}

/** A difference between totals: shows that a very small one is not 0. */
export function pointsText(points: number): string {
  if (points > 0 && points < 0.05) return 'less than 0.1 points';
  const shown = points.toFixed(1);
  return `${shown} ${shown === '1.0' ? 'point' : 'points'}`;
}
