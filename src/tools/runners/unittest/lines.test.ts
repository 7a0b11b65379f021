import { expect, test } from 'vitest';
import { idOfName, isName, nameEnd, testId } from './lines.ts';

test.each([
  ['test_x (a.B)', 'test_x (a.B)'],
  ['test_x (a.B.test_x)', 'test_x (a.B)'],
  ['test_x (a.Btest_x)', 'test_x (a.Btest_x)'],
  ['x (xx.x)', 'x (xx)'],
  ['a.b (c.a.b)', 'a.b (c)'],
  ['a.b.c (x.y)', 'a.b.c (x.y)'],
  ['(b.c (b.c)', '(b.c (b.c)'],
])('%s has the id %s', (name, id) => {
  expect(isName(name)).toBe(true);
  expect(idOfName(name)).toBe(id);
  expect(testId(name)).toBe(id);
});

test.each([['test_x (B)'], ['test_x (.B)'], ['test_x (a.)'], ['test x (a.B)'], ['test_x (a.B) more'], ['test_x (a b.C)'], ['']])(
  '%j is no name',
  (text) => {
    expect(isName(text)).toBe(false);
  },
);

test.each([
  ['test_x (a.B) ... ok', 12],
  ['test_x (a.B) ...', 12],
  ['a ... b ...', 1],
  ['a...', -1],
  ['a', -1],
])('the name in %j ends at %i', (text, end) => {
  expect(nameEnd(text)).toBe(end);
});
