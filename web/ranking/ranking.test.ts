import { expect, test } from 'vitest';
import { DEFAULT_POLICY, weightsOf } from '../../src/contract/index.ts';
import { scoreFacts } from '../../src/scoring/index.ts';
import { arbitraryFacts } from '../../test/arbitrary-facts.ts';
import {
  authored,
  baseTests,
  changed,
  makeCandidate,
  makeFacts,
  makeMetric,
  makePolicy,
  measuredMetric,
  ranTests,
  taskTest,
} from '../../test/facts-builder.ts';
import fc from '../../test/seeded-properties.ts';
import { contributionsOf } from './contributions.ts';
import { bestOf, type FactRow, factRows, knownColumns, sortRows } from './fact-columns.ts';
import { reasonFor } from './reason.ts';
import { parseWeights, scorecardFor, scoreWith, tomlLines, weightsText } from './weights.ts';

const NINE = '1-2-3-4-5-6-7-8-9';
const own = weightsOf(DEFAULT_POLICY);

test('writes weights to an address, reads them back, and rejects invalid ones', () => {
  const other = { ...own, tests: 50.5 };
  expect(weightsText(other, own)).toBe('30-50.5-20-20-15-15-10-0-0-0');
  expect(parseWeights('30-50.5-20-20-15-15-10-0-0-0', own)).toEqual(other);
  expect(weightsText(own, own)).toBeNull();
  for (const text of [
    null,
    '',
    '1-2',
    '30-30-15-15-10-0-0',
    `${NINE}-x`,
    `${NINE}-`,
    `1-${NINE.replace('2', '')}`,
    `${NINE}-1e9`,
  ])
    expect(parseWeights(text, own), String(text)).toBeNull();
});

test('writes the weights as lines of hydra.toml', () => {
  expect(tomlLines(own)).toBe(
    '[scoring.weights]\nbuild = 30\ntests = 30\nacceptance = 20\ncross_tests = 20\nlint = 15\ndiff_scope = 15\nspeed = 10\ncost = 0\nsecurity = 0\ncoverage = 0',
  );
});

test('includes the weights of metrics, in the order of their names', () => {
  const policy = makePolicy({ metrics: { time: makeMetric({ weight: 5 }), size: makeMetric({ weight: 7 }) } });
  const ofRun = weightsOf(policy);
  const other = { ...ofRun, time: 1 };
  expect(weightsText(other, ofRun)).toBe('30-30-20-20-15-15-10-0-0-0-7-1');
  expect(parseWeights('30-30-20-20-15-15-10-0-0-0-7-1', ofRun)).toEqual(other);
  expect(parseWeights('30-30-20-20-15-15-10-0-0-0', ofRun)).toBeNull();
  expect(tomlLines(other)).toMatch(
    /coverage = 0\n\n\[scoring\.metrics\.size\]\nweight = 7\n\n\[scoring\.metrics\.time\]\nweight = 1$/,
  );
});

test('scores metrics with other weights', () => {
  const metrics = { size: makeMetric({ weight: 10 }) };
  const candidates = [100, 200].map((value) => makeCandidate({ name: `c${value}`, metrics: { size: measuredMetric(value) } }));
  const facts = makeFacts({ baseline: { metrics: { size: measuredMetric(100) } }, candidates });
  const totals = scoreWith(facts, makePolicy({ metrics }), { ...own, size: 100 }).rankings.map((ranking) => ranking.total);
  expect(totals).toEqual([100, 75]);
});

test('gives the scorecard of the run for the weights of the run', () => {
  fc.assert(
    fc.property(arbitraryFacts({ minCandidates: 1 }), (facts) => {
      expect(scoreWith(facts, DEFAULT_POLICY, own)).toEqual(scoreFacts(facts, DEFAULT_POLICY));
    }),
    { numRuns: 30 },
  );
});

test('gives the totals of the scoring module for another weight of cross-tests', () => {
  const candidates = ['a', 'b', 'c'].map((name) => makeCandidate({ name }));
  const tests = [taskTest('t', { b: 'pass', c: 'fail' }), taskTest('u', { b: 'pass', c: 'pass' })];
  const facts = makeFacts({ candidates, authors: [authored('a', tests)] });
  const weights = { ...own, cross_tests: 60 };
  const card = scoreWith(facts, DEFAULT_POLICY, weights);
  expect(card).toEqual(scoreFacts(facts, makePolicy({ weights })));
  // 30 build, 30 tests, 15 lint, 15 scope, 10 speed at 100, and half of the cross-tests.
  const total = Object.fromEntries(card.rankings.map(({ agent, total_unrounded: value }) => [agent, value]));
  expect(total).toEqual({ a: 100, b: 100, c: (100 * 100 + 50 * 60) / 160 });
});

test('adds contributions up to the total, and gives each candidate a reason', () => {
  fc.assert(
    fc.property(arbitraryFacts({ minCandidates: 1 }), (facts) => {
      const scorecard = scoreFacts(facts, DEFAULT_POLICY);
      for (const ranking of scorecard.rankings) {
        const sum = contributionsOf(ranking).reduce((points, part) => points + part.points, 0);
        expect(Math.abs(sum - (ranking.total_unrounded ?? 0))).toBeLessThan(1e-9);
        expect(reasonFor(ranking, scorecard, facts)).not.toBe('');
      }
    }),
    { numRuns: 100 },
  );
});

test('gives reasons in facts, and in points only where the facts are equal', () => {
  const tests = ranTests({ passed: 3, fixed: ['a'] });
  const facts = makeFacts({
    baseline: { tests: baseTests({ passed: 2, failed: 1 }) },
    candidates: [
      makeCandidate({ name: 'small', tests, files: [changed('a.js', { lines: 100 })] }),
      makeCandidate({ name: 'large', tests, files: [changed('a.js', { lines: 900 })] }),
      makeCandidate({ name: 'breaks', tests: ranTests({ passed: 2, failed: 1, fixed: ['a'], regressed: ['t.js > s > b'] }) }),
    ],
  });
  const card = scoreFacts(facts, DEFAULT_POLICY);
  expect(Object.fromEntries(card.rankings.map((ranking) => [ranking.agent, reasonFor(ranking, card, facts)]))).toEqual({
    small: '800 fewer lines than large',
    large: 'the same test results, 800 more lines',
    breaks: 'broken: b',
  });
});

test('says how level candidates differ from the first one', () => {
  const tests = ranTests({ passed: 3, fixed: ['a'] });
  const facts = makeFacts({
    baseline: { tests: baseTests({ passed: 2, failed: 1 }) },
    candidates: [
      makeCandidate({ name: 'longer', tests, files: [changed('a.js', { lines: 8 })] }),
      makeCandidate({ name: 'short', tests, files: [changed('a.js', { lines: 6 })] }),
    ],
  });
  const card = scoreFacts(facts, DEFAULT_POLICY);
  expect([card.verdict.class, ...card.rankings.map((ranking) => reasonFor(ranking, card, facts))]).toEqual([
    ...['level', '', 'the same test results, 2 more lines'],
  ]);
});

test('sorts by every column in both directions, unknown values last', () => {
  fc.assert(
    fc.property(arbitraryFacts({ minCandidates: 1 }), (facts) => {
      const card = scoreFacts(facts, DEFAULT_POLICY);
      const rows = factRows(card, facts, card.rankings);
      for (const column of knownColumns(rows)) {
        for (const sort of [column.id, `-${column.id}`]) {
          const sorted = sortRows(rows, sort);
          expect(sorted.toSorted(byName)).toEqual(rows.toSorted(byName));
          const values = sorted.map(column.value);
          const known = values.filter((value) => value !== null);
          expect(values.slice(0, known.length)).toEqual(known);
          expect(known).toEqual(known.toSorted((a, b) => (sort === column.id ? a - b : b - a)));
        }
      }
    }),
    { numRuns: 50 },
  );
});

test('marks the best value only among candidates that can be merged, and only if they differ', () => {
  const facts = makeFacts({
    baseline: { tests: baseTests({ passed: 1, failed: 1 }) },
    candidates: [
      makeCandidate({ name: 'a', tests: ranTests({ passed: 2, fixed: ['x'] }), files: [changed('a.js', { lines: 30 })] }),
      makeCandidate({ name: 'b', tests: ranTests({ passed: 2, fixed: ['x'] }), files: [changed('a.js', { lines: 50 })] }),
      makeCandidate({
        name: 'c',
        tests: ranTests({ passed: 0, failed: 2, regressed: ['y'] }),
        files: [changed('a.js', { lines: 1 })],
      }),
    ],
  });
  const card = scoreFacts(facts, DEFAULT_POLICY);
  const rows = factRows(card, facts, card.rankings);
  const best = Object.fromEntries(knownColumns(rows).map((column) => [column.id, [...bestOf(column, rows)]]));
  expect(best).toMatchObject({ fixed: [], broken: [], size: ['a'], score: [] });
});

test('marks values that read the same alike', () => {
  const timed = (name: string, durationMs: number) => makeCandidate({ name, agent: { duration_ms: durationMs } });
  const facts = makeFacts({ candidates: [timed('a', 7010), timed('b', 7020), timed('c', 9000)] });
  const card = scoreFacts(facts, DEFAULT_POLICY);
  const rows = factRows(card, facts, card.rankings);
  const [time] = knownColumns(rows).filter(({ id }) => id === 'time');
  expect(time === undefined ? null : [...bestOf(time, rows)].toSorted()).toEqual(['a', 'b']);
});

function byName(a: FactRow, b: FactRow): number {
  return a.ranking.agent < b.ranking.agent ? -1 : 1;
}

test('keeps the scorecard of the run for its own weights, invalid ones, and weights that are all 0', () => {
  const run = { policy: DEFAULT_POLICY };
  const facts = makeFacts({ candidates: [makeCandidate({ name: 'a' })] });
  const scorecard = scoreFacts(facts, DEFAULT_POLICY);
  const shown = (text: string | null) => scorecardFor({ run, facts, scorecard }, text);
  for (const text of [null, 'x', '30-30-20-20-15-15-10-0-0-0']) expect(shown(text)).toEqual({ scorecard, weights: null });
  expect(shown('0-0-0-0-0-0-0-0-0-0').scorecard).toBe(scorecard);
  expect(shown('10-30-20-20-15-15-10-0-0-0').scorecard).not.toBe(scorecard);
});
