import { expect, test } from 'vitest';
import { firstVisible, holds, indexOfDots, indexOfTwice, startsWithCount } from './characters.ts';

test.each([
  ['a::b', 1],
  [':a:b::', 4],
  ['a:b:', -1],
  ['', -1],
])('in %j two colons in a row first stand at %i', (text, place) => {
  expect(indexOfTwice(text, ':')).toBe(place);
});

test.each([
  ['a.b (c.d) ... ok', 9],
  ['a..b ... c ... ok', 4],
  ['.... ... ok', 4],
  ['... ok', -1],
  ['a ...', -1],
  ['a.b', -1],
])('in %j the three dots first stand at %i', (text, place) => {
  expect(indexOfDots(text)).toBe(place);
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

test.each([
  ['3 tests', true],
  ['12 passed', true],
  ['3', false],
  ['3 ', false],
  ['3 Tests', false],
  ['2024-05-01 10:00', false],
  ['12.4 kB', false],
  ['', false],
  ['tests', false],
])('%j starts with a count: %s', (text, isExpected) => {
  expect(startsWithCount(text)).toBe(isExpected);
});
