import { expect, it } from 'vitest';
import { codeEnds, rowEnds, sentenceEnds, visibleLine } from './visible-line.ts';

it('escapes characters that hide or reorder text, and keeps tabs', () => {
  expect(visibleLine('\tplain <b>')).toBe('\tplain <b>');
  expect(visibleLine('a\u202eb\u200bc\u001b[2J\td\r')).toBe('a\\u202eb\\u200bc\\u001b[2J\td\\r');
});

it('splits lines into rows that fit', () => {
  expect(rowEnds('', 10)).toEqual([0]);
  expect(rowEnds('abcdefghij', 10)).toEqual([10]);
  expect(rowEnds('abcdefghijk', 5)).toEqual([5, 10, 11]);
  expect(rowEnds('\tab', 5)).toEqual([2, 3]);
  // Wide characters take two columns. A row never splits a surrogate pair or a combining mark.
  expect(rowEnds('日本語', 4)).toEqual([2, 3]);
  expect(rowEnds('😀😀', 2)).toEqual([2, 4]);
  expect(rowEnds('abe\u0301', 3)).toEqual([4]);
  expect(rowEnds('ab', 0)).toEqual([1, 2]);
});

it('breaks sentences after spaces where possible', () => {
  expect(sentenceEnds('one two three', 8)).toEqual([8, 13]);
  expect(sentenceEnds('abcdefghij kl', 5)).toEqual([5, 10, 13]);
  expect(sentenceEnds('', 5)).toEqual([0]);
});

it('breaks code after a space, else before a word, else at the last column', () => {
  const pieces = (text: string, columns: number) => {
    const ends = codeEnds(text, columns);
    return ends.map((end, index) => text.slice(ends[index - 1] ?? 0, end));
  };
  expect(pieces('assert.equal(parse(one), 1)', 16)).toEqual(['assert.equal(', 'parse(one), 1)']);
  expect(pieces('return first + second;', 14)).toEqual(['return first + ', 'second;']);
  expect(pieces('abcdefghijkl', 5)).toEqual(['abcde', 'fghij', 'kl']);
  // A space in the first half would leave most of the row empty.
  expect(pieces('a bcdefghijklmnop', 8)).toEqual(['a bcdefg', 'hijklmno', 'p']);
  // A space after the last column stays on its row.
  expect(pieces('abcd efgh', 4)).toEqual(['abcd ', 'efgh']);
  expect(pieces('日本 語日', 6)).toEqual(['日本 ', '語日']);
  expect(pieces('', 5)).toEqual(['']);
  expect(codeEnds('ab', 0)).toEqual([1, 2]);
});
