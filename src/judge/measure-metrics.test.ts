import { describe, expect, test } from 'vitest';
import { makeMetric, makePolicy } from '../../test/facts-builder.ts';
import { capture, subjectWith } from '../../test/readings-builder.ts';
import type { Capture, MetricReading } from '../contract/index.ts';
import { measureMetrics } from './measure-metrics.ts';
import type { MetricRun, SubjectReading } from './run-reading.ts';

const policy = makePolicy({ metrics: { size: makeMetric() } });

function run(reading: MetricReading, changes: Partial<Capture> = {}, absentTool: string | null = null): MetricRun {
  return { capture: capture(changes), absentTool, reading };
}

const printed = (value: number, changes: Partial<Capture> = {}) => run({ state: 'read', value }, changes);

function measured(runs: MetricRun[], changes: Partial<SubjectReading> = {}) {
  return measureMetrics(policy, { ...subjectWith([]), metrics: [{ name: 'size', runs }], ...changes }).metrics?.size;
}

test('takes the median of all runs, and keeps their order', () => {
  expect(measured([printed(9), printed(1), printed(5)])).toEqual({ state: 'measured', value: 5, runs: [9, 1, 5] });
  expect(measured([printed(0)])).toEqual({ state: 'measured', value: 0, runs: [0] });
});

test('omits metrics that the policy does not have', () => {
  expect(measureMetrics(makePolicy(), { ...subjectWith([]), metrics: [{ name: 'size', runs: [printed(1)] }] })).toEqual({});
});

describe('without a number', () => {
  test.each<[string, MetricRun, object]>([
    [
      'no number in the output',
      run({ state: 'unreadable', why: 'its output has no number' }),
      { state: 'broken', why: 'its output has no number' },
    ],
    [
      'a command that fails, whatever it prints',
      printed(5, { exit_code: 3 }),
      { state: 'broken', why: 'its command exited with 3' },
    ],
    [
      'a missing tool',
      run({ state: 'unreadable', why: '' }, { exit_code: 127 }, 'sh: x: not found'),
      { state: 'unavailable', why: 'sh: x: not found' },
    ],
    [
      'a command that does not end',
      printed(5, { ended: 'timed_out', exit_code: null }),
      { state: 'broken', why: 'it did not end within 60 s' },
    ],
  ])('%s', (_, only, expected) => {
    expect(measured([only])).toEqual(expected);
  });

  test('one of several runs is enough', () => {
    expect(measured([printed(1), printed(2, { exit_code: 1 }), printed(3)])).toEqual({
      state: 'broken',
      why: 'in run 2 of 3, its command exited with 1',
    });
  });

  test('there are no runs: the set-up failed, or the run has no such metric', () => {
    expect(measured([], { metricSetup: 'the set-up failed' })).toEqual({ state: 'broken', why: 'the set-up failed' });
    expect(measured([], { notCaptured: { state: 'broken', why: 'no' } })).toEqual({ state: 'broken', why: 'no' });
    expect(measured([])).toEqual({ state: 'not_configured' });
  });
});
