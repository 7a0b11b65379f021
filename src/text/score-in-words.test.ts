import { expect, test } from 'vitest';
import { arbitraryFacts } from '../../test/arbitrary-facts.ts';
import { baseTests, makeCandidate, makeFacts, ranTests } from '../../test/facts-builder.ts';
import fc from '../../test/seeded-properties.ts';
import { DEFAULT_POLICY } from '../contract/index.ts';
import { scoreFacts } from '../scoring/index.ts';
import { scoreInWords } from './score-in-words.ts';

test('says how the tests give their score', () => {
  const facts = makeFacts({
    baseline: { tests: baseTests({ passed: 11, failed: 4 }) },
    candidates: [
      makeCandidate({ tests: ranTests({ passed: 13, failed: 2, fixed: ['a', 'b', 'c', 'd'], regressed: ['e', 'f'] }) }),
    ],
  });
  const [ranking] = scoreFacts(facts, DEFAULT_POLICY).rankings;
  const result = ranking?.dimensions.find(({ id }) => id === 'tests')?.result;
  if (result?.state !== 'scored') throw new Error('not scored');
  expect(scoreInWords('tests', result.steps)?.map(({ text, points }) => [text, points.toFixed(1)])).toEqual([
    ['13 of 15 tests pass', '86.7'],
    ['2 tests that passed on the base are broken', '-10.9'],
  ]);
  expect(scoreInWords('speed', result.steps)).toBeNull();
});

test('adds up to the score wherever the lines are a sum', () => {
  fc.assert(
    fc.property(arbitraryFacts({ minCandidates: 1 }), (facts) => {
      for (const { dimensions } of scoreFacts(facts, DEFAULT_POLICY).rankings) {
        for (const { id, result } of dimensions) {
          const lines = result.state === 'scored' ? scoreInWords(id, result.steps) : null;
          if (result.state !== 'scored' || lines === null || lines.some(({ kind }) => kind === 'part')) continue;
          expect(lines.reduce((sum, { points }) => sum + points, 0)).toBeCloseTo(result.score, 9);
        }
      }
    }),
    { numRuns: 100 },
  );
});
