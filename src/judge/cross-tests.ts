// Derives from the captured runs of tests about the task which candidates pass which tests. Pure.
import {
  type Acceptance,
  type AuthoredTests,
  COMMANDS_CHECK,
  COMMENTED_CHECK,
  type CrossTests,
  checkId,
  crossCheck,
  type Diff,
  type ProgramTest,
  programsCheck,
  type RunExample,
  SCHEMA_VERSION,
  TASK_AUTHOR,
  type TaskTest,
  TEST_AUTHOR,
  type TestStatus,
} from '../contract/index.ts';
import { supportRole } from '../tools/index.ts';
import { type PatchHunk, parsePatch } from './integrity/index.ts';
import { ownTests } from './own-tests.ts';
import { isProgramName, programsIn } from './programs.ts';
import {
  attemptsOf,
  type CandidateCaptures,
  firstTestRun,
  type RunReading,
  type SourceReading,
  type SubjectReading,
  type TestRun,
} from './run-reading.ts';
import { openCell, type TestCell } from './test-cell.ts';
import { testChanges } from './test-changes.ts';
import { statusesOf, type TestStatuses } from './test-statuses.ts';
import { type NamedFailures, namedFailures, withUnnamedPasses } from './unnamed-passes.ts';

/** A source of tests about the task. */
export interface TestAuthor {
  name: string;
  kind: AuthoredTests['kind'] | 'acceptance';
  /** The check under which the runs of its tests are stored. */
  check: string;
  /** The author's candidate; null for one that wrote only tests. */
  candidate: CandidateCaptures | null;
  diff: Diff;
  patch: string;
  /** What runs instead of files of tests; empty for an author with such files. */
  programs: readonly ProgramTest[];
}

const AUTHORS = new WeakMap<RunReading, readonly TestAuthor[]>();

/** Candidates in their order, then the test author and the text of the task. */
export function authorsOf(reading: RunReading): readonly TestAuthor[] {
  const authors = AUTHORS.get(reading) ?? listAuthors(reading);
  AUTHORS.set(reading, authors);
  return authors;
}

function listAuthors({ run, candidates, sources }: RunReading): TestAuthor[] {
  const ofTask = (name: string) => sources.filter((source) => source.name === name);
  return [
    ...candidates.flatMap((candidate) => candidateAuthors(candidate, candidate)),
    ...ofTask(TEST_AUTHOR).map((source) => sourceAuthor(source, 'test_author')),
    ...ofTask(TASK_AUTHOR).map((source) => sourceAuthor(source, 'task')),
    ...commandAuthors(run),
  ];
}

/** A candidate with its tests, and again with the programs that it adds; `captures` is null if it is measured elsewhere. */
export function candidateAuthors(
  { entry: { name }, diff, patch }: Pick<CandidateCaptures, 'entry' | 'diff' | 'patch'>,
  captures: CandidateCaptures | null,
): TestAuthor[] {
  const author = { name, kind: 'candidate' as const, candidate: captures, diff, patch };
  const programs = programsIn(patch);
  return [
    { ...author, check: crossCheck(name), programs: [] },
    ...(programs.length === 0 ? [] : [{ ...author, check: programsCheck(name), programs }]),
  ];
}

function sourceAuthor({ name, check, diff, patch }: SourceReading, kind: TestAuthor['kind']): TestAuthor {
  return { name, kind, check, candidate: null, diff, patch, programs: [] };
}

/** The commands in the text of the task, which need no files. */
function commandAuthors({ examples = [], base: { tree } }: RunReading['run']): TestAuthor[] {
  const programs = examples.flatMap(commandOf);
  if (programs.length === 0) return [];
  const diff: Diff = { schema_version: SCHEMA_VERSION, base_tree: tree, tree, files: [] };
  return [{ name: TASK_AUTHOR, kind: 'task', check: COMMANDS_CHECK, candidate: null, diff, patch: '', programs }];
}

function commandOf({ form, test, setup, call, expected }: RunExample): ProgramTest[] {
  if (form !== 'transcript' || test === null || expected.kind !== 'output') return [];
  return [{ kind: 'command', id: test, setup, command: call, output: expected.text, status: expected.status ?? null }];
}

/** Null without acceptance tests. */
export function acceptanceAuthor({ sources }: RunReading): TestAuthor | null {
  const source = sources.find(({ name }) => name === 'acceptance');
  return source === undefined ? null : sourceAuthor(source, 'acceptance');
}

/** Every run of a check on the trees of a subject, in order. */
export function runsOfCheck({ testRuns }: SubjectReading, check: string): TestRun[] {
  const runs = testRuns.filter(({ run }) => checkId(run) === check);
  return runs.sort((a, b) => (a.run.attempt?.round ?? 0) - (b.run.attempt?.round ?? 0));
}

/** Undefined when no author's tests ran. */
export function crossTestsOf(reading: RunReading): CrossTests | undefined {
  const all = authorsOf(reading);
  const sameTest = firstAuthors(all);
  const ran = all.filter(({ check }) => runsOfCheck(reading.baseline, check).length > 0);
  const authors = ran.flatMap((author): AuthoredTests[] => {
    const { name, kind } = author;
    const own = ran.filter((each) => each.name === name && each.kind === kind);
    if (kind === 'acceptance' || own[0] !== author) return [];
    const { tests, incomplete } = limited(own.flatMap((each) => taskTests(reading, each).map((test) => sameTest(each, test))));
    return [{ author: name, kind, tests, incomplete }];
  });
  return authors.length === 0 ? undefined : { authors, equal_trees: equalTrees(reading.candidates) };
}

/** Undefined when there are no acceptance tests. */
export function acceptanceTestsOf(reading: RunReading): Acceptance | undefined {
  const author = acceptanceAuthor(reading);
  if (author === null) return undefined;
  const tests = taskTests(reading, author);
  const incomplete = tests.length === 0 ? 'no acceptance test ran, neither on the base nor on a candidate' : null;
  return { tests: [...tests], incomplete };
}

/** A generated table of cases can have thousands of tests about one thing. */
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

/** Every candidate and several planners ask for the tests of every author. */
const TASK_TESTS = new WeakMap<RunReading, Map<string, readonly TaskTest[]>>();

/** The new and changed tests of an author, sorted by id. */
export function taskTests(reading: RunReading, author: TestAuthor): readonly TaskTest[] {
  const known = TASK_TESTS.get(reading) ?? new Map<string, readonly TaskTest[]>();
  TASK_TESTS.set(reading, known);
  const tests = known.get(author.check) ?? listTaskTests(reading, author);
  known.set(author.check, tests);
  return tests;
}

function listTaskTests(reading: RunReading, author: TestAuthor): TaskTest[] {
  const { baseline, candidates } = reading;
  const atBase = statusesOf(firstTestRun(baseline, { check: 'test', tree: 'own' }));
  const introduced = namesIntroduced(author.patch);
  const failures = namedFailures(runsOfCheck(baseline, author.check));
  const cellOf = (subject: SubjectReading) => openCell(runsOfCheck(subject, author.check), introduced, failures);
  const onBase = cellOf(baseline);
  const commented = openCell(commentedRuns(baseline, author), introduced);
  // A test that the base has says nothing if the run is stopped before it.
  const baseOutcome = (id: string) => onBase.outcome(id, atBase.has(id) ? [] : ['stopped']);
  const own = ownTestsOf(author, cellOf, failures);
  const columns = candidates
    .filter((candidate) => candidate !== author.candidate && runsOfCheck(candidate, author.check).length > 0)
    .map((candidate) => ({ name: candidate.entry.name, cell: cellOf(candidate) }));
  // Only tests that pass with their author count as its tests; for an author without sources, every test that ran.
  const ids = own === null ? idsOfCells([onBase, ...columns.map(({ cell }) => cell)], author.diff) : own.passing(atBase, onBase);
  return ids
    .filter((id) => isAboutTask(id, author, atBase.get(id), baseOutcome(id)))
    .map((id) => {
      const base = commented.outcome(id) === 'pass' ? 'pass' : baseOutcome(id);
      const failing = own !== null || base !== 'cannot_load' ? (['stopped', 'skipped'] as const) : [];
      const others = columns.map(({ name, cell }) => [name, cell.outcome(id, failing)] as const);
      const failures = columns.flatMap(({ name, cell }, index): [string, string][] => {
        const text = others[index]?.[1] === 'fail' ? cell.failure(id) : null;
        return text === null ? [] : [[name, text]];
      });
      const cause = base === 'fail' ? messageOf(onBase.failure(id)) : null;
      const alike = failures.flatMap(([name, text]) => (cause !== null && messageOf(text) === cause ? [name] : []));
      return {
        ...{ id, path: placeOf(id, author), base, author: own === null ? null : own.outcome(id) },
        ...{ others: Object.fromEntries(others), failures: Object.fromEntries(failures) },
        ...(alike.length === 0 ? {} : { like_base: alike.sort() }),
      };
    });
}

/** A test that fails on the base and passes here reads the text of files: the base does there what it did before. */
function commentedRuns(baseline: SubjectReading, { name, kind }: TestAuthor): TestRun[] {
  return runsOfCheck(baseline, COMMENTED_CHECK).filter(
    ({ reading }) =>
      kind !== 'acceptance' && reading.state === 'read' && reading.reading.capture.authors?.includes(name) === true,
  );
}

/** Folders, lines of sources and addresses differ between trees that fail in the same way. */
function messageOf(failure: string | null): string | null {
  if (failure === null) return null;
  return failure
    .replace(/(?:\/[\w.@+-]+)+\//g, '/')
    .replace(/(\.\w{1,5}|\bline )[: ]?\d+(?::\d+)?/g, '$1')
    .replace(/\b0x[0-9a-f]+\b/gi, '0x')
    .replace(/\b\d+(?:\.\d+)? ?m?s\b/g, '');
}

/** Names the first author of a test that several authors add with the same text: it is one test. */
function firstAuthors(authors: readonly TestAuthor[]): (author: TestAuthor, test: TaskTest) => TaskTest {
  const files = new Map(authors.map((author) => [author, fileTexts(author.patch)]));
  const byName = [...authors].sort((a, b) => (a.name < b.name ? -1 : 1));
  return (author, test) => {
    const text = test.path === null ? undefined : files.get(author)?.get(test.path);
    const first = text === undefined ? author : byName.find((other) => files.get(other)?.get(test.path ?? '') === text);
    return first === undefined || first === author ? test : { ...test, same_as: first.name };
  };
}

/** The changed lines of each file with tests, and of each program. */
function fileTexts(patch: string): ReadonlyMap<string, string> {
  const tests = parsePatch(patch).filter(({ path, binary }) => isTestOrProgram(path) && !binary);
  return new Map(tests.map(({ path, status, hunks }) => [path, JSON.stringify([status, hunks.map(sidesOf)])]));
}

function isTestOrProgram(path: string): boolean {
  return supportRole(path) === 'test' || isProgramName(path);
}

function sidesOf({ before, after }: PatchHunk): string[][] {
  return [before, after].map((lines) => lines.map(({ text }) => text));
}

/** Every test that ran on some tree. */
function idsOfCells(cells: readonly TestCell[], diff: Diff): string[] {
  const passing = new Set(cells.flatMap((cell) => cell.passing()));
  return unique(cells.flatMap((cell) => cell.ids())).filter((id) => passing.has(id) || !isLoadFailure(id, diff));
}

/** Runners report a file or package that cannot be loaded as a failing test of that name. */
function isLoadFailure(id: string, { files }: Diff): boolean {
  const isPackage = !id.includes(' ') && files.some(({ path }) => path.endsWith('_test.go'));
  return isPackage || id.includes('unittest.loader._FailedTest') || files.some(({ path }) => path === id);
}

/** `before` is the status in the base's own run. */
function isAboutTask(id: string, author: TestAuthor, before: TestStatus | undefined, base: TaskTest['base']): boolean {
  if (author.kind === 'acceptance') {
    // A test of the base that reads data files has the acceptance files as new cases: its result on the base changes.
    const isChanged = (before === 'passed' && base === 'fail') || (before === 'failed' && base === 'pass');
    return before === undefined || isChanged || fileOf(id, author.diff) !== null;
  }
  // The tests dimension counts tests that fail on the base in the base's version.
  if (before === 'failed') return false;
  // Unchanged tests next to the changed ones.
  return !(before === 'passed' && (base === 'pass' || base === 'cannot_load'));
}

interface OwnRuns extends Pick<TestCell, 'outcome'> {
  /** Those that pass, sorted; without tests that pass on the base too and did not run there as tests of this author. */
  passing(atBase: TestStatuses, onBase: TestCell): string[];
}

/** Null for an author that wrote only tests. Programs are no part of the candidate's own test command. */
function ownTestsOf(
  { candidate, programs }: TestAuthor,
  cellOf: (subject: SubjectReading) => TestCell,
  failures: NamedFailures | null,
): OwnRuns | null {
  if (candidate === null) return null;
  if (programs.length === 0) return ownRuns(candidate, failures);
  const cell = cellOf(candidate);
  return { passing: cell.passing, outcome: cell.outcome };
}

/** The author's own runs: its tests on its tree, and its new tests repeated. */
function ownRuns(candidate: CandidateCaptures, failures: NamedFailures | null): OwnRuns {
  const first = withUnnamedPasses(ownTests(candidate), failures, { whole: true });
  const again = attemptsOf(candidate, 'own', 'shuffled').map(statusesOf);
  const passing: OwnRuns['passing'] = (atBase, onBase) => {
    const { changed, added } = testChanges(atBase, first);
    const open = [...changed.map(({ id }) => id), ...added.map(([id]) => id), ...onBase.ids()];
    return unique(open).filter((id) => first.get(id) === 'passed');
  };
  const outcome = (id: string) => (again.some((statuses) => statuses.get(id) === 'failed') ? 'flaky' : 'pass');
  return { passing, outcome };
}

function unique(ids: readonly string[]): string[] {
  return [...new Set(ids)].sort();
}

/** Tests that could have a vote, given the results on the base and on the author. */
export function openTests(tests: readonly TaskTest[]): TaskTest[] {
  return tests.filter(({ base, author }) => base !== 'pass' && base !== 'flaky' && (author === null || author === 'pass'));
}

/** The words on lines that a patch adds outside of tests, except those that were there before. */
function namesIntroduced(patch: string): ReadonlySet<string> {
  const added = new Set<string>();
  const before = new Set<string>();
  let isTest = false;
  for (const line of patch.split('\n')) {
    const path = /^\+\+\+ b\/(.*)$/.exec(line)?.[1];
    if (path !== undefined) isTest = isTestOrProgram(path);
    if (isTest) continue;
    // The name of a new file can be imported.
    const words = (path ?? (/^(?:\+\+\+|---)/.test(line) ? '' : line.slice(1))).match(/[A-Za-z_]\w*/g) ?? [];
    for (const word of words) (path !== undefined || line.startsWith('+') ? added : before).add(word);
  }
  return new Set([...added].filter((word) => !before.has(word)));
}

function placeOf(id: string, { programs, diff }: TestAuthor): string | null {
  if (programs.length === 0) return fileOf(id, diff);
  return programs.some((program) => program.kind === 'file' && program.id === id) ? id : null;
}

/** The changed test file in an id; the only one if there is just one. */
function fileOf(id: string, diff: Diff): string | null {
  const files = diff.files
    .filter(({ path, status }) => status !== 'deleted' && supportRole(path) === 'test')
    .map(({ path }) => path);
  const named = files.find((path) => [path, path.replace(/\.\w+$/, '').replaceAll('/', '.')].some((name) => id.startsWith(name)));
  return named ?? (files.length === 1 ? (files[0] ?? null) : null);
}
