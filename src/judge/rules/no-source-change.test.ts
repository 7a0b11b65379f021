import { expect, test } from 'vitest';
import { alarms, evidenceOf, WORK } from '../../../test/evidence-builder.ts';

const tests = { 'test/a.test.js': ['+assert.equal(f(), 1);'] };
const worker = evidenceOf(WORK);
const alike = evidenceOf(tests);

test('reports a candidate that changes only tests while the other changes code', () => {
  expect(alarms(evidenceOf(tests, { others: [worker] }))).toEqual(['error no_source_change']);
});

test('reports a candidate that changes only settings while half of the others change code', () => {
  expect(alarms(evidenceOf({ 'pytest.ini': ['+[pytest]'] }, { others: [worker, alike] }))).toEqual([
    'error no_source_change',
    'warning checks_loosened pytest.ini',
  ]);
});

test.each([
  ['only tests if most other candidates do the same', tests, [worker, alike, alike]],
  ['only tests if there is no other candidate', tests, []],
  ['tests together with code', { ...tests, ...WORK }, [worker]],
])('accepts %s', (_, change, others) => {
  expect(alarms(evidenceOf(change, { others }))).toEqual([]);
});
