import { expect, test } from 'vitest';
import type { TestStatus } from '../contract/index.ts';
import { idsChanged, mixedTests, testChanges } from './test-changes.ts';

const run = (statuses: Record<string, TestStatus>) => new Map(Object.entries(statuses));
const BEFORE = run({ a: 'passed', b: 'failed', c: 'passed', d: 'skipped' });

test('lists changed, missing and added tests, each with its position in the first run', () => {
  const after = run({ e: 'failed', a: 'passed', b: 'passed', d: 'skipped', f: 'passed' });
  expect(testChanges(BEFORE, after)).toEqual({
    changed: [
      { id: 'b', at: 1, before: 'failed', after: 'passed' },
      { id: 'c', at: 2, before: 'passed', after: undefined },
    ],
    added: [
      ['e', 'failed'],
      ['f', 'passed'],
    ],
  });
  expect(idsChanged(BEFORE, after, 'failed', 'passed')).toEqual(['b']);
  expect(testChanges(BEFORE, run({ a: 'passed', b: 'failed', c: 'passed', d: 'skipped' }))).toEqual({ changed: [], added: [] });
});

test('compares the same two runs once', () => {
  const after = run({ a: 'failed' });
  expect(testChanges(BEFORE, after)).toBe(testChanges(BEFORE, after));
  expect(testChanges(after, BEFORE)).not.toEqual(testChanges(BEFORE, after));
});

test('finds tests that both passed and failed, also if the first run does not list them', () => {
  expect(mixedTests([BEFORE])).toEqual([]);
  expect(mixedTests([BEFORE, run({ a: 'failed', b: 'skipped', d: 'passed' })])).toEqual(['a']);
  expect(mixedTests([BEFORE, run({ z: 'failed' }), run({ z: 'passed', b: 'failed' })])).toEqual(['z']);
});
