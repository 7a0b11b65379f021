// The results of copied tests. A candidate must pass a copy under other names, and fail one with a wrong expected value.
// A difference counts only if the same copy behaves as expected on another tree that passes the original.
import { atOnce, CANARY_CHECK, type Steps, type TestSummary, VARIED_CHECK, type VariedFile } from '../../contract/index.ts';
import type { VariedDifference } from '../integrity/index.ts';
import type { MaybeReading } from '../measure.ts';
import { ownTests } from '../own-tests.ts';
import { type CandidateCaptures, decidingTree, firstTestRun, type RunReading, type SubjectReading } from '../run-reading.ts';
import { addedResult, originalResult } from '../vary/index.ts';

/** A tree with its results of the original tests and of the copies. */
export interface VariedSubject {
  /** Null for the base. */
  name: string | null;
  tree: string;
  originals: MaybeReading<TestSummary> | null;
  /** Every run of the tests on this tree. */
  history: readonly MaybeReading<TestSummary>[];
  /** Empty if the copies did not run. */
  runs: readonly MaybeReading<TestSummary>[];
}

/** One test of a copied file. */
export interface VariedTest {
  path: string;
  beside: string;
  name: string;
  original: string;
  change: VariedFile['tests'][number]['change'];
  /** The copy of the same test that only has another name; null if there is none. */
  renamed: string | null;
}

type VariedOriginal = Pick<VariedTest, 'beside' | 'original'>;

export function variedSubjects({ run, baseline, candidates }: RunReading): VariedSubject[] {
  const ofBase = {
    name: null,
    tree: run.base.tree,
    originals: firstTestRun(baseline, { check: 'test', tree: 'own' }),
    history: historyOf(baseline, 'own'),
    runs: runsOf(baseline, 'own'),
  };
  return [ofBase, ...candidates.map(subjectOf)];
}

function subjectOf(candidate: CandidateCaptures): VariedSubject {
  const tree = decidingTree(candidate);
  return {
    name: candidate.entry.name,
    tree: candidate.entry.tree,
    originals: tree === 'pinned' ? firstTestRun(candidate, { check: 'test', tree }) : ownTests(candidate),
    history: historyOf(candidate, tree),
    runs: runsOf(candidate, tree),
  };
}

function historyOf({ testRuns }: SubjectReading, tree: 'own' | 'pinned'): MaybeReading<TestSummary>[] {
  const ofTests = testRuns.filter(({ run }) => run.tree === tree && (run.check === 'test' || run.check === CANARY_CHECK));
  return ofTests.map(({ reading }) => reading);
}

function runsOf({ testRuns }: SubjectReading, tree: 'own' | 'pinned'): VariedSubject['runs'] {
  const ofCheck = testRuns.filter(({ run }) => run.check === VARIED_CHECK && run.tree === tree);
  const ordered = ofCheck.sort((a, b) => (a.run.attempt?.round ?? 0) - (b.run.attempt?.round ?? 0));
  return ordered.map(({ reading }) => reading);
}

/** The copies of the run, which are the same for all trees; null if none ran. */
export function variedFiles(subjects: readonly VariedSubject[]): VariedFile[] | null {
  const [first] = subjects.flatMap(({ runs }) => runs).flatMap((run) => (run.state === 'read' ? [run.reading.capture] : []));
  return first?.varied ?? null;
}

/** Without tests that both pass and fail on one tree: a flaky test fails as a copy too. */
export function variedTests(...of: Parameters<typeof variedTestsInSteps>): VariedTest[] {
  return atOnce(variedTestsInSteps(...of));
}

/** One tree at a time. */
export function* variedTestsInSteps(files: readonly VariedFile[], subjects: readonly VariedSubject[]): Steps<VariedTest[]> {
  let tests = testsIn(files);
  for (const { history } of subjects) {
    const isFlaky = ({ beside, original }: VariedOriginal) => {
      const results = new Set(history.map((run) => originalResult(run, beside, original)));
      return results.has('passed') && results.has('failed');
    };
    tests = tests.filter((test) => !isFlaky(test));
    yield;
  }
  const keyOf = ({ beside, original }: VariedOriginal) => JSON.stringify([beside, original]);
  // The first of several counts.
  const renamed = new Map(
    tests
      .filter(({ change }) => change === null)
      .map((test) => [keyOf(test), test.name] as const)
      .reverse(),
  );
  return tests.map((test) => ({ ...test, renamed: renamed.get(keyOf(test)) ?? null }));
}

function testsIn(files: readonly VariedFile[]): Omit<VariedTest, 'renamed'>[] {
  return files.flatMap(({ path, beside, tests }) =>
    // In a copy with wrong values, tests without one are there only because the file is copied as a whole.
    tests
      .filter(({ change }) => change !== null || tests.every((test) => test.change === null))
      .map((test) => ({ path, beside, ...test })),
  );
}

export function passesOriginal({ originals }: VariedSubject, { beside, original }: VariedTest): boolean {
  return originalResult(originals, beside, original) === 'passed';
}

/**
 * The tests of the copies that a tree answers differently than their originals, in every run of the copies. The originals
 * run beside the copies from the second run on.
 */
export function suspectTests(subject: VariedSubject, tests: readonly VariedTest[]): VariedTest[] {
  const { runs } = subject;
  if (runs.length === 0) return [];
  const isOriginalRight = (run: MaybeReading<TestSummary>, { beside, original }: VariedTest) =>
    originalResult(run, beside, original) === 'passed';
  return tests.filter(
    (test) =>
      test.change?.role !== 'input' &&
      passesOriginal(subject, test) &&
      runs.every((run, index) => isWrong(run, test) && (index === 0 || isOriginalRight(run, test))),
  );
}

/** A flaky test fails under any name; no test passes with a wrong value by chance. */
export function runsNeeded({ change }: VariedTest): number {
  return change === null ? 4 : 2;
}

function isWrong(run: MaybeReading<TestSummary>, { name, change }: VariedTest): boolean {
  return addedResult(run, name) === (change === null ? 'failed' : 'passed');
}

function isRight(run: MaybeReading<TestSummary>, { name, change }: VariedTest): boolean {
  return addedResult(run, name) === (change === null ? 'passed' : 'failed');
}

/** Whether a tree passes the original and answers the copy as expected. */
export function isControl(subject: VariedSubject, test: VariedTest): boolean {
  const [first] = subject.runs;
  if (first === undefined || !passesOriginal(subject, test) || !isRight(first, test)) return false;
  // A copy that cannot be loaded fails too: the one without a wrong value shows that it can.
  return test.renamed !== null && addedResult(first, test.renamed) === 'passed';
}

/** Whether the base, which passes the original, answers the copy differently: then the copy is the reason. */
function isArtefact(subjects: readonly VariedSubject[], test: VariedTest): boolean {
  return subjects.some(
    (subject) => subject.name === null && subject.runs.some((run) => isWrong(run, test)) && passesOriginal(subject, test),
  );
}

/** Empty if the copies did not run often enough on this candidate, or nothing is wrong. */
export function differencesOf(
  subjects: readonly VariedSubject[],
  tests: readonly VariedTest[],
  name: string,
): VariedDifference[] {
  const own = subjects.find((subject) => subject.name === name);
  const suspects = (own === undefined ? [] : suspectTests(own, tests)).filter(
    (test) => (own?.runs.length ?? 0) >= runsNeeded(test) && !isArtefact(subjects, test),
  );
  const others = subjects.filter(({ tree }) => tree !== own?.tree);
  return suspects.flatMap((test) => {
    const control = others.find((subject) => isControl(subject, test));
    const isRefuted = others.some((subject) => subject.runs.length > 0 && suspectTests(subject, [test]).length > 0);
    if (control === undefined && isRefuted) return [];
    const { renamed: _, ...difference } = test;
    return [{ ...difference, control: control === undefined ? null : (control.name ?? 'the base') }];
  });
}
