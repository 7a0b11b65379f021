// The table of facts: one row per candidate, the measured values first, the score last.
import { Fragment } from 'react';
import { type Facts, isFailedAttempt, type Ranking, type Scorecard } from '../../src/contract/index.ts';
import { endingWords, foldFindings, placeText, visibleText, whyOut } from '../../src/text/index.ts';
import { Badge, toneOf } from '../components/badge.tsx';
import { SafeText } from '../components/safe-text.tsx';
import { countText } from '../format/numbers.ts';
import { linkTo, type Route } from '../route.ts';
import { bestOf, type FactColumn, type FactRow, knownColumns, sortRows } from './fact-columns.ts';
import { reasonFor } from './reason.ts';
import './fact-table.css';

interface FactTableProps {
  route: Extract<Route, { view: 'ranking' }>;
  scorecard: Scorecard;
  facts: Facts;
  /** In display order. */
  rows: readonly FactRow[];
  selected: string | null;
  onSelect: (candidate: string) => void;
  onSort: (sort: string | null) => void;
}

export function FactTable({ route, scorecard, facts, rows, selected, onSelect, onSort }: FactTableProps) {
  const columns = knownColumns(rows);
  const { sort } = route;
  const sorted = sortRows(rows, sort);
  return (
    <table className="fact-table">
      <caption className="visually-hidden">Candidates by rank</caption>
      <thead>
        <tr>
          <SortHeader id="candidate" heading="candidate" title="Sort by name" sort={sort} onSort={onSort} />
          {columns.map(({ id, heading, title }) => (
            <SortHeader key={id} id={id} heading={heading} title={title} sort={sort} onSort={onSort} />
          ))}
        </tr>
      </thead>
      <tbody>
        {sorted.map((row, index) => (
          <Fragment key={row.ranking.agent}>
            {sort === null && <Divider ranking={row.ranking} before={sorted[index - 1]?.ranking} columns={columns.length + 1} />}
            <Row
              row={row}
              columns={columns}
              best={columns.filter((column) => bestOf(column, rows).has(row.ranking.agent))}
              scorecard={scorecard}
              facts={facts}
              href={linkTo({ ...route, candidate: row.ranking.agent })}
              isSelected={row.ranking.agent === selected}
              onSelect={onSelect}
            />
          </Fragment>
        ))}
      </tbody>
    </table>
  );
}

interface SortHeaderProps {
  id: string;
  heading: string;
  title: string;
  sort: string | null;
  onSort: (sort: string | null) => void;
}

/** The first press sorts the best first, the second reverses, the third goes back to the ranking. */
function SortHeader({ id, heading, title, sort, onSort }: SortHeaderProps) {
  const isReverse = sort === `-${id}`;
  const isSorted = sort === id || isReverse;
  const next = isReverse ? null : isSorted ? `-${id}` : id;
  return (
    <th scope="col" aria-sort={isSorted ? (isReverse ? 'descending' : 'ascending') : undefined}>
      <button type="button" className="sort" title={title} onClick={() => onSort(next)}>
        {heading}
        <span aria-hidden="true">{isSorted ? (isReverse ? ' ↑' : ' ↓') : ''}</span>
      </button>
    </th>
  );
}

/** Candidates that cannot be merged are last, whatever their total: without a line between them the order looks wrong. */
function Divider({ ranking, before, columns }: { ranking: Ranking; before: Ranking | undefined; columns: number }) {
  const label = groupLabel(ranking);
  if (label === null || (before !== undefined && groupLabel(before) === label)) return null;
  return (
    <tr className="divider">
      <td colSpan={columns}>
        {label} {label === CANNOT_BE_MERGED && <span className="divider-note">however high the score</span>}
      </td>
    </tr>
  );
}

const CANNOT_BE_MERGED = 'Cannot be merged';

function groupLabel({ mergeable, needs_review: needsReview, ending }: Ranking): string | null {
  if (isFailedAttempt(ending)) return 'The agent did not finish';
  if (mergeable) return null;
  return needsReview ? 'Needs your decision' : CANNOT_BE_MERGED;
}

interface RowProps {
  row: FactRow;
  columns: readonly FactColumn[];
  best: readonly FactColumn[];
  scorecard: Scorecard;
  facts: Facts;
  href: string;
  isSelected: boolean;
  onSelect: (candidate: string) => void;
}

function Row({ row, columns, best, scorecard, facts, href, isSelected, onSelect }: RowProps) {
  const { ranking } = row;
  const { agent, mergeable } = ranking;
  const { verdict } = scorecard;
  const group = verdict.leaders.includes(agent) ? 'winner' : mergeable ? '' : 'refused';
  const isOnlyLeader = group === 'winner' && verdict.leaders.length === 1;
  const reason = reasonFor(ranking, scorecard, facts);
  return (
    // The link in the row does the same by keyboard.
    <tr data-candidate={agent} className={`${group} ${isSelected ? 'selected' : ''}`} onClick={() => onSelect(agent)}>
      <th scope="row" className="candidate">
        <span className="candidate-line">
          <span className="rank">{mergeable ? placeText(ranking, verdict).replace('-', '–') : '–'}</span>
          <a
            data-row
            href={href}
            aria-current={isSelected ? 'true' : undefined}
            onFocus={() => onSelect(agent)}
            onClick={(event) => event.preventDefault()}
          >
            <SafeText text={agent} />
          </a>
          <Badges ranking={ranking} scorecard={scorecard} />
        </span>
        {/* The verdict above says it for the winner. */}
        {!isOnlyLeader && reason !== '' && (
          <p className="reason" title={visibleText(reason)}>
            <SafeText text={reason} />
          </p>
        )}
      </th>
      {columns.map((column) => (
        <td key={column.id} className={cellClass(column, row, best.includes(column))}>
          <span className="column-name" aria-hidden="true">
            {column.heading}
          </span>
          <span className="number">{column.text(row)}</span>
          {column.note !== undefined && <span className="cell-note">{column.note(row)}</span>}
        </td>
      ))}
    </tr>
  );
}

function cellClass({ isBad, isQuiet }: FactColumn, row: FactRow, isBest: boolean): string {
  if (isBad?.(row)) return 'bad';
  if (isQuiet) return 'score';
  return isBest ? 'best' : '';
}

function Badges({ ranking, scorecard }: { ranking: Ranking; scorecard: Scorecard }) {
  const { verdict } = scorecard;
  const out = whyOut(ranking);
  const ended = ranking.ending !== undefined && isFailedAttempt(ranking.ending) ? endingWords(ranking.ending) : null;
  // A warning with the cause of an error is a part of that entry.
  const warnings = foldFindings(ranking.findings).filter(({ findings: [worst] }) => worst?.severity === 'warning');
  return (
    <>
      {verdict.leaders.includes(ranking.agent) && <Badge tone="good">{verdict.class === 'level' ? 'level' : 'winner'}</Badge>}
      {ended !== null && ended !== out && <Badge tone="bad">{ended}</Badge>}
      {out !== null && <Badge tone={ranking.needs_review ? 'caution' : 'bad'}>{out}</Badge>}
      {/* Why it cannot be merged is the news; the pane has the rest. */}
      {out !== null && warnings.length > 0 && <Badge tone={toneOf('warning')}>{countText(warnings.length, 'warning')}</Badge>}
      {out === null &&
        warnings.map(({ cause }) => (
          <Badge key={cause} tone={toneOf('warning')}>
            {cause}
          </Badge>
        ))}
    </>
  );
}
