import { describe, expect, test } from 'vitest';
import { baseLint, baseTests, linted, makeCandidate, makeFacts, makePolicy, ranTests } from '../../test/facts-builder.ts';
import type { CandidateFacts, UncertainTest } from '../contract/index.ts';
import { scoreFacts } from './score-facts.ts';
import { assumeFlakesAgainst } from './uncertain-tests.ts';

type Measured = Extract<CandidateFacts['tests'], { state: 'measured' }>;

const files = (count: number) =>
  Array.from({ length: count }, (_unused, index) => ({
    path: `src/${index}.ts`,
    old_path: null,
    status: 'modified' as const,
    class: 'source' as const,
    added: 1,
    removed: 1,
    added_normalized: 1,
    removed_normalized: 1,
  }));

function firmnessOf(...candidates: Parameters<typeof makeCandidate>[0][]) {
  return scoreFacts(makeFacts({ candidates: candidates.map((candidate) => makeCandidate(candidate)) }), makePolicy()).firmness;
}

test('a winner without reasons for doubt is firm', () => {
  expect(firmnessOf({ name: 'a', files: files(1) }, { name: 'b', files: files(40) })).toEqual({
    verdict: 'firm',
    reasons: [],
  });
});

test('there is no winner if no candidate is mergeable', () => {
  expect(firmnessOf({ name: 'a', files: [] })).toEqual({ verdict: 'no_winner', reasons: [] });
});

test('a level result has no winner to assess', () => {
  expect(firmnessOf({ name: 'a', files: files(1) }, { name: 'b', files: files(2) })).toEqual({
    verdict: 'no_winner',
    reasons: [],
  });
});

test('a rival with the same total is too close to call', () => {
  const baseline = { tests: baseTests({ passed: 10, failed: 1 }) };
  const candidates = [
    makeCandidate({ name: 'a', files: files(1), tests: ranTests({ passed: 11, fixed: ['x'] }) }),
    makeCandidate({ name: 'b', files: files(1), tests: ranTests({ passed: 10, failed: 1 }) }),
  ];
  const { firmness } = scoreFacts(makeFacts({ baseline, candidates }), makePolicy({ weights: { tests: 0 } }));
  expect(firmness).toMatchObject({ verdict: 'too_close_to_call' });
  expect(firmness.reasons).toContain('b has the same total');
});

test('reports weights that would change the winner', () => {
  const neat = { name: 'neat', files: files(26), lint: linted({}) };
  const small = { name: 'small', files: files(1), lint: linted({ errors: 1, added: ['error'] }) };
  const policy = makePolicy({ weights: { build: 0, tests: 0, lint: 15, diff_scope: 15, speed: 0 } });
  const facts = makeFacts({ baseline: { lint: baseLint({}) }, candidates: [makeCandidate(neat), makeCandidate(small)] });
  const { winner, sensitivity, firmness } = scoreFacts(facts, policy);
  expect([winner, sensitivity?.settings, sensitivity?.winner_stays, firmness]).toEqual([
    'neat',
    9,
    6,
    { verdict: 'too_close_to_call', reasons: ['another candidate wins in 3 of 9 weight settings'] },
  ]);
});

describe('flaky tests', () => {
  const base = baseTests({ passed: 11 });
  const ran = (counted_as: UncertainTest['counted_as'], counts: Parameters<typeof ranTests>[0]) => ({
    ...(ranTests(counts) as Measured),
    uncertain: [{ id: 'shaky', counted_as }],
  });
  const steady = ranTests({ passed: 11 });
  const outcome = (a: CandidateFacts['tests'], b: CandidateFacts['tests'], gates = {}) => {
    const candidates = [
      makeCandidate({ name: 'a', files: files(1), tests: a }),
      makeCandidate({ name: 'b', files: files(40), tests: b }),
    ];
    const { winner, firmness } = scoreFacts(makeFacts({ baseline: { tests: base }, candidates }), makePolicy({ gates }));
    return [winner, firmness.verdict, ...firmness.reasons];
  };

  test('of the winner that count as passed: as a regression it would not be mergeable', () => {
    expect(outcome(ran('passed', { passed: 11 }), steady)).toEqual([
      'a',
      'too_close_to_call',
      'b wins if 1 uncertain test counts against it',
    ]);
  });

  test('of the only mergeable candidate', () => {
    const lost = ranTests({ passed: 10, failed: 1, regressed: ['other'] });
    expect(outcome(ran('passed', { passed: 11 }), lost)).toEqual([
      'a',
      'too_close_to_call',
      'it cannot be merged if 1 uncertain test counts against it',
    ]);
  });

  test('do not change the winner if the gate allows them and the lead is large enough', () => {
    const lenient = { max_test_regression_percent: 50 };
    expect(outcome(ran('passed', { passed: 11 }), ranTests({ passed: 7, failed: 4, regressed: 4 }), lenient)).toEqual([
      'a',
      'firm',
    ]);
  });

  test('of another candidate that count as failed: passing, it may win', () => {
    const fixes = ran('passed', { passed: 11, fixed: ['shaky'] });
    const failing = ran('failed', { passed: 10, failed: 1 });
    const candidates = [
      makeCandidate({ name: 'a', files: files(1), tests: fixes }),
      makeCandidate({ name: 'b', files: files(1), tests: failing }),
    ];
    const facts = makeFacts({ baseline: { tests: baseTests({ passed: 10, failed: 1 }) }, candidates });
    expect(scoreFacts(facts, makePolicy())).toMatchObject({
      winner: 'a',
      firmness: { reasons: ['b wins if 2 uncertain tests count against it'] },
    });
  });

  test('that are new count as failed for the winner and as passed for the others', () => {
    const facts = makeFacts({
      baseline: { tests: base },
      candidates: [
        makeCandidate({ name: 'a', tests: ran('nothing', { passed: 11, failed: 0 }) }),
        makeCandidate({ name: 'b', tests: ran('nothing', { passed: 11, failed: 0 }) }),
      ],
    });
    expect(assumeFlakesAgainst('a', facts).candidates.map(({ tests }) => tests)).toMatchObject([
      { passed: 11, failed: 1, added: ['shaky'], regressed: [] },
      { passed: 12, failed: 0, added: ['shaky'], fixed: [] },
    ]);
  });
});
