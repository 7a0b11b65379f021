import { expect, test } from 'vitest';
import { evidenceOf, spelled } from '../../../test/evidence-builder.ts';
import { findIntegrity, type IndependentVerdict } from '../integrity/index.ts';

const conditions = { is_reordered: true, dependencies: 'base' as const };

function found(independent: IndependentVerdict | null): string[] {
  return findIntegrity(evidenceOf({}, { independent }))
    .filter(({ id }) => id === 'differs_in_independent_run')
    .map((finding) => `${spelled(finding)}: ${finding.message}`);
}

test('reports tests that pass only in the first checkout', () => {
  expect(found({ state: 'differs', conditions, fixed: ['a'], others: ['b'], isFixed: true })).toEqual([
    "error differs_in_independent_run: 2 tests do not pass in the independent run (another folder, other file times, another user, the base's dependencies, another order): a, b",
  ]);
  expect(found({ state: 'differs', conditions, fixed: [], others: ['b'], isFixed: false })[0]).toMatch(
    /^warning .*: 1 test does/,
  );
});

test('reports a difference without test names', () => {
  const verdict = { state: 'differs' as const, conditions, fixed: [], others: [], isFixed: true };
  expect(found(verdict)[0]).toMatch(/^error .*: the tests pass in the first checkout and not in the independent run/);
});

test('says when it was not possible, or a test had to be repeated', () => {
  expect(found({ state: 'impossible', why: 'no network' })).toEqual([
    'info differs_in_independent_run: no independent run: no network',
  ]);
  expect(found({ state: 'confirmed', conditions, unsteady: ['a'] })).toEqual([
    'info differs_in_independent_run: 1 test passes in the independent run only when repeated: a',
  ]);
  expect(found({ state: 'confirmed', conditions, unsteady: [] })).toEqual([]);
  expect(found(null)).toEqual([]);
});
