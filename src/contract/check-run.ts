// One execution of a check on one tree of a subject, and the name of its capture folder.
import { z } from 'zod';

/**
 * again: the whole command again. selected: only the tests whose result is in doubt.
 * shuffled: some tests, in another order if the runner has an option for it.
 * changed: only the test files that the candidate changed.
 * plain: without requesting a report and with the network on, to see whether Hydra changes a result.
 * online: with the network on.
 */
const ATTEMPT_KINDS = ['again', 'selected', 'shuffled', 'changed', 'plain', 'online'] as const;
const attemptKindSchema = z.enum(ATTEMPT_KINDS);
export type AttemptKind = z.infer<typeof attemptKindSchema>;

/** Installs the dependencies. */
export const SETUP_CHECK = 'setup';
/** The whole test command with an added failing test. */
export const CANARY_CHECK = 'canary';
/** Only the file of the added failing test. */
export const CANARY_FILE_CHECK = 'canary-file';
/** Copies of tests of the base, under other names and with wrong expected values. */
export const VARIED_CHECK = 'varied';
/** The acceptance tests of the user. */
export const ACCEPTANCE_CHECK = 'acceptance';
/** The examples in the task's text as tests. */
export const EXAMPLES_CHECK = 'examples';
/** The commands with their output in the task's text. */
export const COMMANDS_CHECK = 'commands';
/** Calls that no test makes. Its test results do not count. */
export const ANSWERS_CHECK = 'answers';
/** The tests of an agent that only writes tests. */
export const AUTHORED_CHECK = 'authored';
/** New tests of several authors on the base with a comment added to each file that a candidate changes. */
export const COMMENTED_CHECK = 'commented';
/** Tests again, to measure which changed lines they execute. Their results are not used. */
export const COVERAGE_CHECK = 'coverage';
/** The whole test command in another checkout under other conditions. */
export const INDEPENDENT_CHECK = 'independent';
/** The same with an added failing test. */
export const INDEPENDENT_CANARY_CHECK = 'independent-canary';
/** The tests that a candidate fixes, without parts of its change. Their results count only for the attribution. */
export const ATTRIBUTION_CHECK = 'attribution';

/** Checks without a parameter. */
export type PlainCheck = keyof typeof PLAIN_CHECKS;

/**
 * What is executed. build: with a target if the policy has several. cross: the new and changed tests of a candidate, on another tree
 * or, for comparison, on its own. programs: what it adds to show a fault, on any tree. step: the set-up or a build of a further checkout. other: a capture that no version of Hydra plans.
 */
export type Check =
  | { check: PlainCheck }
  | { check: 'build'; target: string | null }
  | { check: 'metric'; metric: string }
  | { check: 'cross'; author: string }
  | { check: 'programs'; author: string }
  | { check: 'step'; of: 'independent' | 'metrics'; step: string }
  | { check: 'other'; id: string };

export type CheckRun = Check & {
  /** own: the candidate's tree. pinned: its sources with the base's tests and check settings. */
  tree: 'own' | 'pinned';
  /** Null for the first run of a check. */
  attempt: { kind: AttemptKind; round: number } | null;
};

interface CheckTraits {
  /** For people. */
  words: string;
  /** Whether its test results are evidence. */
  readsTests?: true;
  /** Whether the tests are from an author other than the tree's own candidate. */
  isAboutTask?: true;
  /** Whether Hydra adds tests. */
  isCanary?: true;
  /** Whether it runs in the checkout of an independent run. */
  isIndependent?: true;
}

const PLAIN_CHECKS = {
  test: { words: 'test', readsTests: true },
  lint: { words: 'lint' },
  security: { words: 'security' },
  [SETUP_CHECK]: { words: 'set-up' },
  [CANARY_CHECK]: { words: 'canary check, whole suite', readsTests: true, isCanary: true },
  [CANARY_FILE_CHECK]: { words: 'canary check', readsTests: true, isCanary: true },
  [VARIED_CHECK]: { words: 'varied tests', readsTests: true, isCanary: true },
  [ACCEPTANCE_CHECK]: { words: 'acceptance tests', readsTests: true, isAboutTask: true },
  [AUTHORED_CHECK]: { words: 'tests of the test author', readsTests: true, isAboutTask: true },
  [EXAMPLES_CHECK]: { words: 'examples of the task', readsTests: true, isAboutTask: true },
  [COMMANDS_CHECK]: { words: 'commands in the task', readsTests: true, isAboutTask: true },
  [COMMENTED_CHECK]: { words: 'new tests on the base with added comments', readsTests: true, isAboutTask: true },
  [ANSWERS_CHECK]: { words: 'changed inputs' },
  [COVERAGE_CHECK]: { words: 'coverage of the change' },
  [ATTRIBUTION_CHECK]: { words: 'without parts of the change', readsTests: true },
  [INDEPENDENT_CHECK]: { words: 'independent run', readsTests: true, isIndependent: true },
  [INDEPENDENT_CANARY_CHECK]: {
    words: 'independent run with canary',
    ...{ readsTests: true, isCanary: true, isIndependent: true },
  },
} as const satisfies Record<string, CheckTraits>;

function traitsOf(run: Check): CheckTraits {
  switch (run.check) {
    case 'build':
      return { words: run.target === null ? 'build' : `build.${run.target}` };
    case 'metric':
      return { words: `metric ${run.metric}` };
    case 'cross':
      return { words: `tests of ${run.author}`, readsTests: true, isAboutTask: true };
    case 'programs':
      return { words: `programs of ${run.author}`, readsTests: true, isAboutTask: true };
    case 'step': {
      const what = run.step === SETUP_CHECK ? 'set-up' : run.step;
      return run.of === 'metrics'
        ? { words: `${what} for the metrics` }
        : { words: `${what} of the independent run`, isIndependent: true };
    }
    case 'other':
      return { words: run.id };
    default:
      return PLAIN_CHECKS[run.check];
  }
}

/** The prefixes of the checks with a parameter, as they are stored. */
const PREFIXES = {
  build: 'build.',
  metric: 'metric.',
  cross: 'cross.',
  programs: 'programs.',
  independent: 'independent-',
  metrics: 'metric-',
} as const;

/** The name under which a check is stored: `test`, `build.web`, `cross.NAME`. */
export function checkId(run: Check): string {
  switch (run.check) {
    case 'build':
      return run.target === null ? 'build' : PREFIXES.build + run.target;
    case 'metric':
      return PREFIXES.metric + run.metric;
    case 'cross':
      return PREFIXES.cross + run.author;
    case 'programs':
      return PREFIXES.programs + run.author;
    case 'step':
      return PREFIXES[run.of] + run.step;
    case 'other':
      return run.id;
    default:
      return run.check;
  }
}

export function parseCheck(id: string): Check {
  if (Object.hasOwn(PLAIN_CHECKS, id)) return { check: id as PlainCheck };
  if (id === 'build') return { check: 'build', target: null };
  const after = (prefix: string) => (id.startsWith(prefix) ? id.slice(prefix.length) : null);
  const [target, metric, author] = [after(PREFIXES.build), after(PREFIXES.metric), after(PREFIXES.cross)];
  if (target !== null) return { check: 'build', target };
  if (metric !== null) return { check: 'metric', metric };
  if (author !== null) return { check: 'cross', author };
  const owner = after(PREFIXES.programs);
  if (owner !== null) return { check: 'programs', author: owner };
  for (const of of ['independent', 'metrics'] as const) {
    const step = after(PREFIXES[of]);
    if (step !== null && isStep(step)) return { check: 'step', of, step };
  }
  return { check: 'other', id };
}

function isStep(id: string): boolean {
  return id === SETUP_CHECK || id === 'build' || id.startsWith(PREFIXES.build);
}

/** The stored name of the check that measures a metric of the user. */
export function metricCheck(metric: string): string {
  return checkId({ check: 'metric', metric });
}

/** The stored name of the check with the programs of a candidate. */
export function programsCheck(author: string): string {
  return checkId({ check: 'programs', author });
}

/** The stored name of the check with the tests of a candidate. */
export function crossCheck(author: string): string {
  return checkId({ check: 'cross', author });
}

const NAME = new RegExp(`^(pinned-)?(?:(${ATTEMPT_KINDS.join('|')})(\\d+)-)?(.+)$`, 's');

/** `pinned-again2-test`; `test` for the first run on the candidate's own tree. */
export function formatCheckRun(run: CheckRun): string {
  const { tree, attempt } = run;
  return `${tree === 'pinned' ? 'pinned-' : ''}${attempt === null ? '' : `${attempt.kind}${attempt.round}-`}${checkId(run)}`;
}

export function parseCheckRun(name: string): CheckRun {
  const [, pinned, kind, round = '0', id = name] = NAME.exec(name) ?? [];
  const attempt = kind === undefined ? null : { kind: kind as AttemptKind, round: Number(round) };
  return { ...parseCheck(id), tree: pinned === undefined ? 'own' : 'pinned', attempt };
}

export function readsTests(run: Check): boolean {
  return traitsOf(run).readsTests === true;
}

/** Every execution in the checkout of an independent run. */
export function isIndependent(run: Check): boolean {
  return traitsOf(run).isIndependent === true;
}

/** Whether the tests come from an author other than the tree's own candidate. */
export function isTaskCheck(run: Check): boolean {
  return traitsOf(run).isAboutTask === true;
}

/** Whether how the check behaves on its own says something about the tree: it is a check of the policy, or prepares one. */
export function isOfPolicy({ check }: Check): boolean {
  return ['build', 'test', 'lint', 'security', 'metric', SETUP_CHECK, 'other'].includes(check);
}

/** Whether Hydra adds tests. */
export function isCanary(run: Check): boolean {
  return traitsOf(run).isCanary === true;
}

/** Whether the command has to fail. Only some of the added tests are repeated, and they need not fail. */
export function mustFail(run: CheckRun): boolean {
  return isCanary(run) && run.attempt === null;
}

const ATTEMPT_WORDS: Record<AttemptKind, string> = {
  again: 'repeated',
  selected: 'tests in question',
  shuffled: 'some tests again',
  changed: 'changed test files',
  plain: 'without restrictions',
  online: 'with the network on',
};

/** "test, tests in question (2), with the base's tests" */
export function describeCheckRun(run: CheckRun): string {
  const { tree, attempt } = run;
  const repeated =
    attempt === null
      ? ''
      : `, ${ATTEMPT_WORDS[attempt.kind]}${['changed', 'plain', 'online'].includes(attempt.kind) ? '' : ` (${attempt.round})`}`;
  return `${traitsOf(run).words}${repeated}${tree === 'pinned' ? ", with the base's tests" : ''}`;
}
