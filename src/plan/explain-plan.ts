// The reasons of a plan as lines of text, for HYDRA_DEBUG=plan.
import { formatCheckRun, type PlannedCapture, type Subject } from '../contract/index.ts';
import type { Standing } from './planning.ts';

export type ExplainPlan = (line: string) => void;

export function describePlanned(planner: string, { subject, run, reason }: PlannedCapture): string {
  return `${planner}: ${nameOf(subject)} ${formatCheckRun(run)}: ${reason}`;
}

export function describeStanding({ leader, leaders, undecided, asked }: Standing): string {
  const parts = Object.entries({ leaders, undecided, 'asked for answers': asked }).map(
    ([what, names]) => `${what} ${names.size === 0 ? 'none' : [...names].sort().join(', ')}`,
  );
  return `results so far: leader ${leader ?? 'none'}; ${parts.join('; ')}`;
}

function nameOf(subject: Subject): string {
  return subject.kind === 'baseline' ? 'base' : subject.name;
}
