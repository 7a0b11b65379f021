// The points of a candidate by dimension, with the weights of the run.
import type { DimensionResult, Ranking } from '../../src/contract/index.ts';
import { dimensionsOf } from '../../src/scoring/index.ts';
import { dimensionName } from '../../src/text/index.ts';
import { SafeText } from '../components/safe-text.tsx';
import { scoreText } from '../format/numbers.ts';
import { contributionsOf } from '../ranking/contributions.ts';
import { linkTo } from '../route.ts';
import type { FinishedRun } from '../run/finished-run.ts';
import './score-pane.css';

export function ScorePane({ detail, ranking }: { detail: FinishedRun; ranking: Ranking }) {
  const titles = new Map(dimensionsOf(detail.run.policy).map(({ id, title }) => [id, title]));
  const href = (dimension: string | null) => linkTo({ view: 'details', run: detail.id, candidate: ranking.agent, dimension });
  return (
    <>
      <table className="pane-scores">
        <thead>
          <tr>
            <th scope="col">dimension</th>
            <th scope="col">score</th>
            <th scope="col">points</th>
          </tr>
        </thead>
        <tbody>
          {contributionsOf(ranking).map(({ id, points, max }) => (
            <tr key={id}>
              <th scope="row">
                <a href={href(id)}>{titles.get(id) ?? dimensionName(id)}</a>
              </th>
              <td>{scoreText(ranking.breakdown[id] ?? null)}</td>
              <td>
                {points.toFixed(1)} <span className="muted">of {max.toFixed(1)}</span>
              </td>
            </tr>
          ))}
          {ranking.dimensions.filter(isLeftOut).map(({ id, result }) => (
            <tr key={id} className="muted">
              <th scope="row">
                <a href={href(id)}>{titles.get(id) ?? dimensionName(id)}</a>
              </th>
              <td>–</td>
              <td className="why">{result.state !== 'scored' && <SafeText text={result.why} />}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">total</th>
            <td />
            <td>{scoreText(ranking.total)}</td>
          </tr>
        </tfoot>
      </table>
      <p>
        <a className="inline-link" href={href(null)}>
          Every formula with its numbers
        </a>
      </p>
    </>
  );
}

/** It has a weight and does not count for this candidate. */
function isLeftOut({ weight, effective_weight: share }: DimensionResult): boolean {
  return weight > 0 && share === 0;
}
