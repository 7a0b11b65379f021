import { expect, test } from 'vitest';
import { assess, makeCandidate, makeFacts, taskTest } from '../../../test/facts-builder.ts';
import type { TaskTest } from '../../contract/index.ts';
import { acceptance } from './acceptance.ts';

const brought = (id: string, outcome: TaskTest['base'] | undefined, base: TaskTest['base'] = 'fail') =>
  taskTest(id, outcome === undefined ? {} : { codex: outcome }, { base, author: null });

test('scores the share of passing tests among those that fail on the base', () => {
  const tests = [
    brought('a', 'pass'),
    brought('b', 'pass', 'cannot_load'),
    brought('c', 'pass', 'flaky'),
    brought('d', 'fail'),
    brought('keeps', 'fail', 'pass'),
  ];
  expect(assess(acceptance, makeFacts({ acceptance: { tests } }))).toEqual({
    state: 'scored',
    score: 75,
    steps: [{ name: 'score', expression: 'passed / tests * 100', inputs: { passed: 3, tests: 4 }, value: 75 }],
  });
});

test.each(['fail', 'cannot_load', 'flaky', undefined] as const)('%s does not count as passed', (outcome) => {
  const facts = makeFacts({ acceptance: { tests: [brought('a', 'pass'), brought('b', outcome)] } });
  expect(assess(acceptance, facts)).toMatchObject({ state: 'scored', score: 50 });
});

test('scores each candidate by its own outcomes', () => {
  const tests = [taskTest('a', { one: 'pass', two: 'fail' }, { author: null })];
  const facts = makeFacts({ acceptance: { tests }, candidates: ['one', 'two'].map((name) => makeCandidate({ name })) });
  expect(['one', 'two'].map((name) => assess(acceptance, facts, undefined, name))).toMatchObject([{ score: 100 }, { score: 0 }]);
});

test.each([
  ['no tests are given', undefined, { state: 'not_applicable', why: 'no acceptance tests' }],
  [
    'all pass on the base',
    { tests: [brought('a', 'fail', 'pass')] },
    { state: 'unavailable', why: 'all acceptance tests pass on the base, so they say nothing about the task' },
  ],
  ['no test ran', { tests: [] }, { state: 'unavailable', why: 'no acceptance test ran' }],
  [
    'the run gave no result',
    { tests: [brought('a', 'pass')], incomplete: 'it timed out' },
    { state: 'unavailable', why: 'it timed out' },
  ],
])('does not apply if %s', (_, given, expected) => {
  expect(assess(acceptance, makeFacts(given === undefined ? {} : { acceptance: given }))).toEqual(expected);
});
