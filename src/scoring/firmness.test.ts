import { describe, expect, test } from 'vitest';
import {
  baseLint,
  baseTests,
  finding,
  linted,
  makeCandidate,
  makeFacts,
  makePolicy,
  ranTests,
} from '../../test/facts-builder.ts';
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
const took = (duration_ms: number) => ({ ended: 'exited' as const, exit_code: 0, duration_ms, cost_usd: null });

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

test('equal totals are too close to call', () => {
  const warned = { name: 'b', integrity: [finding('tests_skipped', 'warning')] };
  const { verdict, reasons } = firmnessOf({ name: 'a' }, warned);
  expect(verdict).toBe('too_close_to_call');
  expect(reasons).toContain('b has the same total');
});

test('a lead by speed alone is too close to call', () => {
  const fast = { name: 'fast', files: files(6), agent: took(1000) };
  const slow = { name: 'slow', files: files(1), agent: took(1400) };
  expect(firmnessOf(fast, slow).reasons).toContain('only speed puts it before slow');
});

test('a candidate further down may lose by speed alone', () => {
  const fast = { name: 'fast', files: files(6), agent: took(1000) };
  const second = { name: 'second', files: files(26), agent: took(1000) };
  const slow = { name: 'slow', files: files(1), agent: took(2000) };
  expect(firmnessOf(fast, second, slow).reasons).toContain('only speed puts it before slow');
});

test('a lead that remains at equal speed is not a lead by speed alone', () => {
  const fast = { name: 'fast', files: files(1), agent: took(1000) };
  const slow = { name: 'slow', files: files(40), agent: took(5000) };
  expect(firmnessOf(fast, slow)).toEqual({ verdict: 'firm', reasons: [] });
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
  const base = baseTests({ passed: 10, failed: 1 });
  const ran = (counted_as: UncertainTest['counted_as'], counts: Parameters<typeof ranTests>[0]) => ({
    ...(ranTests(counts) as Measured),
    uncertain: [{ id: 'shaky', counted_as }],
  });
  const steady = ranTests({ passed: 10, failed: 1 });
  const outcome = (a: CandidateFacts['tests'], b: CandidateFacts['tests'], gates = {}) => {
    const candidates = [
      makeCandidate({ name: 'a', files: files(1), tests: a }),
      makeCandidate({ name: 'b', files: files(40), tests: b }),
    ];
    const { winner, firmness } = scoreFacts(makeFacts({ baseline: { tests: base }, candidates }), makePolicy({ gates }));
    return [winner, firmness.verdict, ...firmness.reasons];
  };

  test('of the winner that count as passed: as a regression it would not be mergeable', () => {
    expect(outcome(ran('passed', { passed: 10, failed: 1 }), steady)).toEqual([
      'a',
      'too_close_to_call',
      'b wins if 1 uncertain test counts against it',
    ]);
  });

  test('of the only mergeable candidate', () => {
    const lost = ranTests({ passed: 9, failed: 2, regressed: ['other'] });
    expect(outcome(ran('passed', { passed: 10, failed: 1 }), lost)).toEqual([
      'a',
      'too_close_to_call',
      'it cannot be merged if 1 uncertain test counts against it',
    ]);
  });

  test('do not change the winner if the gate allows them and the lead is large enough', () => {
    const lenient = { max_test_regression_percent: 50 };
    expect(outcome(ran('passed', { passed: 10, failed: 1 }), ranTests({ passed: 6, failed: 5, regressed: 4 }), lenient)).toEqual([
      'a',
      'firm',
    ]);
  });

  test('of another candidate that count as failed: passing, it may win', () => {
    const candidates = [
      makeCandidate({ name: 'a', files: files(1), tests: steady }),
      makeCandidate({
        ...{ name: 'b', files: files(2), tests: ran('failed', { passed: 10, failed: 1 }) },
        integrity: [finding('flaky_on_candidate', 'warning')],
      }),
    ];
    const { winner, firmness } = scoreFacts(makeFacts({ baseline: { tests: base }, candidates }), makePolicy());
    expect([winner, firmness.reasons]).toEqual(['a', ['b has the same total', 'b wins if 1 uncertain test counts against it']]);
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
