// A bar as long as the total; each part is as long as the points of its dimension.
import { DIMENSION_WORDS, type Ranking } from '../../src/contract/index.ts';
import { DIMENSION_COLORS } from '../format/dimension-colors.ts';
import { contributionsOf } from './contributions.ts';
import './score-bar.css';

export function ScoreBar({ ranking }: { ranking: Ranking }) {
  const parts = contributionsOf(ranking);
  const text = parts.map(({ id, points, max }) => `${DIMENSION_WORDS[id]} ${points.toFixed(1)} of ${max.toFixed(1)}`).join(', ');
  return (
    <span className="score-bar" role="img" aria-label={`Points by dimension: ${text}`} title={text}>
      {parts.map(({ id, points }) => (
        <span key={id} className="part" style={{ width: `${points}%`, background: DIMENSION_COLORS[id] }} />
      ))}
    </span>
  );
}
