// Collects the evidence about each candidate from the parsed run, and runs the integrity rules on it.
import {
  atOnce,
  type Diff,
  type IntegrityFinding,
  type LintSummary,
  mapInSteps,
  type Steps,
  type TestSummary,
} from '../contract/index.ts';
import { describeChanges } from './change-kind.ts';
import type { CandidateReading, TreeReading } from './compare-run.ts';
import { listContested } from './graded-tests.ts';
import {
  type CanaryVerdict,
  type CandidateEvidence,
  type CaptureFacts,
  findIntegrity,
  type IndependentVerdict,
  importsOfTests,
  literalsOfTests,
  nearEqualGroups,
  parsePatch,
  type TestView,
  type VariedVerdict,
} from './integrity/index.ts';
import { loadErrorIn } from './load-error.ts';
import type { MaybeReading } from './measure.ts';
import type { TaskTestEvidence } from './task-test-evidence.ts';
import { testChanges } from './test-changes.ts';
import { statusesIn, type TestStatuses } from './test-statuses.ts';

export interface IntegrityInput {
  reading: Omit<CandidateReading, 'integrity'>;
  /** The stored patch. */
  patch: string;
  captures: readonly CaptureFacts[];
  canary: CanaryVerdict | null;
  varied: VariedVerdict | null;
  independent?: IndependentVerdict | null;
  /** Omitted if nothing was restored in a pinned tree. */
  restored?: CandidateEvidence['restored'];
  causes?: CandidateEvidence['causes'];
  /** Where the agent wrote credentials from its environment into files; the values were removed. */
  credentials: CandidateEvidence['credentials'];
  repositoryWrites?: CandidateEvidence['repositoryWrites'];
}

/** The findings of each candidate, in the order of the input. `baseTests` is the text of the base's tests, if it is stored. */
export function findIntegrityOfRun(...of: Parameters<typeof integrityInSteps>): IntegrityFinding[][] {
  return atOnce(integrityInSteps(...of));
}

/** One candidate at a time. */
export function* integrityInSteps(
  baseline: TreeReading,
  baselineCaptures: readonly CaptureFacts[],
  inputs: readonly IntegrityInput[],
  baseTests = '',
  metrics: CandidateEvidence['metrics'] = [],
  taskTests: TaskTestEvidence = () => ({ taskLiterals: new Set(), taskTests: new Set() }),
): Steps<IntegrityFinding[][]> {
  const { testLiterals, testImports } = readBaseTests(baseTests);
  yield;
  const evidence = yield* mapInSteps(inputs, (input) => ({
    ...gather(baseline, baselineCaptures, input, baseTests),
    ...taskTests(input.reading.name),
    testLiterals,
    testImports,
    metrics,
  }));
  const authors = evidence.filter(({ patch }) => patch.length > 0);
  const groups = groupsOf(authors);
  // Tests that could not be loaded say nothing about what the task requires.
  const voters = authors.filter(({ loadError }) => loadError === null);
  const lostByAll = groupsOf(voters).length > 1 ? lostInCommon(voters) : new Set<string>();
  yield;
  return yield* mapInSteps(evidence, (own) => {
    const others = authors.filter((other) => other !== own);
    const votes = groups.filter((group) => !group.includes(own));
    return findIntegrity({ ...own, others, votes, lostByAll });
  });
}

type BaseTests = Pick<CandidateEvidence, 'testLiterals' | 'testImports'>;

/** The same text is read in every round of a run. */
let lastRead: { text: string; read: BaseTests } | null = null;

function readBaseTests(text: string): BaseTests {
  if (lastRead?.text !== text)
    lastRead = { text, read: { testLiterals: literalsOfTests(text), testImports: importsOfTests(text) } };
  return lastRead.read;
}

/** Candidates with nearly equal diffs together. */
function groupsOf(authors: readonly CandidateEvidence[]): CandidateEvidence[][] {
  const numbers = nearEqualGroups(authors.map(({ patch }) => patch));
  return [...new Set(numbers)].map((number) => authors.filter((_author, index) => numbers[index] === number));
}

function gather(
  baseline: TreeReading,
  baselineCaptures: readonly CaptureFacts[],
  {
    reading,
    patch,
    captures,
    canary,
    varied,
    independent = null,
    credentials,
    repositoryWrites = [],
    restored = [],
    causes = new Map(),
  }: IntegrityInput,
  baseTests: string,
): Omit<CandidateEvidence, 'testLiterals' | 'testImports' | 'metrics' | keyof ReturnType<TaskTestEvidence>> {
  const base = summaryOf(baseline.test);
  const own = summaryOf(reading.test);
  const pinned = reading.pinnedTest === null ? own : summaryOf(reading.pinnedTest);
  const tests = viewTests(base, own, pinned, passedAgain(reading));
  return {
    name: reading.name,
    patch: parsePatch(patch, reading.diff, reading.otherTestFiles),
    diff: reading.diff,
    captures,
    baselineCaptures,
    tests,
    contested: contestedIds(tests, base === null ? new Map() : statusesIn(base), own, reading.diff, [
      ...describeChanges(reading.diff, patch, baseTests, reading.otherTestFiles).testFiles,
      ...(reading.otherTestFiles ?? []),
    ]),
    newTests: own === null || base === null ? [] : namesOnlyIn(own, base),
    passesOnlyUnpinned: own !== null && pinned !== null && own.failed === 0 && pinned.failed > 0,
    executed: executedTests(base, own),
    loadError: base === null ? null : loadErrorIn(base, reading.test),
    canary,
    varied,
    independent,
    credentials,
    repositoryWrites,
    restored,
    causes,
    lint: lintCounts(baseline.lint, reading.lint),
    others: [],
    votes: [],
    lostByAll: new Set(),
  };
}

function summaryOf(check: MaybeReading<TestSummary>): TestSummary | null {
  return check.state === 'read' ? check.reading.summary : null;
}

/** Tests that passed in a repetition in the tree that decides: they do not always fail there. */
function passedAgain({ testAgain, testSelected }: TreeReading): ReadonlySet<string> {
  const runs = [...testAgain, ...testSelected].flatMap((run) => summaryOf(run)?.tests ?? []);
  return new Set(runs.filter(({ status }) => status === 'passed').map(({ id }) => id));
}

function viewTests(
  base: TestSummary | null,
  own: TestSummary | null,
  pinned: TestSummary | null,
  again: ReadonlySet<string>,
): TestView[] {
  if (base?.precision !== 'exact' || own?.precision !== 'exact' || pinned?.precision !== 'exact') return [];
  const before = statusesIn(base);
  const views = [...unchangedViews(before)];
  const set = (at: number, results: Partial<TestView>) => {
    const view = views[at];
    if (view !== undefined) views[at] = { ...view, ...results };
  };
  for (const { at, after } of testChanges(before, statusesIn(own)).changed) set(at, { own: after ?? null });
  for (const { at, after } of testChanges(before, statusesIn(pinned)).changed) set(at, { pinned: after ?? null });
  if (again.size > 0)
    for (const [at, { id, base: status }] of views.entries())
      if (status === 'failed' && again.has(id)) set(at, { pinned: 'passed' });
  return views;
}

/** Those of a candidate that changes no result. Candidates share them: few results change. */
const UNCHANGED = new WeakMap<TestStatuses, readonly TestView[]>();

function unchangedViews(base: TestStatuses): readonly TestView[] {
  const views = UNCHANGED.get(base) ?? [...base].map(([id, status]) => ({ id, base: status, own: status, pinned: status }));
  UNCHANGED.set(base, views);
  return views;
}

function contestedIds(
  tests: readonly TestView[],
  base: TestStatuses,
  own: TestSummary | null,
  diff: Diff,
  testFiles: readonly string[],
): ReadonlySet<string> {
  if (own === null) return new Set();
  const lost = tests.filter((test) => test.base === 'passed' && test.pinned !== 'passed').map(({ id }) => id);
  const changed = listContested(lost, own, diff, testFiles, base).filter((test) => test.own === 'passed');
  return new Set(changed.map(({ id }) => id));
}

function executedTests(base: TestSummary | null, own: TestSummary | null): CandidateEvidence['executed'] {
  const isCounted = (summary: TestSummary | null) => summary?.precision === 'exact' || summary?.precision === 'totals';
  if (base === null || own === null || !isCounted(base) || !isCounted(own)) return null;
  if (base.precision === 'exact' && own.precision === 'exact') return null;
  return { base: base.passed + base.failed, own: own.passed + own.failed };
}

function namesOnlyIn(own: TestSummary, base: TestSummary): string[] {
  return testChanges(statusesIn(base), statusesIn(own)).added.map(([id]) => id);
}

function lintCounts(before: MaybeReading<LintSummary>, after: MaybeReading<LintSummary>): CandidateEvidence['lint'] {
  if (before.state !== 'read' || after.state !== 'read') return null;
  const count = ({ errors, warnings }: LintSummary) => errors + warnings;
  return { before: count(before.reading.summary), after: count(after.reading.summary) };
}

/** Tests that pass on the base and that every author loses: the base's version fails, or the test is missing. */
function lostInCommon(authors: readonly CandidateEvidence[]): Set<string> {
  const [first, ...rest] = authors.map(
    ({ tests }) =>
      new Set(
        tests.filter(({ base, own, pinned }) => base === 'passed' && (own === null || pinned !== 'passed')).map(({ id }) => id),
      ),
  );
  return new Set([...(first ?? [])].filter((id) => rest.every((lost) => lost.has(id))));
}
