import { expect, test } from 'vitest';
import { accepts, evidenceOf, reports } from '../../../test/evidence-builder.ts';
import { findIntegrity } from '../integrity/index.ts';

const found = ['error failing_tests_hidden'];
const deletion = { 'tests/test_a.py': ['-def test_a():', '-    pass'] };

reports([
  ['a deleted test that fails', deletion, found, { tests: [{ id: 'a', base: 'failed', own: null, pinned: 'failed' }] }],
  ['a skipped test that fails', {}, found, { tests: [{ id: 'a', base: 'failed', own: 'skipped', pinned: 'failed' }] }],
]);

accepts([
  [
    'a deleted test that every candidate loses',
    deletion,
    { tests: [{ id: 'a', base: 'passed', own: null, pinned: 'failed' }], lostByAll: new Set(['a']) },
  ],
  ['a contested test', {}, { tests: [{ id: 'a', base: 'passed', own: 'skipped', pinned: 'failed' }], contested: new Set(['a']) }],
]);

test('shows the removed lines of test data that has no names of tests', () => {
  const change = { 'src/code.js': ['-old', '+new'], 'test/fixtures/rows.js': [' a', '-b', '-c', ' d'] };
  const evidence = evidenceOf(change, {
    tests: [{ id: 'test/run.js > row b', base: 'failed', own: null, pinned: 'failed' }],
    restored: [{ path: 'test/fixtures/rows.js', why: 'test' }],
  });
  const places = [{ path: 'test/fixtures/rows.js', side: 'old', start_line: 2, end_line: 3 }];
  expect(findIntegrity(evidence).filter(({ severity }) => severity === 'error')).toMatchObject([
    { id: 'failing_tests_hidden', message: "1 test no longer runs; with the base's tests it fails: test/run.js > row b", places },
  ]);
  const withoutPinnedFiles = findIntegrity({ ...evidence, restored: [] });
  expect(withoutPinnedFiles.find(({ id }) => id === 'failing_tests_hidden')?.places).toBeUndefined();
});
