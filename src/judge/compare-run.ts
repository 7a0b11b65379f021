// Builds the facts from the parsed results of a run. The only place that knows which summaries are compared.
import {
  type AgentFacts,
  atOnce,
  type BaselineLint,
  type BaselineSecurity,
  type BaselineTests,
  type CandidateFacts,
  type CandidateLint,
  type CandidateSecurity,
  type CandidateTests,
  type ChangedFile,
  type ContestedTest,
  type Diff,
  type DiffFile,
  type Facts,
  type FileClass,
  type IntegrityFinding,
  isDecidable,
  type LintSummary,
  mapInSteps,
  SCHEMA_VERSION,
  type SecuritySummary,
  type Steps,
  type TestDecision,
  type TestSummary,
  type UncertainTest,
} from '../contract/index.ts';
import { supportRole } from '../tools/index.ts';
import { describeChanges } from './change-kind.ts';
import { classifyFiles } from './classify-file.ts';
import { compareLint } from './compare-lint.ts';
import { compareSecurity } from './compare-security.ts';
import { compareTests } from './compare-tests.ts';
import { gradedTests, listContested } from './graded-tests.ts';
import { parsePatch } from './integrity/index.ts';
import { loadErrorIn } from './load-error.ts';
import { type CheckReading, type ConsoleBesideReport, type MaybeReading, measureBuild, whyNotMeasured } from './measure.ts';
import { statusesIn } from './test-statuses.ts';

/** The parsed captures of one tree. */
export interface TreeReading {
  build: MaybeReading<null>;
  buildTargets: { name: string; build: MaybeReading<null> }[];
  test: MaybeReading<TestSummary>;
  /** Further runs of the tests that decide, to tell flaky tests from broken ones. */
  testAgain: MaybeReading<TestSummary>[];
  /** The same with only the tests in doubt. */
  testSelected: MaybeReading<TestSummary>[];
  lint: MaybeReading<LintSummary>;
  security: MaybeReading<SecuritySummary>;
}

export interface CandidateReading extends TreeReading {
  name: string;
  /** The tests of the base on this candidate's sources; null if its own run shows that as well. */
  pinnedTest: MaybeReading<TestSummary> | null;
  /** Further runs of the tests that only this candidate has, in other orders. */
  newTestsAgain: MaybeReading<TestSummary>[];
  diff: Diff;
  /** Files of tests, also under names that do not say so, which are the base's in the pinned tree. */
  otherTestFiles?: readonly string[] | undefined;
  /** The stored patch with the changed lines of `diff`. */
  patch: string;
  agent: AgentFacts | null;
  integrity: IntegrityFinding[];
}

/** Tests of one candidate with varying results. */
export interface UnsteadyTests {
  /** Removed from its results. */
  flaky: string[];
  uncertain: UncertainTest[];
}

/** Other stored data of a run. */
export interface RunContext {
  /** Decisions about contested tests, in the order in which they were made. */
  decisions: readonly TestDecision[];
  /** The text of the base's tests. */
  baseTests: string;
}

/** The sandbox is the run's, not a result of its checks. */
type Compared = Omit<Facts, 'sandbox'>;

/** `unsteady` is the result of resolveFlakyTests, in the order of the candidates. */
export function compareRun(...of: Parameters<typeof compareInSteps>): Compared {
  return atOnce(compareInSteps(...of));
}

/** One candidate at a time. */
export function* compareInSteps(
  runId: string,
  baseline: TreeReading,
  candidates: readonly CandidateReading[],
  unsteady: readonly UnsteadyTests[],
  context: RunContext = { decisions: [], baseTests: '' },
): Steps<Compared> {
  return {
    schema_version: SCHEMA_VERSION,
    run_id: runId,
    baseline: {
      build: measureBuild(baseline.build, baseline.buildTargets),
      tests: measureBaselineTests(baseline.test),
      lint: measureBaselineLint(baseline.lint),
      security: measureBaselineSecurity(baseline.security),
    },
    candidates: yield* mapInSteps(candidates, (candidate, index) =>
      compareCandidate(baseline, candidate, context, unsteady[index]),
    ),
  };
}

function compareCandidate(
  baseline: TreeReading,
  candidate: CandidateReading,
  { decisions, baseTests }: RunContext,
  unsteady: UnsteadyTests = { flaky: [], uncertain: [] },
): CandidateFacts {
  const changes = describeChanges(candidate.diff, candidate.patch, baseTests, candidate.otherTestFiles);
  const testFiles = [...new Set([...changes.testFiles, ...(candidate.otherTestFiles ?? [])])];
  const tests = measureCandidateTests(baseline.test, candidate, testFiles);
  const renames = new Map(candidate.diff.files.flatMap(({ path, old_path }) => (old_path === null ? [] : [[path, old_path]])));
  return {
    name: candidate.name,
    agent: candidate.agent,
    build: measureBuild(candidate.build, candidate.buildTargets),
    tests: withUnsteady(withDecisions(tests, candidate.name, decisions), unsteady),
    lint: measureCandidateLint(baseline.lint, candidate.lint, renames),
    security: measureCandidateSecurity(baseline.security, candidate.security),
    diff: { files: changedFiles(candidate) },
    change: changes.kind,
    integrity: candidate.integrity,
  };
}

function withUnsteady(tests: CandidateTests, { flaky, uncertain }: UnsteadyTests): CandidateTests {
  if (tests.state !== 'measured') return tests;
  return { ...tests, flaky, ...(uncertain.length === 0 ? {} : { uncertain }) };
}

/** The last decision about a test counts. Only tests that the candidate changed can be decided. */
export function withDecisions(tests: CandidateTests, candidate: string, decisions: readonly TestDecision[]): CandidateTests {
  if (tests.state !== 'measured') return tests;
  const kinds = new Map<string, TestDecision['kind']>();
  for (const decision of decisions) {
    if (decision.candidate === candidate) for (const id of decision.tests) kinds.set(id, decision.kind);
  }
  const decided = (kind: TestDecision['kind']) =>
    tests.contested.filter((test) => isDecidable(test) && kinds.get(test.id) === kind).map(({ id }) => id);
  const [accepted, rejected] = [decided('accept'), decided('reject')];
  return {
    ...tests,
    ...(accepted.length === 0 ? {} : { accepted }),
    ...(rejected.length === 0 ? {} : { rejected }),
  };
}

function changedFiles({ diff, patch, otherTestFiles = [] }: CandidateReading): CandidateFacts['diff']['files'] {
  const classes = classifyFiles(diff, parsePatch(patch));
  const isTest = (path: string) => supportRole(path) === 'test' || otherTestFiles.includes(path);
  return diff.files.map(({ path, old_path, status, added, removed, added_normalized, removed_normalized, syntax }) => {
    const counts = { added, removed, added_normalized, removed_normalized };
    const bySyntax = syntax === undefined ? {} : { syntax: syntaxCounts(syntax, classes) };
    const test = [path, old_path ?? path].every(isTest) ? { is_test: true as const } : {};
    return { path, old_path, status, class: classes.get(path) ?? 'source', ...test, ...counts, ...bySyntax };
  });
}

/** A line that was moved to a file that is not reviewed is only removed. */
function syntaxCounts(
  { added, removed, moved = [] }: NonNullable<DiffFile['syntax']>,
  classes: ReadonlyMap<string, FileClass>,
): NonNullable<ChangedFile['syntax']> {
  const toReviewed = moved.filter(({ path }) => classes.get(path) === 'source');
  return { added, removed, moved: toReviewed.reduce((sum, { lines }) => sum + lines, 0) };
}

/** A countable summary, or the reason why it is not. */
type Countable<Read> = { state: 'countable'; summary: Read } | Exclude<BaselineTests, { state: 'measured' }>;

function countable<Read extends TestSummary | LintSummary | SecuritySummary>(check: MaybeReading<Read>): Countable<Read> {
  if (check.state !== 'read') return check;
  const unmeasured = whyNotMeasured(check.reading);
  if (unmeasured !== null) return unmeasured;
  const { summary } = check.reading;
  if (summary.precision !== 'inconsistent' && summary.precision !== 'none') return { state: 'countable', summary };
  return { state: 'broken', why: summary.notes.join('; ') || 'its output cannot be read' };
}

/** Precisions that countable() accepts. */
type Counted = 'exact' | 'totals' | 'exit-code';

function measureBaselineTests(check: MaybeReading<TestSummary>): BaselineTests {
  const read = countable(check);
  if (read.state !== 'countable') return read;
  const { precision, passed, failed, skipped } = read.summary;
  return { state: 'measured', precision: precision as Counted, passed, failed, skipped };
}

function measureCandidateTests(
  baseline: MaybeReading<TestSummary>,
  candidate: CandidateReading,
  testFiles: readonly string[],
): CandidateTests {
  const own = countableTests(baseline, candidate.test);
  if (own.state !== 'countable') return own;
  const before = countable(baseline);
  if (before.state !== 'countable') return measuredTests(own.summary, NO_CHANGES, []);
  const loadError = loadErrorIn(before.summary, candidate.test);
  if (loadError !== null) {
    const lost = measuredTests(own.summary, compareTests(before.summary, own.summary), []);
    return { ...lost, load_error: loadError } as CandidateTests;
  }
  if (candidate.pinnedTest === null) {
    const broken = unsupported(baseline, candidate.test);
    return broken ?? measuredTests(own.summary, compareTests(before.summary, own.summary), []);
  }
  const pinned = unsupported(baseline, candidate.pinnedTest) ?? countableTests(baseline, candidate.pinnedTest);
  if (pinned.state !== 'countable') return withReason(pinned, "with the base's tests put back, ");
  const graded = gradedTests(before.summary, pinned.summary, own.summary);
  const changes = compareTests(before.summary, graded);
  const baseTests = statusesIn(before.summary);
  return measuredTests(graded, changes, listContested(changes.regressed, own.summary, candidate.diff, testFiles, baseTests));
}

const NO_CHANGES = { compared_by: 'count' as const, regressed: [], fixed: [], dropped: [], added: [] };

function measuredTests(
  { precision, passed, failed, skipped }: TestSummary,
  changes: ReturnType<typeof compareTests>,
  contested: ContestedTest[],
): CandidateTests {
  return { state: 'measured', precision: precision as Counted, passed, failed, skipped, ...changes, contested, flaky: [] };
}

function withReason(
  unmeasured: Exclude<BaselineTests, { state: 'measured' }>,
  prefix: string,
): Exclude<BaselineTests, { state: 'measured' }> {
  return unmeasured.state === 'not_configured' ? unmeasured : { ...unmeasured, why: prefix + unmeasured.why };
}

/** A run with only an exit code, if the base's run shows tests, was kept from reporting. */
function countableTests(baseline: MaybeReading<TestSummary>, check: MaybeReading<TestSummary>): Countable<TestSummary> {
  const before = countable(baseline);
  const after = countable(check);
  if (before.state !== 'countable' || after.state !== 'countable') return after;
  if (after.summary.precision !== 'exit-code' || before.summary.precision === 'exit-code') return after;
  const cause = check.state === 'read' ? check.reading.loadError : undefined;
  if (cause !== undefined) return { state: 'broken', why: `the tests could not be compiled or loaded: ${cause}` };
  return { state: 'broken', why: 'no test results can be read although the base has them' };
}

/**
 * A passing run counts only if it is shown in as many ways as the base's. A runner that wrote a report on the base, and none
 * although it was started in the same way and exited with 0, did not complete: something else printed the console output. A
 * report that the console does not support, although they agree on the base, may have been written by something else.
 */
function unsupported(baseline: MaybeReading<TestSummary>, check: MaybeReading<TestSummary>): Unsupported | null {
  if (baseline.state !== 'read' || check.state !== 'read' || check.reading.capture.exit_code !== 0) return null;
  const hasReport = ({ capture }: CheckReading<TestSummary>) => capture.reports.some(({ file }) => file !== null);
  const [before, after] = [baseline.reading, check.reading];
  if (hasReport(before) && !hasReport(after))
    return { state: 'broken', why: 'the runner wrote no report although it does at the base' };
  const doubt = before.console === 'agrees' ? CONSOLE_DOUBTS[after.console ?? 'agrees'] : null;
  return doubt === null ? null : { state: 'broken', why: `${doubt}, although it agrees at the base` };
}

type Unsupported = { state: 'broken'; why: string };

/** Output between the results can make the console unclear, in good faith too. */
const CONSOLE_DOUBTS: Record<ConsoleBesideReport, string | null> = {
  agrees: null,
  unclear: null,
  differs: "the console output has other numbers of tests than the runner's report",
  fails: "the console output shows failures that the runner's report does not have",
  silent: "the console output shows no test results and the runner's report does",
};

/** A linter that fails without parsable output has not measured anything. */
function countableLint(check: MaybeReading<LintSummary>): Countable<LintSummary> {
  const read = countable(check);
  if (read.state !== 'countable' || read.summary.precision !== 'exit-code' || read.summary.errors === 0) return read;
  return { state: 'broken', why: 'it failed and its findings cannot be read' };
}

function measureBaselineLint(check: MaybeReading<LintSummary>): BaselineLint {
  const read = countableLint(check);
  if (read.state !== 'countable') return read;
  const { precision, errors, warnings } = read.summary;
  return { state: 'measured', precision: precision as Counted, errors, warnings };
}

function measureCandidateLint(
  baseline: MaybeReading<LintSummary>,
  candidate: MaybeReading<LintSummary>,
  renames: ReadonlyMap<string, string>,
): CandidateLint {
  const before = countableLint(baseline);
  const after = countableLint(candidate);
  if (after.state !== 'countable') return after;
  const { precision, errors, warnings } = after.summary;
  const changes =
    before.state === 'countable'
      ? compareLint(before.summary, after.summary, renames)
      : { compared_by: 'count' as const, added: [], resolved: [] };
  return { state: 'measured', precision: precision as Counted, errors, warnings, ...changes };
}

function measureBaselineSecurity(check: MaybeReading<SecuritySummary>): BaselineSecurity {
  const read = countable(check);
  if (read.state !== 'countable') return read;
  return { state: 'measured', precision: read.summary.precision as Counted, total: read.summary.total };
}

function measureCandidateSecurity(
  baseline: MaybeReading<SecuritySummary>,
  candidate: MaybeReading<SecuritySummary>,
): CandidateSecurity {
  const before = countable(baseline);
  const after = countable(candidate);
  if (after.state !== 'countable') return after;
  const { precision, total } = after.summary;
  const changes = before.state === 'countable' ? compareSecurity(before.summary, after.summary) : { added: [], resolved: [] };
  return { state: 'measured', precision: precision as Counted, total, ...changes };
}
