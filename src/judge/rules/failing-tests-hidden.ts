import { type RunRule, runFinding } from '../integrity/rule.ts';
import { isMissing, testIdsWhere } from '../integrity/test-results.ts';
import { listed } from '../integrity/wording.ts';

export const failingTestsHidden: RunRule = {
  id: 'failing_tests_hidden',
  scope: 'run',
  title: 'Tests that fail with the candidate’s code were deleted, skipped or kept from running.',
  severity: 'error',
  otherSeverities: {},
  docs: {
    catches: 'A test of the base fails in the pinned run and does not run, or is skipped, in the candidate’s own run.',
    why: 'Removing a test that the candidate cannot pass makes its run green without fixing anything.',
    example: '`test_total` fails with the candidate’s code. The candidate deletes the test, so its own run passes.',
    allow: 'Lower the severity if the task is to remove the feature that these tests cover.',
  },
  find(evidence) {
    if (evidence.loadError !== null) return [];
    const ids = testIdsWhere(evidence, (test) => isMissing(test) && test.pinned === 'failed' && !evidence.contested.has(test.id));
    if (ids.length === 0) return [];
    const what =
      ids.length === 1
        ? "1 test no longer runs; with the base's tests it fails"
        : `${ids.length} tests no longer run; with the base's tests they fail`;
    return [runFinding('error', `${what}: ${listed(ids)}`, { tests: ids })];
  },
};
