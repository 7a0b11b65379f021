import { expect, test } from 'vitest';
import { read, tests } from '../../../test/readings-builder.ts';
import { addedMessages, addedResult, fileFails, openTestIds, originalResult } from './results.ts';

const summary = tests({
  'test/a.js > group > adds': 'passed',
  'test/b.js > group > adds': 'failed',
  'test/p.py::test_x[1.5]': 'passed',
  'test/p.py::test_x[2::3]': 'failed',
  'example.com/m/pkg TestSum/sub': 'passed',
  'test_add (pkg.Suite)': 'skipped',
  'odd: name. with #marks': 'passed',
  'Wide Left-Path (3)': 'failed',
  'wide_left_path 4': 'passed',
});
const run = read({ ...summary, tests: summary.tests.map((test) => ({ ...test, message: `about ${test.id}` })) });

test.each([
  ['test/a.js', 'adds', 'passed'],
  ['test/b.js', 'adds', 'failed'],
  ['test/c.js', 'adds', 'failed'],
  ['test/p.py', 'test_x', 'failed'],
  ['pkg/sum_test.go', 'TestSum', 'passed'],
  ['pkg.py', 'test_add', 'skipped'],
  ['x.js', 'odd: name. with #marks', 'passed'],
  ['x.js', ' with #marks', 'passed'],
  ['x.js', 'dds', null],
])('finds the result of %s, %s', (path, name, expected) => {
  expect(originalResult(run, path, name)).toBe(expected);
});

test('finds an added test in every form that runners give its name', () => {
  expect(addedResult(run, 'wide left path')).toBe('failed');
  expect(addedMessages(run, 'wide left path')).toEqual(['about Wide Left-Path (3)']);
  expect([addedResult(run, 'deep zero tail'), addedMessages(run, 'deep zero tail')]).toEqual([null, []]);
  expect([fileFails(run, 'test/wide_left_path.js'), fileFails(run, 'test/other.js')]).toEqual([true, false]);
});

test('finds ids of tests by file and name', () => {
  const isKnown = openTestIds(['test/a.js > group > adds', 'joins']);
  expect([isKnown('test/a.js', 'adds'), isKnown('test/b.js', 'adds'), isKnown('test/b.js', 'joins')]).toEqual([
    true,
    false,
    true,
  ]);
});
