// Compares the tests that a runner lists with the totals that it states.
import type { TestResult, TestStatus } from '../../../contract/index.ts';
import type { TestSection, TestTotals } from '../../../parse/section.ts';

const STATUSES: readonly TestStatus[] = ['passed', 'failed', 'skipped'];

/** Whether the list is complete. A total that is null matches any number. */
export function matchesTotals(tests: readonly Pick<TestResult, 'status'>[], stated: TestTotals): boolean {
  const counts = countStatuses(tests);
  return STATUSES.every((status) => stated[status] === null || stated[status] === counts[status]);
}

/** For reports, which list every test: a total that differs means that results are missing. */
export function compareWithTotals(section: TestSection, stated: TestTotals): void {
  const counts = countStatuses(section.tests);
  for (const status of STATUSES) {
    const total = stated[status];
    if (total === null || total === counts[status]) continue;
    section.problems.push(`the report states ${total} ${status} tests, but contains ${counts[status]}`);
  }
}

/**
 * For console output that results share with test output: when more results of a status are listed than the total counts,
 * a test printed some of them. Which ones is unknown, so the total is kept and all results of that status are dropped.
 */
export function dropExcessTests<Result extends TestResult>(tests: readonly Result[], totals: TestTotals): Result[] {
  const counts = countStatuses(tests);
  return tests.filter(({ status }) => counts[status] <= (totals[status] ?? counts[status]));
}

/**
 * For runners that list their tests before the totals: where one run of an output does, totals without a list may have been
 * printed by a test, or be a duplicate.
 */
export function flagRunsWithoutTests(runs: readonly TestSection[]): void {
  if (!runs.some(({ tests }) => countStatuses(tests).passed > 0)) return;
  for (const run of runs) {
    const stated = run.totals?.passed ?? 0;
    if (stated > 0 && countStatuses(run.tests).passed === 0)
      run.problems.push(`${run.parser} lists the tests of other runs, but none of the ${stated} that passed here`);
  }
}

function countStatuses(tests: readonly Pick<TestResult, 'status'>[]): Record<TestStatus, number> {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  for (const { status } of tests) counts[status] += 1;
  return counts;
}
