// Plans the measurements of the user's metrics on the base and on every candidate.

import {
  BASELINE,
  type CheckRun,
  firstCapture,
  type MetricPlan,
  metricCheck,
  type PlannedCapture,
  type Policy,
  planMetricChecks,
  type Subject,
} from '../contract/index.ts';
import type { RunReading, SubjectReading } from '../judge/index.ts';
import { subjectOf } from './planning.ts';

/**
 * All trees in one stage, after their checks and after the agents of a race: values that depend on the load of the machine
 * compare only if they are measured under the same conditions.
 */
export function planMetrics({ baseline, candidates }: RunReading, policy: Policy): PlannedCapture[] {
  const checks = planMetricChecks(policy);
  const plan = (subject: Subject, reading: SubjectReading) =>
    canBeMeasured(reading) ? checks.flatMap((check) => openRuns(check, subject, reading)) : [];
  return [...plan(BASELINE, baseline), ...candidates.flatMap((candidate) => plan(subjectOf(candidate), candidate))];
}

function canBeMeasured({ notCaptured, metricSetup }: SubjectReading): boolean {
  return notCaptured.state !== 'broken' && metricSetup === undefined;
}

function openRuns(check: MetricPlan, subject: Subject, reading: SubjectReading): PlannedCapture[] {
  const { repeat } = check;
  const done = reading.metrics.find(({ name }) => metricCheck(name) === check.id)?.runs.length ?? 0;
  return done >= repeat ? [] : Array.from({ length: repeat }, (_, round) => planRound(check, subject, round));
}

function planRound(check: MetricPlan, subject: Subject, round: number): PlannedCapture {
  const { repeat } = check;
  const reason = repeat === 1 ? 'a metric' : `a metric, run ${round + 1} of ${repeat}`;
  const first = firstCapture(check, subject, 'own', reason);
  const attempt: CheckRun['attempt'] = round === 0 ? null : { kind: 'again', round };
  // A value that varies was measured under other conditions in an earlier run of Hydra.
  return { ...first, run: { ...first.run, attempt }, usesCache: repeat === 1 };
}
