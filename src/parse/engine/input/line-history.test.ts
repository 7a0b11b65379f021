import { expect, test } from 'vitest';
import { LineHistory, REMEMBERED_LINES } from './line-history.ts';

function remember(...texts: string[]): (distance: number) => string {
  const history = new LineHistory();
  for (const text of texts) history.add(text);
  return (distance) => history.before(distance);
}

test('counts back from the last line, empty lines included', () => {
  expect([1, 2, 3, 4].map(remember('a', '', 'b'))).toEqual(['b', '', 'a', '']);
});

test('remembers exactly the last 64 lines', () => {
  const before = remember(...Array.from({ length: 300 }, (_, index) => `line ${index}`));
  expect(before(1)).toBe('line 299');
  expect(before(REMEMBERED_LINES)).toBe('line 236');
  expect(before(REMEMBERED_LINES + 1)).toBe('');
});
