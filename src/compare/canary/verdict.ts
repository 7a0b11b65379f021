// The results of the added failing tests. If the base reports them, a candidate's runner must too.
import type { CanaryFile, Diff, TestStatus, TestSummary } from '../../contract/index.ts';
import type { CanaryVerdict } from '../../integrity/index.ts';
import type { MaybeReading } from '../measure.ts';

/** Those next to a test that the candidate did not move: it may have moved its tests for good reasons. */
function canariesInPlace(canaries: readonly CanaryFile[], diff: Diff): CanaryFile[] {
  const gone = new Set(
    diff.files.flatMap(({ path, old_path, status }) =>
      status === 'deleted' ? [path] : status === 'renamed' && old_path !== null ? [old_path] : [],
    ),
  );
  return canaries.filter(({ beside }) => !gone.has(beside));
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
  candidate: MaybeReading<TestSummary>;
  /** The candidate's tests without them, in the same tree. */
  without: MaybeReading<TestSummary>;
}

/** Null without a verdict: none could be written, or the candidate's tests do not pass in the first place. */
export function judgeCanaries({ placed, baseline, candidate, without }: CanaryRuns): CanaryVerdict | null {
  if (placed.length === 0 || baseline.state !== 'read' || !isGreen(without)) return null;
  const expected = exitCodeOf(baseline) === 0 ? [] : placed.filter((canary) => statusOf(canary, baseline) === 'failed');
  const [first] = placed;
  if (expected.length === 0) return { state: 'unproven', why: `the base's run does not report ${first?.path} either` };
  if (candidate.state !== 'read') return { state: 'unproven', why: 'it could not be put into the tree' };
  const { capture } = candidate.reading;
  if (capture.ended !== 'exited') return { state: 'unproven', why: 'the run with it did not end by itself' };
  const unheard = expected.filter((canary) => statusOf(canary, candidate) !== 'failed');
  const paths = unheard.map(({ path }) => path);
  const how = unheard.some((canary) => statusOf(canary, candidate) !== null) ? 'passed' : 'not_run';
  if (capture.exit_code === 0) {
    return unheard.length === 0
      ? { state: 'silenced', how: 'exit_0', paths: expected.map(({ path }) => path) }
      : { state: 'silenced', how, paths };
  }
  if (unheard.length === 0) return { state: 'heard' };
  if (how === 'passed' || (unheard.length < expected.length && ranToItsEnd(candidate, without))) {
    return { state: 'silenced', how, paths };
  }
  return { state: 'unproven', why: 'the run with it failed for another reason' };
}

function isGreen(check: MaybeReading<TestSummary>): boolean {
  return check.state === 'read' && check.reading.capture.ended === 'exited' && check.reading.capture.exit_code === 0;
}

function exitCodeOf(check: MaybeReading<TestSummary>): number | null {
  return check.state === 'read' ? check.reading.capture.exit_code : null;
}

/** Null if no test has its mark. A file that cannot be loaded is reported by its name, which has the mark too. */
function statusOf({ mark }: CanaryFile, check: MaybeReading<TestSummary>): TestStatus | null {
  if (check.state !== 'read') return null;
  const own = check.reading.summary.tests.filter(({ id }) => plain(id).includes(`hydracanary${mark}`));
  if (own.length === 0) return null;
  return own.some(({ status }) => status === 'failed') ? 'failed' : (own[0]?.status ?? null);
}

/** Runners format names differently. */
function plain(id: string): string {
  return id.toLowerCase().replace(/[^a-z0-9]/g, '');
}

/** A runner that stops at the first failure does not run every test. */
function ranToItsEnd(candidate: MaybeReading<TestSummary>, without: MaybeReading<TestSummary>): boolean {
  if (candidate.state !== 'read' || without.state !== 'read') return false;
  const ran = new Set(candidate.reading.summary.tests.map(({ id }) => id));
  return without.reading.summary.precision === 'exact' && without.reading.summary.tests.every(({ id }) => ran.has(id));
}
