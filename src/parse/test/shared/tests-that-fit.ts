// For tools whose results share the console with whatever the tests print.
import type { TestResult, TestStatus } from '../../../contract/index.ts';
import type { TestTotals } from '../../section.ts';

/**
 * More lines of a status than the tool's own total says: some were printed by a test, and nobody can tell which.
 * The total stands, the names of that status are given up.
 */
export function testsThatFit(tests: readonly TestResult[], totals: TestTotals): TestResult[] {
  const counts: Record<TestStatus, number> = { passed: 0, failed: 0, skipped: 0 };
  for (const { status } of tests) counts[status] += 1;
  return tests.filter(({ status }) => counts[status] <= (totals[status] ?? counts[status]));
}
