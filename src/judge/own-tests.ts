// The results of a candidate's own tests if only its changed test files ran in its own tree: all other test files
// are the base's, and ran with its sources in the pinned tree.
import type { Diff, TestResult, TestStatus, TestSummary } from '../contract/index.ts';
import { supportRole } from '../tools/index.ts';
import { hasLoadError } from './load-error.ts';
import type { MaybeReading } from './measure.ts';
import { attemptsOf, type CandidateCaptures, firstTestRun } from './run-reading.ts';

/** The candidate's own tests: a whole run in its own tree, or the combined results of the parts that ran. */
export function ownTests(candidate: CandidateCaptures): MaybeReading<TestSummary> | null {
  const whole = firstTestRun(candidate, { check: 'test', tree: 'own' });
  if (whole !== null) return whole;
  const pinned = firstTestRun(candidate, { check: 'test', tree: 'pinned' });
  const [changed] = attemptsOf(candidate, 'own', 'changed');
  if (pinned === null || changed === undefined) return null;
  const known = COMBINED.get(changed);
  if (known?.pinned === pinned) return known.own;
  const own = combineOwnTests(pinned, changed, candidate.diff);
  COMBINED.set(changed, { pinned, own });
  return own;
}

/** By the run of the changed files, which belongs to one candidate. */
const COMBINED = new WeakMap<object, { pinned: MaybeReading<TestSummary>; own: MaybeReading<TestSummary> | null }>();

/**
 * Null if the two runs do not have every test name, a changed file cannot be loaded, or its tests cannot be identified:
 * then the whole suite has to run in the candidate's own tree.
 */
function combineOwnTests(
  pinned: MaybeReading<TestSummary>,
  changed: MaybeReading<TestSummary>,
  diff: Diff,
): MaybeReading<TestSummary> | null {
  // A test file that cannot be loaded may stop the whole suite.
  if (!isExact(pinned) || !isExact(changed) || hasLoadError(changed)) return null;
  const own = new Map(changed.reading.summary.tests.map((test) => [test.id, test]));
  const matchers = changedFileMatchers(diff);
  const isKnown = matchers.every((matches) => pinned.reading.summary.tests.some(({ id }) => matches(id)));
  if (!isKnown) return null;
  const isChanged = (id: string) => matchers.some((matches) => matches(id));
  const kept = pinned.reading.summary.tests.filter(({ id }) => !own.has(id) && !isChanged(id));
  const tests: TestResult[] = [...kept, ...own.values()];
  const count = (wanted: TestStatus) => tests.filter(({ status }) => status === wanted).length;
  const counts = { passed: count('passed'), failed: count('failed'), skipped: count('skipped'), total: tests.length };
  // A failing exit code of either run counts for the whole.
  const { capture } = changed.reading.capture.exit_code === 0 ? pinned.reading : changed.reading;
  return { state: 'read', reading: { ...changed.reading, capture, summary: { ...changed.reading.summary, ...counts, tests } } };
}

function isExact(check: MaybeReading<TestSummary>): check is Extract<MaybeReading<TestSummary>, { state: 'read' }> {
  return check.state === 'read' && check.reading.summary.precision === 'exact' && check.reading.capture.ended === 'exited';
}

/** For each test file that the candidate modified: whether a test id belongs to it. New files have no ids on the base. */
function changedFileMatchers(diff: Diff): ((id: string) => boolean)[] {
  const modified = diff.files.filter(({ path, status }) => status === 'modified' && supportRole(path) === 'test');
  return modified.map(({ path }) => {
    const names = [path, path.replace(/\.\w+$/, '').replaceAll('/', '.')];
    return (id) => names.some((name) => id.startsWith(name) && !/^\w/.test(id.slice(name.length)));
  });
}
