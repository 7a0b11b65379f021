// Dimension lint: findings that the diff adds or removes.
import type { CandidateLint, Facts } from '../../contract/index.ts';
import { applies, candidateUnmeasured, type Dimension, excludedByBaseline } from '../dimension.ts';
import { recordSteps } from '../steps.ts';

export const lint: Dimension = {
  id: 'lint',
  title: 'Lint',
  purpose: 'Maintainability: new findings cost points, existing ones do not.',
  equation: [
    'new_errors   = error findings the base lacks          by identity',
    '               max(0, A_errors - B_errors)            by count',
    'new_warnings = warning findings the base lacks        by identity',
    '               max(0, A_warnings - B_warnings)        by count',
    'resolved     = max(0, (B_errors + B_warnings) - (A_errors + A_warnings))',
    'score        = clamp(100 - (new_errors * 12) - (new_warnings * 2) + (resolved * 1), 0, 100)',
    '',
    'Worked example: 4 of 10 base warnings fixed, 1 new error: 100 - 12 - 0 + 3 = 91.',
  ],

  assess(facts) {
    const baseline = facts.baseline.lint;
    if (baseline.state !== 'measured') return excludedByBaseline(baseline, 'lint');

    return applies(({ lint: candidate }) => {
      if (candidate.state !== 'measured') return candidateUnmeasured(candidate, 'lint');
      const { steps, add } = recordSteps();
      const { new_errors, new_warnings } = countNew(baseline, candidate, add);
      const counts = {
        B_errors: baseline.errors,
        B_warnings: baseline.warnings,
        A_errors: candidate.errors,
        A_warnings: candidate.warnings,
      };
      const resolved = add('resolved', 'max(0, (B_errors + B_warnings) - (A_errors + A_warnings))', counts);
      const score = add('score', 'clamp(100 - (new_errors * 12) - (new_warnings * 2) + (resolved * 1), 0, 100)', {
        new_errors,
        new_warnings,
        resolved,
      });
      return { state: 'scored', score, steps };
    });
  },
};

type MeasuredBaseline = Extract<Facts['baseline']['lint'], { state: 'measured' }>;
type MeasuredLint = Extract<CandidateLint, { state: 'measured' }>;
type AddStep = ReturnType<typeof recordSteps>['add'];

function countNew(baseline: MeasuredBaseline, candidate: MeasuredLint, add: AddStep) {
  if (candidate.compared_by === 'count') {
    const { errors: A_errors, warnings: A_warnings } = candidate;
    const { errors: B_errors, warnings: B_warnings } = baseline;
    return {
      new_errors: add('new_errors', 'max(0, A_errors - B_errors)', { A_errors, B_errors }),
      new_warnings: add('new_warnings', 'max(0, A_warnings - B_warnings)', { A_warnings, B_warnings }),
    };
  }
  const added_errors = candidate.added.filter(({ severity }) => severity === 'error').length;
  const added_warnings = candidate.added.length - added_errors;
  return {
    new_errors: add('new_errors', 'added_errors', { added_errors }),
    new_warnings: add('new_warnings', 'added_warnings', { added_warnings }),
  };
}
