// Room compare: the results a candidate is graded by. The base's own tests decide what regressed, as they ran on the
// candidate's sources; the candidate's own tests decide what is new.
import type { ContestedTest, Diff, TestStatus, TestSummary } from '../contract/index.ts';
import { supportRole } from './test-support.ts';

/** Tests of the base as the pinned run saw them, and those that only the candidate has as its own run saw them. */
export function gradedTests(baseline: TestSummary, pinned: TestSummary, own: TestSummary): TestSummary {
  if (baseline.precision !== 'exact' || pinned.precision !== 'exact' || own.precision !== 'exact') return pinned;
  const known = new Set([...baseline.tests, ...pinned.tests].map(({ id }) => id));
  const tests = [...pinned.tests, ...own.tests.filter(({ id }) => !known.has(id))];
  const count = (wanted: TestStatus) => tests.filter(({ status }) => status === wanted).length;
  return { ...pinned, passed: count('passed'), failed: count('failed'), skipped: count('skipped'), total: tests.length, tests };
}

/** How tests are found, run and judged: a change there can make every test pass. */
const DECIDES_ALL: ReadonlySet<string> = new Set(['runner', 'script', 'hydra']);

/**
 * Tests that fail with the base's version of them and do not fail in the candidate's own run, because it changed or
 * removed them. Each with the changed test file that most likely holds it. `testFiles` are the files whose tests the
 * candidate changed, by their path on the base. A test that passes in the own run and is in none of them may pass for
 * another reason where the candidate also changed how tests are run: that one is not contested.
 */
export function listContested(
  regressed: readonly string[],
  own: TestSummary,
  diff: Diff,
  testFiles: readonly string[],
): ContestedTest[] {
  if (testFiles.length === 0) return [];
  const statuses = new Map(own.tests.map(({ id, status }) => [id, status]));
  const changesRunner = diff.files.some(({ path }) => DECIDES_ALL.has(supportRole(path) ?? ''));
  return regressed.flatMap((id): ContestedTest[] => {
    const status = statuses.get(id);
    const path = fileOf(id, testFiles);
    if (status === 'failed' || (status === 'passed' && path === null && changesRunner)) return [];
    return [{ id, path: path ?? testFiles[0] ?? '', own: status ?? 'missing' }];
  });
}

/** Null when the name of the test says nothing about its file. */
function fileOf(id: string, files: readonly string[]): string | null {
  const spelled = id.replaceAll('\\', '/');
  const stem = (path: string) => path.replace(/\.[^./]+$/, '');
  const named = files.find((path) => spelled.includes(path) || spelled.includes(stem(path).replaceAll('/', '.')));
  const loose = files.find((path) => spelled.includes(stem(path).slice(path.lastIndexOf('/') + 1)));
  return named ?? loose ?? null;
}
