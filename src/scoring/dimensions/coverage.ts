// Dimension coverage: how much of the change the tests execute.

import { applies, type Dimension } from '../dimension.ts';
import { recordSteps } from '../steps.ts';

export const coverage: Dimension = {
  id: 'coverage',
  title: 'Coverage of the change',
  purpose: 'How many of the changed lines a test executes. Weight 0 unless set: executed is not the same as tested.',
  equation: [
    'score = executed_lines / changed_lines * 100',
    '',
    'Lines of the diff in the candidate’s version that the runtime can execute, without imports and declarations. With a weight',
    'the whole test command runs again for every candidate to measure them. Does not apply unless they are known for',
    'every candidate, and to a candidate that changes none.',
    'Worked example: tests execute 8 of 10 changed lines: 8 / 10 * 100 = 80.',
  ],

  assess(facts) {
    const isKnown = facts.candidates.every(({ coverage: known }) => known !== undefined && !known.only_task_tests);
    if (!isKnown || facts.candidates.length === 0) {
      return { state: 'not_applicable', why: 'it is not known which lines the tests execute' };
    }
    return applies(({ coverage: known }) => {
      const { executed_lines = 0, changed_lines = 0 } = known ?? {};
      if (changed_lines === 0) return { state: 'not_applicable', why: 'no executable line is changed' };
      const { steps, add } = recordSteps();
      const inputs = { executed_lines, changed_lines };
      const score = add('score', 'executed_lines / changed_lines * 100', inputs);
      return { state: 'scored', score, steps };
    });
  },
};
