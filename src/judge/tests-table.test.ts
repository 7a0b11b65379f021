import { expect, test } from 'vitest';
import { countedTests, finding, makeCandidate, ranTests } from '../../test/facts-builder.ts';
import { read, tests as summaryOf } from '../../test/readings-builder.ts';
import fc from '../../test/seeded-properties.ts';
import type { Ranking, TestResult, TestStatus } from '../contract/index.ts';
import { brokenNames, brokenShare, failureMessage, movedTests, resultOnBase, resultWith } from '../text/index.ts';
import { testsOfBase } from './tests-table.ts';

const passes = (id: string): TestResult => ({ id, status: 'passed' });
const skips = (id: string): TestResult => ({ id, status: 'skipped' });
const fails = (id: string, message: string): TestResult => ({ id, status: 'failed', message });
const readTests = (results: TestResult[]) => read({ ...summaryOf({}), tests: results });

const baseline = readTests([passes('a'), fails('b', 'expected 1, got 2'), passes('c'), skips('d')]);

test('lists the tests that fail on the base, and those with another result, with their statuses in each run', () => {
  const one = makeCandidate({ name: 'one', tests: ranTests({ passed: 3, fixed: ['b'] }) });
  const two = makeCandidate({ name: 'two', tests: ranTests({ passed: 1, failed: 2, regressed: ['c'] }) });
  const tests = testsOfBase(baseline, [
    { facts: one, own: readTests([passes('a'), passes('b'), passes('c'), skips('d')]), pinned: null },
    {
      facts: two,
      own: readTests([passes('a'), passes('b'), skips('d')]),
      pinned: readTests([passes('a'), fails('b', 'still 2'), fails('c', 'broken now'), skips('d')]),
    },
  ]);
  expect(tests).toEqual([
    {
      id: 'b',
      base: 'failed',
      message: 'expected 1, got 2',
      results: [
        { candidate: 'one', result: 'fixed', own: 'passed' },
        { candidate: 'two', result: 'fails', own: 'passed', pinned: 'failed', message: 'still 2' },
      ],
    },
    {
      id: 'c',
      base: 'passed',
      results: [{ candidate: 'two', result: 'broken', own: 'missing', pinned: 'failed', message: 'broken now' }],
    },
  ]);
});

test('a finding about a test says more than its status', () => {
  const hides = makeCandidate({
    name: 'hides',
    tests: ranTests({ passed: 2, dropped: ['a'] }),
    integrity: [
      { ...finding('failing_tests_hidden', 'error'), tests: ['b'] },
      { ...finding('tests_vanished', 'error'), tests: ['c'] },
    ],
  });
  const tests = testsOfBase(baseline, [{ facts: hides, own: readTests([]), pinned: null }]);
  expect(tests.map(({ id, results }) => [id, results[0]?.result])).toEqual([
    ['a', 'gone'],
    ['b', 'hidden'],
    ['c', 'gone'],
  ]);
});

test('says nothing about a candidate whose tests cannot be compared by name', () => {
  const counted = makeCandidate({ name: 'counted', tests: countedTests({ passed: 3 }) });
  const [only] = testsOfBase(baseline, [{ facts: counted, own: readTests([passes('b')]), pinned: null }]);
  expect([only?.id, only?.results, only && resultWith(only, counted)]).toEqual(['b', [], 'unknown']);
});

test('has at most 1,000 messages', () => {
  const failing = readTests(Array.from({ length: 1200 }, (_, index) => fails(`t${index}`, 'no')));
  const tests = testsOfBase(failing, []);
  expect([tests.length, tests.filter(({ message }) => message !== undefined).length]).toEqual([1200, 1000]);
});

test('the table and the counts of a candidate never disagree', () => {
  const status = fc.constantFrom<TestStatus>('passed', 'failed');
  const results = fc.array(fc.tuple(status, status), { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(results, (pairs) => {
      const named = pairs.map(([before, after], index) => ({ id: `t${index}`, before, after }));
      const idsOf = (before: TestStatus, after: TestStatus) =>
        named.filter((each) => each.before === before && each.after === after).map(({ id }) => id);
      const [fixed, regressed] = [idsOf('failed', 'passed'), idsOf('passed', 'failed')];
      const counts = (side: 'before' | 'after') => ({
        passed: named.filter((each) => each[side] === 'passed').length,
        failed: named.filter((each) => each[side] === 'failed').length,
      });
      const candidate = makeCandidate({ name: 'one', tests: ranTests({ ...counts('after'), fixed, regressed }) });
      const read = (side: 'before' | 'after') =>
        readTests(named.map((each) => (each[side] === 'passed' ? passes(each.id) : fails(each.id, `${each.id} ${side}`))));
      const tests = testsOfBase(read('before'), [{ facts: candidate, own: read('after'), pinned: null }]);
      for (const test of tests) {
        const { before, after } = named.find(({ id }) => id === test.id) ?? {};
        expect([resultOnBase(test), test.results[0]?.own]).toEqual([before === 'passed' ? 'passes' : 'fails', after]);
        expect(failureMessage(test, 'one')).toBe(after === 'failed' ? `${test.id} after` : null);
      }
      const moved = movedTests({ tests }).filter((each) => resultWith(each, candidate) === 'broken');
      const ranking = { dimensions: [testsResult(regressed.length, counts('before').passed)] };
      expect(moved.map(({ id }) => id)).toEqual(brokenNames(ranking, candidate));
      const ofFixed = tests.filter((each) => resultWith(each, candidate) === 'fixed').map(({ id }) => id);
      expect([ofFixed, moved.length]).toEqual([fixed, brokenShare(ranking)?.count]);
    }),
  );
});

function testsResult(regression: number, passed: number): Ranking['dimensions'][number] {
  const steps = [{ name: 'reg_penalty', expression: '', inputs: { regression, B_pass: passed }, value: 0 }];
  return { id: 'tests', weight: 1, effective_weight: 1, result: { state: 'scored', score: 0, steps } };
}
