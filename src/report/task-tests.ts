// Report: which new tests separate the candidates, prepared for every format.
import type { CrossTestRow, Scorecard } from '../contract/index.ts';

export interface SeparatingTest {
  id: string;
  author: string;
  /** Whether it is scored; otherwise only its author passes it. */
  isScored: boolean;
  passes: string[];
  fails: string[];
  cannotRun: string[];
  flaky: string[];
  /** The first failure in the order of the ranking. */
  failure: { candidate: string; text: string } | null;
}

/** Tests with a vote that at least one candidate fails, scored ones first; names in the order of the ranking. */
export function separatingTests({ cross_tests: rows = [], rankings }: Scorecard): SeparatingTest[] {
  const names = rankings.map(({ agent }) => agent);
  const tests = rows.filter(isVote).map((row) => toTest(row, names));
  const separating = tests.filter(({ fails }) => fails.length > 0);
  return [...separating.filter(({ isScored }) => isScored), ...separating.filter(({ isScored }) => !isScored)];
}

/** New tests with a vote that every candidate passes on which they ran. */
export function countSharedTests({ cross_tests: rows = [] }: Scorecard): number {
  return rows.filter((row) => row.standing === 'scored' && !Object.values(row.outcomes).includes('fail')).length;
}

function isVote({ standing }: CrossTestRow): boolean {
  return standing === 'scored' || standing === 'uncorroborated';
}

function toTest({ id, author, kind, standing, outcomes, failures }: CrossTestRow, names: readonly string[]): SeparatingTest {
  const where = (outcome: string) => names.filter((name) => outcomes[name] === outcome);
  const fails = where('fail');
  const first = fails.find((name) => failures[name] !== undefined);
  return {
    id,
    author: kind === 'test_author' ? 'the test author' : author,
    isScored: standing === 'scored',
    passes: where('pass'),
    fails,
    cannotRun: where('cannot_load'),
    flaky: where('flaky'),
    failure: first === undefined ? null : { candidate: first, text: failures[first] ?? '' },
  };
}
