import { expect, test } from 'vitest';
import { StringEnds } from './string-ends.ts';

test.each([
  ['"ab" c', 0, 4],
  ["x 'a\"b' c", 2, 7],
  ['"a\\"b"', 0, 6],
  ['"a\\\\" "b"', 0, 5],
  ['"ab', 0, 1],
  ['"ab\\"', 0, 1],
  ['""', 0, 2],
])('in %s the string at %i ends before %i', (text, start, end) => {
  expect(new StringEnds(text).after(start)).toBe(end);
});

test('a quote that is not closed does not hide strings with the other quote', () => {
  const ends = new StringEnds('" \'a\' \\"');
  expect([ends.after(0), ends.after(2), ends.after(7)]).toEqual([1, 5, 8]);
});

test('finds the end of every string in a line of escaped quotes', () => {
  const text = `"${'\\"'.repeat(500_000)}`;
  const ends = new StringEnds(text);
  const found = Array.from({ length: 500_000 }, (_, index) => ends.after(2 * index + 2));
  expect(found.every((end, index) => end === 2 * index + 3)).toBe(true);
});
