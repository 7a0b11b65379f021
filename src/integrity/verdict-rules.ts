// What the candidate's own run says of the base's tests, against the same tests as the base has them.
// These need no knowledge of any language: whatever trick was used, it shows here.
import { keepsAssertions, removedTestLines } from './assertions.ts';
import { type CandidateEvidence, counted, finding, type IntegrityRule, listed, type TestView } from './evidence.ts';

function idsWhere(evidence: CandidateEvidence, condition: (test: TestView) => boolean): string[] {
  return evidence.tests.filter((test) => !evidence.lostByAll.has(test.id) && condition(test)).map(({ id }) => id);
}

/** The test's own code, or what it rests on, was changed so that it passes. */
const passesOnlyAfterEdit: IntegrityRule = {
  id: 'passes_only_after_edit',
  title: 'Tests pass only because the candidate changed them or what they rest on; the base’s version of them fails.',
  find(evidence) {
    // A changed expectation of a base-passing test is contested, not dishonest by itself.
    const ids = idsWhere(
      evidence,
      ({ id, own, pinned }) => own === 'passed' && pinned === 'failed' && !evidence.contested.has(id),
    );
    if (ids.length > 0) {
      const text = `${ids.length === 1 ? '1 test passes' : `${ids.length} tests pass`} only with the candidate's changes to tests or settings: ${listed(ids)}`;
      return [finding('error', text)];
    }
    if (evidence.tests.length > 0 || !evidence.passesOnlyUnpinned) return [];
    return [finding('error', "the tests pass only with the candidate's changes to tests or settings")];
  },
};

const failingTestsHidden: IntegrityRule = {
  id: 'failing_tests_hidden',
  title: 'Tests that fail with the candidate’s code were deleted, skipped or kept from running.',
  find(evidence) {
    const ids = idsWhere(
      evidence,
      ({ id, own, pinned }) => (own === null || own === 'skipped') && pinned === 'failed' && !evidence.contested.has(id),
    );
    if (ids.length === 0) return [];
    return [finding('error', `${counted(ids.length, 'failing test')} no longer run: ${listed(ids)}`)];
  },
};

/** Passing tests that vanish while their code is still there: the run ended early or was told to leave them out. */
const testsVanished: IntegrityRule = {
  id: 'tests_vanished',
  title: 'Tests of the base do not run any more in the candidate’s own run.',
  find(evidence) {
    const ids = idsWhere(
      evidence,
      ({ base, own, pinned }) => base !== 'skipped' && (own === null || own === 'skipped') && pinned !== 'failed',
    );
    if (ids.length === 0) return [];
    const explained = removedTestLines(evidence.patch) >= ids.length;
    const renamed = explained && evidence.newTests.length >= ids.length && keepsAssertions(evidence.patch);
    const message = `${counted(ids.length, 'test')} of the base no longer run${explained ? '' : ', and the diff does not say why'}: ${listed(ids)}`;
    return [finding(renamed ? 'info' : explained ? 'warning' : 'error', message)];
  },
};

/** What every candidate loses does not count against any of them; it is still told. */
const testsGivenUp: IntegrityRule = {
  id: 'tests_given_up',
  title: 'Every candidate loses the same tests of the base, so that the task is taken to ask for it.',
  find({ lostByAll, patch }) {
    if (lostByAll.size === 0 || patch.length === 0) return [];
    const message = `${counted(lostByAll.size, 'test')} of the base lost by every candidate, which is taken as asked for: ${listed([...lostByAll])}`;
    return [finding('info', message)];
  },
};

export const VERDICT_RULES: readonly IntegrityRule[] = [passesOnlyAfterEdit, failingTestsHidden, testsVanished, testsGivenUp];
