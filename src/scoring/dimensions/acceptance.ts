// Dimension acceptance: the user's own tests of the task.
import { acceptanceOf } from '../acceptance.ts';
import { applies, type Dimension } from '../dimension.ts';
import { recordSteps } from '../steps.ts';

export const acceptance: Dimension = {
  id: 'acceptance',
  title: 'Acceptance tests',
  purpose: 'Correctness about the task, measured with tests of the user that no candidate has seen.',
  equation: [
    'score = passed / tests * 100',
    '',
    'tests counts the acceptance tests that do not pass on the base; one that cannot run on the candidate has not passed.',
    'Does not apply without acceptance tests, or when all of them pass on the base.',
    'Worked example: 3 of 4 tests pass: 3 / 4 * 100 = 75.',
  ],

  assess(facts) {
    if (facts.acceptance === undefined) return { state: 'not_applicable', why: 'no acceptance tests' };
    const { incomplete } = facts.acceptance;
    if (incomplete !== null) return { state: 'unavailable', why: incomplete };
    if (facts.acceptance.tests.length === 0) return { state: 'unavailable', why: 'no acceptance test ran' };
    if (facts.acceptance.tests.every(({ base }) => base === 'pass')) {
      return { state: 'unavailable', why: 'all acceptance tests pass on the base, so they say nothing about the task' };
    }
    return applies((candidate) => {
      const { steps, add } = recordSteps();
      const { passed, tests } = acceptanceOf(candidate.name, facts.acceptance);
      const score = add('score', 'passed / tests * 100', { passed, tests });
      return { state: 'scored', score, steps };
    });
  },
};
