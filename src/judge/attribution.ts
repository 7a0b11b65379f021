// Which changed files make a test pass. Answered without a run if only one product file changed; otherwise by runs that
// leave parts of the change out.
import { ATTRIBUTION_CHECK, type Attribution, type CheckRun, type RestoredFile } from '../contract/index.ts';
import { isDocumentation } from './change-kind.ts';
import { isLockfile } from './classify-file.ts';
import { ownTests } from './own-tests.ts';
import { isInert } from './pinning/index.ts';
import { type CandidateCaptures, decidingTree, firstTestRun, type RunReading } from './run-reading.ts';
import { type ChangedTest, idsChanged, testChanges } from './test-changes.ts';
import { statusesOf } from './test-statuses.ts';

/** A changed file, with its path on the base if it was renamed. */
export interface ChangedUnit {
  path: string;
  paths: readonly string[];
}

/** The changed files of the tree whose tests decide, without documents. */
export function productUnits({ entry, diff }: CandidateCaptures): ChangedUnit[] {
  const whole = new Set(entry.restored.filter((file) => !file.in_part).map(({ path }) => path));
  return diff.files
    .filter(({ path }) => !whole.has(path) && !isDocumentation(path) && !isInert(path) && !isLockfile(path))
    .map(({ path, old_path: before, status }) => ({
      path,
      paths: before === null || status === 'copied' ? [path] : [path, before],
    }));
}

/** Tests that fail on the base and pass on the candidate's product source. */
export function fixedTests({ baseline }: RunReading, candidate: CandidateCaptures): string[] {
  const base = statusesOf(firstTestRun(baseline, { check: 'test', tree: 'own' }));
  const tree = decidingTree(candidate);
  const after = statusesOf(tree === 'pinned' ? firstTestRun(candidate, { check: 'test', tree }) : ownTests(candidate));
  return idsChanged(base, after, 'failed', 'passed');
}

/** Tests that pass in the candidate's own tree and not with its product source alone. */
export function testsWithoutSource(candidate: CandidateCaptures): string[] {
  if (candidate.entry.pinned === null) return [];
  const own = statusesOf(ownTests(candidate));
  const pinned = statusesOf(firstTestRun(candidate, { check: 'test', tree: 'pinned' }));
  if (pinned.size === 0) return [];
  const isLost = ({ before, after }: ChangedTest) => before === 'passed' && after !== 'skipped';
  return testChanges(own, pinned)
    .changed.filter(isLost)
    .map(({ id }) => id);
}

export interface RestoredParts {
  /** Tests, their fixtures and helpers: an edit there is an edit of the test. */
  tests: readonly RestoredFile[];
  others: readonly RestoredFile[];
}

export function restoredParts({ entry }: CandidateCaptures): RestoredParts {
  const { restored } = entry;
  return { tests: restored.filter(({ why }) => why === 'test'), others: restored.filter(({ why }) => why !== 'test') };
}

interface PartRun {
  leftOut: ReadonlySet<string>;
  passes(id: string): boolean;
}

export function attributionRuns({ testRuns }: CandidateCaptures, tree: CheckRun['tree']): PartRun[] {
  return testRuns.flatMap(({ run, reading }) => {
    if (run.check !== ATTRIBUTION_CHECK || run.tree !== tree || reading.state !== 'read') return [];
    const statuses = statusesOf(reading);
    const leftOut = new Set(reading.reading.capture.left_out ?? []);
    return [{ leftOut, passes: (id: string) => statuses.get(id) === 'passed' }];
  });
}

/** `fixed` are the tests that count as fixed. Undefined if there are none. */
export function attributionOf(candidate: CandidateCaptures, fixed: readonly string[]): Attribution | undefined {
  const units = productUnits(candidate);
  if (fixed.length === 0 || units.length === 0) return undefined;
  if (units.length === 1) return { groups: [{ tests: [...fixed].sort(), files: units.map(({ path }) => path) }] };
  const runs = attributionRuns(candidate, decidingTree(candidate)).filter(({ leftOut }) =>
    units.some(({ path }) => leftOut.has(path)),
  );
  if (runs.length === 0) {
    const unknown = `it changes ${units.length} product files and did not run without parts of them: it does not lead, or its test runner cannot run single tests`;
    return { groups: [], unknown };
  }
  return grouped([...fixed].sort(), (id) => {
    const needed = runs.filter((run) => !run.passes(id));
    return units.filter(({ path }) => needed.some(({ leftOut }) => leftOut.has(path))).map(({ path }) => path);
  });
}

function grouped(ids: readonly string[], filesOf: (id: string) => string[]): Attribution {
  const groups = new Map<string, Attribution['groups'][number]>();
  const unknown: string[] = [];
  for (const id of ids) {
    const files = filesOf(id);
    const group = groups.get(files.join('\n')) ?? { tests: [], files };
    group.tests.push(id);
    if (files.length === 0) unknown.push(id);
    else groups.set(files.join('\n'), group);
  }
  const known = { groups: [...groups.values()] };
  return unknown.length === 0
    ? known
    : { ...known, unknown: `no single part of the change decides ${unknown.length} of its tests` };
}

/**
 * The restored files without which each test does not pass, for tests that pass in the candidate's own tree only. Empty
 * for a test that passes because it was edited itself.
 */
export function causesOf(candidate: CandidateCaptures): ReadonlyMap<string, readonly RestoredFile[]> {
  const { tests, others } = restoredParts(candidate);
  const runs = attributionRuns(candidate, 'own');
  return new Map(testsWithoutSource(candidate).map((id) => [id, causesOfTest(id, tests, others, runs)]));
}

function causesOfTest(
  id: string,
  tests: readonly RestoredFile[],
  others: readonly RestoredFile[],
  runs: readonly PartRun[],
): readonly RestoredFile[] {
  const withOthers = runs.find(({ leftOut }) => !others.some(({ path }) => leftOut.has(path)));
  const isEdited = withOthers === undefined ? tests.some(({ path }) => namesFile(id, path)) : !withOthers.passes(id);
  if (others.length === 0 || isEdited) return [];
  const needed = runs.filter((run) => run !== withOthers && !run.passes(id));
  const files = others.filter(({ path }) => needed.some(({ leftOut }) => leftOut.has(path)));
  return files.length === 0 ? others : files;
}

function namesFile(id: string, path: string): boolean {
  const stem = path.slice(path.lastIndexOf('/') + 1).replace(/\.\w+$/, '');
  return id.includes(path) || id.includes(stem);
}
