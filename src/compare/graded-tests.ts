// Room compare: the results a candidate is graded by. The base's own tests decide what regressed, as they ran on the
// candidate's sources; the candidate's own tests decide what is new.
import type { CandidateTests, Diff, TestStatus, TestSummary } from '../contract/index.ts';
import { supportRole } from './test-support.ts';

type Contested = Extract<CandidateTests, { state: 'measured' }>['contested'];

/** Tests of the base as the pinned run saw them, and those that only the candidate has as its own run saw them. */
export function gradedTests(baseline: TestSummary, pinned: TestSummary, own: TestSummary): TestSummary {
  if (baseline.precision !== 'exact' || pinned.precision !== 'exact' || own.precision !== 'exact') return pinned;
  const known = new Set([...baseline.tests, ...pinned.tests].map(({ id }) => id));
  const tests = [...pinned.tests, ...own.tests.filter(({ id }) => !known.has(id))];
  const count = (wanted: TestStatus) => tests.filter(({ status }) => status === wanted).length;
  return { ...pinned, passed: count('passed'), failed: count('failed'), skipped: count('skipped'), total: tests.length, tests };
}

/**
 * Tests that fail with the base's version of them and do not fail in the candidate's own run, because it changed or
 * removed them on purpose. Each with the changed test file it most likely stands in.
 */
export function listContested(regressed: readonly string[], own: TestSummary, diff: Diff): Contested {
  const files = diff.files.flatMap(({ path, old_path }) => [old_path ?? path]).filter((path) => supportRole(path) === 'test');
  if (files.length === 0) return [];
  const statuses = new Map(own.tests.map(({ id, status }) => [id, status]));
  return regressed.filter((id) => statuses.get(id) !== 'failed').map((id) => ({ id, path: fileOf(id, files) }));
}

function fileOf(id: string, files: readonly string[]): string {
  const spelled = id.replaceAll('\\', '/');
  const stem = (path: string) => path.replace(/\.[^./]+$/, '');
  const named = files.find((path) => spelled.includes(path) || spelled.includes(stem(path).replaceAll('/', '.')));
  const loose = files.find((path) => spelled.includes(stem(path).slice(path.lastIndexOf('/') + 1)));
  return named ?? loose ?? files[0] ?? '';
}
