import { expect, test } from 'vitest';
import { placesOf, placesOfTests } from './finding-places.ts';
import { parsePatch } from './patch.ts';

const PATCH = `diff --git a/test/parse.test.js b/test/parse.test.js
--- a/test/parse.test.js
+++ b/test/parse.test.js
@@ -1,9 +1,9 @@
 import { it } from 'node:test';
-it('refuses nonsense', () => check('x'));
+it.skip('refuses nonsense', () => check('x'));
 it('reads hours', () => check('1h'));
 it('refuses an empty text', () => {
-  assert.throws(() => parse(''));
+  parse('');
+  assert.ok(true);
 });
-it('reads days', () => check('1d'));
 it('reads weeks', () => check('1w'));
`;

test.each([
  [['parse > refuses nonsense'], [{ side: 'new', start_line: 2, end_line: 2 }]],
  [['test/parse.test.js > reads days'], [{ side: 'old', start_line: 7, end_line: 7 }]],
  // Its name is unchanged: the first change below it.
  [['parse > refuses an empty text'], [{ side: 'new', start_line: 5, end_line: 5 }]],
  [['parse > reads months'], []],
  [['x'], []],
])('finds the changes to %j', (ids, places) => {
  expect(placesOfTests(parsePatch(PATCH), ids)).toEqual(places.map((place) => ({ path: 'test/parse.test.js', ...place })));
});

test('looks for a parametrized test by the name of its function', () => {
  const patch = `diff --git a/tests/test_a.py b/tests/test_a.py
--- a/tests/test_a.py
+++ b/tests/test_a.py
@@ -1,2 +1,2 @@
-def test_total(a):
+def test_total(a, b=2):
     assert a
`;
  expect(placesOfTests(parsePatch(patch), ['tests/test_a.py::test_total[1-2]'])).toEqual([
    { path: 'tests/test_a.py', side: 'new', start_line: 1, end_line: 1 },
  ]);
});

test('looks for a Go test by the name of its function', () => {
  const patch = `diff --git a/flag_test.go b/flag_test.go
--- a/flag_test.go
+++ b/flag_test.go
@@ -8,2 +8,3 @@
 func TestTotal(t *testing.T) {
+\tt.Skip("flaky")
 \tcheck(t)
`;
  expect(placesOfTests(parsePatch(patch), ['example.org/flag TestTotal/zero'])).toEqual([
    { path: 'flag_test.go', side: 'new', start_line: 9, end_line: 9 },
  ]);
});

test('joins neighboring lines and lists at most 20 places', () => {
  const line = (number: number) => ({ line: number, side: 'new' as const, text: '', block: 0 });
  expect(placesOf('a.js', [line(3), line(4), line(9)])).toEqual([
    { path: 'a.js', side: 'new', start_line: 3, end_line: 4 },
    { path: 'a.js', side: 'new', start_line: 9, end_line: 9 },
  ]);
  expect(
    placesOf(
      'a.js',
      Array.from({ length: 50 }, (_, index) => line(index * 2 + 1)),
    ),
  ).toHaveLength(20);
});
