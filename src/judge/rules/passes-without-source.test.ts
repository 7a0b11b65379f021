import { expect, test } from 'vitest';
import { evidenceOf, reports, WORK } from '../../../test/evidence-builder.ts';
import type { RestoredFile } from '../../contract/index.ts';
import { findIntegrity } from '../integrity/index.ts';

const failing = { id: 'a', base: 'failed', own: 'passed', pinned: 'failed' } as const;
const because = (...files: RestoredFile[]) => new Map([['a', files]]);
const settings: RestoredFile = { path: 'etc/hooks.js', why: 'support' };
const data: RestoredFile = { path: 'data/rates.csv', why: 'data' };

reports([
  [
    'a test that passes because of a setup file, and no second error',
    {},
    ['error passes_without_source'],
    { tests: [failing], causes: because(settings) },
  ],
  [
    'a test that is missing from the pinned run',
    {},
    ['error passes_without_source'],
    { tests: [{ ...failing, pinned: null }], causes: because(settings) },
  ],
  ['a test that needs plain data', {}, ['warning passes_without_source'], { tests: [failing], causes: because(data) }],
  ['a test that was edited itself', {}, ['error passes_only_after_edit'], { tests: [failing], causes: because() }],
  [
    'a run without test names that passes only with other settings',
    {},
    ['error passes_without_source'],
    { passesOnlyUnpinned: true, restored: [settings] },
  ],
  [
    'a run without test names that passes only with other tests',
    {},
    ['error passes_only_after_edit'],
    { passesOnlyUnpinned: true, restored: [{ path: 'test/a.sh', why: 'test' }] },
  ],
]);

test('names the tests and the files', () => {
  const [finding] = findIntegrity(evidenceOf(WORK, { tests: [failing], causes: because(settings, data) }));
  expect(finding?.message).toBe(
    '1 test passes because of etc/hooks.js (loaded by tests or settings), data/rates.csv (data), not because of product source: a',
  );
});

test('accepts contested tests and leaves those that every candidate loses to another rule', () => {
  const evidence = { tests: [failing], causes: because(settings) };
  expect(findIntegrity(evidenceOf(WORK, { ...evidence, contested: new Set(['a']) }))).toEqual([]);
  const lost = findIntegrity(evidenceOf(WORK, { ...evidence, lostByAll: new Set(['a']) }));
  expect(lost.map(({ id }) => id)).toEqual(['tests_given_up']);
});
