import { expect, test } from 'vitest';
import {
  type CheckRun,
  describeCheckRun,
  formatCheckRun,
  isCanary,
  isMetricCheck,
  isMetricStep,
  metricStep,
  mustFail,
  parseCheckRun,
} from './check-run.ts';

const NAMES: [string, CheckRun][] = [
  ['test', { check: 'test', tree: 'own', attempt: null }],
  ['build.web', { check: 'build.web', tree: 'own', attempt: null }],
  ['pinned-test', { check: 'test', tree: 'pinned', attempt: null }],
  ['again3-test', { check: 'test', tree: 'own', attempt: { kind: 'again', round: 3 } }],
  ['pinned-selected12-test', { check: 'test', tree: 'pinned', attempt: { kind: 'selected', round: 12 } }],
  ['changed1-test', { check: 'test', tree: 'own', attempt: { kind: 'changed', round: 1 } }],
  ['pinned-canary-file', { check: 'canary-file', tree: 'pinned', attempt: null }],
  ['metric.size', { check: 'metric.size', tree: 'own', attempt: null }],
  ['again2-metric.size', { check: 'metric.size', tree: 'own', attempt: { kind: 'again', round: 2 } }],
  ['build.again1-x', { check: 'build.again1-x', tree: 'own', attempt: null }],
];

test.each(NAMES)('formats and parses %s', (name, run) => {
  expect([formatCheckRun(run), parseCheckRun(name)]).toEqual([name, run]);
});

test('recognizes the runs with an added failing test', () => {
  expect(['canary', 'pinned-canary', 'canary-file', 'test'].map((name) => isCanary(parseCheckRun(name)))).toEqual([
    true,
    true,
    true,
    false,
  ]);
});

test('a run with added tests must fail, unless it repeats some of them', () => {
  const names = ['canary', 'varied', 'pinned-varied', 'again1-varied', 'test'];
  expect(names.map((name) => mustFail(parseCheckRun(name)))).toEqual([true, true, true, false, false]);
});

test('tells the runs of a metric from the steps that prepare them', () => {
  const names = ['metric.build', 'again1-metric.size', metricStep('build'), metricStep('setup'), 'build'];
  expect(names.map((name) => isMetricCheck(parseCheckRun(name)))).toEqual([true, true, false, false, false]);
  expect(names.map((name) => isMetricStep(parseCheckRun(name)))).toEqual([false, false, true, true, false]);
  expect(names.map((name) => describeCheckRun(parseCheckRun(name)))).toEqual([
    'metric build',
    'metric size, repeated (1)',
    'build for the metrics',
    'set-up for the metrics',
    'build',
  ]);
});
