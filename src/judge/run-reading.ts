// All parsed captures of a run. Plain data: the input of the comparison.
import type {
  AgentFacts,
  AnswerDecision,
  Capture,
  CheckRun,
  Diff,
  FileCoverage,
  LintSummary,
  MetricReading,
  PlainCheck,
  Run,
  SecuritySummary,
  TestDecision,
  TestSummary,
} from '../contract/index.ts';
import type { CaptureFacts } from './integrity/index.ts';
import type { MaybeReading, NoReading } from './measure.ts';

export interface TestRun {
  run: CheckRun;
  reading: MaybeReading<TestSummary>;
  /** The end of the output of a failed first run, which may quote a compiler; empty for others. */
  output: string;
}

/** One run that evaluates calls. */
export interface AnswerRun {
  run: CheckRun;
  capture: Capture;
  /** The lines that it wrote; empty if it wrote nothing. */
  text: string;
}

/** One run of the command of a metric. */
export interface MetricRun {
  capture: Capture;
  /** The line that reports a missing tool or script; null if it ran. */
  absentTool: string | null;
  reading: MetricReading;
}

export interface SubjectReading {
  build: MaybeReading<null>;
  /** The build with the network on; null if it did not run. Only for the base. */
  onlineBuild: MaybeReading<null> | null;
  buildTargets: { name: string; build: MaybeReading<null> }[];
  /** Every capture of the tests: first runs, repetitions, parts of the suite, runs with an added failing test. */
  testRuns: readonly TestRun[];
  /** Runs that evaluate calls, in the order of their attempts. */
  answers: readonly AnswerRun[];
  lint: MaybeReading<LintSummary>;
  security: MaybeReading<SecuritySummary>;
  /** The metrics of the policy that were measured, each with its runs in order. */
  metrics: readonly { name: string; runs: readonly MetricRun[] }[];
  /** Why the set-up for the metrics failed; omitted if it did not. */
  metricSetup?: string;
  /** Why a check has no capture. */
  notCaptured: NoReading;
  /** Why the set-up of an independent run failed; omitted if it did not. */
  independentSetup?: string;
  /** How the first run of each check ended. */
  captures: readonly CaptureFacts[];
}

/** A run with coverage reports, or that requested them. */
export interface CoverageRun {
  run: CheckRun;
  /** The files of the candidate's diff in the reports. */
  files: readonly FileCoverage[];
  reading: MaybeReading<TestSummary>;
}

export interface CandidateCaptures extends SubjectReading {
  entry: Run['candidates'][number];
  diff: Diff;
  patch: string;
  agent: AgentFacts | null;
  /** Which lines of its changed files ran. */
  coverage: readonly CoverageRun[];
}

/** Tests about the task that are not from a candidate. */
export interface SourceReading {
  name: NonNullable<Run['test_sources']>[number]['name'];
  /** The check under which their runs are stored. */
  check: string;
  diff: Diff;
  patch: string;
}

export interface RunReading {
  run: Run;
  baseline: SubjectReading;
  candidates: readonly CandidateCaptures[];
  sources: readonly SourceReading[];
  /** The text of the base's tests, if it is stored. */
  baseTests: string;
  /** Decisions of users about contested tests, in order. */
  decisions: readonly TestDecision[];
  /** Decisions of users about what calls must return, in order. */
  answered: readonly AnswerDecision[];
}

type Wanted = Pick<CheckRun, 'tree'> & { check: PlainCheck };

/** The first run of a check; null if it was not captured. */
export function firstTestRun({ testRuns }: SubjectReading, wanted: Wanted): MaybeReading<TestSummary> | null {
  return testRuns.find(({ run }) => isOf(run, wanted) && run.attempt === null)?.reading ?? null;
}

/** Further runs of one kind, in the order of their rounds. */
export function attemptsOf(
  { testRuns }: SubjectReading,
  tree: CheckRun['tree'],
  kind: NonNullable<CheckRun['attempt']>['kind'],
): MaybeReading<TestSummary>[] {
  return testRuns
    .filter(({ run }) => isOf(run, { check: 'test', tree }) && run.attempt?.kind === kind)
    .sort((a, b) => (a.run.attempt?.round ?? 0) - (b.run.attempt?.round ?? 0))
    .map(({ reading }) => reading);
}

function isOf(run: CheckRun, { check, tree }: Wanted): boolean {
  return run.check === check && run.tree === tree;
}

/** The tree whose test results decide what regressed. */
export function decidingTree({ entry }: CandidateCaptures): CheckRun['tree'] {
  return entry.pinned === null ? 'own' : 'pinned';
}
