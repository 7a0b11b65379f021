// Texts about the tests of the task, the same on a terminal, in Markdown and on the page.
import type { CrossTestRow, Scorecard, TestOutcome } from '../contract/index.ts';
import { joinNames } from './verdict-text.ts';

/** A row without a vote, and why; the sentence begins with "they". */
export const NO_VOTE_REASONS: Record<Exclude<CrossTestRow['standing'], 'scored' | 'uncorroborated'>, string> = {
  passes_nowhere: 'are examples of the task that no candidate passes: they may have been read wrongly',
  passes_on_base: 'pass on the base, or there with only comments added, so they say nothing about the task',
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

/** Every test once, with its results; names in the order of the ranking. */
export function testsWith(
  { cross_tests: rows = [], rankings }: Scorecard,
  isWanted: (row: CrossTestRow) => boolean,
): SeparatingTest[] {
  const names = rankings.map(({ agent }) => agent);
  return rowsOfEachTest(rows.filter(isWanted)).map((same) => toTest(same, names));
}

/** A test that several authors add with the same text has a row for each of them, and is one test. */
function rowsOfEachTest(rows: readonly CrossTestRow[]): CrossTestRow[][] {
  const tests = new Map<string, CrossTestRow[]>();
  for (const row of rows) {
    const key = JSON.stringify([row.same_as ?? row.author, row.kind, row.path, row.id]);
    tests.set(key, [...(tests.get(key) ?? []), row]);
  }
  return [...tests.values()];
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
function countSharedTests(scorecard: Scorecard): number {
  return testsWith(scorecard, ({ standing }) => standing === 'scored').filter(({ fails }) => fails.length === 0).length;
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
  if (kind === 'task') return 'the task';
  return kind === 'test_author' ? 'the test author' : author;
}

function toTest(rows: readonly CrossTestRow[], names: readonly string[]): SeparatingTest {
  // Most results: the test of one author may load where the same test of another does not.
  const [row] = [...rows].sort((a, b) => resultsOf(b) - resultsOf(a)) as [CrossTestRow];
  const where = (outcome: TestOutcome) => names.filter((name) => outcomeOf(row, name) === outcome);
  const fails = where('fail');
  const first = fails.find((name) => failureOf(row, name) !== null);
  return {
    id: row.id,
    author: joinNames(rows.map(authorText)),
    isScored: row.standing === 'scored',
    passes: where('pass'),
    fails,
    cannotRun: where('cannot_load'),
    flaky: where('flaky'),
    failure: first === undefined ? null : { candidate: first, text: failureOf(row, first) ?? '' },
    row,
  };
}

function resultsOf({ outcomes }: CrossTestRow): number {
  return Object.values(outcomes).filter((outcome) => outcome !== 'cannot_load').length;
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
export function soleTestsText(scorecard: Scorecard): string | null {
  const sole = testsWith(scorecard, ({ kind, standing }) => kind !== 'task' && standing === 'loads_nowhere');
  if (sole.length === 0) return null;
  const authors = joinNames([...new Set(sole.map(({ author }) => author))]);
  return sole.length === 1
    ? `1 new test of ${authors} runs with no other candidate and does not count`
    : `${sole.length} new tests of ${authors} run with no other candidate and do not count`;
}
