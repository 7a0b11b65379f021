import { describe, expect, test } from 'vitest';
import { isProgramName, programsAmong } from './programs.ts';

const CHANGE = { path: 'src/slug/text.py', isAdded: false, text: 'return plain or "n-a"' };
const added = (path: string, text: string) => ({ path, isAdded: true, text });
const found = (...files: Parameters<typeof programsAmong>[0]) => programsAmong(files).map(({ id }) => id);

describe('the name of a program', () => {
  test.each([
    'reproduce_issue.py',
    'repro.js',
    'scripts/repro-123.mjs',
    'issue_4711.py',
    'reproIssue.cjs',
    'verify_fix.py',
    'cmd/repro/reproduce.go',
    'examples/reproduce.rs',
    'check_bug.sh',
  ])('says that %s shows a fault', (path) => {
    expect(isProgramName(path)).toBe(true);
  });

  test.each([
    'src/issue.py',
    'src/verify.py',
    'lib/check.js',
    'src/reproduce.rs',
    'test_reproduce.py',
    'tests/reproduce.py',
    'reproduce.md',
    'repro;rm -rf x.py',
    '-repro.py',
    '../repro.py',
  ])('does not say so in %s', (path) => {
    expect(isProgramName(path)).toBe(false);
  });
});

describe('a program of a candidate', () => {
  test('imports what the candidate changes', () => {
    const program = added('reproduce.py', 'from slug.text import slug\nassert slug("") == "n-a"');
    expect(found(CHANGE, program, added('repro_other.py', 'import json\nassert json'))).toEqual(['reproduce.py']);
  });

  test.each([
    ['repro.mjs', "import { slug } from './src/slug/text.js';"],
    ['repro.cjs', "const { slug } = require('../slug');"],
    ['cmd/repro/main_issue1.go', 'package main\n\nimport "example.com/slug"\n'],
    ['examples/reproduce.rs', 'use other::slug;\nfn main() {}'],
    ['repro.sh', 'python3 -m slug "a b" | grep -q a-b'],
  ])('is read in the language of %s', (path, text) => {
    expect(found(CHANGE, added(path, text))).toEqual([path]);
  });

  test('is new, and no part of the product', () => {
    const text = 'import slug\n';
    expect(found(CHANGE, { path: 'reproduce.py', isAdded: false, text })).toEqual([]);
    expect(found({ ...CHANGE, text: 'from reproduce import fix' }, added('reproduce.py', text))).toEqual([]);
  });

  test('is one of at most five', () => {
    const many = Array.from({ length: 8 }, (_, index) => added(`repro_${index}.py`, 'import slug\n'));
    expect(found(CHANGE, ...many)).toHaveLength(5);
  });

  test('takes linear time in hostile text', () => {
    const hostile = 'import '.repeat(14_000);
    expect(found(CHANGE, added('repro.py', hostile), added('repro.sh', 'a/'.repeat(49_000)))).toEqual([]);
  });
});
