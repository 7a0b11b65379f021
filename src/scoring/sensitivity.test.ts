import { describe, expect, test } from 'vitest';
import {
  changed,
  linted,
  makeCandidate,
  makeFacts,
  makeMetric,
  makePolicy,
  measuredMetric,
  type PolicyParts,
  ranTests,
} from '../../test/facts-builder.ts';
import fc from '../../test/seeded-properties.ts';
import { DEFAULT_POLICY, DIMENSION_IDS, type DimensionId, type DimensionState } from '../contract/index.ts';
import type { Contender } from './rank.ts';
import { scoreFacts } from './score-facts.ts';
import { testSensitivity } from './sensitivity.ts';

const FIVE = ['build', 'tests', 'lint', 'diff_scope', 'speed'] as const;
const NOT_APPLICABLE = Object.fromEntries(
  DIMENSION_IDS.map((id) => [id, { state: 'not_applicable', why: 'not in this test' }]),
) as Contender['results'];
const WEIGHTS = DEFAULT_POLICY.scoring.weights;

function contender(name: string, scores: readonly number[]): Contender {
  const result = (index: number): DimensionState => ({ state: 'scored', score: scores[index] ?? 0, steps: [] });
  const measured = FIVE.map((id, index) => [id, result(index)]);
  const results = { ...NOT_APPLICABLE, ...Object.fromEntries(measured) };
  return {
    name,
    mergeable: true,
    isFailedAttempt: false,
    needsReview: false,
    errors: 0,
    total: null,
    churn: 0,
    warnings: 0,
    lintResolved: 0,
    results,
  };
}

/** In integers, to avoid rounding: each weight times 8, 10 or 12; the first of equal totals wins. */
function countStays(winner: number, candidates: readonly (readonly number[])[], weights: readonly number[]): number {
  let stays = 0;
  for (let setting = 0; setting < 243; setting += 1) {
    // The five base-3 digits of the setting select the five factors.
    const factors = [81, 27, 9, 3, 1].map((place) => 8 + 2 * (Math.floor(setting / place) % 3));
    const points = candidates.map((scores) =>
      scores.reduce((sum, score, index) => sum + score * (weights[index] ?? 0) * (factors[index] ?? 0), 0),
    );
    if (points.indexOf(Math.max(...points)) === winner) stays += 1;
  }
  return stays;
}

describe('the number of settings', () => {
  const settingsWith = (parts: PolicyParts) => scoreFacts(makeFacts(), makePolicy(parts)).sensitivity;

  test('varies the ten largest of many weights', () => {
    const names = Array.from({ length: 20 }, (_, index) => `m${index}`);
    const measured = Object.fromEntries(names.map((name) => [name, measuredMetric(1)]));
    const metrics = Object.fromEntries(names.map((name, index) => [name, makeMetric({ weight: index + 1 })]));
    const facts = makeFacts({ baseline: { metrics: measured }, candidates: [makeCandidate({ metrics: measured })] });
    expect(scoreFacts(facts, makePolicy({ metrics })).sensitivity).toMatchObject({ settings: 3 ** 10, winner_stays: 3 ** 10 });
  });

  test('five active dimensions: 243', () => {
    expect(settingsWith({})).toEqual({ weight_change_percent: 20, settings: 243, winner_stays: 243, share: 1 });
  });

  test('six: 729; one: 3; none: 1', () => {
    expect(settingsWith({ weights: { cost: 5 } })?.settings).toBe(729);
    expect(settingsWith({ weights: { build: 0, tests: 0, lint: 0, speed: 0 } })?.settings).toBe(3);
    const none = { weights: { build: 0, tests: 0, lint: 0, diff_scope: 0, speed: 0 } };
    expect(settingsWith(none)).toEqual({ weight_change_percent: 20, settings: 1, winner_stays: 1, share: 1 });
  });

  test('does not vary the weight of a dimension that does not apply', () => {
    const facts = makeFacts({ candidates: [makeCandidate({ agent: null })] });
    expect(scoreFacts(facts, makePolicy()).sensitivity?.settings).toBe(81);
  });
});

describe('a close race', () => {
  // Equal at the given weights except for one point of speed: 30 points of lint are worth 15 of tests.
  const careful = [100, 95, 60, 80, 51];
  const tidy = [100, 80, 90, 80, 50];

  test('counts the settings in which the winner stays', () => {
    const scores = [careful, tidy];
    const expected = countStays(0, scores, [30, 30, 15, 15, 10]);
    expect(expected).toBeGreaterThan(0);
    expect(expected).toBeLessThan(243);
    const sensitivity = testSensitivity('careful', [contender('careful', careful), contender('tidy', tidy)], FIVE, WEIGHTS);
    expect(sensitivity).toEqual({
      weight_change_percent: 20,
      settings: 243,
      winner_stays: expected,
      share: expected / 243,
    });
  });

  test('gives the same count through scoreFacts', () => {
    const tested = makeCandidate({
      name: 'tested',
      tests: ranTests({ passed: 10 }),
      lint: linted({ warnings: 15, added: Array.from({ length: 15 }, () => 'warning' as const) }),
    });
    const focused = makeCandidate({
      name: 'linted',
      tests: ranTests({ passed: 9, failed: 1, regressed: 1 }),
      files: [changed('src/a.ts')],
    });
    const { winner, margin, sensitivity } = scoreFacts(
      makeFacts({ candidates: [tested, focused] }),
      makePolicy({ gates: { max_test_regression_percent: 100 } }),
    );
    expect(winner).toBe('tested');
    expect(margin).toBeCloseTo((16 * 30 - 30 * 15) / 100, 10);
    const stays = countStays(
      0,
      [
        [100, 100, 70, 100, 100],
        [100, 84, 100, 100, 100],
      ],
      [30, 30, 15, 15, 10],
    );
    expect(sensitivity?.winner_stays).toBe(stays);
    expect(stays).toBeLessThan(243);
  });
});

test('agrees with a direct count for any integer scores', () => {
  const scores = fc.array(fc.integer({ min: 0, max: 100 }), { minLength: 5, maxLength: 5 });
  const weights = fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 5, maxLength: 5 });
  fc.assert(
    fc.property(fc.array(scores, { minLength: 1, maxLength: 4 }), weights, (candidates, fifths) => {
      const weightList = fifths.map((each) => each * 5);
      const byId = Object.fromEntries(FIVE.map((id, index) => [id, weightList[index]])) as Record<DimensionId, number>;
      const contenders = candidates.map((each, index) => contender(`c${index}`, each));
      // Sorted by the tie-breaks, so that "the first of equals" means the same on both sides.
      const order = contenders
        .map((_, index) => index)
        .sort((a, b) => tieBreakKey(candidates, b).localeCompare(tieBreakKey(candidates, a)) || a - b);
      const sorted = order.map((index) => candidates[index] ?? []);
      order.forEach((index, place) => {
        const { winner_stays } = testSensitivity(`c${index}`, contenders, FIVE, byId);
        expect(winner_stays).toBe(countStays(place, sorted, weightList));
      });
    }),
    { numRuns: 25 },
  );
});

/** Tests, build, lint, diff scope, as text that sorts like the numbers. */
function tieBreakKey(candidates: readonly (readonly number[])[], index: number): string {
  const [build = 0, tests = 0, lint = 0, scope = 0] = candidates[index] ?? [];
  return [tests, build, lint, scope].map((score) => String(score).padStart(3, '0')).join(' ');
}
