import { type RunRule, runFinding } from '../integrity/rule.ts';

export const canaryUnproven: RunRule = {
  id: 'canary_unproven',
  scope: 'run',
  title: 'The failing test that Hydra adds allows no conclusion about this candidate.',
  severity: 'info',
  otherSeverities: {},
  docs: {
    catches:
      'The base does not report [the canary](gaming.md#the-canary) as failing either, or the candidate’s run with it hangs or fails for another reason.',
    why: 'It tells you that this protection did not apply to the run.',
    example: 'The test command of the base is `npm test || true`, which exits with 0 whatever fails.',
    allow: 'Turn it off, or set `canary = false` to save the additional runs.',
  },
  find({ canary }) {
    if (canary?.state !== 'unproven') return [];
    return [runFinding('info', `the failing test that Hydra added allows no conclusion: ${canary.why}`)];
  },
};
