// A small chart of how busy an agent was. The facts beside it say the rest, so it is hidden from screen readers.
import { activityHeights } from './activity.ts';

const STEP = 3;
const HEIGHT = 16;

export function ActivityLine({ times, start, end }: { times: readonly number[]; start: number; end: number }) {
  if (times.length === 0) return null;
  const heights = activityHeights(times, start, end);
  const bars = heights.map((height, index) => (height === 0 ? '' : `M${index * STEP + 1} ${HEIGHT}V${HEIGHT * (1 - height)}`));
  return (
    <svg
      className="activity"
      viewBox={`0 0 ${heights.length * STEP} ${HEIGHT}`}
      width={heights.length * STEP}
      height={HEIGHT}
      aria-hidden="true"
    >
      <path className="activity-base" d={`M0 ${HEIGHT}H${heights.length * STEP}`} />
      <path d={bars.join('')} />
    </svg>
  );
}
