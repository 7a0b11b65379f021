// The columns of the table of facts: their text, their order and the best value.
import type { Facts, Ranking, Scorecard } from '../../src/contract/index.ts';
import { type MeasuredFacts, measuredFacts, outcomeOf, usdText } from '../../src/text/index.ts';
import { countText, durationText, scoreText } from '../format/numbers.ts';

export interface FactRow {
  ranking: Ranking;
  measured: MeasuredFacts;
  /** New tests of other candidates and acceptance tests that it passes, of those that ran on it; null if none did. */
  newTests: { count: number; of: number } | null;
  /** It wrote new tests that run on the others. */
  isAuthor: boolean;
  size: { added: number; removed: number };
}

export interface FactColumn {
  id: string;
  heading: string;
  title: string;
  /** The order of the values: the best first. Null is unknown and last. */
  value(row: FactRow): number | null;
  text(row: FactRow): string;
  note?(row: FactRow): string;
  /** Whether the value is a failure. */
  isBad?(row: FactRow): boolean;
  /** The score is no measured fact, so its best value is not marked. */
  isQuiet?: true;
}

const share = (part: { count: number; of: number } | null) => (part === null || part.of === 0 ? '–' : `${part.count}/${part.of}`);

const COLUMNS: readonly FactColumn[] = [
  {
    id: 'fixed',
    heading: 'fixed',
    title: 'Tests that fail on the base and pass now',
    value: ({ measured: { fixed } }) => (fixed === null || fixed.of === 0 ? null : -fixed.count),
    text: ({ measured: { fixed } }) => share(fixed),
    isBad: ({ measured: { fixed } }) => fixed !== null && fixed.of > 0 && fixed.count === 0,
  },
  {
    id: 'broken',
    heading: 'broken',
    title: 'Tests that pass on the base and do not pass now',
    value: ({ measured: { broken } }) => broken?.count ?? null,
    text: ({ measured: { broken } }) => (broken === null ? '–' : String(broken.count)),
    isBad: ({ measured: { broken } }) => (broken?.count ?? 0) > 0,
  },
  {
    id: 'new-tests',
    heading: 'others’ tests',
    title: 'New tests by other candidates, and acceptance tests, that pass',
    value: ({ newTests }) => (newTests === null ? null : newTests.of - newTests.count),
    text: ({ newTests, isAuthor }) => (newTests === null && isAuthor ? 'own' : share(newTests)),
    isBad: ({ newTests }) => newTests !== null && newTests.count < newTests.of,
  },
  {
    id: 'lint',
    heading: 'lint',
    title: 'New lint findings',
    value: ({ measured: { lint } }) => lint,
    text: ({ measured: { lint } }) => (lint === null ? '–' : String(lint)),
  },
  {
    id: 'size',
    heading: 'size',
    title: 'Added and removed lines',
    value: ({ measured: { lines } }) => lines,
    text: ({ size: { added, removed } }) => `+${added} −${removed}`,
    note: ({ measured: { files } }) => countText(files, 'file'),
  },
  {
    id: 'time',
    heading: 'time',
    title: 'How long the agent worked',
    value: ({ measured: { durationMs } }) => durationMs,
    text: ({ measured: { durationMs } }) => (durationMs === null ? '–' : durationText(durationMs)),
  },
  {
    id: 'cost',
    heading: 'cost',
    title: 'What the agent cost',
    value: ({ measured: { costUsd } }) => costUsd,
    text: ({ measured: { costUsd } }) => (costUsd === null ? '–' : usdText(costUsd)),
  },
  {
    id: 'score',
    heading: 'score',
    title: 'The total of all dimensions',
    value: ({ ranking: { total_unrounded: total } }) => (total === null ? null : -total),
    text: ({ ranking: { total } }) => scoreText(total),
    isQuiet: true,
  },
];

export function factRows(scorecard: Scorecard, facts: Facts, rankings: readonly Ranking[]): FactRow[] {
  return rankings.flatMap((ranking) => {
    const candidate = facts.candidates.find(({ name }) => name === ranking.agent);
    if (candidate === undefined) return [];
    const counted = candidate.diff.files.filter((file) => file.class === 'source');
    const size = {
      added: counted.reduce((sum, { added }) => sum + added, 0),
      removed: counted.reduce((sum, { removed }) => sum + removed, 0),
    };
    const newTests = newTestsOf(scorecard, facts, ranking.agent);
    const isAuthor = (scorecard.cross_tests ?? []).some(
      ({ standing, author }) => standing === 'scored' && author === ranking.agent,
    );
    return [{ ranking, measured: measuredFacts(facts, candidate, ranking), newTests, isAuthor, size }];
  });
}

function newTestsOf({ cross_tests: rows = [] }: Scorecard, { acceptance }: Facts, name: string): FactRow['newTests'] {
  const crossed = rows
    .filter(({ standing, author }) => standing === 'scored' && author !== name)
    .map((row) => outcomeOf(row, name));
  const accepted = (acceptance?.tests ?? []).map(({ others }) => outcomeOf({ outcomes: others }, name));
  const ran = [...crossed, ...accepted].filter((outcome) => outcome !== null && outcome !== 'flaky');
  return ran.length === 0 ? null : { count: ran.filter((outcome) => outcome === 'pass').length, of: ran.length };
}

/** Without the columns that are unknown for every candidate. */
export function knownColumns(rows: readonly FactRow[]): FactColumn[] {
  return COLUMNS.filter(({ id, value }) => id === 'score' || rows.some((row) => value(row) !== null));
}

/** The candidates with the best value among those that can be merged; empty when all of them are equal. */
export function bestOf({ value, text, isQuiet }: FactColumn, rows: readonly FactRow[]): ReadonlySet<string> {
  const known = rows.flatMap((row) => {
    const number = value(row);
    return number === null || !row.ranking.mergeable ? [] : [{ number, shown: text(row), name: row.ranking.agent }];
  });
  const best = Math.min(...known.map(({ number }) => number));
  const first = known.find(({ number }) => number === best);
  // What reads the same is equally good: milliseconds are not shown.
  const names = known.filter(({ number, shown }) => number === best || shown === first?.shown).map(({ name }) => name);
  return new Set(isQuiet || names.length === known.length ? [] : names);
}

/** `sort` is a column, or `candidate`; with a minus in the reverse order. Equal rows keep their order. */
export function sortRows(rows: readonly FactRow[], sort: string | null): FactRow[] {
  if (sort === null) return [...rows];
  const isReverse = sort.startsWith('-');
  const key = isReverse ? sort.slice(1) : sort;
  const direction = isReverse ? -1 : 1;
  if (key === 'candidate') return rows.toSorted((a, b) => direction * compareNames(a.ranking.agent, b.ranking.agent));
  const column = COLUMNS.find(({ id }) => id === key);
  if (column === undefined) return [...rows];
  return rows.toSorted((a, b) => {
    const [x, y] = [column.value(a), column.value(b)];
    if (x === null || y === null) return Number(x === null) - Number(y === null);
    return direction * (x - y);
  });
}

/** By code units, the same in every locale. */
function compareNames(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
