import { expect, it } from 'vitest';
import { cutIntoRuns, findSpans } from './text-runs.ts';

it('cuts a line at every border, and only what is asked for of it', () => {
  const spans = [
    { start: 0, end: 4, className: 'a' },
    { start: 2, end: 6, className: 'b' },
    { start: 9, end: 9, className: 'empty' },
  ];
  expect(cutIntoRuns('0123456789', 1, 8, spans)).toEqual([
    { text: '1', className: 'a' },
    { text: '23', className: 'a b' },
    { text: '45', className: 'b' },
    { text: '67', className: '' },
  ]);
  expect(cutIntoRuns('', 0, 0, [])).toEqual([]);
});

it('finds words without regard to capitals', () => {
  expect(findSpans('Fail, FAIL', 'fail', 'hit')).toEqual([
    { start: 0, end: 4, className: 'hit' },
    { start: 6, end: 10, className: 'hit' },
  ]);
  expect(findSpans('aaa', 'aa', 'hit')).toHaveLength(1);
  expect(findSpans('aaa', '', 'hit')).toEqual([]);
  // This capital has a lower case of two letters.
  expect(findSpans('\u0130x', 'x', 'hit')).toEqual([]);
});
