// A share as a bar with its 95% interval as a line. The text beside it has the numbers.
import type { Rate } from '../../src/contract/index.ts';

const WIDTH = 56;
const HEIGHT = 12;

interface RateBarProps {
  count: number;
  of: number;
  rate: Rate;
  color: string;
}

export function RateBar({ count, of, rate, color }: RateBarProps) {
  const { value, low, high } = rate;
  const interval = `95% interval ${percent(low)} to ${percent(high)}`;
  return (
    <span className="rate" title={interval}>
      <svg className="rate-bar" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} width={WIDTH} height={HEIGHT} aria-hidden="true">
        <rect className="rate-track" y="2" width={WIDTH} height={HEIGHT - 4} rx="2" />
        <rect y="2" width={value * WIDTH} height={HEIGHT - 4} rx="2" style={{ fill: color }} />
        <path
          className="rate-interval"
          d={`M${low * WIDTH} ${HEIGHT / 2}H${high * WIDTH}M${low * WIDTH} 1v10M${high * WIDTH} 1v10`}
        />
      </svg>
      <span className="number">{percent(value)}</span>{' '}
      <span className="number muted small">
        {count} of {of}
      </span>
      <span className="visually-hidden">, {interval}</span>
    </span>
  );
}

function percent(share: number): string {
  return `${Math.round(share * 100)}%`;
}
