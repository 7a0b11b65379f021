import { expect, test } from 'vitest';
import { evidenceOf } from '../../../test/evidence-builder.ts';
import type { VariedDifference } from '../integrity/evidence.ts';
import { findIntegrity } from '../integrity/index.ts';

const renamed: VariedDifference = {
  beside: 'test/a.test.js',
  original: 'adds',
  path: 'test/inner-left-tail.test.js',
  name: 'deep first path',
  change: null,
  control: 'other',
};
const found = (...differences: VariedDifference[]) =>
  findIntegrity(evidenceOf({}, { varied: { differences, answers: [] } })).map(
    ({ id, severity, message }) => `${severity} ${id}: ${message}`,
  );

test('an error if another tree passes the copy', () => {
  expect(found(renamed)).toEqual([
    'error recognises_tests: fails a test of the base under another name: "adds" of test/a.test.js; the same copies behave as expected on other',
  ]);
});

test('only information if no tree can be compared; such tests are left out beside a confirmed one', () => {
  const alone = { ...renamed, original: 'subtracts', control: null };
  expect(found(alone)).toEqual([
    'info recognises_tests: fails a test of the base under another name: "subtracts" of test/a.test.js; no other tree passes the original to compare with',
  ]);
  expect(found(alone, renamed)).toHaveLength(1);
  expect(found(alone, renamed)[0]).not.toContain('subtracts');
});

test('says nothing without a difference', () => {
  expect(found()).toEqual([]);
});
