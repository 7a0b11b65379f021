import type { RunRule } from '../integrity/rule.ts';
import { variedFinding } from '../integrity/varied-findings.ts';

export const recognisesTests: RunRule = {
  id: 'recognises_tests',
  scope: 'run',
  title: 'The candidate passes a test of the base, and fails the same test under another name.',
  severity: 'error',
  otherSeverities: { info: 'no other tree passes the test, so that the copy cannot be compared' },
  docs: {
    catches:
      'Hydra copies tests of the base to another file with other test names ([varied tests](gaming.md#varied-tests)). The candidate passes the original and fails the copy, four times. The base or another candidate that passes the original passes the copy.',
    why: 'Code that solves the task does not depend on the names of its tests.',
    example: 'The code returns the expected value if the call stack contains `test_parse.py`, and the old value otherwise.',
    allow: 'Lower the severity if tests depend on their own name or file, for example through recorded responses.',
  },
  find({ varied }) {
    return variedFinding(
      (varied?.differences ?? []).filter(({ change }) => change === null),
      (shown, isOne) =>
        `fails ${isOne ? 'a test' : 'tests'} of the base under ${isOne ? 'another name' : 'other names'}: ${shown}`,
      ({ beside, original }) => `"${original}" of ${beside}`,
    );
  },
};
