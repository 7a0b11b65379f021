import { expect, test } from 'vitest';
import { withOrder } from './level-order.ts';

const named = (...names: string[]) => names.map((name) => ({ name }));

test('the listed candidates exchange places, and the others keep theirs', () => {
  expect(withOrder(named('a', 'b', 'c', 'd'), ['d', 'a'])).toEqual(named('d', 'b', 'c', 'a'));
});

test('an empty list changes nothing', () => {
  expect(withOrder(named('b', 'a'), [])).toEqual(named('b', 'a'));
});
