import { describe, expect, test } from 'vitest';
import type { TestStatus, TestSummary } from '../contract/index.ts';
import type { TreeReading } from './compare-run.ts';
import type { MaybeReading } from './measure.ts';
import { resolveFlakyTests, type UnjudgedCandidate } from './resolve-flaky-tests.ts';

/** One letter per test, named by its position: p passed, f failed, s skipped. */
function run(letters: string, precision: TestSummary['precision'] = 'exact'): MaybeReading<TestSummary> {
  const words: Record<string, TestStatus> = { p: 'passed', f: 'failed', s: 'skipped' };
  const tests = [...letters].map((letter, index) => ({ id: `t${index}`, status: words[letter] ?? 'failed' }));
  const count = (wanted: TestStatus) => tests.filter(({ status }) => status === wanted).length;
  const counts = { passed: count('passed'), failed: count('failed'), skipped: count('skipped'), total: tests.length };
  const summary = { schema_version: 1, kind: 'test', parser: 'x', precision, notes: [], ...counts, tests } as TestSummary;
  return { state: 'read', reading: { summary } } as unknown as MaybeReading<TestSummary>;
}

function letters(check: MaybeReading<TestSummary> | null): string {
  if (check?.state !== 'read') return '';
  return check.reading.summary.tests.map(({ id, status }) => `${id}${status.charAt(0)}`).join(' ');
}

function settle(
  base: MaybeReading<TestSummary>[],
  candidate: MaybeReading<TestSummary>[],
  pinned: MaybeReading<TestSummary> | null = null,
  more: { [Kind in 'baseSelected' | 'selected' | 'shuffled']?: MaybeReading<TestSummary>[] } = {},
) {
  const [test, ...testAgain] = base;
  const [own, ...again] = candidate;
  const baseline = { test, testAgain, testSelected: more.baseSelected ?? [] } as unknown as TreeReading;
  const candidateReading = {
    test: own,
    testAgain: again,
    testSelected: more.selected ?? [],
    pinnedTest: pinned,
    newTestsAgain: more.shuffled ?? [],
  };
  const settled = resolveFlakyTests(baseline, [candidateReading as unknown as UnjudgedCandidate]);
  return {
    flaky: settled.unsteady[0]?.flaky,
    base: letters(settled.baseline.test),
    own: letters(settled.candidates[0]?.test ?? null),
    pinned: letters(settled.candidates[0]?.pinnedTest ?? null),
    findings: settled.findings[0]?.map(({ id, severity }) => `${id} ${severity}`),
  };
}

test('changes nothing without further runs', () => {
  expect(settle([run('pf')], [run('fp')])).toEqual({ flaky: [], base: 't0p t1f', own: 't0f t1p', pinned: '', findings: [] });
});

test('removes tests that are flaky on the base on both sides', () => {
  expect(settle([run('ppf'), run('pfp')], [run('pff')])).toEqual({
    flaky: ['t1', 't2'],
    base: 't0p',
    own: 't0p',
    pinned: '',
    findings: [],
  });
});

test('a test that always fails on the candidate and never on the base stays a failure', () => {
  expect(settle([run('p'), run('p'), run('p')], [run('f'), run('f'), run('f')])).toMatchObject({ own: 't0f', findings: [] });
});

test('a test that is flaky only on the candidate counts as passed, with a warning', () => {
  expect(settle([run('pp'), run('pp')], [run('fp'), run('pp')])).toMatchObject({
    own: 't0p t1p',
    findings: ['flaky_on_candidate warning'],
  });
});

test('with a pinned run, that is the repeated one', () => {
  const settled = settle([run('p')], [run('p'), run('p')], run('f'));
  expect(settled).toMatchObject({ pinned: 't0p', findings: ['flaky_on_candidate warning'] });
});

test('a skipped test is not flaky, and runs without test names are ignored', () => {
  expect(settle([run('p'), run('s')], [run('p')]).flaky).toEqual([]);
  expect(settle([run('p'), run('f', 'totals')], [run('p')]).flaky).toEqual([]);
});

test('a test that fails on the base and is flaky on the candidate is not fixed', () => {
  expect(settle([run('f'), run('f')], [run('p'), run('f')])).toMatchObject({
    base: 't0f',
    own: 't0f',
    findings: ['flaky_on_candidate warning'],
  });
});

describe('runs of only the tests in doubt', () => {
  test('a base test that passes and fails in them is flaky', () => {
    expect(settle([run('p')], [run('f')], null, { baseSelected: [run('p'), run('f')] })).toMatchObject({
      flaky: ['t0'],
      own: '',
    });
  });

  test('a test that always fails alone depends on others, and its result in the suite counts', () => {
    const alone = { baseSelected: [run('f'), run('f')], selected: [run('f'), run('f')] };
    expect(settle([run('p')], [run('f')], null, alone)).toMatchObject({ flaky: [], base: 't0p', own: 't0f', findings: [] });
  });

  test('a test that is flaky on the candidate is a warning', () => {
    const mixed = { baseSelected: [run('p'), run('p')], selected: [run('f'), run('p')] };
    expect(settle([run('p')], [run('f')], null, mixed)).toMatchObject({ own: 't0p', findings: ['flaky_on_candidate warning'] });
  });
});

describe('new tests in another order', () => {
  test('a test that fails in some run is not counted, with a warning', () => {
    const settled = settle([run('p')], [run('ppp')], run('p'), { shuffled: [run('ppp'), run('ppf')] });
    expect(settled).toMatchObject({ flaky: ['t2'], own: 't0p t1p', pinned: 't0p', findings: ['flaky_new_tests warning'] });
  });

  test('a test that always fails stays a failure', () => {
    expect(settle([run('p')], [run('pf')], null, { shuffled: [run('pf')] })).toMatchObject({ own: 't0p t1f', findings: [] });
  });

  test('do not affect tests of the base', () => {
    expect(settle([run('pp')], [run('pp')], null, { shuffled: [run('fp')] })).toMatchObject({ own: 't0p t1p', findings: [] });
  });
});

test('facts list each uncertain test and its counted result', () => {
  const baseline = { test: run('pf'), testAgain: [], testSelected: [] } as unknown as TreeReading;
  const reading = { test: run('fpp'), testAgain: [run('pff')], testSelected: [], pinnedTest: null, newTestsAgain: [] };
  expect(resolveFlakyTests(baseline, [reading as unknown as UnjudgedCandidate]).unsteady).toEqual([
    {
      flaky: ['t2'],
      uncertain: [
        { id: 't0', counted_as: 'passed' },
        { id: 't1', counted_as: 'failed' },
        { id: 't2', counted_as: 'nothing' },
      ],
    },
  ]);
});

test('a test of the base that is flaky on two candidates is no warning for either, a new test is', () => {
  const baseline = { test: run('p'), testAgain: [], testSelected: [] } as unknown as TreeReading;
  const candidate = (first: string, again: string) =>
    ({
      test: run(first),
      testAgain: [run(again)],
      testSelected: [],
      pinnedTest: null,
      newTestsAgain: [],
    }) as unknown as UnjudgedCandidate;
  const findings = (...candidates: UnjudgedCandidate[]) =>
    resolveFlakyTests(baseline, candidates).findings.map((list) => list.map(({ id }) => id));
  expect(findings(candidate('f', 'p'), candidate('f', 'p'))).toEqual([[], []]);
  expect(findings(candidate('f', 'p'), candidate('p', 'p'))).toEqual([['flaky_on_candidate'], []]);
  expect(findings(candidate('pf', 'pp'), candidate('pf', 'pp'))).toEqual([['flaky_new_tests'], ['flaky_new_tests']]);
});
