import { expect, test } from 'vitest';
import { canaryBeside, siblingsByFolder } from './index.ts';

const TREE = 'f'.repeat(40);

/** The added test with its mark removed, which changes with the base. */
function beside(path: string, ...lines: string[]): { path: string; text: string[] } | null {
  const canary = canaryBeside([{ path, text: lines.join('\n') }], TREE);
  if (canary === null) return null;
  expect(canary).toMatchObject({ beside: path, mark: expect.stringMatching(/^[0-9a-f]{8}$/) });
  const plain = (text: string) => text.replaceAll(canary.mark, 'MARK');
  return { path: plain(canary.path), text: plain(canary.text).trimEnd().split('\n') };
}

const WHY = 'added by Hydra: a runner that is alive reports this as a failure';

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
    path: 'tests/test_hydra_canary_MARK.py',
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
      'def test_hydra_canary_MARK():',
      `    assert 1 == 2, "${WHY}"`,
    ],
  });
  expect(beside('slot_test.py', '')?.path).toBe('hydra_canary_MARK_test.py');
});

test('unittest: a separate class', () => {
  expect(beside('tests/test_a.py', 'import unittest')?.text.slice(-6)).toEqual([
    'import unittest',
    '',
    '',
    'class TestHydraCanaryMARK(unittest.TestCase):',
    '    def test_hydra_canary_MARK(self):',
    `        self.assertEqual(1, 2, "${WHY}")`,
  ]);
});

test('node:test, in both module systems', () => {
  expect(
    beside(
      'test/a.test.js',
      "import test from 'node:test';",
      "import assert from 'node:assert/strict';",
      "import { a } from '../a.js';",
    ),
  ).toEqual({
    path: 'test/hydra-canary-MARK.test.js',
    text: [
      "import { test } from 'node:test';",
      "import assert from 'node:assert/strict';",
      '',
      "test('hydra canary MARK', async () => {",
      `  // ${WHY}`,
      "  await import('../a.js').catch(() => {});",
      '  assert.equal(1, 2);',
      '});',
    ],
  });
  expect(beside('test/a.js', "const test = require('node:test');", "const a = require('../a');")).toEqual({
    path: 'test/hydra-canary-MARK.js',
    text: [
      "const { test } = require('node:test');",
      "const assert = require('node:assert');",
      '',
      "test('hydra canary MARK', () => {",
      `  // ${WHY}`,
      "  try { require('../a'); } catch {}",
      '  assert.equal(1, 2);',
      '});',
    ],
  });
});

test('vitest, jest and mocha, imported or global', () => {
  expect(
    beside('src/a.spec.tsx', "import { it } from 'vitest';", "import { a } from './a';", "vi.mock('./b');", "import './b';"),
  ).toEqual({
    path: 'src/hydra-canary-MARK.spec.tsx',
    text: [
      "import { expect, test } from 'vitest';",
      '',
      "test('hydra canary MARK', async () => {",
      `  // ${WHY}`,
      "  await import('./a').catch(() => {});",
      '  expect(1).toBe(2);',
      '});',
    ],
  });
  const globals = ["it('hydra canary MARK', () => {", `  // ${WHY}`];
  expect(beside('a.test.js', "it('a', () => expect(a).toBe(1));")?.text).toEqual(['', ...globals, '  expect(1).toBe(2);', '});']);
  expect(beside('a.test.js', "const { expect } = require('chai');", "it('a', () => expect(a).to.equal(1));")?.text).toEqual([
    "const assert = require('node:assert');",
    '',
    ...globals,
    '  assert.equal(1, 2);',
    '});',
  ]);
  expect(beside('a.test.js', "it('a', () => a.should.equal(1));")?.text.at(-2)).toBe(`  throw new Error('${WHY}');`);
  expect(beside('test/a.js', "const { it } = require('mocha');")?.text[0]).toBe("const { it } = require('mocha');");
});

test('file names keep the word by which runners find tests', () => {
  const file = (name: string) => beside(name, "it('a', f);")?.path;
  expect(file('test/test-a.mjs')).toBe('test/test-hydra-canary-MARK.mjs');
  expect(file('test/a-test.cjs')).toBe('test/hydra-canary-MARK-test.cjs');
  expect(file('test/test.js')).toBe('test/hydra-canary-MARK.js');
  expect(file('__tests__/a.ts')).toBe('__tests__/hydra-canary-MARK.ts');
});

test('go: in the package of the test; not next to one for certain systems', () => {
  expect(beside('keyed/a_test.go', '// a', 'package keyed_test', 'import "x"')).toEqual({
    path: 'keyed/hydra_canary_MARK_test.go',
    text: [
      'package keyed_test',
      '',
      'import "testing"',
      '',
      'func TestHydraCanaryMARK(t *testing.T) {',
      `\tt.Fatal("${WHY}")`,
      '}',
    ],
  });
  expect(beside('a_test.go', '//go:build linux', '', 'package a')).toBeNull();
});

test('cargo: among the tests of the package, also if it has none', () => {
  const text = ['#[test]', 'fn hydra_canary_MARK() {', `    assert_eq!(1, 2, "${WHY}");`, '}'];
  expect(beside('src/lib.rs', '')).toEqual({ path: 'tests/hydra_canary_MARK.rs', text });
  expect(beside('crates/a/tests/b.rs', '')).toEqual({ path: 'crates/a/tests/hydra_canary_MARK.rs', text });
});

test('skips a test for another runner and uses the next one of the folder', () => {
  const ava = { path: 'test/a.test.js', text: "import test from 'ava';" };
  const vitest = { path: 'test/b.test.js', text: "import { test } from 'vitest';" };
  expect(canaryBeside([ava], TREE)).toBeNull();
  expect(canaryBeside([ava, vitest], TREE)?.beside).toBe('test/b.test.js');
});

test('marks differ between folders and bases, and are otherwise stable', () => {
  const mark = (path: string, tree = TREE) => canaryBeside([{ path, text: "it('a', f)" }], tree)?.mark;
  expect(mark('a/x.test.js')).toBe(mark('a/y.test.js'));
  expect(new Set([mark('a/x.test.js'), mark('b/x.test.js'), mark('a/x.test.js', 'other')]).size).toBe(3);
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
