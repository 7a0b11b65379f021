import { expect, test } from 'vitest';
import { accepts, type Change, evidenceOf, reports, WORK } from '../../../test/evidence-builder.ts';
import type { TestView } from '../evidence.ts';
import { findIntegrity } from '../index.ts';

const gone: TestView = { id: 'old', base: 'passed', own: null, pinned: 'passed' };
/** The definition of the test changes and nothing else. */
const rename: Change = { 'test/a.test.js': ["-test('old', () => {", "+test('new', () => {"] };
const swap: Change = {
  'test/a.test.js': ["-test('old', () => {", '-  assert.equal(f(), 1);', "+test('new', () => {", '+  assert.equal(g(), 1);'],
};
const deletion: Change = { 'tests/test_a.py': ['-def test_a():', '-    pass'] };

reports([
  ['a test that no longer runs', {}, ['error tests_vanished'], { tests: [gone] }],
  ['a test that runs in neither run', {}, ['error tests_vanished'], { tests: [{ ...gone, pinned: null }] }],
  ['a deleted test as a warning', deletion, ['warning tests_vanished'], { tests: [gone] }],
  [
    'a test after a failure that refuses the candidate as a warning',
    {},
    ['warning tests_vanished'],
    { tests: [gone, { id: 'broken', base: 'passed', own: 'failed', pinned: 'failed' }] },
  ],
  [
    'a test after a failure that the base has too',
    {},
    ['error tests_vanished'],
    { tests: [gone, { id: 'known', base: 'failed', own: 'failed', pinned: 'failed' }] },
  ],
  ['a test that was replaced by another', swap, ['warning tests_vanished'], { tests: [gone], newTests: ['new'] }],
]);

accepts([
  ['a renamed test', rename, { tests: [gone], newTests: ['new'] }],
  ['a renamed test that failed on the base', rename, { tests: [{ ...gone, base: 'failed' }], newTests: ['new'] }],
  ['a test that was skipped on the base', {}, { tests: [{ ...gone, base: 'skipped', pinned: 'skipped' }] }],
]);

test('names a renamed test as information', () => {
  expect(findIntegrity(evidenceOf({ ...WORK, ...rename }, { tests: [gone], newTests: ['new'] }))).toEqual([
    {
      id: 'tests_vanished',
      severity: 'info',
      message: '1 test of the base no longer runs: old',
      place: null,
      tests: ['old'],
      places: [{ path: 'test/a.test.js', side: 'old', start_line: 1, end_line: 1 }],
      how_to_allow: 'set tests_vanished = "info" under [scoring.integrity.severity]',
    },
  ]);
});

test.each([
  ['passed', ", because of the candidate's changes to tests or settings"],
  [null, ', and the diff does not explain it'],
] as const)('says why a test vanished that is %s with the base’s files', (pinned, why) => {
  const more = { tests: [{ ...gone, pinned }], restored: [{ path: 'test/rows.js', why: 'test' as const }] };
  const found = findIntegrity(evidenceOf({ ...WORK, 'test/rows.js': ['-b'] }, more)).find(({ id }) => id === 'tests_vanished');
  expect(found?.message).toBe(`1 test of the base no longer runs${why}: old`);
});
