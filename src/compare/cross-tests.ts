// The captured runs of tests about the task -> who passes which. Pure.
import {
  type AuthoredTests,
  type CrossTests,
  crossCheck,
  type Diff,
  type TaskTest,
  type TestOutcome,
  type TestStatus,
} from '../contract/index.ts';
import { failureText, missingName } from './failure-text.ts';
import { ownTests } from './own-tests.ts';
import {
  attemptsOf,
  type CandidateCaptures,
  firstTestRun,
  type RunReading,
  type SubjectReading,
  type TestRun,
} from './run-reading.ts';
import { supportRole } from './test-support.ts';

/** Every run of a check on the trees of a subject, the first one first. */
export function runsOfCheck({ testRuns }: SubjectReading, check: string): TestRun[] {
  const runs = testRuns.filter(({ run }) => run.check === check);
  return runs.sort((a, b) => (a.run.attempt?.round ?? 0) - (b.run.attempt?.round ?? 0));
}

/** Undefined when no tests of one candidate ran on another. */
export function crossTestsOf(reading: RunReading): CrossTests | undefined {
  const authors = reading.candidates.flatMap((author): AuthoredTests[] => {
    const { name } = author.entry;
    const hasRun = runsOfCheck(reading.baseline, crossCheck(name)).length > 0;
    if (!hasRun) return [];
    return [{ author: name, kind: 'candidate', ...limited(taskTests(reading, author)) }];
  });
  return authors.length === 0 ? undefined : { authors, equal_trees: equalTrees(reading.candidates) };
}

/** A generated table of cases can have thousands; they are about one thing. */
const MAX_TESTS = 300;

function limited(tests: readonly TaskTest[]): Pick<AuthoredTests, 'tests' | 'incomplete'> {
  const incomplete = tests.length > MAX_TESTS ? `only ${MAX_TESTS} of ${tests.length} tests are counted` : null;
  return { tests: tests.slice(0, MAX_TESTS), incomplete };
}

function equalTrees(candidates: readonly CandidateCaptures[]): string[][] {
  const groups = new Map<string, string[]>();
  for (const { entry } of candidates) groups.set(entry.tree, [...(groups.get(entry.tree) ?? []), entry.name]);
  return [...groups.values()].filter((names) => names.length > 1);
}

/** The new and changed tests of a candidate, sorted by id. */
export function taskTests(reading: RunReading, author: CandidateCaptures): TaskTest[] {
  const check = crossCheck(author.entry.name);
  const atBase = statusesOf(firstTestRun(reading.baseline, { check: 'test', tree: 'own' }));
  const introduced = namesIntroduced(author.patch);
  const onBase = openCell(reading.baseline, check, introduced);
  const onAuthor = openCell(author, check, introduced);
  const ownRuns = [ownTests(author), ...attemptsOf(author, 'own', 'shuffled')].map(statusesOf);
  const columns = reading.candidates
    .filter(({ entry }) => entry.name !== author.entry.name)
    .flatMap((other) =>
      runsOfCheck(other, check).length === 0 ? [] : [{ name: other.entry.name, cell: openCell(other, check, introduced) }],
    );
  return onAuthor.passing().flatMap((id): TaskTest[] => {
    const before = atBase.get(id);
    // What fails on the base as the base has it is counted by the tests dimension.
    if (before === 'failed') return [];
    const base = onBase.outcome(id);
    const isKnownToPass = before === 'passed' && base === 'cannot_load';
    if (isKnownToPass || (before !== undefined && base === 'pass')) return [];
    const fails = ownRuns.some((statuses) => statuses.get(id) === 'failed');
    const results = columns.map(({ name, cell }) => [name, cell.outcome(id)] as const);
    const failures = columns.flatMap(({ name, cell }) => {
      const text = cell.outcome(id) === 'fail' ? cell.failure(id) : null;
      return text === null ? [] : [[name, text] as const];
    });
    return [
      {
        id,
        path: fileOf(id, author.diff),
        base,
        author: fails ? 'flaky' : onAuthor.outcome(id),
        others: Object.fromEntries(results),
        failures: Object.fromEntries(failures),
      },
    ];
  });
}

/** Tests that could have a vote, as far as the base and the author show. */
export function openTests(reading: RunReading, author: CandidateCaptures): string[] {
  const isOpen = ({ base, author: own }: TaskTest) => base !== 'pass' && base !== 'flaky' && own === 'pass';
  return taskTests(reading, author)
    .filter(isOpen)
    .map(({ id }) => id);
}

/** A failure that a second run may show to be flaky. */
export function isOpenOutcome(outcome: TestOutcome | undefined): boolean {
  return outcome === 'fail';
}

interface Cell {
  outcome(id: string): TestOutcome;
  failure(id: string): string | null;
  /** Ids that pass, sorted. */
  passing(): string[];
}

function openCell(subject: SubjectReading, check: string, introduced: ReadonlySet<string>): Cell {
  const runs = runsOfCheck(subject, check).map(({ reading, output }) => ({ statuses: statusesOf(reading), output }));
  const failure = (id: string) => {
    const texts = runs.flatMap(({ statuses, output }) => (statuses.get(id) === 'failed' ? [failureText(output, id)] : []));
    return texts.find((text) => text !== null) ?? null;
  };
  const outcome = (id: string): TestOutcome => {
    const seen = new Set(runs.map(({ statuses }) => statuses.get(id)));
    if (seen.has('passed') && seen.has('failed')) return 'flaky';
    if (seen.has('passed')) return 'pass';
    if (!seen.has('failed')) return 'cannot_load';
    return lacksInterface(failure(id), introduced) ? 'cannot_load' : 'fail';
  };
  const passing = () =>
    [...new Set(runs.flatMap(({ statuses }) => [...statuses.keys()]))].filter((id) => outcome(id) === 'pass').sort();
  return { outcome, failure, passing };
}

/** A test that needs a name which only its author's sources introduce says nothing about a solution without that name. */
function lacksInterface(failure: string | null, introduced: ReadonlySet<string>): boolean {
  const name = failure === null ? null : missingName(failure);
  return name !== null && introduced.has(name);
}

/** The words on lines that a patch adds outside of tests, without those it had there before. */
function namesIntroduced(patch: string): ReadonlySet<string> {
  const added = new Set<string>();
  const before = new Set<string>();
  let isTest = false;
  for (const line of patch.split('\n')) {
    const path = /^\+\+\+ b\/(.*)$/.exec(line)?.[1];
    if (path !== undefined) isTest = supportRole(path) === 'test';
    if (isTest) continue;
    // The name of a new file can be imported.
    const words = (path ?? (/^(?:\+\+\+|---)/.test(line) ? '' : line.slice(1))).match(/[A-Za-z_]\w*/g) ?? [];
    for (const word of words) (path !== undefined || line.startsWith('+') ? added : before).add(word);
  }
  return new Set([...added].filter((word) => !before.has(word)));
}

function statusesOf(reading: ReturnType<typeof ownTests>): ReadonlyMap<string, TestStatus> {
  const tests = reading?.state === 'read' ? reading.reading.summary.tests : [];
  return new Map(tests.map(({ id, status }) => [id, status]));
}

/** The changed test file that an id names; the only one where there is just one. */
function fileOf(id: string, diff: Diff): string | null {
  const files = diff.files
    .filter(({ path, status }) => status !== 'deleted' && supportRole(path) === 'test')
    .map(({ path }) => path);
  const named = files.find((path) => [path, path.replace(/\.\w+$/, '').replaceAll('/', '.')].some((name) => id.startsWith(name)));
  return named ?? (files.length === 1 ? (files[0] ?? null) : null);
}
