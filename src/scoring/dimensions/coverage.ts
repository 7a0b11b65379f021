// Dimension coverage: how much of the change the tests execute.
import type { CandidateFacts } from '../../contract/index.ts';
import { applies, type Dimension } from '../dimension.ts';
import { recordSteps } from '../steps.ts';
import { summarizeList } from '../summarize-list.ts';

export const coverage: Dimension = {
  id: 'coverage',
  title: 'Coverage of the change',
  purpose: 'How many of the changed lines a test executes. Weight 0 unless set: executed is not the same as tested.',
  equation: [
    'score = executed_lines / changed_lines * 100',
    '',
    'Lines of the diff in the candidate’s version that the runtime can execute, without imports and declarations. With a weight',
    'the whole test command runs again for every candidate to measure them, also for those that fail. A candidate whose',
    'tests do not run to the end, or fail only in the coverage run, scores 0. Does not apply if the changed lines of a',
    'candidate cannot be measured, for example because of their language, and to a candidate that changes none.',
    'Worked example: tests execute 8 of 10 changed lines: 8 / 10 * 100 = 80.',
  ],

  assess({ candidates }) {
    const isWhole = ({ coverage: known }: CandidateFacts) => known !== undefined && !known.only_task_tests;
    const unknown = candidates.filter((candidate) => !isWhole(candidate) && candidate.coverage_unknown === undefined);
    if (unknown.length > 0) {
      const names = summarizeList(unknown.map(({ name }) => name).sort());
      return { state: 'not_applicable', why: `the whole test suite was not measured for ${names}` };
    }
    // If no candidate can be measured, the measurement itself is at fault.
    const isMeasured = candidates.some((candidate) => isWhole(candidate) && candidate.coverage?.changed_lines !== 0);
    if (!isMeasured && candidates.some(({ coverage_unknown }) => coverage_unknown !== undefined))
      return { state: 'not_applicable', why: 'not known which changed lines tests execute' };
    return applies(({ coverage: known, coverage_unknown: why }) => {
      if (known === undefined) return { state: 'error', why: `not known which changed lines tests execute: ${why}` };
      const { executed_lines, changed_lines } = known;
      if (changed_lines === 0) return { state: 'not_applicable', why: 'no executable line is changed' };
      const { steps, add } = recordSteps();
      const inputs = { executed_lines, changed_lines };
      const score = add('score', 'executed_lines / changed_lines * 100', inputs);
      return { state: 'scored', score, steps };
    });
  },
};
