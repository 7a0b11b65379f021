// Room pipeline: which commands a policy runs on every tree, in which order.
import type { CheckId, Policy } from '../contract/index.ts';
import { CHECK_IDS } from '../contract/index.ts';

export interface CheckPlan {
  /** build, test, lint, security, or build.NAME for a build target. */
  id: string;
  kind: CheckId;
  command: string;
  timeoutSeconds: number;
  alone: boolean;
}

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

/** The names of the build targets that a policy asks for. */
export function buildTargets(policy: Policy): { name: string; check: string }[] {
  const { mode, targets } = policy.scoring.build;
  return mode === 'gradient' ? Object.keys(targets).map((name) => ({ name, check: TARGET_PREFIX + name })) : [];
}
