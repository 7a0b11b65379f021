import { expect, test } from 'vitest';
import { firstVisible, holds, indexOfTwice } from './characters.ts';

test.each([
  ['a::b', 1],
  [':a:b::', 4],
  ['a:b:', -1],
  ['', -1],
])('in %j two colons in a row first stand at %i', (text, place) => {
  expect(indexOfTwice(text, ':')).toBe(place);
});

test.each([
  ['output PASS a.js', true],
  ['PASTE the PASS', false],
  ['', false],
])('%j holds the word: %s', (text, isExpected) => {
  expect(holds(text, 'PASS ', 'P')).toBe(isExpected);
});

test.each([
  ['a', 0],
  [' \ta', 2],
  ['   ', 3],
  ['', 0],
])('%j begins at %i', (text, start) => {
  expect(firstVisible(text)).toBe(start);
});
