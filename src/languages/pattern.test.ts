import { expect, test } from 'vitest';
import { anyOf, inOrder, repeated } from './pattern.ts';

test('anyOf matches what one of its parts matches', () => {
  const pattern = anyOf({ word: /^a|b$/, number: /\d{2}/ });
  expect(['ax', 'xb', 'x12x', 'xax', '1'].map((text) => pattern.test(text))).toEqual([true, true, true, false, false]);
});

test('inOrder keeps the alternatives of a part together', () => {
  const pattern = inOrder({ start: /^/, letter: /a|b/, number: /1|2/, end: /$/ });
  expect(['a1', 'b2', 'a', 'ab', '12'].map((text) => pattern.test(text))).toEqual([true, true, false, false, false]);
});

test('parts keep their groups, in order', () => {
  expect(
    inOrder({ name: /(\w+)=/, value: anyOf({ number: /(\d+)/, text: /"(.*)"/ }) })
      .exec('a="b"')
      ?.slice(1),
  ).toEqual(['a', undefined, 'b']);
});

test('a part may refer to its own group by name', () => {
  const pattern = anyOf({ first: /(x)/, second: /(?<mark>['"])a\k<mark>/ });
  expect(['"a"', "'a'", '"a\''].map((text) => pattern.test(text))).toEqual([true, true, false]);
});

test('takes its flags from the argument', () => {
  expect('A b'.match(anyOf({ first: /a/, second: /b/ }, 'gi'))).toEqual(['A', 'b']);
});

test('repeated matches the whole part several times', () => {
  const pattern = inOrder({ start: /^/, pairs: repeated(/a|bc/, 2, 3), end: /$/ });
  expect(['abc', 'bcbca', 'a', 'aaaa', 'abb'].map((text) => pattern.test(text))).toEqual([true, true, false, false, false]);
});
