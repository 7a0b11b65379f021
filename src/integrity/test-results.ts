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
