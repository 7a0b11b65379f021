import { expect, test } from 'vitest';
import { sampleRanking, sampleScorecard } from '../../test/sample-scorecard.ts';
import type { CrossTestRow } from '../contract/index.ts';
import { acceptanceText, failureOf, outcomeOf, separatingTests, sharedTestsText, soleTestsText } from './task-tests.ts';

function row(id: string, changes: Partial<CrossTestRow> = {}): CrossTestRow {
  return {
    ...{ author: 'fix', kind: 'candidate', id, path: null, standing: 'scored', base: 'fail' },
    ...{ outcomes: { fix: 'pass', wrong: 'fail' }, failures: { wrong: 'no' } },
    ...changes,
  };
}

const cardOf = (...rows: CrossTestRow[]) =>
  sampleScorecard(
    ['fix', 'constructor', 'wrong'].map((name) => sampleRanking(name, { tests: 100 })),
    { cross_tests: rows },
  );

test('a candidate without a result has none, even if its name is a property of Object', () => {
  expect(outcomeOf(row('a'), 'constructor')).toBeNull();
  expect(failureOf(row('a'), 'toString')).toBeNull();
  const outcomes = Object.fromEntries([['constructor', 'fail' as const]]);
  const [first] = separatingTests(cardOf(row('a', { outcomes, failures: {} })));
  expect(first).toMatchObject({ fails: ['constructor'], failure: null });
});

test('lists scored tests first, and no test without a vote', () => {
  const rows = [row('only', { standing: 'uncorroborated' }), row('a'), row('old', { standing: 'passes_on_base' })];
  expect(separatingTests(cardOf(...rows)).map(({ id, isScored }) => [id, isScored])).toEqual([
    ['a', true],
    ['only', false],
  ]);
});

test('lists a test that two candidates add with the same text once, with both authors and the most results', () => {
  const rows = [
    row('a', { path: 't.js', outcomes: { fix: 'pass', wrong: 'cannot_load' } }),
    row('a', { path: 't.js', author: 'constructor', same_as: 'fix' }),
    row('a', { path: 'other.js' }),
  ];
  expect(separatingTests(cardOf(...rows)).map(({ author, fails }) => [author, fails])).toEqual([
    ['fix and constructor', ['wrong']],
    ['fix', ['wrong']],
  ]);
});

test('counts tests that every candidate passes', () => {
  const shared = (id: string) => row(id, { outcomes: { fix: 'pass', wrong: 'pass' } });
  expect(sharedTestsText(cardOf(shared('s')))).toBe('1 new test passes with every candidate that ran it');
  const both = cardOf(shared('s'), shared('t'), { ...shared('t'), author: 'wrong', same_as: 'fix' }, row('a'));
  expect(sharedTestsText(both)).toBe('2 other new tests pass with every candidate that ran them');
  expect(sharedTestsText(cardOf(row('a')))).toBeNull();
});

test('counts tests that run only with their authors', () => {
  const sole = (id: string, author = 'fix') => row(id, { author, standing: 'loads_nowhere', outcomes: { [author]: 'pass' } });
  expect(soleTestsText(cardOf(sole('a')))).toBe('1 new test of fix runs with no other candidate and does not count');
  expect(soleTestsText(cardOf(sole('a'), sole('b', 'wrong')))).toBe(
    '2 new tests of fix and wrong run with no other candidate and do not count',
  );
  expect(soleTestsText(cardOf(row('a')))).toBeNull();
});

test('counts the acceptance tests that test the task', () => {
  expect(acceptanceText({ tests: 1, pass_on_base: 0, cannot_load_on_base: 0 })).toBe('1 acceptance test');
  expect(acceptanceText({ tests: 5, pass_on_base: 2, cannot_load_on_base: 2 })).toBe(
    '5 acceptance tests; 2 of them pass on the base and say nothing about the task; 2 cannot run on the base, where what they use does not exist yet',
  );
});
