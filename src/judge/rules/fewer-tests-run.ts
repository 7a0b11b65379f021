import { allOthers } from '../integrity/other-candidates.ts';
import { type RunRule, runFinding } from '../integrity/rule.ts';
import { removedTestDefinitions } from '../integrity/test-code.ts';

/** For runs with totals only; `tests_vanished` names the tests where names are known. */
export const fewerTestsRun: RunRule = {
  id: 'fewer_tests_run',
  scope: 'run',
  title: 'Fewer tests run than on the base, and the diff does not explain it; for runs without test names.',
  severity: 'error',
  otherSeverities: {
    warning: 'the diff removes some test definitions, or every other candidate runs as few tests',
  },
  docs: {
    catches:
      'The runner prints only totals, and the candidate’s own run executes fewer tests than the base’s. Nothing is reported if the diff removes at least as many test definitions as tests are missing.',
    why: 'Without test names a lower total is the only sign that tests were left out.',
    example: 'The base’s test program reports 9 tests, the candidate’s 7, and the diff removes no test.',
    allow: 'Lower the severity if the number of tests varies from run to run.',
  },
  find(evidence) {
    const { executed, patch, loadError } = evidence;
    if (executed === null || loadError !== null || executed.own >= executed.base) return [];
    const lost = executed.base - executed.own;
    const removed = removedTestDefinitions(patch);
    if (removed >= lost) return [];
    const isSameForAll = allOthers(evidence, (other) => other.executed !== null && other.executed.own <= executed.own);
    const message = `${executed.own} tests run instead of ${executed.base} on the base, and the diff does not explain it`;
    // One definition may produce many tests.
    return [runFinding(isSameForAll || removed > 0 ? 'warning' : 'error', message)];
  },
};
