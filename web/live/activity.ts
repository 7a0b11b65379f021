// How busy an agent was over time: its events per slice of the time since it started.

const SLICES = 32;

/** Heights from 0 to 1, oldest slice first. `times` are the times of the events in milliseconds. */
export function activityHeights(times: readonly number[], start: number, end: number): number[] {
  const counts = Array.from({ length: SLICES }, () => 0);
  const length = Math.max(1, end - start) / SLICES;
  for (const time of times) {
    const slice = Math.min(SLICES - 1, Math.max(0, Math.floor((time - start) / length)));
    counts[slice] = (counts[slice] ?? 0) + 1;
  }
  const most = Math.max(1, ...counts);
  return counts.map((count) => count / most);
}
