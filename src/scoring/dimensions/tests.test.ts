import { describe, expect, test } from 'vitest';
import {
  assess,
  baseTests,
  broken,
  countedTests,
  makeCandidate,
  makeFacts,
  makePolicy,
  type PolicyParts,
  ranTests,
  scoreBy,
  unavailable,
} from '../../../test/facts-builder.ts';
import type { CandidateFacts, Facts } from '../../contract/index.ts';
import { tests } from './tests.ts';

function factsOf(baseline: Facts['baseline']['tests'], candidate: CandidateFacts['tests']): Facts {
  return makeFacts({ baseline: { tests: baseline }, candidates: [makeCandidate({ tests: candidate })] });
}

function stepsOf(facts: Facts, parts?: PolicyParts): Record<string, number> {
  const result = assess(tests, facts, makePolicy(parts));
  if (result.state !== 'scored') throw new Error(result.why);
  return Object.fromEntries(result.steps.map(({ name, value }) => [name, value]));
}

const tenOfTen = baseTests({ passed: 10 });

describe('by identity', () => {
  test.each([
    ['all pass', tenOfTen, ranTests({ passed: 10 }), 100],
    ['8 of 10 pass', tenOfTen, ranTests({ passed: 8, failed: 2, regressed: 2 }), 68],
    ['nothing passes any more', tenOfTen, ranTests({ passed: 0, failed: 10, regressed: 10 }), 0],
    [
      'a test skipped counts like a test broken',
      tenOfTen,
      ranTests({ passed: 9, skipped: 1, regressed: ['a'], dropped: ['a'] }),
      84,
    ],
    ['a test deleted counts like a test broken', tenOfTen, ranTests({ passed: 9, regressed: ['a'], dropped: ['a'] }), 84],
    ['20 failing ones left alone', baseTests({ passed: 80, failed: 20 }), ranTests({ passed: 80, failed: 20 }), 80],
    ['20 failing ones deleted', baseTests({ passed: 80, failed: 20 }), ranTests({ passed: 80, dropped: 20 }), 80],
    ['20 failing ones mended', baseTests({ passed: 80, failed: 20 }), ranTests({ passed: 100, fixed: 20 }), 100],
    [
      'a base where nothing passes has nothing to lose',
      baseTests({ passed: 0, failed: 4 }),
      ranTests({ passed: 1, failed: 3, fixed: 1 }),
      25,
    ],
    ['no tests on either side', baseTests({ passed: 0 }), ranTests({ passed: 0 }), 0],
    ['the first tests', baseTests({ passed: 0 }), ranTests({ passed: 3, failed: 1, added: 4 }), 77],
    [
      'one new test is worth half a point',
      baseTests({ passed: 9, failed: 1 }),
      ranTests({ passed: 10, failed: 1, added: 1 }),
      (10 / 11) * 100 + 0.5,
    ],
    [
      '20 new tests are worth 10 points',
      baseTests({ passed: 5, failed: 15 }),
      ranTests({ passed: 25, failed: 15, added: 20 }),
      72.5,
    ],
    ['60 new tests are worth no more', baseTests({ passed: 5, failed: 35 }), ranTests({ passed: 65, failed: 35, added: 60 }), 75],
    ['a bonus never lifts above 100', tenOfTen, ranTests({ passed: 14, added: 4 }), 100],
  ])('%s', (_, baseline, candidate, score) => {
    expect(scoreBy(tests, factsOf(baseline, candidate))).toBe(score);
  });

  test('breaking five tests and adding five is a regression of five', () => {
    const facts = factsOf(tenOfTen, ranTests({ passed: 10, failed: 5, regressed: 5, added: 5 }));
    expect(stepsOf(facts)).toEqual({
      executed: 15,
      pass_rate: 10 / 15,
      regression: 5,
      reg_penalty: 30,
      new_test_bonus: 2.5,
      score: (10 / 15) * 100 - 30 + 2.5,
    });
  });

  test('regression_by = "count" scores the candidate by the founding formula', () => {
    const facts = factsOf(tenOfTen, ranTests({ passed: 10, failed: 5, regressed: 5, added: 5 }));
    expect(stepsOf(facts, { tests: { regression_by: 'count' } })).toMatchObject({ regression: 0, score: (10 / 15) * 100 + 2.5 });
  });

  test('dropped = "ignore" removes dropped tests from the denominator and keeps the regression', () => {
    const ignore = makePolicy({ tests: { dropped: 'ignore' } });
    const deletedFailing = factsOf(baseTests({ passed: 80, failed: 20 }), ranTests({ passed: 80, dropped: 20 }));
    expect(scoreBy(tests, deletedFailing, ignore)).toBe(100);
    const deletedPassing = factsOf(tenOfTen, ranTests({ passed: 9, regressed: ['a'], dropped: ['a'] }));
    expect(scoreBy(tests, deletedPassing, ignore)).toBe(94);
  });
});

describe('by count', () => {
  test.each([
    ['8 of 10 pass', tenOfTen, countedTests({ passed: 8, failed: 2 }), 68],
    ['20 failing ones deleted earn nothing', baseTests({ passed: 80, failed: 20 }), countedTests({ passed: 80 }), 80],
    ['two tests gone', tenOfTen, countedTests({ passed: 8 }), 68],
    ['four more tests', baseTests({ passed: 8, failed: 2 }), countedTests({ passed: 12, failed: 2 }), (12 / 14) * 100 + 2],
    ['skipped ones are not in the total', tenOfTen, countedTests({ passed: 10, skipped: 5 }), 100],
    ['one unreadable exit code in place of ten tests', tenOfTen, countedTests({ passed: 1 }), 0],
  ])('%s', (_, baseline, candidate, score) => {
    expect(scoreBy(tests, factsOf(baseline, candidate))).toBe(score);
  });

  test('fewer tests count as no new tests, not as a negative number', () => {
    const result = assess(tests, factsOf(tenOfTen, countedTests({ passed: 8 })));
    expect(result).toMatchObject({ steps: expect.arrayContaining([expect.objectContaining({ inputs: { new_tests: 0 } })]) });
  });

  test('dropped = "ignore" gives the plain pass rate', () => {
    const facts = factsOf(baseTests({ passed: 80, failed: 20 }), countedTests({ passed: 80 }));
    expect(scoreBy(tests, facts, makePolicy({ tests: { dropped: 'ignore' } }))).toBe(100);
  });
});

describe('fail_on_drop_percent', () => {
  const base = baseTests({ passed: 93, failed: 7 });
  const dropsSeven = factsOf(base, ranTests({ passed: 93, dropped: 7 }));

  test.each([
    [null, 93],
    [7, 93],
    [6.9, 0],
    [0, 0],
    [100, 93],
  ])('7 of 100 dropped, limit %s', (limit, score) => {
    expect(scoreBy(tests, dropsSeven, makePolicy({ tests: { fail_on_drop_percent: limit } }))).toBe(score);
  });

  test('records its own step', () => {
    expect(stepsOf(dropsSeven, { tests: { fail_on_drop_percent: 5 } })).toMatchObject({
      score: 93,
      drop_percent: 7,
      score_after_drop: 0,
    });
  });

  test('by count', () => {
    const facts = factsOf(base, countedTests({ passed: 93 }));
    expect(scoreBy(tests, facts, makePolicy({ tests: { fail_on_drop_percent: 7 } }))).toBe(93);
    expect(scoreBy(tests, facts, makePolicy({ tests: { fail_on_drop_percent: 6.5 } }))).toBe(0);
  });

  test('a base without tests cannot lose any', () => {
    const facts = factsOf(baseTests({ passed: 0 }), ranTests({ passed: 1, added: 1 }));
    expect(stepsOf(facts, { tests: { fail_on_drop_percent: 0 } })).toMatchObject({ drop_percent: 0, score_after_drop: 100 });
  });
});

describe('contested tests', () => {
  const contests = (name: string, lost: Record<string, string>, more: { dropped?: string[] } = {}) => {
    const ids = Object.keys(lost);
    const failed = ids.length - (more.dropped?.length ?? 0);
    return makeCandidate({
      name,
      tests: ranTests({ passed: 10 - ids.length, failed, regressed: ids, contested: lost, ...more }),
    });
  };
  const login = { 'logs in': 'test/login.test.ts' };
  const scores = (candidates: CandidateFacts[], parts?: PolicyParts) => {
    const facts = makeFacts({ candidates });
    return candidates.map(({ name }) => scoreBy(tests, facts, makePolicy(parts), name));
  };

  test('one candidate alone is no consensus', () => {
    expect(scores([contests('a', login)])).toEqual([84]);
  });

  test('a test that every candidate contests is excused and not counted', () => {
    expect(scores([contests('a', login), contests('b', login)])).toEqual([100, 100]);
  });

  test('an excused test that is missing is not counted either', () => {
    expect(scores([contests('a', login, { dropped: ['logs in'] }), contests('b', login)])).toEqual([100, 100]);
  });

  test.each([
    ['failing', { failed: 2 }],
    ['gone', { failed: 1, dropped: ['logs in'] }],
  ])('an excused test that is %s does not change the pass rate of the others', (_, how) => {
    const lost = ranTests({ passed: 8, regressed: ['logs in'], contested: login, ...how });
    const facts = factsOf(baseTests({ passed: 9, failed: 1 }), lost);
    for (const dropped of ['count_as_failed', 'ignore'] as const) {
      expect(scoreBy(tests, facts, makePolicy({ tests: { may_change: ['test/'], dropped } }))).toBe((8 / 9) * 100);
    }
  });

  test('one candidate that passes the test ends the consensus', () => {
    expect(scores([contests('a', login), contests('b', login), makeCandidate({ name: 'c' })])).toEqual([84, 84, 100]);
  });

  test('a candidate that changed nothing does not count for consensus', () => {
    expect(scores([contests('a', login), contests('b', login), makeCandidate({ name: 'idle', files: [] })])).toEqual([
      100, 100, 100,
    ]);
  });

  test('a candidate without test results does not count as agreeing', () => {
    const facts = makeFacts({
      candidates: [contests('a', login), contests('b', login), makeCandidate({ name: 'c', tests: broken('crashed') })],
    });
    expect(scoreBy(tests, facts, makePolicy(), 'a')).toBe(84);
  });

  test('excuses only the test that all candidates contest', () => {
    const both = { ...login, 'logs out': 'test/logout.test.ts' };
    expect(scores([contests('a', both), contests('b', login)])).toEqual([(8 / 9) * 100 - 6, 100]);
  });

  test('may_change excuses by path, even for a single candidate', () => {
    expect(scores([contests('a', login)], { tests: { may_change: ['test/login.test.ts'] } })).toEqual([100]);
    expect(scores([contests('a', login)], { tests: { may_change: ['test/'] } })).toEqual([100]);
    expect(scores([contests('a', login)], { tests: { may_change: ['other/'] } })).toEqual([84]);
  });

  test('dropped = "ignore" excuses tests too', () => {
    expect(scores([contests('a', login), contests('b', login)], { tests: { dropped: 'ignore' } })).toEqual([100, 100]);
  });

  test('an excused test does not count as dropped', () => {
    const gone = { dropped: ['logs in'] };
    const parts = { tests: { fail_on_drop_percent: 0 } };
    expect(scores([contests('a', login, gone), contests('b', login, gone)], parts)).toEqual([100, 100]);
    expect(scores([contests('a', login, gone)], parts)).toEqual([0]);
  });
});

test('is unavailable without a result on the base; a candidate without a result is an error', () => {
  expect(assess(tests, factsOf(broken('no output'), ranTests({ passed: 1 })))).toEqual({
    state: 'unavailable',
    why: 'the test check could not be measured on the base: no output',
  });
  expect(assess(tests, factsOf(tenOfTen, unavailable('runner deleted')))).toEqual({
    state: 'error',
    why: 'the test check of this candidate could not be measured: runner deleted',
  });
});
