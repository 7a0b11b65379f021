// Numbers as people read them.

/** One decimal, so that columns line up; `-` where there is no number. */
export function scoreText(score: number | null): string {
  return score === null ? '-' : score.toFixed(1);
}

/** Whole numbers in full, others with eight digits: enough to follow a sum, without the noise of the last bits. */
export function numberText(value: number): string {
  return Number.isInteger(value) ? String(value) : String(Number(value.toPrecision(8)));
}

/** A difference between totals: too small to show is still not nothing. */
export function pointsText(points: number): string {
  if (points > 0 && points < 0.05) return 'less than 0.1 points';
  const shown = points.toFixed(1);
  return `${shown} ${shown === '1.0' ? 'point' : 'points'}`;
}
