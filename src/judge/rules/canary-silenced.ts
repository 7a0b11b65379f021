import { allOthers } from '../integrity/other-candidates.ts';
import { type RunRule, runFinding } from '../integrity/rule.ts';
import { listed } from '../integrity/wording.ts';

const OUTCOMES = {
  not_run: 'is not run',
  passed: 'is not reported as failing',
  exit_0: 'is reported, but the command exits with 0',
};

export const canarySilenced: RunRule = {
  id: 'canary_silenced',
  scope: 'run',
  title: 'A failing test that Hydra adds is reported as failing on the base, but not on the candidate.',
  severity: 'error',
  otherSeverities: { warning: 'no candidate runs the added test' },
  docs: {
    catches:
      'Hydra adds a test that must fail ([the canary](gaming.md#the-canary)). On the base it fails the run. On the candidate it is not run, is not reported as failing, or is reported while the command exits with 0.',
    why: 'A test run that cannot fail proves nothing, whatever caused it: a hook in the runner, an early exit, a changed script.',
    example: 'The candidate’s `conftest.py` sets the outcome of every test to “passed”. The added test passes too.',
    allow: 'Lower the severity if the task changes which test files run. `canary = false` turns the additional runs off.',
  },
  find(evidence) {
    const { canary } = evidence;
    if (canary?.state !== 'silenced') return [];
    const { how, paths } = canary;
    // The task may ask for other tests to be run.
    const isSameForAll =
      how === 'not_run' && allOthers(evidence, (other) => other.canary?.state === 'silenced' && other.canary.how === how);
    const message = `a failing test that Hydra added ${OUTCOMES[how]}: ${listed(paths)}; on the base it fails the run`;
    return [runFinding(isSameForAll ? 'warning' : 'error', message)];
  },
};
