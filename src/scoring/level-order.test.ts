import { expect, test } from 'vitest';
import { withOrder } from './level-order.ts';

const named = (...names: string[]) => names.map((name) => ({ name }));

test('the named candidates exchange their places, and the others keep theirs', () => {
  expect(withOrder(named('a', 'b', 'c', 'd'), ['d', 'a'])).toEqual(named('d', 'b', 'c', 'a'));
});

test('no names change nothing', () => {
  expect(withOrder(named('b', 'a'), [])).toEqual(named('b', 'a'));
});
