// Compares two test summaries: tests that the candidate lost, fixed, dropped and added. By name if both sides
// have every name, by count otherwise.
import type { CandidateTests, TestStatus, TestSummary } from '../contract/index.ts';
import { statusesIn } from './test-statuses.ts';

type MeasuredTests = Extract<CandidateTests, { state: 'measured' }>;
type TestChanges = Pick<MeasuredTests, 'compared_by' | 'regressed' | 'fixed' | 'dropped' | 'added'>;

export function compareTests(baseline: TestSummary, candidate: TestSummary): TestChanges {
  if (baseline.precision !== 'exact' || candidate.precision !== 'exact') {
    return { compared_by: 'count', regressed: [], fixed: [], dropped: [], added: [] };
  }
  const [before, after] = [statusesIn(baseline), statusesIn(candidate)];
  const isExecuted = (status: TestStatus | undefined) => status === 'passed' || status === 'failed';
  const changes = { regressed: [] as string[], fixed: [] as string[], dropped: [] as string[] };
  for (const [id, status] of before) {
    const now = after.get(id);
    if (status === 'passed' && now !== 'passed') changes.regressed.push(id);
    if (status === 'failed' && now === 'passed') changes.fixed.push(id);
    if (isExecuted(status) && !isExecuted(now)) changes.dropped.push(id);
  }
  return {
    compared_by: 'identity',
    regressed: changes.regressed.sort(),
    fixed: changes.fixed.sort(),
    dropped: changes.dropped.sort(),
    added: [...after].flatMap(([id, status]) => (isExecuted(status) && !before.has(id) ? [id] : [])).sort(),
  };
}
