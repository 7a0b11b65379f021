import { expect, test } from 'vitest';
import { makeMetric, makePolicy } from '../../test/facts-builder.ts';
import { capture, subjectWith } from '../../test/readings-builder.ts';
import { formatCheckRun } from '../contract/index.ts';
import type { CandidateCaptures, MetricRun, RunReading, SubjectReading } from '../judge/index.ts';
import { planMetrics } from './plan-metrics.ts';

const policy = makePolicy({
  metrics: { time: makeMetric({ command: 'bench', repeat: 3 }), size: makeMetric({ command: 'du' }) },
  timeouts: { metric: 42 },
});
const RUN: MetricRun = { capture: capture(), absentTool: null, reading: { state: 'read', value: 1 } };

function reading(base: Partial<SubjectReading> = {}, own: Partial<SubjectReading> = {}): RunReading {
  const candidate = { ...subjectWith([]), ...own, entry: { name: 'a' } } as unknown as CandidateCaptures;
  return { baseline: { ...subjectWith([]), ...base }, candidates: [candidate] } as unknown as RunReading;
}

const planned = (run: RunReading) =>
  planMetrics(run, policy).map(
    ({ subject, run: check }) => `${subject.kind === 'candidate' ? subject.name : 'base'} ${formatCheckRun(check)}`,
  );

const measured = (size: number, time: number) => ({
  metrics: [
    { name: 'size', runs: Array<MetricRun>(size).fill(RUN) },
    { name: 'time', runs: Array<MetricRun>(time).fill(RUN) },
  ],
});

test('plans every run of every metric on the base and on every candidate', () => {
  expect(planned(reading())).toEqual([
    ...['base metric.size', 'base metric.time', 'base again1-metric.time', 'base again2-metric.time'],
    ...['a metric.size', 'a metric.time', 'a again1-metric.time', 'a again2-metric.time'],
  ]);
});

test('runs repeated measurements alone and without the cache, and others like a check', () => {
  const [size, time] = planMetrics(reading(), policy);
  expect(size).toMatchObject({ kind: 'metric', command: 'du', timeoutSeconds: 42, alone: false, usesCache: true });
  expect(size).toMatchObject({ reason: 'a metric', asksForReport: false });
  expect(time).toMatchObject({ command: 'bench', alone: true, usesCache: false, reason: 'a metric, run 1 of 3' });
});

test('runs every metric alone on request', () => {
  const alone = { ...policy, workspace: { ...policy.workspace, alone: ['metric' as const] } };
  expect(planMetrics(reading(), alone).map((capture) => capture.alone)).toEqual(Array(8).fill(true));
});

test('plans nothing that was measured, and an interrupted measurement as a whole', () => {
  expect(planned(reading(measured(1, 3), measured(1, 3)))).toEqual([]);
  const rest = ['a metric.time', 'a again1-metric.time', 'a again2-metric.time'];
  expect(planned(reading(measured(1, 3), measured(1, 2)))).toEqual(rest);
});

test('plans nothing where the set-up failed', () => {
  expect(planned(reading(measured(1, 3), { metricSetup: 'no' }))).toEqual([]);
  expect(planned(reading(measured(1, 3), { notCaptured: { state: 'broken', why: 'no' } }))).toEqual([]);
});

test('plans nothing without metrics', () => {
  expect(planMetrics(reading(), makePolicy())).toEqual([]);
});
