import { expect, test } from 'vitest';
import { evidenceOf } from '../../../test/evidence-builder.ts';
import { findIntegrity } from '../integrity/index.ts';

const accepted = (control: string | null, before = '3600') => ({
  beside: 'tests/test_a.py',
  original: 'test_hours',
  path: 'tests/test_inner_left_tail.py',
  name: 'test_deep_first_path',
  change: { line: 7, before, after: '3589' },
  control,
});
const found = (...differences: ReturnType<typeof accepted>[]) =>
  findIntegrity(evidenceOf({}, { varied: { differences, answers: [] } })).map(
    ({ id, severity, message }) => `${severity} ${id}: ${message}`,
  );

test('an error if another tree fails the copy', () => {
  expect(found(accepted('the base'), accepted('other', '60'))).toEqual([
    'error assertions_ineffective: passes tests with a wrong expected value: 3589 instead of 3600 in line 7 of tests/test_a.py, 3589 instead of 60 in line 7 of tests/test_a.py; the same copies behave as expected on the base, other',
  ]);
});

test('only information if no tree can be compared', () => {
  expect(found(accepted(null))).toEqual([
    'info assertions_ineffective: passes a test with a wrong expected value: 3589 instead of 3600 in line 7 of tests/test_a.py; no other tree passes the original to compare with',
  ]);
});
