import { expect, test } from 'vitest';
import { testsThatFit } from './tests-that-fit.ts';

test('names of a status are given up where there are more than the total says', () => {
  const tests = [
    { id: 'a', status: 'passed' as const },
    { id: 'b', status: 'passed' as const },
    { id: 'c', status: 'failed' as const },
    { id: 'd', status: 'skipped' as const },
  ];
  expect(testsThatFit(tests, { passed: 1, failed: 2, skipped: null }).map(({ id }) => id)).toEqual(['c', 'd']);
});
