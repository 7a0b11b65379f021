// One execution of a check on one tree of a subject, and the name of its capture folder.
import { z } from 'zod';

/**
 * again: the whole command again. selected: only the tests whose result is in doubt.
 * shuffled: some tests, in another order if the runner has an option for it.
 * changed: only the test files that the candidate changed.
 * plain: without requesting a report and with the network on, to see whether Hydra changes a result.
 * online: with the network on.
 */
export const ATTEMPT_KINDS = ['again', 'selected', 'shuffled', 'changed', 'plain', 'online'] as const;
export const attemptKindSchema = z.enum(ATTEMPT_KINDS);
export type AttemptKind = z.infer<typeof attemptKindSchema>;

export interface CheckRun {
  /**
   * build, test, lint, security, build.NAME, metric.NAME, setup, canary, canary-file, varied, acceptance, authored, examples,
   * commands, answers, cross.AUTHOR, programs.AUTHOR, commented, coverage, attribution or independent.
   */
  check: string;
  /** own: the candidate's tree. pinned: its sources with the base's tests and check settings. */
  tree: 'own' | 'pinned';
  /** Null for the first run of a check. */
  attempt: { kind: AttemptKind; round: number } | null;
}

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

/** The name of a check that prepares an independent run: its set-up and builds. */
export function independentStep(check: string): string {
  return `${INDEPENDENT_CHECK}-${check}`;
}

const METRIC_PREFIX = 'metric.';
const METRIC_STEP_PREFIX = 'metric-';

/** The check that measures a metric of the user. */
export function metricCheck(name: string): string {
  return METRIC_PREFIX + name;
}

export function isMetricCheck({ check }: CheckRun): boolean {
  return check.startsWith(METRIC_PREFIX);
}

/** The name of a check that prepares the checkout of metrics: its set-up and builds. */
export function metricStep(check: string): string {
  return METRIC_STEP_PREFIX + check;
}

export function isMetricStep({ check }: CheckRun): boolean {
  return check.startsWith(METRIC_STEP_PREFIX);
}

/** Every execution in the checkout of an independent run. */
export function isIndependent({ check }: CheckRun): boolean {
  return check === INDEPENDENT_CHECK || check.startsWith(`${INDEPENDENT_CHECK}-`);
}
/** The tests that a candidate fixes, without parts of its change. Their results count only for the attribution. */
export const ATTRIBUTION_CHECK = 'attribution';

const CROSS_PREFIX = 'cross.';

/** The new and changed tests of a candidate, on another tree or, for comparison, on its own. */
export function crossCheck(author: string): string {
  return CROSS_PREFIX + author;
}

const PROGRAMS_PREFIX = 'programs.';

/** The programs that a candidate adds to show a fault, on any tree. */
export function programsCheck(author: string): string {
  return PROGRAMS_PREFIX + author;
}

const TASK_CHECKS = [ACCEPTANCE_CHECK, AUTHORED_CHECK, EXAMPLES_CHECK, COMMANDS_CHECK, COMMENTED_CHECK];

/** Whether it runs tests about the task, which are not those of the tree's own test command. */
export function isTaskCheck({ check }: CheckRun): boolean {
  return TASK_CHECKS.includes(check) || check.startsWith(CROSS_PREFIX) || check.startsWith(PROGRAMS_PREFIX);
}

const NAME = new RegExp(`^(pinned-)?(?:(${ATTEMPT_KINDS.join('|')})(\\d+)-)?(.+)$`, 's');

/** `pinned-again2-test`; `test` for the first run on the candidate's own tree. */
export function formatCheckRun({ check, tree, attempt }: CheckRun): string {
  return `${tree === 'pinned' ? 'pinned-' : ''}${attempt === null ? '' : `${attempt.kind}${attempt.round}-`}${check}`;
}

export function parseCheckRun(name: string): CheckRun {
  const [, pinned, kind, round = '0', check = name] = NAME.exec(name) ?? [];
  const attempt = kind === undefined ? null : { kind: kind as AttemptKind, round: Number(round) };
  return { check, tree: pinned === undefined ? 'own' : 'pinned', attempt };
}

/** Whether Hydra adds tests. */
export function isCanary({ check }: CheckRun): boolean {
  const canaries = [CANARY_CHECK, CANARY_FILE_CHECK, VARIED_CHECK, INDEPENDENT_CANARY_CHECK];
  return canaries.includes(check);
}

/** Whether the command has to fail. Only some of the added tests are repeated, and they need not fail. */
export function mustFail(run: CheckRun): boolean {
  return isCanary(run) && run.attempt === null;
}

const CHECK_WORDS: Record<string, string> = {
  [SETUP_CHECK]: 'set-up',
  [CANARY_CHECK]: 'canary check, whole suite',
  [CANARY_FILE_CHECK]: 'canary check',
  [VARIED_CHECK]: 'varied tests',
  [ACCEPTANCE_CHECK]: 'acceptance tests',
  [AUTHORED_CHECK]: 'tests of the test author',
  [EXAMPLES_CHECK]: 'examples of the task',
  [COMMANDS_CHECK]: 'commands in the task',
  [ANSWERS_CHECK]: 'changed inputs',
  [COMMENTED_CHECK]: 'new tests on the base with added comments',
  [COVERAGE_CHECK]: 'coverage of the change',
  [INDEPENDENT_CHECK]: 'independent run',
  [INDEPENDENT_CANARY_CHECK]: 'independent run with canary',
  [independentStep(SETUP_CHECK)]: 'set-up of the independent run',
  [independentStep('build')]: 'build of the independent run',
  [ATTRIBUTION_CHECK]: 'without parts of the change',
  [metricStep(SETUP_CHECK)]: 'set-up for the metrics',
  [metricStep('build')]: 'build for the metrics',
};

const ATTEMPT_WORDS: Record<AttemptKind, string> = {
  again: 'repeated',
  selected: 'tests in question',
  shuffled: 'some tests again',
  changed: 'changed test files',
  plain: 'without restrictions',
  online: 'with the network on',
};

/** "test, tests in question (2), with the base's tests" */
export function describeCheckRun({ check, tree, attempt }: CheckRun): string {
  const name =
    CHECK_WORDS[check] ??
    check
      .replace(/^cross\./, 'tests of ')
      .replace(/^programs\./, 'programs of ')
      .replace(/^metric\./, 'metric ');
  const repeated =
    attempt === null
      ? ''
      : `, ${ATTEMPT_WORDS[attempt.kind]}${['changed', 'plain', 'online'].includes(attempt.kind) ? '' : ` (${attempt.round})`}`;
  return `${name}${repeated}${tree === 'pinned' ? ", with the base's tests" : ''}`;
}
