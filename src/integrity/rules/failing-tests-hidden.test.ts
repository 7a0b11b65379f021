import { accepts, reports } from '../../../test/evidence-builder.ts';

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
