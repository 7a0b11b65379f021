import { describe, expect, test } from 'vitest';
import {
  baseTests,
  broken,
  built,
  changed,
  finding,
  linted,
  makeCandidate,
  makeFacts,
  makeMetric,
  makePolicy,
  measuredMetric,
  notConfigured,
  ranTests,
  SANDBOXED,
  unavailable,
} from '../../test/facts-builder.ts';
import {
  type DimensionId,
  ENGINE_VERSION,
  hashOf,
  type Ranking,
  SCHEMA_VERSION,
  SCORING_VERSION,
  type Scorecard,
} from '../contract/index.ts';
import { roundHalfUp } from './arithmetic.ts';
import { scoreFacts } from './score-facts.ts';

function rankingOf(scorecard: Scorecard, agent: string): Ranking {
  const ranking = scorecard.rankings.find((each) => each.agent === agent);
  if (ranking === undefined) throw new Error(`${agent} is not ranked`);
  return ranking;
}

function shares({ dimensions }: Ranking): Partial<Record<DimensionId, number>> {
  return Object.fromEntries(
    dimensions
      .filter(({ effective_weight }) => effective_weight > 0)
      .map(({ id, effective_weight }) => [id, roundHalfUp(effective_weight)]),
  );
}

const slow = makeCandidate({
  name: 'slow',
  agent: { duration_ms: 120_000 },
  tests: ranTests({ passed: 8, failed: 2, regressed: 2 }),
  lint: linted({ errors: 1, added: ['error'] }),
});
const fast = makeCandidate({ name: 'fast' });

test('gives the whole scorecard for a simple run', () => {
  const policy = makePolicy();
  const { rankings, ...rest } = scoreFacts(makeFacts({ candidates: [slow, fast] }), policy);
  expect(rest).toEqual({
    schema_version: SCHEMA_VERSION,
    run_id: 'run-1',
    engine_version: ENGINE_VERSION,
    scoring_version: SCORING_VERSION,
    policy_hash: hashOf(policy),
    winner: 'fast',
    verdict: {
      class: 'decided_by_tests',
      leaders: ['fast'],
      reason: 'passes 2 tests that slow fails',
      next: null,
    },
    margin: null,
    firmness: { verdict: 'firm', reasons: [] },
    sensitivity: { weight_change_percent: 20, settings: 243, winner_stays: 243, share: 1 },
    degraded: [],
    sandbox: SANDBOXED,
  });
  const unmeasured = { acceptance: null, cross_tests: null, security: null, coverage: 100 };
  expect(rankings.map(({ rank, agent, mergeable, total, breakdown }) => ({ rank, agent, mergeable, total, breakdown }))).toEqual([
    {
      rank: 1,
      agent: 'fast',
      mergeable: true,
      total: 100,
      breakdown: {
        ...unmeasured,
        ...{ build: 100, tests: 100, lint: 100, diff_scope: 100, speed: 100, cost: 100 },
      },
    },
    {
      rank: null,
      agent: 'slow',
      mergeable: false,
      total: 83.6,
      breakdown: { ...unmeasured, build: 100, tests: 68, lint: 88, diff_scope: 100, speed: 50, cost: 100 },
    },
  ]);
});

describe('rounding', () => {
  const third = makeCandidate({ name: 'third', tests: ranTests({ passed: 1, failed: 2 }) });
  const facts = makeFacts({ baseline: { tests: baseTests({ passed: 1, failed: 2 }) }, candidates: [third] });
  const [ranking] = scoreFacts(facts, makePolicy()).rankings;

  test('rounds only the shown values', () => {
    expect(ranking?.breakdown.tests).toBe(33.3);
    expect(ranking?.total).toBe(80);
    expect(ranking?.total_unrounded).toBe((100 * 30 + (1 / 3) * 100 * 30 + 100 * 15 + 100 * 15 + 100 * 10) / 100);
  });

  test('ranks totals that look equal by their unrounded values', () => {
    const lines = (name: string, count: number) => makeCandidate({ name, files: [changed('src/a.ts', { lines: count })] });
    const { rankings, winner } = scoreFacts(makeFacts({ candidates: [lines('a', 203), lines('b', 202)] }), makePolicy());
    expect(rankings.map(({ agent, total }) => [agent, total])).toEqual([
      ['b', 100],
      ['a', 100],
    ]);
    const [first, second] = rankings.map(({ total_unrounded }) => total_unrounded ?? 0);
    expect((first ?? 0) - (second ?? 0)).toBeGreaterThan(0);
    expect(winner).toBeUndefined();
  });
});

describe('missing measurements are handled for the whole run', () => {
  test('a base without a linter excludes lint for all candidates and renormalizes the weights', () => {
    const facts = makeFacts({ baseline: { lint: notConfigured }, candidates: [slow, fast] });
    const scorecard = scoreFacts(facts, makePolicy());
    for (const agent of ['slow', 'fast']) {
      const ranking = rankingOf(scorecard, agent);
      expect(ranking.breakdown.lint).toBeNull();
      expect(shares(ranking)).toEqual({ build: 35.3, tests: 35.3, diff_scope: 17.6, speed: 11.8 });
    }
    expect(rankingOf(scorecard, 'slow').total_unrounded).toBe((100 * 30 + 68 * 30 + 100 * 15 + 50 * 10) / 85);
    expect(scorecard.degraded).toEqual([]);
  });

  test('a linter that crashes on one candidate scores 0 for that candidate only', () => {
    const before = scoreFacts(makeFacts({ candidates: [slow, fast] }), makePolicy());
    const crashed = { ...fast, lint: broken('exit code 2') };
    const after = scoreFacts(makeFacts({ candidates: [slow, crashed] }), makePolicy());
    expect(rankingOf(after, 'fast')).toMatchObject({
      mergeable: true,
      total: 85,
      breakdown: { ...rankingOf(before, 'fast').breakdown, lint: 0 },
    });
    expect(shares(rankingOf(after, 'fast'))).toEqual({ build: 30, tests: 30, lint: 15, diff_scope: 15, speed: 10 });
    expect(rankingOf(after, 'slow')).toEqual(rankingOf(before, 'slow'));
  });

  test('lists a weighted check that cannot be measured on the base as degraded', () => {
    const baseline = { lint: unavailable('eslint is not installed'), security: broken('no network') };
    const scorecard = scoreFacts(makeFacts({ baseline }), makePolicy());
    const lint = { dimension: 'lint', why: 'the lint check could not be measured on the base: eslint is not installed' };
    const security = { dimension: 'security', why: 'the security check could not be measured on the base: no network' };
    expect(scorecard.degraded).toEqual([lint]);
    expect(scoreFacts(makeFacts({ baseline }), makePolicy({ weights: { security: 1 } })).degraded).toEqual([lint, security]);
    expect(scoreFacts(makeFacts({ baseline, candidates: [] }), makePolicy()).degraded).toEqual([lint]);
  });

  test('one unknown duration excludes speed for all candidates', () => {
    const untimed = makeCandidate({ name: 'untimed', agent: null });
    const { rankings } = scoreFacts(makeFacts({ candidates: [slow, untimed] }), makePolicy());
    expect(rankings.map(({ breakdown }) => breakdown.speed)).toEqual([null, null]);
    expect(rankings.map(shares)).toEqual(Array(2).fill({ build: 33.3, tests: 33.3, lint: 16.7, diff_scope: 16.7 }));
  });

  test('shows a dimension of weight 0 and does not count it', () => {
    const [ranking] = scoreFacts(makeFacts({ candidates: [slow] }), makePolicy({ weights: { tests: 0, lint: 0 } })).rankings;
    expect(ranking?.breakdown).toMatchObject({ tests: 68, lint: 88 });
    expect(ranking?.total).toBe(100);
  });
});

describe('the winner', () => {
  test('an empty diff scores 0 for diff scope and cannot win', () => {
    const idle = makeCandidate({ name: 'idle', files: [] });
    const scorecard = scoreFacts(makeFacts({ candidates: [idle, slow] }), makePolicy());
    expect(scorecard.winner).toBeNull();
    expect(rankingOf(scorecard, 'idle')).toMatchObject({ mergeable: false, breakdown: { diff_scope: 0, tests: 100 } });
  });

  test('without a mergeable candidate there is a ranking, but no winner, margin or sensitivity', () => {
    const candidates = ['a', 'b'].map((name) => makeCandidate({ name, build: built(false) }));
    const scorecard = scoreFacts(makeFacts({ candidates }), makePolicy());
    expect(scorecard).toMatchObject({ winner: null, margin: null, sensitivity: null });
    expect(scorecard.rankings.map(({ agent, rank }) => [agent, rank])).toEqual([
      ['a', null],
      ['b', null],
    ]);
  });

  test('the margin is the unrounded lead over the next mergeable candidate', () => {
    const unmergeable = makeCandidate({ name: 'unmergeable', integrity: [finding('grader_read', 'error')] });
    const third = makeCandidate({
      name: 'third',
      agent: { duration_ms: 180_000 },
      lint: linted({ errors: 1, added: ['error'] }),
    });
    const { winner, margin } = scoreFacts(makeFacts({ candidates: [unmergeable, third, fast] }), makePolicy());
    expect(winner).toBe('fast');
    expect(margin).toBe(100 - (9000 - 15 * 12 + (1 / 3) * 100 * 10) / 100);
  });

  test('with mergeable_first = false the winner is the first mergeable candidate, whatever its rank', () => {
    const unmergeable = makeCandidate({ name: 'unmergeable', integrity: [finding('grader_read', 'error')] });
    const linty = makeCandidate({ name: 'linty', lint: linted({ errors: 1, added: ['error'] }) });
    const lintier = makeCandidate({ name: 'lintier', lint: linted({ errors: 2, added: ['error', 'error'] }) });
    const facts = makeFacts({ candidates: [lintier, linty, unmergeable] });
    const { winner, margin, rankings } = scoreFacts(facts, makePolicy({ ranking: { mergeable_first: false } }));
    expect(rankings.map(({ agent }) => agent)).toEqual(['unmergeable', 'linty', 'lintier']);
    expect(winner).toBe('linty');
    expect(margin).toBeCloseTo(1.8, 10);
  });

  test('gives an empty ranking without candidates', () => {
    expect(scoreFacts(makeFacts({ candidates: [] }), makePolicy())).toMatchObject({ winner: null, margin: null, rankings: [] });
  });

  test('without weights there is no total, and the tie-breaks decide', () => {
    const weights = { build: 0, tests: 0, lint: 0, diff_scope: 0, speed: 0 };
    const scorecard = scoreFacts(makeFacts({ candidates: [slow, fast] }), makePolicy({ weights }));
    expect(scorecard.rankings.map(({ agent, total, total_unrounded }) => [agent, total, total_unrounded])).toEqual([
      ['fast', null, null],
      ['slow', null, null],
    ]);
    expect(scorecard).toMatchObject({ winner: 'fast', margin: null });
  });
});

test('shows findings after applying the policy', () => {
  const candidates = [makeCandidate({ integrity: [finding('a', 'error'), finding('b', 'info')] })];
  const { rankings } = scoreFacts(makeFacts({ candidates }), makePolicy({ integrity: { severity: { a: 'warning', b: 'off' } } }));
  expect(rankings[0]?.findings).toEqual([finding('a', 'warning')]);
  expect(rankings[0]?.mergeable).toBe(true);
});

describe('metrics', () => {
  const metrics = { size: makeMetric({ weight: 30, unit: 'kB' }), any_count: makeMetric({ weight: 0 }) };
  const baseline = { metrics: { size: measuredMetric(100), any_count: measuredMetric(4) } };
  const small = makeCandidate({ name: 'small', metrics: { size: measuredMetric(50), any_count: measuredMetric(4) } });
  const large = makeCandidate({
    name: 'large',
    metrics: { size: measuredMetric(150, 90, 100), any_count: broken('its output has no number') },
  });
  const scorecard = scoreFacts(makeFacts({ baseline, candidates: [large, small] }), makePolicy({ metrics }));

  test('follow the built-in dimensions, sorted by name, whatever their order in the file', () => {
    const ids = rankingOf(scorecard, 'small').dimensions.map(({ id }) => id);
    expect(ids.slice(-3)).toEqual(['coverage', 'any_count', 'size']);
    expect(Object.keys(rankingOf(scorecard, 'small').breakdown).slice(-2)).toEqual(['any_count', 'size']);
  });

  test('count by their weight; one without a weight is only shown', () => {
    expect(rankingOf(scorecard, 'large').breakdown).toMatchObject({ size: 66.7, any_count: 0 });
    expect(rankingOf(scorecard, 'large').total_unrounded).toBe((100 * 100 + (100 / 150) * 100 * 30) / 130);
    expect(shares(rankingOf(scorecard, 'large'))).toEqual({
      ...{ build: 23.1, tests: 23.1, lint: 11.5, diff_scope: 11.5, speed: 7.7, size: 23.1 },
    });
  });

  test('decide the verdict and are named in it', () => {
    expect(scorecard.verdict).toMatchObject({ class: 'decided_by_quality', leaders: ['small'] });
    expect(scorecard.verdict.reason).toBe('better than large in size (8.3 points)');
  });

  test('never make a candidate not mergeable', () => {
    expect(scorecard.rankings.map(({ agent, mergeable }) => [agent, mergeable])).toEqual([
      ['small', true],
      ['large', true],
    ]);
  });

  test('are listed with their values if they were measured on both sides', () => {
    expect(rankingOf(scorecard, 'large').metrics).toEqual([
      { id: 'size', unit: 'kB', base: 100, value: 100, runs: [150, 90, 100] },
    ]);
    expect(scoreFacts(makeFacts(), makePolicy()).rankings[0]).not.toHaveProperty('metrics');
  });

  test('that could not be measured on the base are named, and their weight goes to the others', () => {
    const facts = makeFacts({ baseline: { metrics: { size: broken('it was killed by SIGKILL') } }, candidates: [small] });
    const { degraded, rankings } = scoreFacts(facts, makePolicy({ metrics }));
    const why = 'it could not be measured on the base: it was killed by SIGKILL';
    expect(degraded).toEqual([{ dimension: 'size', why }]);
    expect(rankings[0]).toMatchObject({ total: 100, breakdown: { size: null, any_count: null } });
  });
});
