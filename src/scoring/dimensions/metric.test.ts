import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import {
  broken,
  finding,
  makeCandidate,
  makeFacts,
  makeMetric,
  makePolicy,
  measuredMetric,
  notConfigured,
  unavailable,
} from '../../../test/facts-builder.ts';
import fc from '../../../test/seeded-properties.ts';
import type { Facts, Metric, MetricFacts } from '../../contract/index.ts';
import { contestedRule } from '../contested-tests.ts';
import { mergeableNames } from '../judge-candidate.ts';
import { METRIC_EQUATION, metricDimension } from './metric.ts';

/** One run with a metric `size`; candidates are called a, b, c, ... */
function factsWith(base: MetricFacts, values: readonly MetricFacts[]): Facts {
  const candidates = values.map((size, index) => makeCandidate({ name: String.fromCharCode(97 + index), metrics: { size } }));
  return makeFacts({ baseline: { metrics: { size: base } }, candidates });
}

function resultsOf(facts: Facts, changes: Partial<Metric> = {}) {
  const metric = makeMetric(changes);
  const policy = makePolicy({ metrics: { size: metric } });
  const mergeable = mergeableNames(facts, policy, contestedRule(facts, policy));
  const assessment = metricDimension('size', metric).assess(facts, policy, mergeable);
  if (assessment.state !== 'applies') return assessment;
  return facts.candidates.map((candidate) => assessment.score(candidate));
}

function scoresOf(facts: Facts, changes: Partial<Metric> = {}): number[] {
  const results = resultsOf(facts, changes);
  if (!Array.isArray(results)) throw new Error(results.why);
  return results.map((result) => (result.state === 'scored' ? result.score : -1));
}

const scores = (base: number, values: readonly number[], changes: Partial<Metric> = {}) =>
  scoresOf(
    factsWith(
      measuredMetric(base),
      values.map((value) => measuredMetric(value)),
    ),
    changes,
  );

describe('the score', () => {
  test('of the worked example', () => {
    expect(scores(200, [180, 199, 240], { tolerance_percent: 1 })).toEqual([100, (200 / 218) * 100, (200 / 256) * 100]);
  });

  test.each<[string, number, number[], Partial<Metric>, number[]]>([
    ['is 100 for all if nothing changes', 50, [50, 50], {}, [100, 100]],
    ['is 50 for twice the value of the base', 50, [50, 100], {}, [100, 50]],
    ['is 50 for no change if the best is 0', 50, [0, 50], {}, [100, 50]],
    ['grows with the value if higher is better', 80, [100, 80, 60], { better: 'higher' }, [100, 80, (80 / 120) * 100]],
    ['is relative to the base if no candidate is better', 100, [125, 150], {}, [80, (100 / 150) * 100]],
    [
      'is that of the base within the tolerance',
      100,
      [50, 97, 103, 100],
      { tolerance_percent: 5 },
      [100, 68.96551724137932, 68.96551724137932, 68.96551724137932],
    ],
    ['counts only what exceeds the tolerance', 100, [105, 110], { tolerance_percent: 5 }, [100, (100 / 105) * 100]],
    ['counts in units of the metric if the base is 0', 0, [0, 1, 3], {}, [100, 50, 25]],
    ['counts in units if the base is 0 and higher is better', 0, [2, 0], { better: 'higher' }, [100, (1 / 3) * 100]],
    ['has no tolerance around 0', 0, [0, 1], { tolerance_percent: 100 }, [100, 50]],
    ['takes a negative value as better if lower is better', 10, [-10, 10], {}, [100, (10 / 30) * 100]],
    ['uses the distance from a negative base', -100, [-150, -100, -50], {}, [100, (100 / 150) * 100, 50]],
    ['takes less negative as better if higher is better', -100, [-50, -100], { better: 'higher' }, [100, (100 / 150) * 100]],
  ])('%s', (_, base, values, changes, expected) => {
    expect(scores(base, values, changes)).toEqual(expected);
  });

  test('shows every step', () => {
    const [result] = resultsOf(factsWith(measuredMetric(200), [measuredMetric(230)]), { tolerance_percent: 5 }) as never[];
    expect(result).toEqual({
      state: 'scored',
      score: (200 / 220) * 100,
      steps: [
        { name: 'gain', expression: 'base - value', inputs: { base: 200, value: 230 }, value: -30 },
        {
          name: 'tolerance',
          expression: 'max(base, 0 - base) * tolerance_percent / 100',
          inputs: { base: 200, tolerance_percent: 5 },
          value: 10,
        },
        {
          name: 'change',
          expression: 'max(0, gain - tolerance) + min(0, gain + tolerance)',
          inputs: { gain: -30, tolerance: 10 },
          value: -20,
        },
        { name: 'behind', expression: 'max(0, best - change)', inputs: { best: 0, change: -20 }, value: 20 },
        { name: 'scale', expression: 'if base == 0 then 1 else max(base, 0 - base)', inputs: { base: 200 }, value: 200 },
        {
          name: 'score',
          expression: 'scale / (scale + behind) * 100',
          inputs: { scale: 200, behind: 20 },
          value: (200 / 220) * 100,
        },
      ],
    });
  });
});

describe('the best', () => {
  const withCheat = (facts: Facts): Facts => ({
    ...facts,
    candidates: facts.candidates.map((candidate) =>
      candidate.name === 'a' ? { ...candidate, integrity: [finding('tests_vanished', 'error')] } : candidate,
    ),
  });
  const facts = factsWith(measuredMetric(100), [measuredMetric(0), measuredMetric(80), measuredMetric(100)]);

  test('is that of a mergeable candidate', () => {
    expect(scoresOf(facts)).toEqual([100, (100 / 180) * 100, 50]);
    expect(scoresOf(withCheat(facts))).toEqual([100, 100, (100 / 120) * 100]);
  });

  test('is that of any candidate if none is mergeable', () => {
    const empty: Facts = { ...facts, candidates: facts.candidates.map((candidate) => ({ ...candidate, diff: { files: [] } })) };
    expect(scoresOf(empty)).toEqual([100, (100 / 180) * 100, 50]);
  });
});

describe('without a value', () => {
  test.each<[string, MetricFacts, object]>([
    [
      'of the base because of its command',
      broken('its command exited with 2'),
      { state: 'unavailable', why: 'it could not be measured on the base: its command exited with 2' },
    ],
    [
      'of the base because a tool is missing',
      unavailable('sh: x: not found'),
      { state: 'unavailable', why: 'it could not be measured on the base: sh: x: not found' },
    ],
    ['of the base at all', notConfigured, { state: 'not_applicable', why: 'it was not measured in this run' }],
  ])('%s, no candidate is scored', (_, base, expected) => {
    expect(resultsOf(factsWith(base, [measuredMetric(1)]))).toEqual(expected);
  });

  test('in runs from before the metric, no candidate is scored', () => {
    expect(resultsOf(makeFacts())).toEqual({ state: 'not_applicable', why: 'it was not measured in this run' });
  });

  test.each<[MetricFacts, string]>([
    [broken('its output has no number'), 'it could not be measured on this candidate: its output has no number'],
    [unavailable('sh: x: not found'), 'it could not be measured on this candidate: sh: x: not found'],
    [notConfigured, 'it could not be measured on this candidate: there is no result'],
  ])('of one candidate, it is an error: %j', (own, why) => {
    expect(resultsOf(factsWith(measuredMetric(1), [own, measuredMetric(1)]))).toEqual([
      { state: 'error', why },
      expect.objectContaining({ state: 'scored', score: 100 }),
    ]);
  });
});

describe('for all values', () => {
  const value = fc.oneof(fc.integer({ min: -50, max: 50 }), fc.double({ min: -1e15, max: 1e15, noNaN: true }));
  const better = fc.constantFrom('lower' as const, 'higher' as const);
  const tolerance = fc.constantFrom(0, 0.5, 5, 100);
  const plus0 = (number: number) => (number === 0 ? 0 : number);
  const inputs = [value.map(plus0), fc.array(value.map(plus0), { minLength: 1, maxLength: 5 }), better, tolerance] as const;

  test('scores are from 0 to 100, and the best candidate has 100', () => {
    fc.assert(
      fc.property(...inputs, (base, values, direction, tolerance_percent) => {
        const all = scores(base, values, { better: direction, tolerance_percent });
        for (const score of all) expect(score >= 0 && score <= 100).toBe(true);
        const isBetter = values.some((each) => (direction === 'lower' ? each <= base : each >= base));
        if (isBetter) expect(Math.max(...all)).toBe(100);
      }),
    );
  });

  test('a better value never has a lower score', () => {
    fc.assert(
      fc.property(...inputs, (base, values, direction, tolerance_percent) => {
        const all = scores(base, values, { better: direction, tolerance_percent });
        values.forEach((one, index) => {
          values.forEach((other, at) => {
            if (direction === 'lower' ? one <= other : one >= other) expect(all[index]).toBeGreaterThanOrEqual(all[at] ?? 0);
          });
        });
      }),
    );
  });

  test('within the tolerance, the score is that of the base', () => {
    const share = fc.double({ min: -0.999, max: 0.999, noNaN: true });
    fc.assert(
      fc.property(...inputs, share, (base, values, direction, tolerance_percent, part) => {
        const near = plus0(base + Math.abs(base) * (tolerance_percent / 100) * part);
        fc.pre(Math.abs(near) <= 1e15);
        const [first, second] = scores(base, [base, near, ...values], { better: direction, tolerance_percent });
        expect(second).toBe(first);
      }),
    );
  });

  test('no score depends on the unit of measurement if the base is not 0', () => {
    fc.assert(
      fc.property(...inputs, fc.constantFrom(0.125, 2, 1024), (base, values, direction, tolerance_percent, factor) => {
        fc.pre(
          base !== 0 && [base, ...values].every((each) => Math.abs(each) <= 1e12 && (each === 0 || Math.abs(each) > 1e-200)),
        );
        const scaled = scores(
          base * factor,
          values.map((each) => each * factor),
          { better: direction, tolerance_percent },
        );
        expect(scaled).toEqual(scores(base, values, { better: direction, tolerance_percent }));
      }),
    );
  });
});

test('docs/metrics.md shows the formula', () => {
  const page = readFileSync(new URL('../../../docs/metrics.md', import.meta.url), 'utf8');
  expect(page).toContain(`\`\`\`text\n${METRIC_EQUATION.join('\n')}\n\`\`\`\n`);
});
