import { expect, test } from 'vitest';
import { Shelf } from '../../engine/shelf.ts';
import { ResultsById } from './results-by-id.ts';

test('each test once, in order of appearance, with the last that was said of it', () => {
  const results = new ResultsById(new Shelf());
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

test('no more tests than fit on the shelf, and known ones at no cost', () => {
  const shelf = new Shelf(2 * (160 + 1));
  const results = new ResultsById(shelf);
  for (const id of ['a', 'b', 'a', 'b']) results.set(id, 'passed');
  expect(shelf.isFull).toBe(false);
  for (const id of ['c', 'd']) results.set(id, 'passed');
  expect([shelf.isFull, results.tests.length, results.get('d')]).toEqual([true, 2, undefined]);
});
