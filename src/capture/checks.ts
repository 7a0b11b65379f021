// The commands that a policy runs on every tree, in order.
import { AUTO_SECURITY, CHECK_IDS, type CheckId, type CheckRun, type Policy } from '../contract/index.ts';
import type { Subject } from '../store/index.ts';
import type { PlannedCapture } from './planned.ts';

export interface CheckPlan {
  /** build, test, lint, security, or build.NAME for a build target. */
  id: string;
  kind: CheckId;
  command: string;
  timeoutSeconds: number;
  alone: boolean;
}

const TARGET_PREFIX = 'build.';

/** Build first: tests and linters often need its output. */
export function planChecks(policy: Policy): CheckPlan[] {
  const { commands, timeouts, build } = policy.scoring;
  return CHECK_IDS.flatMap((kind) => {
    const common = { kind, timeoutSeconds: timeouts[kind], alone: policy.workspace.alone.includes(kind) };
    const command = commands[kind];
    // Planned when the diffs are known.
    const isLater = kind === 'security' && command === AUTO_SECURITY;
    const own = command === null || isLater ? [] : [{ ...common, id: kind, command }];
    const targets =
      kind === 'build' && build.mode === 'gradient'
        ? Object.entries(build.targets).map(([name, target]) => ({ ...common, id: TARGET_PREFIX + name, command: target }))
        : [];
    return [...own, ...targets];
  });
}

/** The first run of a check. */
export function firstCapture(check: CheckPlan, subject: Subject, tree: CheckRun['tree'], reason: string): PlannedCapture {
  const { id, ...rest } = check;
  return {
    ...rest,
    subject,
    run: { check: id, tree, attempt: null },
    canaries: [],
    varied: [],
    commit: null,
    rebuilds: false,
    asksForReport: check.kind === 'test',
    coverage: null,
    independent: null,
    leftOut: null,
    reason,
  };
}

export function planBuilds(policy: Policy, subject: Subject, tree: CheckRun['tree']): PlannedCapture[] {
  const builds = planChecks(policy).filter(({ kind }) => kind === 'build');
  return builds.map((check) => firstCapture(check, subject, tree, 'the other checks need the build'));
}

/** Null if the policy runs no tests. */
export function testCheck(policy: Policy): CheckPlan | null {
  return planChecks(policy).find(({ kind }) => kind === 'test') ?? null;
}

/** The names of the build targets in a policy. */
export function buildTargets(policy: Policy): { name: string; check: string }[] {
  const { mode, targets } = policy.scoring.build;
  return mode === 'gradient' ? Object.keys(targets).map((name) => ({ name, check: TARGET_PREFIX + name })) : [];
}
