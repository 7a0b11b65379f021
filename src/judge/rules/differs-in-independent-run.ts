import { describeConditions } from '../../contract/index.ts';
import { type RunRule, runFinding } from '../integrity/rule.ts';
import { counted, listed } from '../integrity/wording.ts';

export const differsInIndependentRun: RunRule = {
  id: 'differs_in_independent_run',
  scope: 'run',
  title: 'Tests pass in the first checkout, but not in another one under other conditions.',
  severity: 'error',
  otherSeverities: {
    warning: 'only tests differ that pass on the base',
    info: 'the independent run was not possible, or the tests pass there when they are repeated',
  },
  docs: {
    catches:
      'Hydra repeats the tests of the leading candidate in [an independent run](gaming.md#the-independent-run): another folder, other file times, another user name, the base’s dependencies, another order. Tests that pass in the counted run do not pass there, also when they are repeated, and the base’s tests do.',
    why: 'A result that depends on the folder, the user, the time of a file or a committed copy of a dependency is not a result of the code.',
    example:
      'The candidate commits its own copy of the assertion library below `node_modules`. With the base’s dependencies the tests fail.',
    allow: 'Lower the severity if the tests of the project depend on such conditions. `independent = false` turns the run off.',
  },
  find({ independent }) {
    if (independent === null) return [];
    if (independent.state === 'impossible') return [runFinding('info', `no independent run: ${independent.why}`)];
    if (independent.state === 'confirmed') {
      const { unsteady } = independent;
      const message = `${counted(unsteady.length, 'test passes', 'tests pass')} in the independent run only when repeated: ${listed(unsteady)}`;
      return unsteady.length === 0 ? [] : [runFinding('info', message, { tests: [...unsteady] })];
    }
    const { fixed, others, isFixed, conditions } = independent;
    const under = `in the independent run (${describeConditions(conditions)})`;
    const named = [...fixed, ...others];
    const message =
      named.length === 0
        ? `the tests pass in the first checkout and not ${under}`
        : `${counted(named.length, 'test does', 'tests do')} not pass ${under}: ${listed(named)}`;
    return [runFinding(isFixed ? 'error' : 'warning', message, { tests: named })];
  },
};
