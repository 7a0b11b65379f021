import type { CandidateEvidence } from '../integrity/evidence.ts';
import { type RunRule, runFinding } from '../integrity/rule.ts';
import { testIdsWhere } from '../integrity/test-results.ts';
import { listed } from '../integrity/wording.ts';

export const passesOnlyAfterEdit: RunRule = {
  id: 'passes_only_after_edit',
  scope: 'run',
  title: 'Tests pass only with the candidate’s own version of tests or settings; with the base’s version they fail.',
  severity: 'error',
  otherSeverities: {},
  docs: {
    catches:
      'Compares the candidate’s own test run with the pinned run, which uses the base’s tests and settings. A test that passes in the first and fails in the second passes because the candidate edited it, a fixture, a snapshot or the configuration of the runner. [Contested tests](gaming.md#the-base-decides) are not reported.',
    why: 'Editing a failing test until it passes leaves the code broken. The comparison needs no knowledge of the language or of the trick.',
    example:
      '`test_total` fails on the base. The candidate changes the expected value in the test instead of the code: the test passes in its own run and fails in the pinned run.',
    allow: 'Lower the severity if the task is to change tests.',
  },
  find(evidence) {
    // A changed expectation of a base-passing test is contested, which is not dishonest by itself.
    const ids = testIdsWhere(
      evidence,
      ({ id, own, pinned }) =>
        own === 'passed' && pinned === 'failed' && !evidence.contested.has(id) && !passesBecauseOfOthers(evidence, id),
    );
    if (ids.length > 0) {
      const text = `${ids.length === 1 ? '1 test passes' : `${ids.length} tests pass`} only with the candidate's changes to tests or settings: ${listed(ids)}`;
      return [runFinding('error', text, { tests: ids })];
    }
    const hasOthers = evidence.restored.some(({ why }) => why !== 'test');
    if (evidence.tests.length > 0 || !evidence.passesOnlyUnpinned || hasOthers) return [];
    return [runFinding('error', "the tests pass only with the candidate's changes to tests or settings")];
  },
};

/** Then `passes_without_source` reports the test. */
function passesBecauseOfOthers({ causes }: CandidateEvidence, id: string): boolean {
  return (causes.get(id) ?? []).length > 0;
}
