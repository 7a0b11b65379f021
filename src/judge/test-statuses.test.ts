import { expect, test } from 'vitest';
import { read, tests } from '../../test/readings-builder.ts';
import { completeStatusesOf, statusesOf } from './test-statuses.ts';

const summary = tests({ a: 'passed', b: 'failed', c: 'skipped' });
const NAMED = [
  ['a', 'passed'],
  ['b', 'failed'],
  ['c', 'skipped'],
];

test('maps each test to its status', () => {
  expect([...statusesOf(read(summary))]).toEqual(NAMED);
  expect([...completeStatusesOf(read(summary))]).toEqual(NAMED);
});

test('is complete only if the run lists every test', () => {
  const partial = read({ ...summary, precision: 'totals' });
  expect([...statusesOf(partial)]).toEqual(NAMED);
  expect([...completeStatusesOf(partial)]).toEqual([]);
});

test('is empty without a result', () => {
  expect([statusesOf(null), statusesOf({ state: 'not_configured' }), completeStatusesOf(null)].map(({ size }) => size)).toEqual([
    0, 0, 0,
  ]);
});
