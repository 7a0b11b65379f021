import { isDeepStrictEqual } from 'node:util';
// Properties that hold for every run, for any measurements.

import { expect, test } from 'vitest';
import { arbitraryFacts, arbitraryPolicy, METRICS } from '../../test/arbitrary-facts.ts';
import fc from '../../test/seeded-properties.ts';
import {
  canonicalJson,
  DIMENSION_IDS,
  type Facts,
  factsSchema,
  type Policy,
  parseStored,
  policySchema,
  type Ranking,
  weightsOf,
  withWeights,
} from '../contract/index.ts';
import { rankContenders } from './rank.ts';
import { scoreFacts } from './score-facts.ts';

const runs = arbitraryFacts();

function withScoring(policy: Policy, parts: Partial<Policy['scoring']>): Policy {
  return { ...policy, scoring: { ...policy.scoring, ...parts } };
}

function reweighted(policy: Policy, change: (weight: number, id: string) => number): Policy {
  const weights = Object.entries(weightsOf(policy)).map(([id, weight]) => [id, change(weight, id)]);
  return withWeights(policy, Object.fromEntries(weights));
}

function byAgent<Value>(facts: Facts, policy: Policy, read: (ranking: Ranking) => Value): Record<string, Value> {
  const rankings = [...scoreFacts(facts, policy).rankings].sort((a, b) => (a.agent < b.agent ? -1 : 1));
  return Object.fromEntries(rankings.map((ranking) => [ranking.agent, read(ranking)]));
}

const scoresOf = ({ total_unrounded: total, breakdown: { speed: _speed, cost: _cost, ...others } }: Ranking) => ({
  total,
  others,
});

test('generated facts and policies match the schemas', () => {
  fc.assert(
    fc.property(runs, arbitraryPolicy, (facts, policy) => {
      expect(factsSchema.parse(facts)).toEqual(facts);
      expect(policySchema.parse(policy)).toEqual(policy);
    }),
    { numRuns: 50 },
  );
});

test('every scorecard matches the schema, has scores from 0 to 100, and is the same byte for byte each time', () => {
  fc.assert(
    fc.property(runs, arbitraryPolicy, (facts, policy) => {
      const scorecard = scoreFacts(facts, policy);
      const text = canonicalJson(scorecard);
      expect(parseStored('scorecard', text, 'scorecard.json')).toEqual(scorecard);
      expect(canonicalJson(scoreFacts(JSON.parse(canonicalJson(facts)), JSON.parse(canonicalJson(policy))))).toBe(text);
    }),
  );
});

test('scoring modifies neither facts nor policy', () => {
  fc.assert(
    fc.property(runs, arbitraryPolicy, (facts, policy) => {
      const before = canonicalJson([facts, policy]);
      scoreFacts(facts, policy);
      expect(canonicalJson([facts, policy])).toBe(before);
    }),
    { numRuns: 50 },
  );
});

test('the order of candidates does not matter', () => {
  const shuffled = runs.chain((facts) =>
    fc.record({
      facts: fc.constant(facts),
      candidates: fc.shuffledSubarray(facts.candidates, { minLength: facts.candidates.length }),
    }),
  );
  fc.assert(
    fc.property(shuffled, arbitraryPolicy, ({ facts, candidates }, policy) => {
      expect(canonicalJson(scoreFacts({ ...facts, candidates }, policy))).toBe(canonicalJson(scoreFacts(facts, policy)));
    }),
  );
});

test('only the proportions of weights matter', () => {
  fc.assert(
    fc.property(runs, arbitraryPolicy, fc.double({ min: 0.01, max: 100, noNaN: true }), (facts, policy, factor) => {
      const before = scoreFacts(facts, policy);
      const after = scoreFacts(
        facts,
        reweighted(policy, (weight) => weight * factor),
      );
      const totals = new Map(before.rankings.map(({ agent, total_unrounded }) => [agent, total_unrounded]));
      for (const { agent, total_unrounded } of after.rankings) {
        expect(Math.abs((total_unrounded ?? -1) - (totals.get(agent) ?? -1))).toBeLessThan(1e-9);
      }
      // Totals that differ by less than any rounding error may change order.
      const sorted = [...totals.values()].map((total) => total ?? -1).sort((a, b) => a - b);
      const gaps = sorted.slice(1).map((total, index) => total - (sorted[index] ?? 0));
      fc.pre(gaps.every((gap) => gap === 0 || gap > 1e-9));
      if (gaps.every((gap) => gap > 0)) {
        expect(after.rankings.map(({ agent }) => agent)).toEqual(before.rankings.map(({ agent }) => agent));
      }
    }),
  );
});

test('a factor that is a power of two changes nothing', () => {
  const withoutWeights = (facts: Facts, policy: Policy) => {
    const { policy_hash: _, ...scorecard } = scoreFacts(facts, policy);
    const rankings = scorecard.rankings.map((ranking) => ({
      ...ranking,
      dimensions: ranking.dimensions.map(({ weight: __, ...rest }) => rest),
    }));
    return { ...scorecard, rankings };
  };
  fc.assert(
    fc.property(runs, arbitraryPolicy, fc.constantFrom(0.25, 2, 1024), (facts, policy, factor) => {
      const scaled = reweighted(policy, (weight) => weight * factor);
      expect(withoutWeights(facts, scaled)).toEqual(withoutWeights(facts, policy));
    }),
  );
});

test('the total is the weighted mean of the dimensions that apply', () => {
  fc.assert(
    fc.property(runs, arbitraryPolicy, (facts, policy) => {
      for (const { dimensions, total_unrounded } of scoreFacts(facts, policy).rankings) {
        const scores = dimensions.flatMap(({ result, weight }) => {
          if (result.state === 'scored') return [{ score: result.score, weight }];
          return result.state === 'error' ? [{ score: 0, weight }] : [];
        });
        const weights = scores.reduce((sum, { weight }) => sum + weight, 0);
        const points = scores.reduce((sum, { score, weight }) => sum + score * weight, 0);
        if (weights === 0) expect(total_unrounded).toBeNull();
        else expect(total_unrounded).toBeCloseTo(points / weights, 9);
        const shares = dimensions.reduce((sum, { effective_weight }) => sum + effective_weight, 0);
        expect(shares).toBeCloseTo(weights === 0 ? 0 : 100, 9);
      }
    }),
  );
});

test('a dimension that does not apply has the effect of weight 0', () => {
  const checks = [
    ['build', 'build'],
    ['tests', 'tests'],
    ['lint', 'lint'],
    ['security', 'security'],
  ] as const;
  fc.assert(
    fc.property(runs, arbitraryPolicy, fc.constantFrom(...checks), (facts, drawn, [check, dimension]) => {
      // The best value of a metric is that of a mergeable candidate, and a check without a command has no gate.
      const policy = withScoring(drawn, { metrics: {} });
      const without: Facts = { ...facts, baseline: { ...facts.baseline, [check]: { state: 'not_configured' } } };
      const weightless = reweighted(policy, (weight, id) => (id === dimension ? 0 : weight));
      const total = ({ total_unrounded }: Ranking) => total_unrounded;
      // Speed and cost depend on which builds failed and which candidates are mergeable, and both on the check.
      const isMergeable = ({ mergeable }: Ranking) => mergeable;
      const paceStays =
        allBuildsMeasured(facts) &&
        isDeepStrictEqual(byAgent(without, policy, isMergeable), byAgent(facts, weightless, isMergeable));
      fc.pre(paceStays || (policy.scoring.weights.speed === 0 && policy.scoring.weights.cost === 0));
      expect(byAgent(without, policy, total)).toEqual(byAgent(facts, weightless, total));
    }),
  );
});

function allBuildsMeasured(facts: Facts): boolean {
  return facts.candidates.every(({ build }) => build.state === 'measured');
}

test('a dimension other than cross-tests and coverage applies to all candidates or to none', () => {
  const ids = DIMENSION_IDS.filter((id) => id !== 'cross_tests' && id !== 'coverage');
  fc.assert(
    fc.property(runs, arbitraryPolicy, (facts, policy) => {
      const applied = byAgent(facts, policy, ({ breakdown }) => ids.filter((id) => breakdown[id] !== null).join());
      expect(new Set(Object.values(applied)).size).toBeLessThanOrEqual(1);
    }),
  );
});

test('gates and findings change no score but speed, cost, metrics and cross-tests', () => {
  const gates = fc.record({
    require_build_pass: fc.boolean(),
    max_test_regression_percent: fc.integer({ min: 0, max: 100 }),
    security_severity: fc.constantFrom('low' as const, 'moderate' as const, 'high' as const, 'critical' as const),
  });
  fc.assert(
    fc.property(runs, arbitraryPolicy, gates, (drawn, anyPolicy, otherGates) => {
      const timeless = reweighted(anyPolicy, (weight, id) => (id === 'speed' || id === 'cost' ? 0 : weight));
      const policy = withScoring(timeless, { metrics: {} });
      expect(byAgent(drawn, withScoring(policy, { gates: otherGates }), scoresOf)).toEqual(byAgent(drawn, policy, scoresOf));
      const { integrity } = policy.scoring;
      const { cross_tests: _, ...facts } = drawn;
      const other = withScoring(policy, { gates: otherGates, integrity: { ...integrity, enabled: !integrity.enabled } });
      expect(byAgent(facts, other, scoresOf)).toEqual(byAgent(facts, policy, scoresOf));
      const clean: Facts = { ...facts, candidates: facts.candidates.map((candidate) => ({ ...candidate, integrity: [] })) };
      expect(byAgent(clean, policy, scoresOf)).toEqual(byAgent(facts, policy, scoresOf));
    }),
  );
});

test('the ranking is a total order, and a winner is the first mergeable candidate', () => {
  fc.assert(
    fc.property(arbitraryFacts({ minCandidates: 2 }), arbitraryPolicy, (facts, policy) => {
      const { rankings, winner } = scoreFacts(facts, policy);
      const mergeable = rankings.filter((ranking) => ranking.mergeable);
      expect(mergeable.map(({ rank }) => rank)).toEqual(mergeable.map((_, index) => index + 1));
      expect(rankings.filter((ranking) => !ranking.mergeable && ranking.rank !== null)).toEqual([]);
      if ((winner ?? null) !== null) expect(winner).toBe(mergeable[0]?.agent);
      const contenders = rankings.map(({ agent, mergeable, ending, needs_review, findings, total_unrounded, dimensions }) => ({
        name: agent,
        mergeable,
        isFailedAttempt: ending !== undefined && ending.kind !== 'finished',
        needsReview: needs_review,
        errors: findings.filter(({ severity }) => severity === 'error').length,
        total: total_unrounded,
        churn: 0,
        warnings: 0,
        lintResolved: 0,
        results: Object.fromEntries(dimensions.map(({ id, result }) => [id, result])) as Parameters<
          typeof rankContenders
        >[0][number]['results'],
      }));
      const ranked = rankContenders(contenders, policy);
      // Every pair, ranked alone and in both directions, has the same order as among all: antisymmetric and transitive.
      for (const [index, first] of ranked.entries()) {
        for (const second of ranked.slice(index + 1)) {
          expect(rankContenders([first, second], policy)[0]).toBe(first);
          expect(rankContenders([second, first], policy)[0]).toBe(first);
        }
      }
    }),
  );
});

test('another candidate affects the others only through speed, cost, metrics, tests, coverage, consensus and the code gate', () => {
  const shared: readonly string[] = ['speed', 'cost', 'cross_tests', 'coverage', ...METRICS];
  fc.assert(
    fc.property(arbitraryFacts({ contested: false, minCandidates: 2 }), arbitraryPolicy, (facts, policy) => {
      const [, ...others] = facts.candidates;
      const own = ({ dimensions, gates, findings }: Ranking) => ({
        dimensions: dimensions.filter(({ id }) => !shared.includes(id)).map(({ id, result }) => ({ id, result })),
        gates: gates.filter(({ id }) => id !== 'changes_code'),
        findings,
      });
      const { [facts.candidates[0]?.name ?? '']: _, ...before } = byAgent(facts, policy, own);
      expect(byAgent({ ...facts, candidates: others }, policy, own)).toEqual(before);
    }),
  );
});
