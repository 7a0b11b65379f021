import { type RunRule, runFinding } from '../integrity/rule.ts';
import { keepsAssertions, removedTestDefinitions } from '../integrity/test-code.ts';
import { differInPinnedRun, isMissing, testIdsWhere } from '../integrity/test-results.ts';
import { counted, listed } from '../integrity/wording.ts';

export const testsVanished: RunRule = {
  id: 'tests_vanished',
  scope: 'run',
  title: 'Tests of the base no longer run in the candidate’s own run.',
  severity: 'error',
  otherSeverities: {
    warning:
      'the diff removes at least as many test definitions, or the run fails a test that passes on the base: runners such as `cargo test` stop there, and the candidate is refused for the failure',
    info: 'the tests were renamed: there are as many new tests, and every removed assertion is added again',
  },
  docs: {
    catches:
      'A test that ran on the base does not run, or is skipped, in the candidate’s own run, and does not fail in the pinned run. Tests that every candidate loses are reported by `tests_given_up` instead. A run that fails because tests could not be compiled or loaded is refused for the tests it breaks, not here.',
    why: 'If the test code is still there, the run ended early or the runner was told to leave tests out.',
    example: 'The base runs 40 tests. The candidate’s code calls `exit(0)` after 12 of them, so that 28 never run.',
    allow: 'Lower the severity if the runner does not run the same tests every time.',
  },
  find(evidence) {
    if (evidence.loadError !== null) return [];
    const ids = testIdsWhere(evidence, (test) => test.base !== 'skipped' && isMissing(test) && test.pinned !== 'failed');
    if (ids.length === 0) return [];
    const explained = removedTestDefinitions(evidence.patch) >= ids.length;
    const renamed = explained && evidence.newTests.length >= ids.length && keepsAssertions(evidence.patch);
    const fact = `${counted(ids.length, 'test')} of the base no longer ${ids.length === 1 ? 'runs' : 'run'}`;
    const why = differInPinnedRun(evidence, ids)
      ? ", because of the candidate's changes to tests or settings"
      : ', and the diff does not explain it';
    const message = `${fact}${explained ? '' : why}: ${listed(ids)}`;
    const isRefusedAnyway = evidence.tests.some(({ base, own }) => base === 'passed' && own === 'failed');
    return [runFinding(renamed ? 'info' : explained || isRefusedAnyway ? 'warning' : 'error', message, { tests: ids })];
  },
};
