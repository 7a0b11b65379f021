// The nearest point with non-negative coordinates and a given sum.

/** Subtracts one amount from all coordinates and raises negative ones to 0; the amount makes the sum right. */
export function projectToSum(point: readonly number[], sum: number): number[] {
  const descending = [...point].sort((a, b) => b - a);
  let above = 0;
  let amount = 0;
  for (const [index, coordinate] of descending.entries()) {
    above += coordinate;
    const tried = (above - sum) / (index + 1);
    if (coordinate > tried) amount = tried;
  }
  return point.map((coordinate) => Math.max(0, coordinate - amount));
}
