import { describe, expect, test } from 'vitest';
import { read, tests } from '../../test/readings-builder.ts';
import { type Capture, parseCheckRun, type TestStatus, type TestSummary } from '../contract/index.ts';
import { compareIndependent, independentFacts, judgeIndependent } from './independent-run.ts';
import type { MaybeReading } from './measure.ts';
import type { CandidateCaptures, SubjectReading } from './run-reading.ts';

type Results = Record<string, TestStatus>;
const conditions = { is_reordered: true, dependencies: 'base' as const };
const usualOrder = { ...conditions, is_reordered: false };
const run = (results: Results, changes: Partial<Capture> = {}) => read(tests(results), { independent: conditions, ...changes });
const unreadable = read(tests({ 'exit code': 'failed' }, 'exit-code'), { independent: conditions, exit_code: 1 });

function subject(runs: Record<string, MaybeReading<TestSummary>>): SubjectReading {
  const testRuns = Object.entries(runs).map(([name, reading]) => ({ run: parseCheckRun(name), reading, output: '' }));
  return { testRuns } as unknown as SubjectReading;
}

const BASE = { old: 'passed', task: 'failed' } as const;
const GREEN = { old: 'passed', task: 'passed' } as const;

function verdict(
  runs: Record<string, MaybeReading<TestSummary>>,
  base: Record<string, MaybeReading<TestSummary>> = {},
  pinned = false,
) {
  const baseline = subject({ test: run(BASE, { exit_code: 1 }), ...base });
  const entry = { pinned: pinned ? { commit: 'p', tree: 'p' } : null };
  const candidate = { ...subject({ test: run(GREEN), ...runs }), entry } as unknown as CandidateCaptures;
  return judgeIndependent(baseline, candidate);
}

describe('confirms', () => {
  test.each<[string, Record<string, MaybeReading<TestSummary>>]>([
    ['equal results', { independent: run(GREEN) }],
    [
      'equal results beside an added failing test',
      { 'independent-canary': run({ ...GREEN, canary: 'failed' }, { exit_code: 1 }) },
    ],
  ])('%s', (_, runs) => {
    expect(verdict(runs)).toEqual({ state: 'confirmed', conditions, unsteady: [] });
  });

  test('tests that pass when they are repeated, and says so', () => {
    const runs = { independent: run(BASE), 'selected1-independent': run({ task: 'passed' }) };
    expect(verdict(runs)).toEqual({ state: 'confirmed', conditions, unsteady: ['task'] });
  });

  test('tests that also fail in a repetition in the first checkout', () => {
    const runs = {
      independent: run(BASE),
      'selected1-independent': run({ task: 'failed' }),
      'selected1-test': run({ task: 'failed' }),
    };
    expect(verdict(runs)).toMatchObject({ state: 'confirmed' });
  });

  test('with the conditions of the run that shows the tests, if the runner refused the options of the first one', () => {
    const runs = { 'independent-canary': unreadable, 'again1-independent': run(GREEN, { independent: usualOrder }) };
    expect(verdict(runs)).toEqual({ state: 'confirmed', conditions: usualOrder, unsteady: [] });
  });

  test('without another order of a single test', () => {
    const one = run({ old: 'passed' });
    expect(verdict({ test: one, independent: one })).toEqual({ state: 'confirmed', conditions: usualOrder, unsteady: [] });
  });

  test('the results of the pinned tree', () => {
    const runs = { 'pinned-test': run(GREEN), test: run(BASE), 'pinned-independent': run(GREEN) };
    expect(verdict(runs, {}, true)).toMatchObject({ state: 'confirmed' });
  });
});

describe('differs', () => {
  const again = { 'selected1-independent': run({ task: 'failed', old: 'failed' }), 'selected1-test': run(GREEN) };

  test('a test of the task that fails there', () => {
    const differs = { state: 'differs', conditions, fixed: ['task'], others: [], isFixed: true };
    expect(verdict({ independent: run(BASE), ...again })).toEqual(differs);
    // A missing or skipped test does not pass either.
    expect(verdict({ independent: run({ old: 'passed' }), ...again })).toEqual({ ...differs, conditions: usualOrder });
  });

  test('a test that passes on the base there', () => {
    const runs = { independent: run({ old: 'failed', task: 'passed' }), ...again };
    const differs = { state: 'differs', conditions, fixed: [], others: ['old'], isFixed: false };
    expect(verdict(runs, { 'selected1-independent': run({ old: 'passed' }) })).toEqual(differs);
  });

  test('a run without results there, if the base has them', () => {
    const runs = { independent: unreadable, 'again1-independent': unreadable };
    const differs = { state: 'differs', conditions: usualOrder, fixed: [], others: [], isFixed: true };
    expect(verdict(runs, { 'again1-independent': run(BASE, { exit_code: 1 }) })).toEqual(differs);
  });
});

describe('allows no conclusion', () => {
  test('without the run', () => {
    expect(verdict({})).toBeNull();
  });

  test('before the tests are repeated', () => {
    expect(verdict({ independent: run(BASE) })).toBeNull();
  });

  test('if the tests fail there on the base too', () => {
    const runs = { independent: run({ old: 'failed', task: 'passed' }), 'selected1-independent': run({ old: 'failed' }) };
    const onBase = { 'selected1-independent': run({ old: 'failed' }) };
    expect(verdict(runs, onBase)).toEqual({ state: 'impossible', why: '1 of its tests fail there on the base too' });
  });

  test('if the base shows no result there', () => {
    const runs = { independent: run({ old: 'failed', task: 'passed' }), 'selected1-independent': run({ old: 'failed' }) };
    const onBase = { 'selected1-independent': run({ other: 'failed' }) };
    expect(verdict(runs, onBase)).toEqual({ state: 'impossible', why: 'the base shows no result there for 1 of its tests' });
  });

  test('if neither run shows tests', () => {
    const passes = read(tests({ 'exit code': 'passed' }, 'exit-code'), { independent: conditions });
    const none = { state: 'impossible', why: 'its output shows no test results' };
    expect(verdict({ test: passes, independent: passes })).toEqual(none);
  });

  test('if the base has no results there either', () => {
    const runs = { independent: unreadable, 'again1-independent': unreadable };
    expect(verdict(runs, { 'again1-independent': unreadable })).toMatchObject({ state: 'impossible' });
  });

  test('if the set-up fails', () => {
    const candidate = { ...subject({ test: run(GREEN) }), entry: { pinned: null }, independentSetup: 'the set-up `x` failed' };
    const judged = judgeIndependent(subject({ test: run(BASE) }), candidate as unknown as CandidateCaptures);
    expect(judged).toEqual({ state: 'impossible', why: 'the set-up `x` failed' });
  });
});

test('compares totals and exit codes if tests have no names', () => {
  const totals = (passed: number, exit_code = 0) => {
    const summary = tests({}, 'totals');
    return read({ ...summary, passed, total: passed }, { independent: conditions, exit_code });
  };
  const compare = (there: MaybeReading<TestSummary>) => {
    const candidate = {
      ...subject({ test: totals(5), independent: there }),
      entry: { pinned: null },
    } as unknown as CandidateCaptures;
    return compareIndependent(subject({ test: totals(4, 1) }), candidate).isWorse;
  };
  expect([totals(5), totals(4), totals(5, 1)].map(compare)).toEqual([false, true, true]);
});

test('the facts contain the state and the conditions', () => {
  expect(independentFacts({ state: 'confirmed', conditions, unsteady: ['a'] })).toEqual({ state: 'confirmed', conditions });
  expect(independentFacts({ state: 'impossible', why: 'w' })).toEqual({ state: 'impossible', why: 'w' });
});
