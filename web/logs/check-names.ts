// Plain names for the checks of one tree, in groups: "tests again, 1 of 2" instead of again1-test.
import {
  ANSWERS_CHECK,
  ATTRIBUTION_CHECK,
  type AttemptKind,
  type CheckRun,
  COVERAGE_CHECK,
  checkId,
  describeCheckRun,
  isCanary,
  isIndependent,
  isTaskCheck,
  parseCheckRun,
} from '../../src/contract/index.ts';

export interface NamedCheck {
  check: string;
  label: string;
}

export interface CheckGroup {
  title: string;
  checks: NamedCheck[];
}

const TITLES = [
  'Checks',
  "With the base's tests",
  'Repeated',
  'Tests about the task',
  'Planted failures',
  'Independent run',
  'Further measurements',
] as const;
type Title = (typeof TITLES)[number];

/** `checks` in the order in which they are listed. Groups without checks are left out. */
export function groupChecks(checks: readonly string[]): CheckGroup[] {
  const runs = checks.map((check) => ({ check, run: parseCheckRun(check) }));
  const named = runs.map(({ check, run }) => {
    const rounds = runs.filter((other) => isSameAttempt(other.run, run)).length;
    return { check, title: titleOf(run), label: labelOf(run, rounds) };
  });
  return TITLES.map((title) => ({
    title,
    checks: named.filter((each) => each.title === title).map(({ check, label }) => ({ check, label })),
  })).filter((group) => group.checks.length > 0);
}

function titleOf(run: CheckRun): Title {
  if (isIndependent(run)) return 'Independent run';
  if (isCanary(run)) return 'Planted failures';
  if (isTaskCheck(run)) return 'Tests about the task';
  if (FURTHER.includes(run.check)) return 'Further measurements';
  if (run.attempt !== null) return 'Repeated';
  return run.tree === 'pinned' ? "With the base's tests" : 'Checks';
}

const FURTHER: readonly string[] = [ANSWERS_CHECK, COVERAGE_CHECK, ATTRIBUTION_CHECK];

/** The same check, repeated for the same reason, on the same tree. */
function isSameAttempt(one: CheckRun, other: CheckRun): boolean {
  return checkId(one) === checkId(other) && one.tree === other.tree && one.attempt?.kind === other.attempt?.kind;
}

const ATTEMPT_NAMES: Record<AttemptKind, string> = {
  again: 'again',
  selected: 'in question',
  shuffled: 'again, some of them',
  changed: 'of changed files',
  plain: 'without restrictions',
  online: 'with the network on',
};

function labelOf(run: CheckRun, rounds: number): string {
  const { check, tree, attempt } = run;
  const name = check === 'test' ? 'tests' : describeCheckRun({ ...run, tree: 'own', attempt: null });
  if (attempt === null) return name;
  const round = rounds > 1 ? `, ${attempt.round} of ${rounds}` : '';
  // A selection of tests is part of other checks: only for the tests themselves it means doubt.
  const how = attempt.kind === 'selected' && check !== 'test' ? '' : ` ${ATTEMPT_NAMES[attempt.kind]}`;
  return `${name}${how}${round}${tree === 'pinned' ? ", with the base's tests" : ''}`;
}
