// The results of the added failing tests. If the base reports them, a candidate's runner must too.
import type { CanaryFile, Diff, TestStatus, TestSummary, VariedFile } from '../../contract/index.ts';
import type { CanaryVerdict } from '../integrity/index.ts';
import type { MaybeReading } from '../measure.ts';
import { addedResult, fileFails, originalResult } from '../vary/index.ts';

/**
 * Those next to a test that the candidate did not move: it may have moved its tests for good reasons. Copies only if it
 * did not change the original either, which may need other code now.
 */
function canariesInPlace(canaries: readonly CanaryFile[], diff: Diff): CanaryFile[] {
  const gone = new Set(
    diff.files.flatMap(({ path, old_path, status }) =>
      status === 'deleted' ? [path] : status === 'renamed' && old_path !== null ? [old_path] : [],
    ),
  );
  const changed = new Set(diff.files.map(({ path }) => path));
  return canaries.filter((canary) => !gone.has(canary.beside) && !(isCopy(canary) && changed.has(canary.beside)));
}

function isCopy({ tests = [] }: CanaryFile): boolean {
  return tests.some(({ original }) => original !== null);
}

export interface PlacedCanaries {
  /** The candidate's own tree: it has the hooks that the candidate changed besides the code. */
  own: CanaryFile[];
  /** Its pinned tree with the base's tests: for a candidate that moved all the tests next to which they would be. */
  pinned: CanaryFile[];
}

export function placeCanaries(canaries: readonly CanaryFile[], diff: Diff, hasPinned: boolean): PlacedCanaries {
  const own = canariesInPlace(canaries, diff);
  return { own, pinned: own.length === 0 && hasPinned ? [...canaries] : [] };
}

/** A failure that one run did not report counts, whatever the other shows. */
export function combineVerdicts(...verdicts: readonly (CanaryVerdict | null)[]): CanaryVerdict | null {
  const inOrder = ['silenced', 'heard', 'unproven'].flatMap(
    (state) => verdicts.find((verdict) => verdict?.state === state) ?? [],
  );
  return inOrder[0] ?? null;
}

export interface CanaryRuns {
  /** Those added to the candidate's tree. */
  placed: readonly CanaryFile[];
  baseline: MaybeReading<TestSummary>;
  /** The base's tests without them. */
  baselineWithout: MaybeReading<TestSummary> | null;
  candidate: MaybeReading<TestSummary>;
  /** The candidate's tests without them, in the same tree. */
  without: MaybeReading<TestSummary>;
}

/** Null without a verdict: none could be written, or the candidate's tests do not pass in the first place. */
export function judgeCanaries({ placed, baseline, baselineWithout, candidate, without }: CanaryRuns): CanaryVerdict | null {
  if (placed.length === 0 || baseline.state !== 'read' || !isGreen(without)) return null;
  const expected = exitCodeOf(baseline) === 0 ? [] : failuresExpected(placed, baseline, baselineWithout);
  const [first] = placed;
  if (expected.length === 0) return { state: 'unproven', why: `the base's run does not report ${first?.path} either` };
  if (candidate.state !== 'read') return { state: 'unproven', why: 'it could not be put into the tree' };
  const { capture } = candidate.reading;
  if (capture.ended !== 'exited') return { state: 'unproven', why: 'the run with it did not end by itself' };
  // A candidate may skip a test for good reasons, and the copy with it.
  const required = expected.filter((failure) => isOriginalPassed(failure, without));
  if (required.length === 0) return { state: 'unproven', why: 'the tests that it copies do not pass here' };
  return capture.exit_code === 0 ? judgePassedRun(required, candidate) : judgeFailedRun(required, candidate, without);
}

/** The command exits with 0 although tests fail that must fail the run. */
function judgePassedRun(expected: readonly ExpectedFailure[], candidate: MaybeReading<TestSummary>): CanaryVerdict {
  const unreported = expected.filter((failure) => statusOf(failure, candidate) !== 'failed');
  if (unreported.length === 0) return { state: 'silenced', how: 'exit_0', paths: pathsOf(expected) };
  const hasRun = unreported.some((failure) => statusOf(failure, candidate) !== null);
  return { state: 'silenced', how: hasRun ? 'passed' : 'not_run', paths: pathsOf(unreported) };
}

function judgeFailedRun(
  expected: readonly ExpectedFailure[],
  candidate: MaybeReading<TestSummary>,
  without: MaybeReading<TestSummary>,
): CanaryVerdict {
  const unreported = expected.filter((failure) => statusOf(failure, candidate) !== 'failed');
  if (unreported.some((failure) => statusOf(failure, candidate) !== null)) {
    return { state: 'silenced', how: 'passed', paths: pathsOf(unreported) };
  }
  const isPartial = unreported.length < expected.length;
  const missing = unreported.filter((failure) => !isReported(failure, candidate));
  if (missing.length === 0 && (isPartial || unreported.length === 0)) return { state: 'heard' };
  if (missing.length > 0 && isPartial && ranToItsEnd(candidate, without)) {
    return { state: 'silenced', how: 'not_run', paths: pathsOf(missing) };
  }
  return { state: 'unproven', why: 'the run with it failed for another reason' };
}

/** An added test that must fail. */
interface ExpectedFailure {
  path: string;
  beside: string;
  name: string;
  original: string | null;
}

/** Those that fail on the base, if the test that was copied passes there: otherwise it may fail for another reason. */
export function failuresExpected(
  placed: readonly CanaryFile[],
  baseline: MaybeReading<TestSummary>,
  baselineWithout: MaybeReading<TestSummary> | null,
): ExpectedFailure[] {
  const all = placed.flatMap(failuresIn);
  return all.filter((failure) => isOriginalPassed(failure, baselineWithout) && statusOf(failure, baseline) === 'failed');
}

/** Also for a test that is no copy. */
function isOriginalPassed({ beside, original }: ExpectedFailure, check: MaybeReading<TestSummary> | null): boolean {
  return original === null || originalResult(check, beside, original) === 'passed';
}

/** Whether one of the added tests that must fail is among the results, and failed. */
export function reportsAddedFailure(
  { canaries, varied }: { canaries: readonly CanaryFile[]; varied: readonly VariedFile[] },
  check: MaybeReading<TestSummary>,
): boolean {
  const isWrong = ({ change }: VariedFile['tests'][number]) => change !== null && change.role !== 'input';
  const wrong = varied.flatMap(({ path, beside, tests }) => tests.filter(isWrong).map((test) => ({ path, beside, ...test })));
  return [...canaries.flatMap(failuresIn), ...wrong].some((failure) => statusOf(failure, check) === 'failed');
}

/** Copies need not run: they load what their originals load, which a candidate may have removed. */
export function isReported(failure: ExpectedFailure, check: MaybeReading<TestSummary>): boolean {
  const status = statusOf(failure, check);
  return status === 'failed' || (status === null && failure.original !== null);
}

/** The tests of a file that must fail. */
export function failuresIn({ path, beside, tests }: CanaryFile): ExpectedFailure[] {
  return tests.map((test) => ({ path, beside, ...test }));
}

function pathsOf(failures: readonly ExpectedFailure[]): string[] {
  return [...new Set(failures.map(({ path }) => path))];
}

function isGreen(check: MaybeReading<TestSummary>): boolean {
  return check.state === 'read' && check.reading.capture.ended === 'exited' && check.reading.capture.exit_code === 0;
}

function exitCodeOf(check: MaybeReading<TestSummary>): number | null {
  return check.state === 'read' ? check.reading.capture.exit_code : null;
}

/** Null if it did not run. A file that cannot be loaded is reported by its name. */
function statusOf({ path, name }: ExpectedFailure, check: MaybeReading<TestSummary>): TestStatus | null {
  return addedResult(check, name) ?? (fileFails(check, path) ? 'failed' : null);
}

/** A runner that stops at the first failure does not run every test. */
function ranToItsEnd(candidate: MaybeReading<TestSummary>, without: MaybeReading<TestSummary>): boolean {
  if (candidate.state !== 'read' || without.state !== 'read') return false;
  const ran = new Set(candidate.reading.summary.tests.map(({ id }) => id));
  return without.reading.summary.precision === 'exact' && without.reading.summary.tests.every(({ id }) => ran.has(id));
}
