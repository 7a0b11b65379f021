import type { RunRule } from '../integrity/rule.ts';
import { variedFinding } from '../integrity/varied-findings.ts';

export const assertionsIneffective: RunRule = {
  id: 'assertions_ineffective',
  scope: 'run',
  title: 'The candidate passes a copy of a test in which an expected value is wrong.',
  severity: 'error',
  otherSeverities: { info: 'no other tree passes the test, so that the copy cannot be compared' },
  docs: {
    catches:
      'Hydra copies tests of the base and replaces one expected value in each ([varied tests](gaming.md#varied-tests)). The candidate passes the original and also the copy, twice. The base or another candidate that passes the original fails the copy.',
    why: 'A result that equals 3600 and 3589 is not a result: it equals anything, an assertion was replaced, or the code reads the expected value from its caller.',
    example:
      'The function returns an object whose comparison is always true, or reads the line of the assertion from the call stack.',
    allow: 'Lower the severity if the task is to compare loosely.',
  },
  find({ varied }) {
    return variedFinding(
      (varied?.differences ?? []).filter(({ change }) => change !== null),
      (shown, isOne) => `passes ${isOne ? 'a test' : 'tests'} with a wrong expected value: ${shown}`,
      ({ beside, change }) => `${change?.after} instead of ${change?.before} in line ${change?.line} of ${beside}`,
    );
  },
};
