// One execution of a check on one tree of a subject, and the name of its capture folder.
import { z } from 'zod';

/**
 * again: the whole test command again. selected: only the tests whose result is in doubt.
 * shuffled: only the new tests, in another order. changed: only the test files that the candidate changed.
 * plain: without requesting a report, to see whether the request changes a result.
 */
export const ATTEMPT_KINDS = ['again', 'selected', 'shuffled', 'changed', 'plain'] as const;
export const attemptKindSchema = z.enum(ATTEMPT_KINDS);
export type AttemptKind = z.infer<typeof attemptKindSchema>;

export interface CheckRun {
  /** build, test, lint, security, build.NAME, setup, canary, canary-file, acceptance, authored, cross.AUTHOR, coverage or attribution. */
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

/** The acceptance tests of the user. */
export const ACCEPTANCE_CHECK = 'acceptance';

/** The tests of an agent that only writes tests. */
export const AUTHORED_CHECK = 'authored';

/** Tests again, to measure which changed lines they execute. Their results are not used. */
export const COVERAGE_CHECK = 'coverage';

/** The tests that a candidate fixes, without parts of its change. Their results count only for the attribution. */
export const ATTRIBUTION_CHECK = 'attribution';

const CROSS_PREFIX = 'cross.';

/** The new and changed tests of a candidate, on another tree or, for comparison, on its own. */
export function crossCheck(author: string): string {
  return CROSS_PREFIX + author;
}

/** Whether the tests come from an author other than the tree's own candidate. */
export function isTaskCheck({ check }: CheckRun): boolean {
  return check === ACCEPTANCE_CHECK || check === AUTHORED_CHECK || check.startsWith(CROSS_PREFIX);
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

export function isCanary({ check }: CheckRun): boolean {
  return check === CANARY_CHECK || check === CANARY_FILE_CHECK;
}

const CHECK_WORDS: Record<string, string> = {
  [SETUP_CHECK]: 'set-up',
  [CANARY_CHECK]: 'canary check, whole suite',
  [CANARY_FILE_CHECK]: 'canary check',
  [ACCEPTANCE_CHECK]: 'acceptance tests',
  [AUTHORED_CHECK]: 'tests of the test author',
  [COVERAGE_CHECK]: 'coverage of the change',
  [ATTRIBUTION_CHECK]: 'without parts of the change',
};

const ATTEMPT_WORDS: Record<AttemptKind, string> = {
  again: 'repeated',
  selected: 'tests in question',
  shuffled: 'new tests, other order',
  changed: 'changed test files',
  plain: 'without asking for a report',
};

/** "test, tests in question (2), with the base's tests" */
export function describeCheckRun({ check, tree, attempt }: CheckRun): string {
  const name = CHECK_WORDS[check] ?? check.replace(/^cross\./, 'tests of ');
  const repeated =
    attempt === null
      ? ''
      : `, ${ATTEMPT_WORDS[attempt.kind]}${attempt.kind === 'changed' || attempt.kind === 'plain' ? '' : ` (${attempt.round})`}`;
  return `${name}${repeated}${tree === 'pinned' ? ", with the base's tests" : ''}`;
}
