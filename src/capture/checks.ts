// Capture: which commands a policy runs on every tree, in which order.
import type { CanaryFile, CheckId, Policy } from '../contract/index.ts';
import { CHECK_IDS } from '../contract/index.ts';

export interface CheckPlan {
  /** build, test, lint, security, or build.NAME for a build target. */
  id: string;
  kind: CheckId;
  command: string;
  timeoutSeconds: number;
  alone: boolean;
  /** Failing tests of Hydra's own that lie in the tree while it runs. */
  canaries?: readonly CanaryFile[];
}

/** The test check once more, with a failing test in it. */
export const CANARY_CHECK = 'canary';

const TARGET_PREFIX = 'build.';

/** Build first: tests and linters often read what it makes. */
export function planChecks(policy: Policy): CheckPlan[] {
  const { commands, timeouts, build } = policy.scoring;
  return CHECK_IDS.flatMap((kind) => {
    const common = { kind, timeoutSeconds: timeouts[kind], alone: policy.workspace.alone.includes(kind) };
    const command = commands[kind];
    const own = command === null ? [] : [{ ...common, id: kind, command }];
    const targets =
      kind === 'build' && build.mode === 'gradient'
        ? Object.entries(build.targets).map(([name, target]) => ({ ...common, id: TARGET_PREFIX + name, command: target }))
        : [];
    return [...own, ...targets];
  });
}

/** Runs last, so that nothing it leaves behind meets another check; null where there is nothing to add. */
export function planCanary(policy: Policy, canaries: readonly CanaryFile[]): CheckPlan | null {
  const test = planChecks(policy).find(({ kind }) => kind === 'test');
  return test === undefined || canaries.length === 0 ? null : { ...test, id: CANARY_CHECK, canaries };
}

/** The names of the build targets that a policy asks for. */
export function buildTargets(policy: Policy): { name: string; check: string }[] {
  const { mode, targets } = policy.scoring.build;
  return mode === 'gradient' ? Object.keys(targets).map((name) => ({ name, check: TARGET_PREFIX + name })) : [];
}
