// Removes flaky tests from the comparison. A test that is flaky on the base proves nothing about a
// candidate; one that is flaky only on the candidate is no regression, but gets a warning.
import type { IntegrityFinding, TestStatus, TestSummary, UncertainTest } from '../contract/index.ts';
import type { CandidateReading, TreeReading, UnsteadyTests } from './compare-run.ts';
import type { MaybeReading } from './measure.ts';
import { mixedTests } from './test-changes.ts';
import { completeStatusesOf } from './test-statuses.ts';

export type UnjudgedCandidate = Omit<CandidateReading, 'integrity'>;

export interface Settled {
  baseline: TreeReading;
  candidates: UnjudgedCandidate[];
  /** Warnings by candidate. */
  findings: IntegrityFinding[][];
  /** Flaky tests by candidate. */
  unsteady: UnsteadyTests[];
}

/** A test of the base that is flaky on several candidates says nothing against one of them: it gets no warning. */
export function resolveFlakyTests(baseline: TreeReading, candidates: readonly UnjudgedCandidate[]): Settled {
  const flaky = new Set(mixedOn(baseline.test, baseline));
  const before = completeStatusesOf(baseline.test);
  const uncertain = candidates.map((candidate) => listUncertain(candidate, flaky, before));
  return {
    baseline: { ...baseline, test: settle(baseline.test, flaky, []) },
    candidates: candidates.map((candidate, index) => settleCandidate(candidate, flaky, uncertain[index] ?? [])),
    findings: uncertain.map((tests, index) => {
      const others = new Set(uncertain.filter((_, at) => at !== index).flatMap((list) => list.map(({ id }) => id)));
      return findingsAbout(tests.filter(({ id, counted_as: as }) => as === 'nothing' || !others.has(id)));
    }),
    unsteady: uncertain.map((tests) => ({ flaky: [...flaky, ...idsOf(tests, 'nothing')].sort(), uncertain: tests })),
  };
}

/**
 * Tests that are flaky only on the candidate. Passing on the base: no regression. Failing there: not fixed either.
 * Missing there: an unreliable new test.
 */
function listUncertain(
  candidate: UnjudgedCandidate,
  flaky: ReadonlySet<string>,
  before: ReadonlyMap<string, TestStatus>,
): UncertainTest[] {
  const { test, pinnedTest, newTestsAgain } = candidate;
  const decided = mixedOn(pinnedTest ?? test, candidate);
  const added = before.size === 0 ? [] : mixedIn([test, ...newTestsAgain]).filter((id) => !before.has(id));
  const ids = [...new Set([...decided, ...added])].filter((id) => !flaky.has(id)).sort();
  return ids.map((id) => ({ id, counted_as: countedAs(before.get(id)) }));
}

function countedAs(status: TestStatus | undefined): UncertainTest['counted_as'] {
  if (status === undefined) return 'nothing';
  return status === 'passed' ? 'passed' : 'failed';
}

function settleCandidate(
  candidate: UnjudgedCandidate,
  flaky: ReadonlySet<string>,
  uncertain: readonly UncertainTest[],
): UnjudgedCandidate {
  const { test, pinnedTest } = candidate;
  return {
    ...candidate,
    test: settle(test, flaky, uncertain),
    pinnedTest: pinnedTest === null ? null : settle(pinnedTest, flaky, uncertain),
  };
}

function idsOf(tests: readonly UncertainTest[], wanted: UncertainTest['counted_as']): string[] {
  return tests.filter(({ counted_as }) => counted_as === wanted).map(({ id }) => id);
}

function findingsAbout(tests: readonly UncertainTest[]): IntegrityFinding[] {
  const [passed, failed, added] = [idsOf(tests, 'passed'), idsOf(tests, 'failed'), idsOf(tests, 'nothing')];
  return [
    ...about(
      'flaky_on_candidate',
      passed,
      ['test passes', 'tests pass'],
      'only now and then with this candidate, and always on the base',
    ),
    ...about(
      'flaky_on_candidate',
      failed,
      ['test passes', 'tests pass'],
      'only now and then with this candidate, and never on the base',
    ),
    ...about('flaky_new_tests', added, ['new test passes', 'new tests pass'], 'only now and then, or only in one order'),
  ];
}

const MAX_NAMED = 3;

function about(id: string, tests: readonly string[], [one, many]: [string, string], what: string): IntegrityFinding[] {
  if (tests.length === 0) return [];
  const named = tests.slice(0, MAX_NAMED).join(', ') + (tests.length > MAX_NAMED ? ', ...' : '');
  return [
    {
      id,
      severity: 'warning',
      message: `${tests.length} ${tests.length === 1 ? one : many} ${what}: ${named}`,
      place: null,
      how_to_allow: `set ${id} = "info" under [scoring.integrity.severity]`,
    },
  ];
}

/**
 * Ids whose result differs between runs of the same kind. A test that always fails alone and always passes in the
 * suite depends on other tests; it is not flaky.
 */
function mixedOn(first: MaybeReading<TestSummary>, { testAgain, testSelected }: TreeReading): string[] {
  return [...new Set([...mixedIn([first, ...testAgain]), ...mixedIn(testSelected)])];
}

/** Ids that passed in one run and failed in another. */
function mixedIn(runs: readonly MaybeReading<TestSummary>[]): string[] {
  // A run without test names is ignored here.
  return mixedTests(runs.map(completeStatusesOf).filter(({ size }) => size > 0));
}

/** The result without the flaky tests, and with the counted status of uncertain ones. */
function settle(
  check: MaybeReading<TestSummary>,
  flaky: ReadonlySet<string>,
  uncertain: readonly UncertainTest[],
): MaybeReading<TestSummary> {
  if (check.state !== 'read' || check.reading.summary.precision !== 'exact' || flaky.size + uncertain.length === 0) return check;
  const { summary } = check.reading;
  const counted = new Map(uncertain.map(({ id, counted_as }) => [id, counted_as]));
  const tests = summary.tests.flatMap(({ id, status }) => {
    const as = flaky.has(id) ? 'nothing' : (counted.get(id) ?? status);
    return as === 'nothing' ? [] : [{ id, status: as }];
  });
  const count = (wanted: TestStatus) => tests.filter(({ status }) => status === wanted).length;
  const counts = { passed: count('passed'), failed: count('failed'), skipped: count('skipped'), total: tests.length };
  return { state: 'read', reading: { ...check.reading, summary: { ...summary, ...counts, tests } } };
}
