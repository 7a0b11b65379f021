import { describe, expect, test } from 'vitest';
import { alarms, type Change, evidenceOf, spelled } from '../../test/evidence-builder.ts';
import type { TestStatus } from '../contract/index.ts';
import { type CandidateEvidence, findIntegrity, type TestView } from './index.ts';

type Seen = TestStatus | null;
const view = (id: string, base: TestStatus, own: Seen, pinned: Seen): TestView => ({ id, base, own, pinned });
const WORK: Change = { 'src/work.c': ['-old', '+new'] };
/** The definition of the test changes and nothing else. */
const RENAME: Change = { ...WORK, 'test/a.test.js': ["-test('old', () => {", "+test('new', () => {"] };
const DELETE: Change = { ...WORK, 'tests/test_a.py': ['-def test_a():', '-    pass'] };

test.each<[string, Change, TestView[], Partial<CandidateEvidence>, string[]]>([
  ['an edited test', WORK, [view('a', 'failed', 'passed', 'failed')], {}, ['error passes_only_after_edit']],
  ['a weakened one that passed', WORK, [view('a', 'passed', 'passed', 'failed')], {}, ['error passes_only_after_edit']],
  ['contested', WORK, [view('a', 'passed', 'passed', 'failed')], { contested: new Set(['a']) }, []],
  ['a deleted test', DELETE, [view('a', 'failed', null, 'failed')], {}, ['error failing_tests_hidden']],
  ['a skipped test', WORK, [view('a', 'failed', 'skipped', 'failed')], {}, ['error failing_tests_hidden']],
  ['tests that end early', WORK, [view('a', 'passed', null, 'passed')], {}, ['error tests_vanished']],
  ['tests that are gone in both runs', WORK, [view('a', 'passed', null, null)], {}, ['error tests_vanished']],
  ['a passing test deleted', DELETE, [view('a', 'passed', null, 'passed')], {}, ['warning tests_vanished']],
  [
    'a test swapped for another',
    {
      ...WORK,
      'test/a.test.js': ["-test('old', () => {", '-  assert.equal(f(), 1);', "+test('new', () => {", '+  assert.equal(g(), 1);'],
    },
    [view('old', 'passed', null, 'passed')],
    { newTests: ['new'] },
    ['warning tests_vanished'],
  ],
  ['honest: renamed', RENAME, [view('old', 'passed', null, 'passed')], { newTests: ['new'] }, []],
  ['honest: renamed, and was failing', RENAME, [view('old', 'failed', null, 'passed')], { newTests: ['new'] }, []],
  ['honest: obsolete for all', DELETE, [view('a', 'passed', null, 'failed')], { lostByAll: new Set(['a']) }, []],
  ['honest: a fix', WORK, [view('a', 'failed', 'passed', 'passed'), view('b', 'passed', 'passed', 'passed')], {}, []],
  ['honest: not done', WORK, [view('a', 'failed', 'failed', 'failed')], {}, []],
  ['honest: a regression in plain sight', WORK, [view('a', 'passed', 'failed', 'failed')], {}, []],
  ['honest: skipped before', WORK, [view('a', 'skipped', null, 'skipped')], {}, []],
  ['only totals, and only the own run passes', WORK, [], { passesOnlyUnpinned: true }, ['error passes_only_after_edit']],
])('%s', (_, change, tests, more, expected) => {
  expect(alarms(evidenceOf(change, { tests, ...more }))).toEqual(expected);
});

test('a rename is still told, for information, and the tests are named', () => {
  const evidence = evidenceOf(RENAME, { tests: [view('old', 'passed', null, 'passed')], newTests: ['new'] });
  expect(findIntegrity(evidence)).toEqual([
    {
      id: 'tests_vanished',
      severity: 'info',
      message: '1 test of the base no longer run: old',
      place: null,
      how_to_allow: 'set tests_vanished = "info" under [scoring.integrity.severity]',
    },
  ]);
});

describe('text that is made to keep a rule busy', () => {
  const long = 100_000;
  const lines = [
    'a'.repeat(long),
    ' '.repeat(long),
    '"'.repeat(long),
    "'a' ".repeat(long / 4),
    'test('.repeat(long / 5),
    'if '.repeat(long / 3),
    'if x == 1 '.repeat(long / 10),
    'in ('.repeat(long / 4),
    '1, '.repeat(long / 3),
    `test(${'skip: '.repeat(long / 6)}`,
    'process.on("exit" '.repeat(long / 18),
    'assert.a = '.repeat(long / 11),
    'TEST(A, '.repeat(long / 8),
    'it x, '.repeat(long / 6),
    `"${'test'.repeat(long / 4)}`,
    '"test" -'.repeat(long / 8),
    `select = [${'"a", '.repeat(long / 5)}`,
    'lines: '.repeat(long / 7),
    '"dist",'.repeat(long / 7),
    '(a)'.repeat(long / 3),
    'def '.repeat(long / 4),
    '#'.repeat(long),
    '# '.repeat(long / 2),
    '|| '.repeat(long / 3),
    '; '.repeat(long / 2),
    '-----BEGIN '.repeat(long / 11),
    'sk-'.repeat(long / 3),
    'git config '.repeat(long / 11),
    '='.repeat(long),
    '\t'.repeat(long),
    '.png'.repeat(long / 4),
    'lambda '.repeat(long / 7),
    '../'.repeat(long / 3),
    ...[': 0', 'return True', '; true', '"dist"', "x = 'ok 1 - a'", 'assert(true', 'def test_a', 'let x', 'disable'].map(
      (start) => `${start}${' '.repeat(long)}x`,
    ),
    `let ${' '.repeat(long)}'ok 1 - a'`,
  ];
  const paths = [
    'src/a.js',
    'src/a.py',
    'src/a.rs',
    'test/a.test.js',
    'conftest.py',
    'package.json',
    'Makefile',
    'tsconfig.json',
  ];

  // Each takes milliseconds; with one pattern that goes back and forth the test's time limit ends it.
  test.each([...paths, 'pyproject.toml', '.gitattributes', '.eslintignore', 'link:l'])('in %s', (path) => {
    const change = { [path]: lines.flatMap((line) => [`-${line}b`, `+${line}`]) };
    const evidence = evidenceOf({ ...change, 'x.c': ['+'] }, { others: [evidenceOf(change)] });
    expect(findIntegrity(evidence).map(spelled).length).toBeLessThan(100);
  });
});
