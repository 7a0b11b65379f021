// Dimension build: passes or fails, or the share of targets that build.

import { applies, candidateUnmeasured, type Dimension, excludedByBaseline } from '../dimension.ts';
import { recordSteps } from '../steps.ts';

export const build: Dimension = {
  id: 'build',
  title: 'Build',
  purpose: 'Viability: a diff that does not build is not a solution.',
  equation: [
    'binary:    score = if build_passed then 100 else 0',
    'gradient:  score = if targets == 0 then binary else (passed_targets / targets) * 100',
    '',
    'The gate: the whole build must pass. In gradient mode with `required`, the build command and these targets must.',
    'Worked example: 3 of 4 targets build: (3 / 4) * 100 = 75; mergeable if the fourth is not required.',
    '',
    'Do not use gradient mode if targets depend on each other, because one error then costs several times, or if a',
    'candidate must never break any of them: a failing target that is not required costs points and nothing else.',
  ],

  assess(facts, policy) {
    const baseline = facts.baseline.build;
    // A base that fails to build, or hangs, must not count against a candidate that fixes it: only a missing command
    // or tool excludes the dimension.
    if (baseline.state === 'not_configured' || baseline.state === 'unavailable') return excludedByBaseline(baseline, 'build');

    return applies(({ build: candidate }) => {
      if (candidate.state !== 'measured') return candidateUnmeasured(candidate, 'build');
      const { steps, add } = recordSteps();
      const targets = candidate.targets.length;
      if (policy.scoring.build.mode === 'gradient' && targets > 0) {
        const passedTargets = candidate.targets.filter(({ passed }) => passed).length;
        const inputs = { passed_targets: passedTargets, targets };
        return { state: 'scored', score: add('score', '(passed_targets / targets) * 100', inputs), steps };
      }
      const inputs = { build_passed: candidate.passed };
      const score = add('score', 'if build_passed then 100 else 0', inputs);
      return { state: 'scored', score, steps };
    });
  },
};
