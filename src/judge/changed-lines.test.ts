import { expect, test } from 'vitest';
import { addedFile } from '../../test/added-file.ts';
import { changedCodeLines } from './changed-lines.ts';

function codeOf(path: string, lines: readonly string[]): string[] {
  const { diff, patch } = addedFile(path, lines);
  return changedCodeLines(diff, patch).flatMap((file) => file.lines.map((line) => lines[line - 1] ?? '?'));
}

test('omits comments, imports, declarations and brackets of JavaScript', () => {
  const lines = [
    "'use strict'",
    "const { a, b } = require('x');",
    'import {',
    '  first,',
    '  second as other',
    "} from './y.js';",
    "export * from './z.js';",
    '/**',
    ' * What it does.',
    ' */',
    'export async function load(path) {',
    '  // why',
    '  const text = await read(path); // here',
    '  try {',
    '    if (text === "") return;',
    '  } else if (x) {',
    '    return',
    '  }',
    '}',
    'export const twice = (n) => {',
    'exports.half = function (n) {',
    'const double = (n) => n + n;',
    'function one() { return 1; }',
    'class Thing extends Other {',
    '  type = 5;',
    '  method(a) {',
    "const lazy = await import('./lazy.js');",
  ];
  expect(codeOf('lib/a.js', lines)).toEqual([
    '  const text = await read(path); // here',
    '    if (text === "") return;',
    '  } else if (x) {',
    '    return',
    'const double = (n) => n + n;',
    'function one() { return 1; }',
    '  type = 5;',
    '  method(a) {',
    "const lazy = await import('./lazy.js');",
  ]);
});

test('omits docstrings, decorators and headers of Python', () => {
  const lines = [
    'from os import path',
    'import sys',
    '@decorated(1)',
    'def load(name):',
    '    """Reads it.',
    '    And more.',
    '    """',
    '    value = 1  # one',
    '    else:',
    '    type = value',
    'class A(B):',
    'def one(): return 1',
  ];
  expect(codeOf('src/a.py', lines)).toEqual(['    value = 1  # one', '    type = value', 'def one(): return 1']);
});

test('recognizes functions and types of Go and Rust', () => {
  expect(codeOf('a.go', ['package a', 'func (s *T) Name() string {', '\treturn s.name', '}', 'type T struct {'])).toEqual([
    '\treturn s.name',
  ]);
  expect(codeOf('src/a.rs', ['use std::fmt;', 'pub fn one() -> u8 {', '    1 + 0', '}', 'fn two() { 2 + 0; }'])).toEqual([
    '    1 + 0',
    'fn two() { 2 + 0; }',
  ]);
});

test('counts no tests, settings, type declarations, documents or generated files', () => {
  const paths = ['test/a.js', 'a.test.ts', 'eslint.config.js', 'index.d.ts', 'README.md', 'a.json'];
  expect(paths.flatMap((path) => codeOf(path, ['work();']))).toEqual([]);
  expect(codeOf('a.min.js', [`work(${'a,'.repeat(200)});`])).toEqual([]);
  expect(codeOf('src/a.ts', ['work();'])).toEqual(['work();']);
});

test('counts code that the candidate wrote under the name of a generated or vendored file', () => {
  expect(codeOf('vendor/a.js', ['work();'])).toEqual(['work();']);
  expect(codeOf('a.min.js', ['work();'])).toEqual(['work();']);
});

test('handles an extremely long line', () => {
  expect(codeOf('a.js', [`function ${'{ a'.repeat(100_000)}`])).toEqual([]);
});
