import { expect, test } from 'vitest';
import { applyingDimensions, DEFAULT_POLICY } from '../../src/contract/index.ts';
import { scoreFacts } from '../../src/scoring/index.ts';
import { arbitraryFacts } from '../../test/arbitrary-facts.ts';
import { sampleRanking, sampleScorecard } from '../../test/sample-scorecard.ts';
import fc from '../../test/seeded-properties.ts';
import { contributionsOf, reasonFor, sortRankings } from './contributions.ts';
import { parseWeights, scoreWith, tomlLines, weightsText } from './weights.ts';

const NINE = '1-2-3-4-5-6-7-8-9';
const own = DEFAULT_POLICY.scoring.weights;

test('weights go into an address and back; what is no weight is refused', () => {
  const other = { ...own, tests: 50.5 };
  expect(weightsText(other, own)).toBe('30-50.5-20-20-15-15-10-0-0-0');
  expect(parseWeights('30-50.5-20-20-15-15-10-0-0-0')).toEqual(other);
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
    expect(parseWeights(text), String(text)).toBeNull();
});

test('the lines to copy are those of hydra.toml', () => {
  expect(tomlLines(own)).toBe(
    '[scoring.weights]\nbuild = 30\ntests = 30\nacceptance = 20\ncross_tests = 20\nlint = 15\ndiff_scope = 15\nspeed = 10\ncost = 0\nsecurity = 0\ncoverage = 0',
  );
});

test('with the run\'s own weights "what if" is the run itself', () => {
  fc.assert(
    fc.property(arbitraryFacts({ minCandidates: 1 }), (facts) => {
      expect(scoreWith(facts, DEFAULT_POLICY, own)).toEqual(scoreFacts(facts, DEFAULT_POLICY));
    }),
    { numRuns: 30 },
  );
});

test('a candidate is behind by the points it loses, whatever applies to the leader', () => {
  const scores = { build: 100, tests: 100, lint: 90 };
  const card = sampleScorecard([sampleRanking('author', scores), sampleRanking('other', { ...scores, cross_tests: 50 })]);
  expect(card.rankings.map((ranking) => reasonFor(ranking, card))).toEqual([
    '10.1 points ahead of other, the next mergeable candidate',
    '10.1 points behind: cross −10.5',
  ]);
});

test('contributions add up to the total, sorting loses nobody, everybody has a reason', () => {
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
