// A score as a sum in words: what it begins with, and what adds or costs points.
import type { Ranking, Step } from '../../src/contract/index.ts';
import { dimensionName, type ScoreLine, scoreInWords } from '../../src/text/index.ts';
import { SafeText } from '../components/safe-text.tsx';
import { scoreText } from '../format/numbers.ts';
import { contributionsOf } from '../ranking/contributions.ts';
import './score-words.css';

interface ScoreWordsProps {
  id: string;
  steps: readonly Step[];
  score: number;
}

/** Nothing for a dimension whose score has no form in words. */
export function ScoreWords({ id, steps, score }: ScoreWordsProps) {
  const lines = scoreInWords(id, steps);
  return (
    <table className="score-words">
      <tbody>
        {(lines ?? []).map(({ kind, text, points }) => (
          <tr key={text}>
            <th scope="row">
              <SafeText text={text} />
            </th>
            <td className={kind === 'change' ? (points < 0 ? 'bad-text' : 'good-text') : ''}>{pointsText(kind, points)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">score</th>
          <td>{scoreText(score)}</td>
        </tr>
      </tfoot>
    </table>
  );
}

/** The points of each dimension, and what it loses of its share. */
export function TotalWords({ ranking, titles }: { ranking: Ranking; titles: ReadonlyMap<string, string> }) {
  return (
    <table className="score-words">
      <tbody>
        {contributionsOf(ranking).map(({ id, points, max }) => (
          <tr key={id}>
            <th scope="row">{titles.get(id) ?? dimensionName(id)}</th>
            <td>{points.toFixed(1)}</td>
            <td className="muted">of {max.toFixed(1)}</td>
            <td className="bad-text">{max - points < 0.05 ? '' : `−${(max - points).toFixed(1)}`}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">total</th>
          <td>{scoreText(ranking.total)}</td>
          <td />
          <td />
        </tr>
      </tfoot>
    </table>
  );
}

function pointsText(kind: ScoreLine['kind'], points: number): string {
  if (kind !== 'change') return points.toFixed(1);
  return `${points < 0 ? '−' : '+'}${Math.abs(points).toFixed(1)}`;
}
