// Compares two test summaries: tests that the candidate lost, fixed, dropped and added. By name if both sides
// have every name, by count otherwise.
import type { CandidateTests, TestStatus, TestSummary } from '../contract/index.ts';

type MeasuredTests = Extract<CandidateTests, { state: 'measured' }>;
type TestChanges = Pick<MeasuredTests, 'compared_by' | 'regressed' | 'fixed' | 'dropped' | 'added'>;

export function compareTests(baseline: TestSummary, candidate: TestSummary): TestChanges {
  if (baseline.precision !== 'exact' || candidate.precision !== 'exact') {
    return { compared_by: 'count', regressed: [], fixed: [], dropped: [], added: [] };
  }
  const before = statusById(baseline);
  const after = statusById(candidate);
  const idsBefore = [...before.keys()].sort();
  const isExecuted = (status: TestStatus | undefined) => status === 'passed' || status === 'failed';
  return {
    compared_by: 'identity',
    regressed: idsBefore.filter((id) => before.get(id) === 'passed' && after.get(id) !== 'passed'),
    fixed: idsBefore.filter((id) => before.get(id) === 'failed' && after.get(id) === 'passed'),
    dropped: idsBefore.filter((id) => isExecuted(before.get(id)) && !isExecuted(after.get(id))),
    added: [...after.keys()].filter((id) => isExecuted(after.get(id)) && !before.has(id)).sort(),
  };
}

function statusById(summary: TestSummary): Map<string, TestStatus> {
  return new Map(summary.tests.map(({ id, status }) => [id, status]));
}
