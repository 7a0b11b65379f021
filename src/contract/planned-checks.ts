// The commands that a policy runs on every tree, in order.
import { CHECK_IDS, type CheckKind } from './check.ts';
import { type CheckRun, checkId, metricCheck, parseCheck } from './check-run.ts';
import { AUTO_SECURITY, metricNames, type Policy } from './files/policy.ts';
import type { PlannedCapture, Subject } from './planned-capture.ts';

export interface CheckPlan {
  /** build, test, lint, security, build.NAME for a build target, or metric.NAME for a metric. */
  id: string;
  kind: CheckKind;
  command: string;
  timeoutSeconds: number;
  alone: boolean;
}

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
        ? Object.entries(build.targets).map(([name, target]) => ({
            ...common,
            id: checkId({ check: 'build', target: name }),
            command: target,
          }))
        : [];
    return [...own, ...targets];
  });
}

export interface MetricPlan extends CheckPlan {
  /** The number of runs. */
  repeat: number;
}

/** A metric that needs several runs depends on the load of the machine, so nothing else may run at the same time. */
export function planMetricChecks(policy: Policy): MetricPlan[] {
  const { metrics, timeouts } = policy.scoring;
  return metricNames(policy).flatMap((name) => {
    const metric = metrics[name];
    if (metric === undefined) return [];
    const { command, repeat } = metric;
    const alone = repeat > 1 || policy.workspace.alone.includes('metric');
    return [{ id: metricCheck(name), kind: 'metric' as const, command, timeoutSeconds: timeouts.metric, alone, repeat }];
  });
}

/** The first run of a check. */
export function firstCapture(check: CheckPlan, subject: Subject, tree: CheckRun['tree'], reason: string): PlannedCapture {
  const { id, kind, command, timeoutSeconds, alone } = check;
  return {
    ...{ kind, command, timeoutSeconds, alone },
    subject,
    run: { ...parseCheck(id), tree, attempt: null },
    canaries: [],
    varied: [],
    probes: null,
    commit: null,
    asksForReport: check.kind === 'test',
    coverage: null,
    independent: null,
    leftOut: null,
    authors: null,
    // Advisories are a property of the day, not of the tree.
    usesCache: check.kind !== 'security',
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
  return mode === 'gradient'
    ? Object.keys(targets).map((name) => ({ name, check: checkId({ check: 'build', target: name }) }))
    : [];
}
