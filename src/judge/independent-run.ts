// Compares a candidate's tests in another checkout under other conditions with those that count. Pure.
import {
  type CheckRun,
  INDEPENDENT_CANARY_CHECK,
  INDEPENDENT_CHECK,
  type IndependentConditions,
  type IndependentRun,
  type TestStatus,
  type TestSummary,
} from '../contract/index.ts';
import type { IndependentVerdict } from './integrity/index.ts';
import type { MaybeReading } from './measure.ts';
import { ownTests } from './own-tests.ts';
import { attemptsOf, type CandidateCaptures, decidingTree, firstTestRun, type SubjectReading } from './run-reading.ts';
import { testChanges } from './test-changes.ts';
import { completeStatusesOf, statusesOf, type TestStatuses } from './test-statuses.ts';

type Reading = MaybeReading<TestSummary>;

/** The state of the comparison, for the verdict and for planning further runs. */
export interface IndependentComparison {
  /** The first run in the other checkout; null if there is none yet. */
  first: Reading | null;
  /** Why there is none: its set-up failed. */
  setupFailure: string | null;
  /** Tests that pass in the counted run and not in the first one there. Empty if a run does not list every test. */
  lost: readonly string[];
  /** Whether the first run there is worse than the counted one, with or without names. */
  isWorse: boolean;
  /** Further runs there, without an added test and in the usual order. */
  repeated: readonly Reading[];
  /** Runs of the base in such a checkout. */
  onBase: readonly Reading[];
  /** The tests among `lost` that pass on the base: only for them can the base show a property of the suite. */
  passingOnBase: readonly string[];
}

export function compareIndependent(baseline: SubjectReading, candidate: CandidateCaptures): IndependentComparison {
  const tree = decidingTree(candidate);
  const counted = countedTests(candidate);
  const first =
    firstTestRun(candidate, { check: INDEPENDENT_CHECK, tree }) ??
    firstTestRun(candidate, { check: INDEPENDENT_CANARY_CHECK, tree });
  const [before, there] = [completeStatusesOf(counted), completeStatusesOf(first)];
  const base = statusesOf(firstTestRun(baseline, { check: 'test', tree: 'own' }));
  const lost = there.size === 0 ? [] : lostTests(before, there);
  return {
    first,
    setupFailure: candidate.independentSetup ?? null,
    lost,
    isWorse: first !== null && (before.size > 0 && there.size > 0 ? lost.length > 0 : isWorse(counted, first)),
    repeated: repetitions(candidate, tree),
    onBase: repetitions(baseline, 'own'),
    passingOnBase: lost.filter((id) => base.get(id) === 'passed'),
  };
}

/** The results that decide what regressed. */
export function countedTests(candidate: CandidateCaptures): Reading | null {
  return decidingTree(candidate) === 'pinned' ? firstTestRun(candidate, { check: 'test', tree: 'pinned' }) : ownTests(candidate);
}

function lostTests(before: TestStatuses, there: TestStatuses): string[] {
  return testChanges(before, there).changed.flatMap((test) => (test.before === 'passed' ? [test.id] : []));
}

function repetitions({ testRuns }: SubjectReading, tree: CheckRun['tree']): Reading[] {
  const runs = testRuns.filter(({ run }) => run.check === INDEPENDENT_CHECK && run.tree === tree && run.attempt !== null);
  return runs.map(({ reading }) => reading);
}

/** For runs that do not list every test: another end, or fewer passing tests. */
function isWorse(counted: Reading | null, there: Reading): boolean {
  if (counted?.state !== 'read' || there.state !== 'read') return true;
  const [before, after] = [counted.reading, there.reading];
  const isSameEnd = before.capture.ended === after.capture.ended && before.capture.exit_code === after.capture.exit_code;
  return !isSameEnd || after.summary.passed < before.summary.passed;
}

/** Null if the candidate's tests did not run there, or a difference is not yet explained by repetitions. */
export function judgeIndependent(baseline: SubjectReading, candidate: CandidateCaptures): IndependentVerdict | null {
  const comparison = compareIndependent(baseline, candidate);
  const { first, setupFailure, lost, repeated, onBase } = comparison;
  if (first === null) return setupFailure === null ? null : { state: 'impossible', why: setupFailure };
  const conditions = conditionsOf(first);
  if (conditions === null) return null;
  if (!comparison.isWorse) return confirmed(first);
  if (repeated.length === 0) return null;
  if (lost.length === 0) return judgeWholes(baseline, candidate, comparison, conditions);
  const base = statusesOf(firstTestRun(baseline, { check: 'test', tree: 'own' }));
  const unstable = failingHere(candidate);
  const again = resultsIn(repeated);
  const remaining = lost.filter((id) => again.get(id)?.has('passed') !== true && !unstable.has(id));
  const resultsThere = resultsIn(onBase);
  const passesThere = (id: string) => resultsThere.get(id)?.has('passed') === true;
  const fixed = remaining.filter((id) => base.get(id) !== 'passed');
  const others = remaining.filter((id) => base.get(id) === 'passed' && passesThere(id));
  const isConfirmed = fixed.length + others.length === 0;
  const isRemaining = new Set(remaining);
  const unsteady = lost.filter((id) => !isRemaining.has(id));
  if (isConfirmed && remaining.length > 0) return { state: 'impossible', why: whyOnBase(remaining, resultsThere) };
  if (isConfirmed) return { state: 'confirmed', conditions, unsteady };
  return { state: 'differs', conditions, fixed, others, isFixed: fixed.length > 0 };
}

/** A run confirms results only if it shows tests. */
function confirmed(run: Reading): IndependentVerdict | null {
  const conditions = conditionsOf(run);
  if (conditions === null) return null;
  if (!showsTests(run)) return { state: 'impossible', why: 'its output shows no test results' };
  return { state: 'confirmed', conditions, unsteady: [] };
}

/** Whether tests ran, by their names or at least by their number. */
export function showsTests(run: Reading | null): boolean {
  return testsShown(run) > 0;
}

function testsShown(run: Reading | null): number {
  if (run?.state !== 'read') return 0;
  const { precision, passed, failed } = run.reading.summary;
  return precision === 'exact' || precision === 'totals' ? passed + failed : 0;
}

/** The different results of each test in several runs. */
function resultsIn(runs: readonly Reading[]): ReadonlyMap<string, ReadonlySet<TestStatus>> {
  const results = new Map<string, Set<TestStatus>>();
  for (const run of runs) for (const [id, status] of statusesOf(run)) results.set(id, (results.get(id) ?? new Set()).add(status));
  return results;
}

function whyOnBase(tests: readonly string[], results: ReadonlyMap<string, unknown>): string {
  const unknown = tests.filter((id) => !results.has(id)).length;
  if (unknown > 0) return `the base shows no result there for ${unknown} of its tests`;
  return `${tests.length} of its tests fail there on the base too`;
}

/** Runs that do not list every test: the base's whole run there shows whether the conditions or the candidate cause the difference. */
function judgeWholes(
  baseline: SubjectReading,
  candidate: CandidateCaptures,
  { repeated, onBase }: IndependentComparison,
  conditions: IndependentConditions,
): IndependentVerdict | null {
  const counted = countedTests(candidate);
  const before = completeStatusesOf(counted);
  const isAsGood = (run: Reading) => {
    const there = completeStatusesOf(run);
    return before.size > 0 && there.size > 0 ? lostTests(before, there).length === 0 : !isWorse(counted, run);
  };
  const asGood = repeated.find(isAsGood);
  if (asGood !== undefined) return confirmed(asGood);
  const base = firstTestRun(baseline, { check: 'test', tree: 'own' });
  if (onBase.length === 0)
    return baseline.independentSetup === undefined ? null : { state: 'impossible', why: baseline.independentSetup };
  if (onBase.every((run) => isWorse(base, run))) return { state: 'impossible', why: 'the tests of the base differ there too' };
  const isFixed = base?.state === 'read' && base.reading.capture.exit_code !== 0;
  return { state: 'differs', conditions, fixed: [], others: [], isFixed };
}

/** Tests that fail in a repetition in the first checkout: flaky, not dependent on the checkout. */
function failingHere(candidate: CandidateCaptures): ReadonlySet<string> {
  const tree = decidingTree(candidate);
  const runs = [...attemptsOf(candidate, tree, 'selected'), ...attemptsOf(candidate, tree, 'again')];
  return new Set(runs.flatMap((run) => [...statusesOf(run)].flatMap(([id, status]) => (status === 'failed' ? [id] : []))));
}

/** One test has no order, and a run that shows none, such as one whose options the runner refused, had none. */
function conditionsOf(run: Reading): IndependentConditions | null {
  const planned = run.state === 'read' ? (run.reading.capture.independent ?? null) : null;
  return planned === null ? null : { ...planned, is_reordered: planned.is_reordered && testsShown(run) > 1 };
}

/** What the facts contain of it. */
export function independentFacts(verdict: IndependentVerdict): IndependentRun {
  if (verdict.state === 'impossible') return verdict;
  return { state: verdict.state, conditions: verdict.conditions };
}
