import { expect, test } from 'vitest';
import { canaryBeside, canaryCopy, siblingsByFolder } from './index.ts';

const SEED = 'f'.repeat(32);

/** The added tests with their chosen names as NAME, file names as FILE and compared values as VALUE; statements are sorted. */
function beside(path: string, ...lines: string[]): { path: string; text: string[]; compares: string[] } | null {
  const canary = canaryBeside([{ path, text: lines.join('\n') }], SEED);
  if (canary === null) return null;
  expect(canary).toMatchObject({ beside: path });
  expect(canary.path + canary.text).not.toMatch(/hydra|canary/i);
  const named = (canary.tests ?? []).reduce((text, { name }) => text.replaceAll(name, 'NAME'), canary.text);
  const plain = named.replaceAll(
    /(?<!require\()(["'])[a-z]+\1(?=[,)\] ]|$)|\b\d+\b|(?<=Error\(')[a-z ]+|(?<=class Test)[A-Z]\w+|"[a-z]+"/gm,
    'VALUE',
  );
  const text = plain.trimEnd().split('\n');
  const isComparison = (line: string) => line.includes('VALUE') && !line.startsWith('class');
  return {
    path: canary.path.replace(/((?:^|\/)(?:test[-_])?)[a-z]+([-_])[a-z]+\2[a-z]+(?=[-_.][^/]*$)/, '$1FILE'),
    text: text.filter((line) => !isComparison(line)),
    compares: text
      .filter(isComparison)
      .map((line) => line.trim())
      .sort(),
  };
}

/** A list that repeats for each test of the file. */
const times = (count: number, ...lines: string[]) => Array.from({ length: count }, () => lines).flat();

test('pytest: next to the test, loads its imports and ignores import errors', () => {
  const text = [
    'from __future__ import annotations',
    'import pytest',
    'from slot import (',
    '    a,',
    ')',
    'from helpers import *',
    '',
    'def test_a():',
    '    import os',
  ];
  expect(beside('tests/test_slot.py', ...text)).toEqual({
    path: 'tests/test_FILE.py',
    text: [
      'try:',
      '    import pytest',
      'except Exception:',
      '    pass',
      '',
      'try:',
      '    from slot import (',
      '        a,',
      '    )',
      'except Exception:',
      '    pass',
      '',
      ...times(3, 'def NAME():', '', '').slice(0, -2),
    ],
    compares: ['assert VALUE == VALUE', 'assert VALUE == VALUE', 'assert [VALUE] == [VALUE]'],
  });
  expect(beside('slot_test.py', '')?.path).toBe('FILE_test.py');
});

test('unittest: a separate class', () => {
  const { text = [], compares } = beside('tests/test_a.py', 'import unittest') ?? {};
  expect(text.slice(5)).toEqual([
    'import unittest',
    '',
    '',
    'class TestVALUE(unittest.TestCase):',
    ...times(3, '    def NAME(self):', '').slice(0, -1),
  ]);
  expect(compares).toEqual([
    'self.assertEqual(VALUE, VALUE)',
    'self.assertListEqual([VALUE], [VALUE])',
    'self.assertTrue(VALUE == VALUE)',
  ]);
});

const ASSERTIONS = [
  'assert.deepEqual([VALUE], [VALUE]);',
  'assert.deepStrictEqual({ value: VALUE }, { value: VALUE });',
  'assert.equal(VALUE, VALUE);',
  'assert.strictEqual(VALUE, VALUE);',
];
const EXPECTATIONS = [
  'expect(VALUE).toBe(VALUE);',
  'expect([VALUE]).toEqual([VALUE]);',
  'expect({ value: VALUE }).toStrictEqual({ value: VALUE });',
];

test('node:test, in both module systems', () => {
  expect(
    beside(
      'test/a.test.js',
      "import test from 'node:test';",
      "import assert from 'node:assert/strict';",
      "import { a } from '../a.js';",
    ),
  ).toEqual({
    path: 'test/FILE.test.js',
    text: [
      "import { test } from 'node:test';",
      "import assert from 'node:assert/strict';",
      ...times(4, '', "test('NAME', async () => {", "  await import('../a.js').catch(() => {});", '});'),
    ],
    compares: ASSERTIONS,
  });
  expect(beside('test/a.js', "const test = require('node:test');", "const a = require('../a');")).toEqual({
    path: 'test/FILE.js',
    text: [
      "const { test } = require('node:test');",
      "const assert = require('node:assert');",
      ...times(4, '', "test('NAME', () => {", "  try { require('../a'); } catch {}", '});'),
    ],
    compares: ASSERTIONS,
  });
});

test('vitest, jest and mocha, imported or global', () => {
  expect(
    beside('src/a.spec.tsx', "import { it } from 'vitest';", "import { a } from './a';", "vi.mock('./b');", "import './b';"),
  ).toEqual({
    path: 'src/FILE.spec.tsx',
    text: [
      "import { expect, test } from 'vitest';",
      ...times(3, '', "test('NAME', async () => {", "  await import('./a').catch(() => {});", '});'),
    ],
    compares: EXPECTATIONS,
  });
  expect(beside('a.test.js', "it('a', () => expect(a).toBe(1));")).toMatchObject({
    text: times(3, '', "it('NAME', () => {", '});'),
    compares: EXPECTATIONS,
  });
  expect(beside('a.test.js', "const { expect } = require('chai');", "it('a', () => expect(a).to.equal(1));")).toMatchObject({
    text: ["const assert = require('node:assert');", ...times(4, '', "it('NAME', () => {", '});')],
    compares: ASSERTIONS,
  });
  expect(beside('a.test.js', "it('a', () => a.should.equal(1));")?.compares).toEqual(["throw new Error('VALUE');"]);
  expect(beside('test/a.js', "const { it } = require('mocha');")?.text[0]).toBe("const { it } = require('mocha');");
});

test('file names keep the word by which runners find tests', () => {
  const file = (name: string) => beside(name, "it('a', f);")?.path;
  expect(file('test/test-a.mjs')).toBe('test/test-FILE.mjs');
  expect(file('test/a-test.cjs')).toBe('test/FILE-test.cjs');
  expect(file('test/test.js')).toBe('test/FILE.js');
  expect(file('__tests__/a.ts')).toBe('__tests__/FILE.ts');
});

test('go: in the package of the test; not next to one for certain systems', () => {
  const { path, text, compares } = beside('keyed/a_test.go', '// a', 'package keyed_test', 'import "x"') ?? {};
  expect(path).toBe('keyed/FILE_test.go');
  expect(text?.filter((line) => line.startsWith('package') || line.startsWith('func'))).toEqual([
    'package keyed_test',
    'func NAME(t *testing.T) {',
    'func NAME(t *testing.T) {',
  ]);
  expect(compares).toContain('if got := VALUE; got != VALUE {');
  expect(beside('a_test.go', '//go:build linux', '', 'package a')).toBeNull();
});

test('cargo: among the tests of the package, also if it has none', () => {
  const rest = {
    text: times(3, '#[test]', 'fn NAME() {', '}', '').slice(0, -1),
    compares: ['assert!(String::from(VALUE) == VALUE);', 'assert_eq!(VALUE, VALUE);', 'assert_ne!(VALUE, VALUE);'],
  };
  expect(beside('src/lib.rs', '')).toEqual({ path: 'tests/FILE.rs', ...rest });
  expect(beside('crates/a/tests/b.rs', '')).toEqual({ path: 'crates/a/tests/FILE.rs', ...rest });
});

test('a copy of a test has other names and some wrong numbers or texts, never a reversed boolean', () => {
  const text = "test('one', () => assert.equal(a(1), 2));\ntest('two', () => assert.equal(b(), true));\n";
  const copy = canaryCopy([{ path: 'test/a.test.js', text }], SEED);
  expect(copy?.tests).toEqual([{ name: expect.stringMatching(/^[a-z]+ [a-z]+ [a-z]+$/), original: 'one' }]);
  expect(copy?.text).toMatch(/assert\.equal\(a\(1\), (?!2\))\d+\)/);
  expect(copy?.text).toContain('assert.equal(b(), true)');
  expect(copy?.text).not.toMatch(/'one'|'two'/);
  expect(canaryCopy([{ path: 'test/b.test.js', text: "test('two', () => assert.equal(b(), true));" }], SEED)).toBeNull();
  expect(canaryCopy([{ path: 'test/b.test.js', text: text + ' '.repeat(30_000) }], SEED)).toBeNull();
});

test('skips a test for another runner and uses the next one of the folder', () => {
  const ava = { path: 'test/a.test.js', text: "import test from 'ava';" };
  const vitest = { path: 'test/b.test.js', text: "import { test } from 'vitest';" };
  expect(canaryBeside([ava], SEED)).toBeNull();
  expect(canaryBeside([ava, vitest], SEED)?.beside).toBe('test/b.test.js');
});

test('names differ between folders and runs, and are otherwise stable', () => {
  const name = (path: string, seed = SEED) => canaryBeside([{ path, text: "it('a', f)" }], seed)?.tests?.[0]?.name;
  expect(name('a/x.test.js')).toBe(name('a/y.test.js'));
  expect(new Set([name('a/x.test.js'), name('b/x.test.js'), name('a/x.test.js', 'other')]).size).toBe(3);
});

test('one per folder, closest to the root first, none that needs a browser or only looks like a test', () => {
  expect(
    siblingsByFolder([
      'packages/a/test/a.test.js',
      'test/b.test.js',
      'test/a.test.js',
      'tests/test_a.py',
      'e2e/a.spec.ts',
      'vendor/x/a_test.go',
      'src/lib.rs',
      'tests/b.rs',
      'src/a.js',
      'README.md',
    ]),
  ).toEqual([
    ['src/lib.rs', 'tests/b.rs'],
    ['test/a.test.js', 'test/b.test.js'],
    ['tests/test_a.py'],
    ['packages/a/test/a.test.js'],
  ]);
  const many = Array.from({ length: 20 }, (_unused, index) => `p${String(index).padStart(2, '0')}/a_test.go`);
  expect(siblingsByFolder(many)).toEqual(many.slice(0, 6).map((path) => [path]));
});
