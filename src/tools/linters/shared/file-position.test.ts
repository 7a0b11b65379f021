import { expect, test } from 'vitest';
import { filePosition, hasPrefix, isCaretLine } from './file-position.ts';

test.each([
  ['src/a.c:3:5: error: x', 'src/a.c', 3, 5, 'error: x', ': '],
  ['./wet feet/a.go:12: x', './wet feet/a.go', 12, null, 'x', ': '],
  ['C:\\pond\\a.c:3:5: x', 'C:\\pond\\a.c', 3, 5, 'x', ': '],
  ['/pond/Reed.php:63:Call to x', '/pond/Reed.php', 63, null, 'Call to x', ':'],
  ['README.md:5:1 error MD004', 'README.md', 5, 1, 'error MD004', ' '],
  ['Dockerfile:3 DL3006 x', 'Dockerfile', 3, null, 'DL3006 x', ' '],
  ['Pond.hs:3:12-31: Warning: x', 'Pond.hs', 3, 12, 'Warning: x', ': '],
  ['Pond.hs:(7,9)-(9,3): Warning: x', 'Pond.hs', 7, 9, 'Warning: x', ': '],
  ['<stdin>:1:2: x', '<stdin>', 1, 2, 'x', ': '],
  ['-:2 x', '-', 2, null, 'x', ' '],
  ['a.c:0:0: x', 'a.c', null, 0, 'x', ': '],
])('reads %s', (text, path, line, column, rest, separator) => {
  expect(filePosition(text)).toEqual({ path, line, column, rest, separator });
});

test.each([
  'localhost:8080: refused',
  'example.com:443: refused',
  '127.0.0.1:8080: refused',
  'http://example.com:80/a.js:1: x',
  '12:34:56: a clock',
  '2026-01-02 03:04:05 INFO a.py:3: x',
  'INFO a.py:3: x',
  '    at heron (a.js:1:2)',
  'error: a.c:3: x',
  '-[ "$x" = "a.sh:1:2: error: x" ]',
  'a.js:3',
  'a plain line',
  '',
])('finds no position in %s', (text) => {
  expect(filePosition(text)).toBeNull();
});

test('a caret line contains only carets and dashes', () => {
  expect(['  ^', '^~~~', '\t ^---^', '.....^'].map(isCaretLine)).toEqual([true, true, true, true]);
  expect(['', '   ', '---', 'x ^', '^ here'].map(isCaretLine)).toEqual([false, false, false, false, false]);
});

test('recognizes prefixes of runners in front of a path', () => {
  const prefixed = ['[0] a.ts', '[lint:js ] a.ts', '[@pond/a]: a.ts', 'pond: a.ts', '│ a.ts', '#12 3.456 a.ts', '07:08:09 a.ts'];
  expect(prefixed.filter((path) => !hasPrefix(path))).toEqual([]);
  const paths = ['a.ts', 'app/[slug]/page.tsx', '[slug].tsx', '(tabs)/a.ts', 'C:/a.ts', 'wet feet/#1.ts', '[a]/b c.ts'];
  expect(paths.filter(hasPrefix)).toEqual([]);
});
