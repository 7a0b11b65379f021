import { expect, test } from 'vitest';
import { MemoryBudget } from '../../../parse/engine/memory-budget.ts';
import { ResultBuilder } from '../../../parse/engine/result-builder.ts';
import { ResultsById } from './results-by-id.ts';

function resultsById(maxBytes?: number) {
  const budget = new MemoryBudget(maxBytes);
  const builder = new ResultBuilder('test', 'tool', budget, { firstLine: 1, lineNumber: 1, before: () => '' });
  return { budget, results: new ResultsById(builder) };
}

test('lists each test once, in order of appearance, with its last status', () => {
  const { results } = resultsById();
  results.set('b', 'failed');
  results.set('a', 'passed');
  results.set('b', 'passed');
  results.set('a', 'skipped');
  expect(results.tests).toEqual([
    { id: 'b', status: 'passed' },
    { id: 'a', status: 'skipped' },
  ]);
  expect([results.get('a'), results.get('b'), results.get('c')]).toEqual(['skipped', 'passed', undefined]);
});

test('stays within the memory budget and does not charge a repeated test', () => {
  const { budget, results } = resultsById(2 * (160 + 1));
  for (const id of ['a', 'b', 'a', 'b']) results.set(id, 'passed');
  expect(budget.isExceeded).toBe(false);
  for (const id of ['c', 'd']) results.set(id, 'passed');
  expect([budget.isExceeded, results.tests.length, results.get('d')]).toEqual([true, 2, undefined]);
});
