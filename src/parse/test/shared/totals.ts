// Tests by name held against a runner's own totals.
import type { TestResult, TestStatus } from '../../../contract/index.ts';
import type { TestSection, TestTotals } from '../../section.ts';

const STATUSES: readonly TestStatus[] = ['passed', 'failed', 'skipped'];

/** Whether these are all the tests that the totals count. A total that is null is not held against them. */
export function addsUp(tests: readonly Pick<TestResult, 'status'>[], stated: TestTotals): boolean {
  const counts = countStatuses(tests);
  return STATUSES.every((status) => stated[status] === null || stated[status] === counts[status]);
}

/** For reports, which name every test: totals that differ from the tests mean that something is missing. */
export function holdAgainstTotals(section: TestSection, stated: TestTotals): void {
  const counts = countStatuses(section.tests);
  for (const status of STATUSES) {
    const wanted = stated[status];
    if (wanted === null || wanted === counts[status]) continue;
    section.problems.push(`the report states ${wanted} ${status} tests, but contains ${counts[status]}`);
  }
}

function countStatuses(tests: readonly Pick<TestResult, 'status'>[]): Record<TestStatus, number> {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  for (const { status } of tests) counts[status] += 1;
  return counts;
}
