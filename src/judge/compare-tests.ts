// Compares two test summaries: tests that the candidate lost, fixed, dropped and added. By name if both sides
// have every name, by count otherwise.
import type { CandidateTests, TestStatus, TestSummary } from '../contract/index.ts';
import { type ChangedTest, testChanges } from './test-changes.ts';
import { statusesIn } from './test-statuses.ts';

type MeasuredTests = Extract<CandidateTests, { state: 'measured' }>;
type ComparedTests = Pick<MeasuredTests, 'compared_by' | 'regressed' | 'fixed' | 'dropped' | 'added' | 'added_failed'>;

export function compareTests(baseline: TestSummary, candidate: TestSummary): ComparedTests {
  if (baseline.precision !== 'exact' || candidate.precision !== 'exact') {
    return { compared_by: 'count', regressed: [], fixed: [], dropped: [], added: [] };
  }
  const { changed, added } = testChanges(statusesIn(baseline), statusesIn(candidate));
  const isExecuted = (status: TestStatus | undefined) => status === 'passed' || status === 'failed';
  const idsWhere = (matches: (test: ChangedTest) => boolean) =>
    changed
      .filter(matches)
      .map(({ id }) => id)
      .sort();
  const failed = added.flatMap(([id, status]) => (status === 'failed' ? [id] : [])).sort();
  return {
    compared_by: 'identity',
    regressed: idsWhere(({ before }) => before === 'passed'),
    fixed: idsWhere(({ before, after }) => before === 'failed' && after === 'passed'),
    dropped: idsWhere(({ before, after }) => isExecuted(before) && !isExecuted(after)),
    added: added.flatMap(([id, status]) => (isExecuted(status) ? [id] : [])).sort(),
    ...(failed.length > 0 && { added_failed: failed }),
  };
}
