import { expect, it } from 'vitest';
import { findSpans, splitIntoRuns } from './text-runs.ts';

it('splits the given part of a line at every border of a span', () => {
  const spans = [
    { start: 0, end: 4, className: 'a' },
    { start: 2, end: 6, className: 'b' },
    { start: 9, end: 9, className: 'empty' },
  ];
  expect(splitIntoRuns('0123456789', 1, 8, spans)).toEqual([
    { text: '1', className: 'a' },
    { text: '23', className: 'a b' },
    { text: '45', className: 'b' },
    { text: '67', className: '' },
  ]);
  expect(splitIntoRuns('', 0, 0, [])).toEqual([]);
});

it('finds matches case-insensitively', () => {
  expect(findSpans('Fail, FAIL', 'fail', 'hit')).toEqual([
    { start: 0, end: 4, className: 'hit' },
    { start: 6, end: 10, className: 'hit' },
  ]);
  expect(findSpans('aaa', 'aa', 'hit')).toHaveLength(1);
  expect(findSpans('aaa', '', 'hit')).toEqual([]);
  // The lower case of this capital letter is two characters long.
  expect(findSpans('\u0130x', 'x', 'hit')).toEqual([]);
});
