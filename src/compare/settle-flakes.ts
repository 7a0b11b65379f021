// Room compare: takes flaky tests out of the comparison. A test that passes and fails on the base says nothing about a
// candidate; one that fails on the candidate only now and then is no regression, but worth a word.
import type { IntegrityFinding, TestStatus, TestSummary } from '../contract/index.ts';
import type { CandidateReading, TreeReading } from './compare-run.ts';
import type { MaybeReading } from './measure.ts';

export type UnjudgedCandidate = Omit<CandidateReading, 'integrity'>;

export interface Settled {
  baseline: TreeReading;
  candidates: UnjudgedCandidate[];
  /** What is worth a word, by candidate. */
  findings: IntegrityFinding[][];
  /** Tests that pass and fail on the base. */
  flaky: string[];
}

export function settleFlakes(baseline: TreeReading, candidates: readonly UnjudgedCandidate[]): Settled {
  const flaky = new Set(mixedIn(baseline.test, baseline.testAgain));
  const mixed = candidates.map(({ pinnedTest, test, testAgain }) =>
    mixedIn(pinnedTest ?? test, testAgain).filter((id) => !flaky.has(id)),
  );
  return {
    baseline: { ...baseline, test: without(baseline.test, flaky, new Set()) },
    candidates: candidates.map((candidate, index) => settleCandidate(candidate, flaky, new Set(mixed[index]))),
    findings: mixed.map((ids) => (ids.length === 0 ? [] : [flakyOnCandidate(ids)])),
    flaky: [...flaky].sort(),
  };
}

function settleCandidate(
  candidate: UnjudgedCandidate,
  flaky: ReadonlySet<string>,
  mixed: ReadonlySet<string>,
): UnjudgedCandidate {
  const { test, pinnedTest } = candidate;
  return {
    ...candidate,
    test: without(test, flaky, mixed),
    pinnedTest: pinnedTest === null ? null : without(pinnedTest, flaky, mixed),
  };
}

function flakyOnCandidate(ids: readonly string[]): IntegrityFinding {
  const tests = ids.length === 1 ? '1 test passes' : `${ids.length} tests pass`;
  return {
    id: 'flaky_on_candidate',
    severity: 'warning',
    message: `${tests} and fail with this candidate, and always pass on the base: ${ids.slice(0, 3).join(', ')}`,
    place: null,
    how_to_allow: 'set flaky_on_candidate = "info" under [scoring.integrity.severity]',
  };
}

/** Ids that passed in one run and failed in another, where every run names its tests. */
function mixedIn(first: MaybeReading<TestSummary>, again: readonly MaybeReading<TestSummary>[]): string[] {
  const runs = [first, ...again].flatMap((run) =>
    run.state === 'read' && run.reading.summary.precision === 'exact' ? [run.reading.summary] : [],
  );
  const seen = new Map<string, Set<TestStatus>>();
  for (const { id, status } of runs.flatMap(({ tests }) => tests)) seen.set(id, (seen.get(id) ?? new Set()).add(status));
  return [...seen].filter(([, statuses]) => statuses.has('passed') && statuses.has('failed')).map(([id]) => id);
}

/** The reading without the flaky tests, and with those that passed at least once as passed. */
function without(
  check: MaybeReading<TestSummary>,
  flaky: ReadonlySet<string>,
  lifted: ReadonlySet<string>,
): MaybeReading<TestSummary> {
  if (check.state !== 'read' || check.reading.summary.precision !== 'exact' || flaky.size + lifted.size === 0) return check;
  const { summary } = check.reading;
  const tests = summary.tests
    .filter(({ id }) => !flaky.has(id))
    .map(({ id, status }) => ({ id, status: lifted.has(id) ? ('passed' as const) : status }));
  const count = (wanted: TestStatus) => tests.filter(({ status }) => status === wanted).length;
  const counts = { passed: count('passed'), failed: count('failed'), skipped: count('skipped'), total: tests.length };
  return { state: 'read', reading: { ...check.reading, summary: { ...summary, ...counts, tests } } };
}
