// Texts about the tests of the task, the same on a terminal, in Markdown and on the page.
import type { CrossTestRow, Scorecard, TestOutcome } from '../contract/index.ts';
import { joinNames } from './verdict-text.ts';

/** A row without a vote, and why; the sentence begins with "they". */
export const NO_VOTE_REASONS: Record<Exclude<CrossTestRow['standing'], 'scored' | 'uncorroborated'>, string> = {
  passes_on_base: 'pass on the base, so they say nothing about the task',
  unstable: 'are flaky, or do not pass each time with their author',
  loads_nowhere: 'run with no other candidate',
  not_trusted: 'have an integrity finding, or their author has',
};

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
  row: CrossTestRow;
}

/** Every test with its results; names in the order of the ranking. */
export function testsWith(
  { cross_tests: rows = [], rankings }: Scorecard,
  isWanted: (row: CrossTestRow) => boolean,
): SeparatingTest[] {
  const names = rankings.map(({ agent }) => agent);
  return rows.filter(isWanted).map((row) => toTest(row, names));
}

/** Those that separate candidates first. */
export function testsWithVote(scorecard: Scorecard): SeparatingTest[] {
  const others = testsWith(scorecard, hasVote).filter(({ fails }) => fails.length === 0);
  return [...separatingTests(scorecard), ...others];
}

/** Tests with a vote that at least one candidate fails, scored ones first. */
export function separatingTests(scorecard: Scorecard): SeparatingTest[] {
  const separating = testsWith(scorecard, hasVote).filter(({ fails }) => fails.length > 0);
  return [...separating.filter(({ isScored }) => isScored), ...separating.filter(({ isScored }) => !isScored)];
}

/** New tests with a vote that pass on every candidate on which they ran. */
function countSharedTests({ cross_tests: rows = [] }: Scorecard): number {
  return rows.filter((row) => row.standing === 'scored' && !Object.values(row.outcomes).includes('fail')).length;
}

export function hasVote({ standing }: CrossTestRow): boolean {
  return standing === 'scored' || standing === 'uncorroborated';
}

/** Null if the test did not run. A candidate may be called `constructor`. */
export function outcomeOf({ outcomes }: Pick<CrossTestRow, 'outcomes'>, candidate: string): TestOutcome | null {
  return Object.hasOwn(outcomes, candidate) ? (outcomes[candidate] ?? null) : null;
}

/** The runner's output; null if unknown. */
export function failureOf({ failures }: Pick<CrossTestRow, 'failures'>, candidate: string): string | null {
  return Object.hasOwn(failures, candidate) ? (failures[candidate] ?? null) : null;
}

/** The author of a test, worded to follow "by" and "tests of". */
export function authorText({ author, kind }: Pick<CrossTestRow, 'author' | 'kind'>): string {
  return kind === 'test_author' ? 'the test author' : author;
}

function toTest(row: CrossTestRow, names: readonly string[]): SeparatingTest {
  const where = (outcome: TestOutcome) => names.filter((name) => outcomeOf(row, name) === outcome);
  const fails = where('fail');
  const first = fails.find((name) => failureOf(row, name) !== null);
  return {
    id: row.id,
    author: authorText(row),
    isScored: row.standing === 'scored',
    passes: where('pass'),
    fails,
    cannotRun: where('cannot_load'),
    flaky: where('flaky'),
    failure: first === undefined ? null : { candidate: first, text: failureOf(row, first) ?? '' },
    row,
  };
}

/** "3 acceptance tests; 1 of them passes on the base and says nothing about the task" */
export function acceptanceText({
  tests,
  pass_on_base: passing,
  cannot_load_on_base: unable,
}: NonNullable<Scorecard['acceptance']>): string {
  const passes = passing === 1 ? 'passes on the base and says' : 'pass on the base and say';
  const uses = unable === 1 ? 'it uses' : 'they use';
  return [
    tests === 1 ? '1 acceptance test' : `${tests} acceptance tests`,
    ...(passing === 0 ? [] : [`${passing} of them ${passes} nothing about the task`]),
    ...(unable === 0 ? [] : [`${unable} cannot run on the base, where what ${uses} does not exist yet`]),
  ].join('; ');
}

/** "2 other new tests pass with every candidate that ran them"; null when there are none. */
export function sharedTestsText(scorecard: Scorecard): string | null {
  const count = countSharedTests(scorecard);
  if (count === 0) return null;
  const other = separatingTests(scorecard).length === 0 ? '' : ' other';
  const [pass, them] = count === 1 ? ['test passes', 'it'] : ['tests pass', 'them'];
  return `${count}${other} new ${pass} with every candidate that ran ${them}`;
}

/** "2 new tests of fix run with no other candidate and do not count"; null when there are none. */
export function soleTestsText({ cross_tests: rows = [] }: Scorecard): string | null {
  const sole = rows.filter(({ standing }) => standing === 'loads_nowhere');
  if (sole.length === 0) return null;
  const authors = joinNames([...new Set(sole.map(authorText))]);
  return sole.length === 1
    ? `1 new test of ${authors} runs with no other candidate and does not count`
    : `${sole.length} new tests of ${authors} run with no other candidate and do not count`;
}
