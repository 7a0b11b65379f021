// The ranking: one row per candidate.
import { Fragment } from 'react';
import {
  dimensionWord,
  type Facts,
  foldFindings,
  placeText,
  type Ranking,
  type Scorecard,
  type ScoreId,
  visibleText,
} from '../../src/contract/index.ts';
import { Badge, toneOf } from '../components/badge.tsx';
import { SafeText } from '../components/safe-text.tsx';
import { Swatch } from '../components/swatch.tsx';
import { dimensionColor } from '../format/dimension-colors.ts';
import { failedGateLabel, failedGates } from '../format/labels.ts';
import { deltaText, scoreText } from '../format/numbers.ts';
import { linkTo } from '../route.ts';
import { CandidateFacts } from './candidate-facts.tsx';
import { reasonFor } from './contributions.ts';
import { commonShares, shareOf, shareText } from './shares.ts';
import './ranking-table.css';

interface RankingTableProps {
  run: string;
  scorecard: Scorecard;
  facts: Facts;
  /** In display order. */
  rankings: readonly Ranking[];
  /** The dimensions that apply to at least one candidate. */
  applying: readonly ScoreId[];
  sort: string | null;
  onSort: (key: string | null) => void;
}

export function RankingTable({ run, scorecard, facts, rankings, applying, sort, onSort }: RankingTableProps) {
  const shares = commonShares(rankings, applying);
  const sortButton = (key: string | null, text: string, title: string) => (
    <button type="button" className="sort" aria-pressed={sort === key} title={title} onClick={() => onSort(key)}>
      {text}
    </button>
  );
  return (
    <table className="ranking-table">
      <caption className="visually-hidden">Candidates by rank</caption>
      <thead>
        <tr>
          <th scope="col" className="rank">
            {sortButton(null, '#', 'Sort by rank')}
          </th>
          <th scope="col">candidate</th>
          <th scope="col" className="total">
            {sortButton('total', 'total', 'Sort by total')}
          </th>
          {applying.map((id) => (
            <th scope="col" key={id} className="score">
              {sortButton(id, dimensionWord(id), `Sort by ${dimensionWord(id)}`)}
              {shares !== null && <span className="share">{shareText(shares.get(id) ?? 0)}</span>}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rankings.map((ranking, index) => (
          <Fragment key={ranking.agent}>
            {sort === null && <Divider ranking={ranking} before={rankings[index - 1]} columns={applying.length + 3} />}
            <Row
              run={run}
              ranking={ranking}
              scorecard={scorecard}
              facts={facts}
              applying={applying}
              hasOwnShares={shares === null}
            />
          </Fragment>
        ))}
      </tbody>
    </table>
  );
}

/** Candidates that cannot be merged are last, whatever their total: without a line between them the order looks wrong. */
function Divider({ ranking, before, columns }: { ranking: Ranking; before: Ranking | undefined; columns: number }) {
  const label = groupLabel(ranking);
  if (label === null || (before !== undefined && groupLabel(before) === label)) return null;
  return (
    <tr className="divider">
      <td colSpan={columns}>{label}</td>
    </tr>
  );
}

function groupLabel({ mergeable, needs_review: needsReview }: Ranking): string | null {
  if (mergeable) return null;
  return needsReview ? 'Needs your decision' : 'Cannot be merged';
}

interface RowProps {
  run: string;
  ranking: Ranking;
  scorecard: Scorecard;
  facts: Facts;
  applying: readonly ScoreId[];
  /** True when the shares differ between candidates, so that each cell shows its share. */
  hasOwnShares: boolean;
}

function Row({ run, ranking, scorecard, facts, applying, hasOwnShares }: RowProps) {
  const { agent, total, mergeable } = ranking;
  const { verdict } = scorecard;
  const leader = scorecard.rankings[0];
  const delta = (ranking.total_unrounded ?? 0) - (leader?.total_unrounded ?? 0);
  return (
    <tr data-candidate={agent} className={verdict.leaders.includes(agent) ? 'winner' : mergeable ? '' : 'refused'}>
      <td className="rank">{placeText(ranking, verdict)}</td>
      <th scope="row" className="candidate">
        <span className="candidate-line">
          <a data-row href={linkTo({ view: 'details', run, candidate: agent, dimension: null })}>
            <SafeText text={agent} />
          </a>
          <Badges ranking={ranking} />
        </span>
        <CandidateFacts facts={facts} name={agent} />
        <p className="reason">
          <SafeText text={reasonFor(ranking, scorecard)} />
        </p>
      </th>
      <td className="total">
        <span className="total-score">{scoreText(total)}</span>
        <span className="delta">{ranking === leader && verdict.leaders.includes(agent) ? 'leader' : deltaText(delta)}</span>
      </td>
      {applying.map((id) => (
        <ScoreCell key={id} run={run} ranking={ranking} id={id} share={hasOwnShares ? shareOf(ranking, id) : null} />
      ))}
    </tr>
  );
}

function Badges({ ranking }: { ranking: Ranking }) {
  const folded = foldFindings(ranking.findings.filter(({ severity }) => severity !== 'info'));
  // Findings say these in their own words.
  const isSaid = (id: string) => id === 'integrity' || (id === 'changes_code' && folded.length > 0);
  return (
    <>
      {ranking.mergeable && <Badge tone="good">mergeable</Badge>}
      {failedGates(ranking)
        .filter(({ id }) => !isSaid(id))
        .map((gate) => (
          <Badge key={gate.id} tone={ranking.needs_review ? 'caution' : 'bad'}>
            {ranking.needs_review ? 'needs review' : failedGateLabel(gate)}
          </Badge>
        ))}
      {folded.map(({ cause, findings: [worst] }) => (
        <Badge key={cause} tone={toneOf(worst?.severity ?? 'warning')}>
          {cause}
        </Badge>
      ))}
    </>
  );
}

interface ScoreCellProps {
  run: string;
  ranking: Ranking;
  id: ScoreId;
  /** Shown with the score. Null when the column header shows it, or when the dimension does not apply. */
  share: number | null;
}

function ScoreCell({ run, ranking, id, share }: ScoreCellProps) {
  return (
    <td className="score">
      <a href={linkTo({ view: 'details', run, candidate: ranking.agent, dimension: id })}>
        <span className="score-name" aria-hidden="true">
          <Swatch color={dimensionColor(id, ranking.dimensions)} />
          {dimensionWord(id)}
        </span>
        <Score ranking={ranking} id={id} />
        {share !== null && <span className="share">{shareText(share)}</span>}
      </a>
    </td>
  );
}

function Score({ ranking, id }: { ranking: Ranking; id: ScoreId }) {
  const result = ranking.dimensions.find((dimension) => dimension.id === id)?.result;
  const score = ranking.breakdown[id] ?? null;
  if (result?.state === 'error') return <span className="number bad-text">error</span>;
  if (result?.state === 'not_applicable' || result?.state === 'unavailable') {
    const why = `does not apply: ${visibleText(result.why)}`;
    return (
      <span className="number" title={why}>
        <span aria-hidden="true">–</span>
        <span className="visually-hidden">{why}</span>
      </span>
    );
  }
  return <span className={score !== null && score < 100 ? 'number less' : 'number'}>{scoreText(score)}</span>;
}
