import { expect, test } from 'vitest';
import type { TestStatus } from '../../../contract/index.ts';
import { emptyTestSection, type TestSection, type TestTotals } from '../../../parse/section.ts';
import { compareWithTotals, dropExcessTests, flagRunsWithoutTests, matchesTotals } from './totals.ts';

const LETTERS: Record<string, TestStatus> = { p: 'passed', f: 'failed', s: 'skipped' };

/** One test per letter: p(assed), f(ailed) or s(kipped). */
function testsOf(letters: string) {
  return [...letters].map((letter, index) => ({ id: `${letter}${index}`, status: LETTERS[letter] ?? 'failed' }));
}

function run(letters: string, totals: TestTotals): TestSection {
  return { ...emptyTestSection('deno-test', 1), tests: testsOf(letters), totals };
}

test.each<[string, TestTotals, boolean]>([
  ['ppf', { passed: 2, failed: 1, skipped: 0 }, true],
  ['ppf', { passed: 2, failed: null, skipped: null }, true],
  ['ppf', { passed: 2, failed: 1, skipped: 1 }, false],
  ['ppff', { passed: 2, failed: 1, skipped: 0 }, false],
])('matches %s with %o: %s', (letters, totals, expected) => {
  expect(matchesTotals(testsOf(letters), totals)).toBe(expected);
});

test('records a problem for each total that differs from the report', () => {
  const section = run('ppf', { passed: 0, failed: 0, skipped: 0 });
  compareWithTotals(section, { passed: 3, failed: 1, skipped: null });
  expect(section.problems).toEqual(['the report states 3 passed tests, but contains 2']);
});

test('drops the tests of a status that has more tests than the total counts', () => {
  const kept = dropExcessTests(testsOf('ppfs'), { passed: 1, failed: 2, skipped: null });
  expect(kept.map(({ id }) => id)).toEqual(['f2', 's3']);
});

test.each<[string, [string, number][], number[]]>([
  [
    'flags a run without a list next to one with a list',
    [
      ['p', 1],
      ['', 3],
    ],
    [0, 1],
  ],
  [
    'accepts totals when no run has a list',
    [
      ['', 2],
      ['', 3],
    ],
    [0, 0],
  ],
  [
    'accepts runs that all have a list',
    [
      ['p', 1],
      ['pp', 2],
    ],
    [0, 0],
  ],
  [
    'accepts a run in which no test passed',
    [
      ['p', 1],
      ['', 0],
    ],
    [0, 0],
  ],
])('%s', (_name, runs, problems) => {
  const sections = runs.map(([letters, passed]) => run(letters, { passed, failed: 0, skipped: 0 }));
  flagRunsWithoutTests(sections);
  expect(sections.map((section) => section.problems.length)).toEqual(problems);
});
