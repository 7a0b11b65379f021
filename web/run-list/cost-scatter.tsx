// Cost against score, one dot per attempt. A dot opens its run; the table below the plot has the same data.
import { useState } from 'react';
import type { AttemptEntry } from '../../src/contract/index.ts';
import { usdText, visibleText } from '../../src/text/index.ts';
import { SafeText } from '../components/safe-text.tsx';
import { agentColor } from '../format/agent-color.ts';
import { countText, scoreText, timeText } from '../format/numbers.ts';
import { linkToRanking } from '../route.ts';
import { RESULT_WORDS } from './recent-results.tsx';
import { logScale, type Point, paretoLine, type Scale, scatterPoints, scoreScale } from './scatter-scale.ts';

const WIDTH = 400;
const HEIGHT = 220;
const PLOT = { left: 34, right: 20, top: 10, bottom: 26 };

export function CostScatter({ attempts }: { attempts: readonly AttemptEntry[] }) {
  const [hovered, setHovered] = useState<AttemptEntry | null>(null);
  const points = scatterPoints(attempts);
  const missing = attempts.filter(({ cost_usd: cost }) => cost === null).length;
  if (points.length < 2) return null;
  return (
    <figure className="scatter">
      <figcaption>Score against cost of each attempt</figcaption>
      <Plot points={points} onHover={setHovered} />
      <p className="scatter-readout small muted">
        {hovered === null ? (
          <>
            ● mergeable · ○ not mergeable · ┄ best score for its cost
            {missing > 0 && <> · {countText(missing, 'attempt')} without a known cost not shown</>}
          </>
        ) : (
          <SafeText text={describe(hovered)} />
        )}
      </p>
      <details>
        <summary>Show as table</summary>
        <AttemptTable points={points} />
      </details>
    </figure>
  );
}

function describe({ candidate, started_at: startedAt, total, cost_usd: cost, result }: AttemptEntry): string {
  return `${candidate}, ${timeText(startedAt)}: ${scoreText(total)} for ${cost === null ? '?' : usdText(cost)}, ${RESULT_WORDS[result]}`;
}

interface PlotProps {
  points: readonly Point[];
  onHover: (attempt: AttemptEntry | null) => void;
}

function Plot({ points, onHover }: PlotProps) {
  const costs = logScale(points.map(({ usd }) => usd));
  const scores = scoreScale(points.map(({ total }) => total));
  const x = (usd: number) => PLOT.left + (WIDTH - PLOT.left - PLOT.right) * costs.at(usd);
  const y = (total: number) => HEIGHT - PLOT.bottom - (HEIGHT - PLOT.top - PLOT.bottom) * scores.at(total);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a drawing
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="group" aria-label="Score against cost in dollars, logarithmic">
      <Axes costs={costs} scores={scores} x={x} y={y} />
      <path className="pareto" d={stepPath(paretoLine(points), x, y, WIDTH - PLOT.right)} />
      {points.map(({ attempt, usd, total }) => (
        <a
          key={`${attempt.run}/${attempt.candidate}`}
          className={attempt.result === 'out' ? 'dot hollow' : 'dot'}
          href={linkToRanking(attempt.run)}
          // The table is the way by keyboard: hundreds of dots would be hundreds of stops.
          tabIndex={-1}
          aria-label={visibleText(describe(attempt))}
          onPointerEnter={() => onHover(attempt)}
          onPointerLeave={() => onHover(null)}
          style={{ color: agentColor(attempt.agent) }}
        >
          <circle className="dot-target" cx={x(usd)} cy={y(total)} r="9" />
          <circle cx={x(usd)} cy={y(total)} r="4" />
        </a>
      ))}
    </svg>
  );
}

interface AxesProps {
  costs: Scale;
  scores: Scale;
  x: (usd: number) => number;
  y: (total: number) => number;
}

function Axes({ costs, scores, x, y }: AxesProps) {
  return (
    <g className="axes">
      {scores.ticks.map((tick) => (
        <g key={tick}>
          <path d={`M${PLOT.left} ${y(tick)}H${WIDTH - PLOT.right}`} />
          <text x={PLOT.left - 6} y={y(tick) + 4} textAnchor="end">
            {tick}
          </text>
        </g>
      ))}
      {costs.ticks.map((tick) => (
        <g key={tick}>
          <path d={`M${x(tick)} ${HEIGHT - PLOT.bottom}v4`} />
          <text x={x(tick)} y={HEIGHT - 8} textAnchor="middle">
            {`$${tick}`}
          </text>
        </g>
      ))}
    </g>
  );
}

/** A more expensive attempt is needed for each step up. */
function stepPath(line: readonly Point[], x: (usd: number) => number, y: (total: number) => number, end: number): string {
  const steps = line.map(({ usd, total }, index) => (index === 0 ? `M${x(usd)} ${y(total)}` : `H${x(usd)}V${y(total)}`));
  return steps.length === 0 ? '' : `${steps.join('')}H${end}`;
}

function AttemptTable({ points }: { points: readonly Point[] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard
    <section className="attempts" tabIndex={0} aria-label="Attempts">
      <table>
        <thead>
          <tr>
            <th scope="col">attempt</th>
            <th scope="col">score</th>
            <th scope="col">cost</th>
            <th scope="col">result</th>
          </tr>
        </thead>
        <tbody>
          {points.map(({ attempt }) => (
            <tr key={`${attempt.run}/${attempt.candidate}`}>
              <td>
                <a href={linkToRanking(attempt.run)}>
                  <SafeText text={attempt.candidate} /> {timeText(attempt.started_at)}
                </a>
              </td>
              <td className="number">{scoreText(attempt.total)}</td>
              <td className="number">{usdText(attempt.cost_usd ?? 0)}</td>
              <td>{RESULT_WORDS[attempt.result]}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
