// A small chart of the total of each candidate name over the runs.
import type { RunEntry } from '../../src/contract/index.ts';
import { SafeText } from '../components/safe-text.tsx';
import { Swatch } from '../components/swatch.tsx';
import { dimensionColor } from '../format/dimension-colors.ts';
import { scoreText } from '../format/numbers.ts';
import { type Line, trendLines } from './trend-lines.ts';
import './trend.css';

/** One for each of the lines, at most MAX_LINES. */
const LINE_COLORS = ['build', 'tests', 'lint', 'diff_scope', 'speed', 'cost'].map((id) => dimensionColor(id, []));
const WIDTH = 600;
const HEIGHT = 72;
const MARGIN = 6;

export function Trend({ entries }: { entries: readonly RunEntry[] }) {
  const { lines, runs, lowest } = trendLines(entries);
  // A trend needs two runs.
  if (runs < 2) return null;
  const x = (at: number) => MARGIN + ((WIDTH - 2 * MARGIN) * at) / (runs - 1);
  const y = (total: number) => HEIGHT - MARGIN - ((HEIGHT - 2 * MARGIN) * (total - lowest)) / (100 - lowest);
  return (
    <figure className="trend">
      <figcaption>Total score per run, oldest first (scale from {lowest} to 100)</figcaption>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label={trendText(lines)}>
        <path className="grid" d={`M0 ${y(100)}H${WIDTH}M0 ${y((100 + lowest) / 2)}H${WIDTH}M0 ${y(lowest)}H${WIDTH}`} />
        {lines.map(({ name, points }, index) => (
          <g key={name} style={{ stroke: LINE_COLORS[index] ?? '' }}>
            <path d={points.map(({ at, total }, step) => `${step === 0 ? 'M' : 'L'}${x(at)} ${y(total)}`).join('')} />
            {points.map(({ at, total }) => (
              <path key={at} className="dot" d={`M${x(at)} ${y(total)}h0.01`} />
            ))}
          </g>
        ))}
      </svg>
      <ul>
        {lines.map(({ name, points }, index) => (
          <li key={name}>
            <Swatch color={LINE_COLORS[index] ?? ''} />
            <SafeText text={name} /> <span className="number">{scoreText(points.at(-1)?.total ?? null)}</span>
          </li>
        ))}
      </ul>
    </figure>
  );
}

function trendText(lines: readonly Line[]): string {
  return lines.map(({ name, points }) => `${name}: ${points.map(({ total }) => scoreText(total)).join(', ')}`).join('; ');
}
