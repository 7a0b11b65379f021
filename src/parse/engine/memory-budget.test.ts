import { expect, test } from 'vitest';
import { BoundedList, BoundedMap, BoundedSet, MemoryBudget, sizeOf } from './memory-budget.ts';

const NAME = 'a name with more than thirteen characters';
const ENTRY = sizeOf({ id: NAME, status: 'passed' });

test('counts an entry by its strings, except short constants', () => {
  expect(ENTRY - sizeOf({ id: '', status: 'failed' })).toBe(20 + NAME.length);
  expect(sizeOf(NAME) - sizeOf('')).toBe(NAME.length);
});

test('keeps entries up to the budget and none after it', () => {
  const budget = new MemoryBudget(2 * ENTRY);
  const list = new BoundedList<{ id: string; status: string }>(budget);
  for (let count = 0; count < 3; count += 1) list.push({ id: NAME, status: 'passed' });
  expect([list.length, budget.isExceeded]).toEqual([2, true]);
});

test('charges a line once, with the first entry made from it', () => {
  const budget = new MemoryBudget(2 * ENTRY + 100);
  const list = new BoundedList<{ id: string; status: string }>(budget);
  budget.startLine(100);
  list.push({ id: NAME, status: 'passed' }, { id: NAME, status: 'passed' });
  expect([list.length, budget.isExceeded]).toEqual([2, false]);
  budget.startLine(1);
  expect(budget.charge(0)).toBe(false);
});

test('gives memory back, but never hides that something was left out', () => {
  const budget = new MemoryBudget(ENTRY);
  const list = new BoundedList<{ id: string; status: string }>(budget);
  list.push({ id: NAME, status: 'passed' });
  list.discard();
  list.push({ id: NAME, status: 'passed' });
  expect([list.length, budget.isExceeded]).toEqual([1, false]);
  list.push({ id: NAME, status: 'passed' });
  list.discard();
  expect([list.length, budget.isExceeded]).toEqual([0, true]);
});

test('returns plain arrays from methods of a list', () => {
  const list = new BoundedList<number>(new MemoryBudget(1000));
  list.push(1, 2);
  expect(list.filter((entry) => entry > 1)).not.toBeInstanceOf(BoundedList);
  expect(list.map((entry) => entry * 2)).toEqual([2, 4]);
});

test('counts a key of a map or set once, until it is deleted', () => {
  const budget = new MemoryBudget(2 * sizeOf(NAME));
  const map = new BoundedMap<string, number>(budget);
  map.set(NAME, 1).set(NAME, 2);
  map.delete(NAME);
  map.delete(NAME);
  const set = new BoundedSet<string>(budget);
  set.add(NAME).add(NAME);
  map.set(NAME, 3);
  expect([map.get(NAME), set.size, budget.isExceeded]).toEqual([3, 1, false]);
  set.add(`${NAME} and another`);
  expect([set.size, budget.isExceeded]).toEqual([1, true]);
});
