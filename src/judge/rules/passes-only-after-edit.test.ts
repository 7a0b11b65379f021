import { expect, test } from 'vitest';
import { evidenceOf, reports, WORK } from '../../../test/evidence-builder.ts';
import { findIntegrity } from '../integrity/index.ts';

const found = ['error passes_only_after_edit'];

reports([
  [
    'a failing test that passes only as the candidate edited it',
    {},
    found,
    { tests: [{ id: 'a', base: 'failed', own: 'passed', pinned: 'failed' }] },
  ],
  [
    'a passing test that passes only as the candidate edited it',
    {},
    found,
    { tests: [{ id: 'a', base: 'passed', own: 'passed', pinned: 'failed' }] },
  ],
  ['a run without test names that passes only unpinned', {}, found, { passesOnlyUnpinned: true }],
]);

test.each([
  ['a contested test', { base: 'passed', own: 'passed', pinned: 'failed' }, new Set(['a'])],
  ['a fixed test', { base: 'failed', own: 'passed', pinned: 'passed' }, new Set<string>()],
  ['a test that still fails', { base: 'failed', own: 'failed', pinned: 'failed' }, new Set<string>()],
  ['a regression that the own run shows too', { base: 'passed', own: 'failed', pinned: 'failed' }, new Set<string>()],
] as const)('accepts %s', (_, statuses, contested) => {
  expect(findIntegrity(evidenceOf(WORK, { tests: [{ id: 'a', ...statuses }], contested }))).toEqual([]);
});

test('names the tests', () => {
  const tests = ['a', 'b', 'c', 'd'].map((id) => ({ id, base: 'failed', own: 'passed', pinned: 'failed' }) as const);
  expect(findIntegrity(evidenceOf(WORK, { tests })).map(({ message }) => message)).toEqual([
    "4 tests pass only with the candidate's changes to tests or settings: a, b, c and 1 more",
  ]);
});
