import { expect, test } from 'vitest';
import { parsePatch } from '../../src/patch/index.ts';
import { excerptsAt } from './diff-excerpt.ts';

const PATCH = parsePatch(`diff --git a/test/a.test.js b/test/a.test.js
--- a/test/a.test.js
+++ b/test/a.test.js
@@ -1,4 +1,11 @@
 // tests
-it('refuses', () => one());
-it('empty', () => two());
+it.skip('refuses', () => one());
+it('empty', () => {
+  a();
+  b();
+  c();
+  d();
+  e();
+  assert.ok(true);
+});
 // end
`);
const at = (side: 'new' | 'old', line: number | null) => ({ path: 'test/a.test.js', side, start_line: line, end_line: line });
const textsAt = (side: 'new' | 'old', line: number | null) =>
  excerptsAt(PATCH, [at(side, line)]).map(({ lines, left, line: first }) => [first, left, ...lines.map(({ text }) => text)]);

test('begins at the line, with the line that it replaces', () => {
  expect(textsAt('new', 2)).toEqual([
    [
      2,
      5,
      "it('refuses', () => one());",
      "it.skip('refuses', () => one());",
      "it('empty', () => {",
      '  a();',
      '  b();',
      '  c();',
    ],
  ]);
  expect(textsAt('new', 9)).toEqual([[9, 9, '  assert.ok(true);', '});']]);
  expect(textsAt('old', 3)[0]?.slice(0, 3)).toEqual([3, 5, "it('empty', () => two());"]);
});

test('shows the first change of a file for a place without lines, and nothing for an unknown one', () => {
  expect(textsAt('new', null)[0]?.[2]).toBe("it('refuses', () => one());");
  expect(textsAt('new', 99)).toEqual([]);
  expect(excerptsAt(PATCH, [{ ...at('new', 2), path: 'gone.js' }])).toEqual([]);
});
