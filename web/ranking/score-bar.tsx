// A bar as long as the total; each part is as long as the points of its dimension.
import type { Ranking } from '../../src/contract/index.ts';
import { dimensionWord } from '../../src/text/index.ts';
import { dimensionColor } from '../format/dimension-colors.ts';
import { contributionsOf } from './contributions.ts';
import './score-bar.css';

export function ScoreBar({ ranking }: { ranking: Ranking }) {
  const parts = contributionsOf(ranking);
  const text = parts.map(({ id, points, max }) => `${dimensionWord(id)} ${points.toFixed(1)} of ${max.toFixed(1)}`).join(', ');
  return (
    <span className="score-bar" role="img" aria-label={`Points by dimension: ${text}`} title={text}>
      {parts.map(({ id, points }) => (
        <span key={id} className="part" style={{ width: `${points}%`, background: dimensionColor(id, ranking.dimensions) }} />
      ))}
    </span>
  );
}
