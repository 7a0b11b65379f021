import { expect, test } from 'vitest';
import { EarlierLines, REMEMBERED_LINES } from './line-history.ts';

function remember(...texts: string[]): (distance: number) => string {
  const earlier = new EarlierLines();
  for (const text of texts) earlier.add(text);
  return (distance) => earlier.before(distance);
}

test('lines that came alone and lines that came together are counted alike', () => {
  const before = remember('a', 'b\n\nc', '', 'd\ne');
  expect([1, 2, 3, 4, 5, 6, 7, 8].map(before)).toEqual(['e', 'd', '', 'c', '', 'b', 'a', '']);
});

test('an empty line may come first or last among others', () => {
  const before = remember('\na\n', '\n');
  expect([1, 2, 3, 4, 5, 6].map(before)).toEqual(['', '', '', 'a', '', '']);
});

test('so many are remembered, however they came, and no more are told of', () => {
  const lines = Array.from({ length: 300 }, (_, index) => `line ${index}`);
  const alone = remember(...lines);
  const inPairs = remember(...lines.flatMap((line, index) => (index % 2 === 0 ? [`${line}\n${lines[index + 1]}`] : [])));
  for (const before of [alone, inPairs]) {
    expect(before(1)).toBe('line 299');
    expect(before(REMEMBERED_LINES)).toBe('line 236');
    expect(before(REMEMBERED_LINES + 1)).toBe('');
  }
});
