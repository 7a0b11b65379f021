// The base's tests in the candidate's two runs.
import type { CandidateEvidence, TestView } from './evidence.ts';

/** The ids of tests that match, without those that every candidate loses. */
export function testIdsWhere({ tests, lostByAll }: CandidateEvidence, matches: (test: TestView) => boolean): string[] {
  return tests.filter((test) => !lostByAll.has(test.id) && matches(test)).map(({ id }) => id);
}

/** The test did not run, or was skipped. */
export function isMissing({ own }: TestView): boolean {
  return own === null || own === 'skipped';
}

/** With the base's files in the pinned tree these tests run, or have another result. */
export function differInPinnedRun({ tests, restored }: CandidateEvidence, ids: readonly string[]): boolean {
  const views = new Map(tests.map((test) => [test.id, test]));
  const differs = (test: TestView | undefined) =>
    test !== undefined && test.own !== test.pinned && test.pinned !== null && test.pinned !== 'skipped';
  return restored.length > 0 && ids.every((id) => differs(views.get(id)));
}

/** Whether a test that fails on the base passes with the candidate's code and the base's tests. */
export function fixesTest({ tests }: CandidateEvidence): boolean {
  return tests.some(({ base, pinned }) => base === 'failed' && pinned === 'passed');
}
