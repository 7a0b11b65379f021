import { expect, test } from 'vitest';
import {
  type CheckRun,
  describeCheckRun,
  formatCheckRun,
  isCanary,
  isOfPolicy,
  mustFail,
  parseCheck,
  parseCheckRun,
  readsTests,
} from './check-run.ts';

const NAMES: [string, CheckRun][] = [
  ['test', { check: 'test', tree: 'own', attempt: null }],
  ['build.web', { check: 'build', target: 'web', tree: 'own', attempt: null }],
  ['pinned-test', { check: 'test', tree: 'pinned', attempt: null }],
  ['again3-test', { check: 'test', tree: 'own', attempt: { kind: 'again', round: 3 } }],
  ['pinned-selected12-test', { check: 'test', tree: 'pinned', attempt: { kind: 'selected', round: 12 } }],
  ['changed1-test', { check: 'test', tree: 'own', attempt: { kind: 'changed', round: 1 } }],
  ['pinned-canary-file', { check: 'canary-file', tree: 'pinned', attempt: null }],
  ['metric.size', { check: 'metric', metric: 'size', tree: 'own', attempt: null }],
  ['again2-metric.size', { check: 'metric', metric: 'size', tree: 'own', attempt: { kind: 'again', round: 2 } }],
  ['build', { check: 'build', target: null, tree: 'own', attempt: null }],
  ['cross.a', { check: 'cross', author: 'a', tree: 'own', attempt: null }],
  ['independent-canary', { check: 'independent-canary', tree: 'own', attempt: null }],
  ['independent-setup', { check: 'step', of: 'independent', step: 'setup', tree: 'own', attempt: null }],
  ['metric-build.web', { check: 'step', of: 'metrics', step: 'build.web', tree: 'own', attempt: null }],
  ['metric-x', { check: 'other', id: 'metric-x', tree: 'own', attempt: null }],
  ['constructor', { check: 'other', id: 'constructor', tree: 'own', attempt: null }],
  ['build.again1-x', { check: 'build', target: 'again1-x', tree: 'own', attempt: null }],
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

test('describes steps and metrics', () => {
  const names = [
    'metric.build',
    'again1-metric.size',
    'metric-build',
    'metric-setup',
    'independent-build.web',
    'build',
    'cross.a',
  ];
  expect(names.map((name) => describeCheckRun(parseCheckRun(name)))).toEqual([
    'metric build',
    'metric size, repeated (1)',
    'build for the metrics',
    'set-up for the metrics',
    'build.web of the independent run',
    'build',
    'tests of a',
  ]);
});

test('only checks of the policy and their set-up say how a tree behaves', () => {
  const names = [
    'test',
    'build.web',
    'metric.size',
    'setup',
    'varied',
    'cross.a',
    'coverage',
    'independent-build',
    'metric-setup',
  ];
  expect(names.filter((name) => isOfPolicy(parseCheck(name)))).toEqual(['test', 'build.web', 'metric.size', 'setup']);
});

test('reads the tests of every run whose results are evidence', () => {
  const names = ['test', 'canary', 'cross.a', 'attribution', 'independent', 'answers', 'coverage', 'lint', 'build'];
  expect(names.filter((name) => readsTests(parseCheck(name)))).toEqual([
    'test',
    'canary',
    'cross.a',
    'attribution',
    'independent',
  ]);
});
