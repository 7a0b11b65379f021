import { expect, test } from 'vitest';
import { applyingDimensions, DEFAULT_POLICY, weightsOf } from '../../src/contract/index.ts';
import { scoreFacts } from '../../src/scoring/index.ts';
import { arbitraryFacts } from '../../test/arbitrary-facts.ts';
import {
  authored,
  makeCandidate,
  makeFacts,
  makeMetric,
  makePolicy,
  measuredMetric,
  taskTest,
} from '../../test/facts-builder.ts';
import { sampleRanking, sampleScorecard } from '../../test/sample-scorecard.ts';
import fc from '../../test/seeded-properties.ts';
import { contributionsOf, reasonFor, sortRankings } from './contributions.ts';
import { commonShares, shareOf, shareText } from './shares.ts';
import { parseWeights, scoreWith, tomlLines, weightsText } from './weights.ts';

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

test('gives the share of each candidate, and common shares only if all are equal', () => {
  const scores = { build: 100, tests: 100 };
  const [author, other] = [sampleRanking('author', scores), sampleRanking('other', { ...scores, cross_tests: 50 })];
  expect([shareOf(author, 'tests'), shareOf(other, 'tests'), shareOf(author, 'cross_tests')]).toEqual([50, 37.5, null]);
  expect(commonShares([author, other], ['build', 'tests', 'cross_tests'])).toBeNull();
  expect(commonShares([author, author], ['build', 'tests'])).toEqual(
    new Map([
      ['build', 50],
      ['tests', 50],
    ]),
  );
  expect([shareText(33.333), shareText(0)]).toEqual(['33.3%', 'not counted']);
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
  expect(card.rankings.map((ranking) => [ranking.agent, shareOf(ranking, 'cross_tests')])).toEqual([
    ['a', null],
    ['b', 37.5],
    ['c', 37.5],
  ]);
});

test('states the points that a candidate loses, also when a dimension does not apply to the leader', () => {
  const scores = { build: 100, tests: 100, lint: 90 };
  const card = sampleScorecard([sampleRanking('author', scores), sampleRanking('other', { ...scores, cross_tests: 50 })]);
  expect(card.rankings.map((ranking) => reasonFor(ranking, card))).toEqual([
    '10.1 points ahead of other, the next mergeable candidate',
    '10.1 points behind: cross −10.5',
  ]);
});

test('adds contributions up to the total, keeps every candidate when sorting, and gives each a reason', () => {
  fc.assert(
    fc.property(arbitraryFacts({ minCandidates: 1 }), (facts) => {
      const scorecard = scoreFacts(facts, DEFAULT_POLICY);
      const ids = applyingDimensions(scorecard.rankings).map(({ id }) => id);
      for (const ranking of scorecard.rankings) {
        const sum = contributionsOf(ranking).reduce((points, part) => points + part.points, 0);
        expect(Math.abs(sum - (ranking.total_unrounded ?? 0))).toBeLessThan(1e-9);
        expect(reasonFor(ranking, scorecard)).not.toBe('');
      }
      for (const key of [null, 'total', ...ids]) {
        const sorted = sortRankings(scorecard.rankings, key);
        expect(sorted.map(({ agent }) => agent).sort()).toEqual(scorecard.rankings.map(({ agent }) => agent).sort());
      }
      const totals = sortRankings(scorecard.rankings, 'total').map((ranking) => ranking.total_unrounded ?? -1);
      expect(totals).toEqual([...totals].sort((a, b) => b - a));
    }),
    { numRuns: 100 },
  );
});
