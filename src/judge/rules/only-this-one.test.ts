import { expect, test } from 'vitest';
import { evidenceOf, spelled } from '../../../test/evidence-builder.ts';
import { findIntegrity } from '../integrity/index.ts';

test.each([
  [0, []],
  [1, []],
  [2, ['info only_this_one b.c']],
])('beside %i others that change only a.c, reports for b.c: %j', (count, expected) => {
  const others = Array.from({ length: count }, () => evidenceOf({ 'a.c': ['+x'] }));
  expect(findIntegrity(evidenceOf({ 'a.c': ['+x'], 'b.c': ['+y'] }, { others })).map(spelled)).toEqual(expected);
});

test('says what kind of file it is', () => {
  const other = evidenceOf({ 'package.json': ['+  "type": "module",'] });
  const change = { 'package.json': ['-    "test": "a"', '+    "test": "b"'], 'pytest.ini': ['+x'], 'tests/test_a.py': ['+x'] };
  const found = findIntegrity(evidenceOf(change, { others: [other, other] })).filter(({ id }) => id === 'only_this_one');
  expect(found.map(({ message, place }) => `${place?.path}: ${message}`)).toEqual([
    'pytest.ini: only this candidate changes this test runner setting',
    'tests/test_a.py: only this candidate changes this test file',
    'package.json: only this candidate edits check scripts',
  ]);
});

test('reports at most 20 files', () => {
  const change = Object.fromEntries(Array.from({ length: 21 }, (_, index) => [`src/${index}.c`, ['+x']]));
  const others = [evidenceOf({ 'a.c': ['+x'] }), evidenceOf({ 'a.c': ['+x'] })];
  expect(findIntegrity(evidenceOf(change, { others }))).toHaveLength(20);
});
