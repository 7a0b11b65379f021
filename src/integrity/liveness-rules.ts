// Whether the candidate's test run is alive: a failure must be reported as one, and what the base runs must run.
import { removedTestLines } from './assertions.ts';
import { finding, type IntegrityRule, listed } from './evidence.ts';

const HOW = {
  not_run: 'is not run',
  passed: 'is not reported as failing',
  exit_0: 'is reported, but the command exits with 0',
};

const canarySilenced: IntegrityRule = {
  id: 'canary_silenced',
  title: 'A failing test that Hydra adds is reported as failing at the base and not on the candidate.',
  find({ canary, others }) {
    if (canary?.state !== 'silenced') return [];
    const { how, paths } = canary;
    // The task may ask for other tests to be run.
    const allDo =
      how === 'not_run' &&
      others.length > 0 &&
      others.every((other) => other.canary?.state === 'silenced' && other.canary.how === how);
    const message = `a failing test that Hydra added ${HOW[how]}: ${listed(paths)}; at the base it fails the run`;
    return [finding(allDo ? 'warning' : 'error', message)];
  },
};

const canaryUnproven: IntegrityRule = {
  id: 'canary_unproven',
  title: 'A failing test that Hydra adds says nothing about this run.',
  find({ canary }) {
    if (canary?.state !== 'unproven') return [];
    return [finding('info', `Hydra's own failing test says nothing here: ${canary.why}`)];
  },
};

/** Where tests have names, `tests_vanished` says which. */
const fewerTestsRun: IntegrityRule = {
  id: 'fewer_tests_run',
  title: 'Fewer tests run than at the base, where only their number is known, and the diff does not say why.',
  find({ executed, patch, others }) {
    if (executed === null || executed.own >= executed.base) return [];
    const lost = executed.base - executed.own;
    const removed = removedTestLines(patch);
    if (removed >= lost) return [];
    const allDo = others.length > 0 && others.every((other) => other.executed !== null && other.executed.own <= executed.own);
    const message = `${executed.own} tests run, ${executed.base} at the base, and the diff does not say why`;
    // One definition may stand for many tests.
    return [finding(allDo || removed > 0 ? 'warning' : 'error', message)];
  },
};

export const LIVENESS_RULES: readonly IntegrityRule[] = [canarySilenced, canaryUnproven, fewerTestsRun];
