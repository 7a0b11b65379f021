// The test results by which a candidate is scored. The base's own tests, run on the candidate's sources,
// decide what regressed; the candidate's own tests decide what is new.
import type { ContestedTest, Diff, TestStatus, TestSummary } from '../contract/index.ts';
import { supportRole } from '../tools/index.ts';
import { statusesIn, type TestStatuses } from './test-statuses.ts';

/** Tests of the base from the pinned run, and tests that only the candidate has from its own run. */
export function gradedTests(baseline: TestSummary, pinned: TestSummary, own: TestSummary): TestSummary {
  if (baseline.precision !== 'exact' || pinned.precision !== 'exact' || own.precision !== 'exact') return pinned;
  const [before, after] = [statusesIn(baseline), statusesIn(own)];
  // Entries only in the pinned run, such as a compile error of the base's tests, are not tests of either side.
  const kept = pinned.tests.filter(({ id }) => before.has(id) || after.has(id));
  const known = new Set([...before.keys(), ...kept.map(({ id }) => id)]);
  const tests = [...kept, ...own.tests.filter(({ id }) => !known.has(id))];
  const count = (wanted: TestStatus) => tests.filter(({ status }) => status === wanted).length;
  return { ...pinned, passed: count('passed'), failed: count('failed'), skipped: count('skipped'), total: tests.length, tests };
}

/** Files that control how tests are found, run and evaluated: a change there can make every test pass. */
const DECIDES_ALL: ReadonlySet<string> = new Set(['runner', 'script', 'hydra']);

/**
 * Tests that fail in the base's version and do not fail in the candidate's own run, because it changed or
 * removed them, each with the changed test file that most likely contains it. `testFiles` are the files whose tests the
 * candidate changed, by their path on the base; `baseTests` are all tests of the base: a new test of the own run with nearly
 * the name of a lost one is that test, renamed. A test that passes in the own run and is in none of these files may pass for
 * another reason if the candidate also changed how tests are run: that one is not contested.
 */
export function listContested(
  regressed: readonly string[],
  own: TestSummary,
  diff: Diff,
  testFiles: readonly string[],
  baseTests: Pick<TestStatuses, 'has'>,
): ContestedTest[] {
  if (regressed.length === 0 || testFiles.length === 0) return [];
  const statuses = statusesIn(own);
  const changesRunner = diff.files.some(({ path }) => DECIDES_ALL.has(supportRole(path) ?? ''));
  const isRenamed = renamedTests(baseTests, own);
  return regressed.flatMap((id): ContestedTest[] => {
    const status = statuses.get(id) ?? (isRenamed(id) ? 'passed' : undefined);
    const path = fileOf(id, testFiles);
    if (status === 'failed' || (status === 'passed' && path === null && changesRunner)) return [];
    return [{ id, path: path ?? testFiles[0] ?? '', own: status ?? 'missing' }];
  });
}

/** The share of words that the old and the new name of a test have in common. */
const MIN_COMMON_WORDS = 0.6;
/** A shorter name is not specific enough. */
const MIN_WORDS = 2;
const FILLERS: ReadonlySet<string> = new Set(['test', 'tests', 'should', 'it', 'the', 'a', 'an', 'and', 'to', 'of', 'is']);

/** Whether a passing test of the own run that the base lacks has the same suites and nearly the same name. */
function renamedTests(known: Pick<TestStatuses, 'has'>, own: TestSummary): (id: string) => boolean {
  const bySuites = new Map<string, ReadonlySet<string>[]>();
  for (const { id, status } of own.tests) {
    if (status !== 'passed' || known.has(id)) continue;
    const [suites, name] = splitId(id);
    const words = new Set(wordsOf(name));
    const others = bySuites.get(suites);
    if (others === undefined) bySuites.set(suites, [words]);
    else others.push(words);
  }
  return (id) => {
    const [suites, name] = splitId(id);
    const words = wordsOf(name);
    if (words.length < MIN_WORDS) return false;
    const isNear = (others: ReadonlySet<string>) =>
      words.filter((word) => others.has(word)).length >= MIN_COMMON_WORDS * words.length;
    return (bySuites.get(suites) ?? []).some(isNear);
  };
}

function splitId(id: string): [suites: string, name: string] {
  const at = Math.max(id.lastIndexOf(' > '), id.lastIndexOf('::'));
  return [id.slice(0, Math.max(0, at)), id.slice(Math.max(0, at))];
}

function wordsOf(name: string): string[] {
  return (name.toLowerCase().match(/[a-z0-9]+/g) ?? []).filter((word) => !FILLERS.has(word));
}

/** Null if the name of the test does not identify its file. */
function fileOf(id: string, files: readonly string[]): string | null {
  const spelled = id.replaceAll('\\', '/');
  const stem = (path: string) => path.replace(/\.[^./]+$/, '');
  const named = files.find((path) => spelled.includes(path) || spelled.includes(stem(path).replaceAll('/', '.')));
  const loose = files.find((path) => spelled.includes(stem(path).slice(path.lastIndexOf('/') + 1)));
  return named ?? loose ?? null;
}
