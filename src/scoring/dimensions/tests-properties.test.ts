// Properties of the tests formula, for any results. The founding formula is repeated here for comparison.

import { describe, expect, test } from 'vitest';
import { baselineTestsOf, candidateTestsOf, plainTestModels, type TestModel, testModels } from '../../../test/arbitrary-facts.ts';
import {
  baseTests,
  makeCandidate,
  makeFacts,
  makePolicy,
  type PolicyParts,
  ranTests,
  scoreBy,
} from '../../../test/facts-builder.ts';
import fc from '../../../test/seeded-properties.ts';
import { tests } from './tests.ts';

function testScore(model: TestModel, policy: PolicyParts = {}, comparedBy?: 'identity' | 'count'): number {
  const candidates = [makeCandidate({ tests: candidateTestsOf(model, comparedBy) })];
  return scoreBy(tests, makeFacts({ baseline: { tests: baselineTestsOf(model) }, candidates }), makePolicy(policy));
}

interface Counts {
  B_pass: number;
  B_total: number;
  A_pass: number;
  A_total: number;
}

function countsOf({ kept, fresh }: TestModel): Counts {
  const after = [...kept.map((each) => each.after), ...fresh];
  return {
    B_pass: kept.filter(({ before }) => before === 'passed').length,
    B_total: kept.filter(({ before }) => before !== 'skipped').length,
    A_pass: after.filter((status) => status === 'passed').length,
    A_total: after.filter((status) => status === 'passed' || status === 'failed').length,
  };
}

function literalTests({ B_pass, A_pass, A_total }: Counts, new_tests: number): number {
  const pass_rate = A_total === 0 ? 0 : A_pass / A_total;
  const regression = Math.max(0, B_pass - A_pass);
  const reg_penalty = B_pass === 0 ? 0 : (regression / B_pass) * 60;
  const new_test_bonus = new_tests > 0 ? Math.min(10, new_tests * 0.5) : 0;
  return Math.min(100, Math.max(0, pass_rate * 100 - reg_penalty + new_test_bonus));
}

const newByCount = ({ A_total, B_total }: Counts) => Math.max(0, A_total - B_total);
const isDropped = ({ before, after }: TestModel['kept'][number]) =>
  before !== 'skipped' && (after === 'skipped' || after === 'absent');

describe('tests against the founding formula', () => {
  test('equals it if no test was dropped, renamed or skipped and none was exchanged for another', () => {
    fc.assert(
      fc.property(plainTestModels, (model) => {
        // Losing one test and fixing another is where names show more than counts, so keep only one of the two.
        const mends = model.kept.some(({ before, after }) => before === 'failed' && after === 'passed');
        const freshPass = model.fresh.includes('passed');
        const loses = model.kept.some(({ before, after }) => before === 'passed' && after === 'failed');
        fc.pre(!loses || !(mends || freshPass));
        const counts = countsOf(model);
        expect(testScore(model)).toBe(literalTests(counts, newByCount(counts)));
      }),
    );
  });

  test('by count, equals it whenever the total does not shrink', () => {
    fc.assert(
      fc.property(testModels, (model) => {
        const counts = countsOf(model);
        const score = testScore(model, {}, 'count');
        if (counts.A_total >= counts.B_total) expect(score).toBe(literalTests(counts, newByCount(counts)));
        else expect(score).toBeLessThanOrEqual(literalTests(counts, 0));
        expect(testScore(model, { tests: { dropped: 'ignore' } }, 'count')).toBe(literalTests(counts, newByCount(counts)));
      }),
    );
  });

  test('by identity, never exceeds it if nothing is dropped or the same tests count as new', () => {
    fc.assert(
      fc.property(testModels, (model) => {
        const counts = countsOf(model);
        const newByIdentity = model.fresh.filter((status) => status !== 'skipped').length;
        expect(testScore(model)).toBeLessThanOrEqual(literalTests(counts, newByIdentity));
        if (!model.kept.some(isDropped)) expect(testScore(model)).toBeLessThanOrEqual(literalTests(counts, newByCount(counts)));
      }),
    );
  });

  test('exceeds it only because a new test keeps its half point although an old failing one is missing', () => {
    const baseline = { tests: baseTests({ passed: 500, failed: 501 }) };
    const candidate = { passed: 501, failed: 500, added: 1, dropped: 1 };
    const facts = makeFacts({ baseline, candidates: [makeCandidate({ tests: ranTests(candidate) })] });
    expect(scoreBy(tests, facts)).toBe((501 / 1002) * 100 + 0.5);
    expect(literalTests({ B_pass: 500, B_total: 1001, A_pass: 501, A_total: 1001 }, 0)).toBe((501 / 1001) * 100);
  });
});

describe('tests', () => {
  /** The same model with one test that satisfies the condition changed. */
  function change(
    model: TestModel,
    wanted: (each: TestModel['kept'][number]) => boolean,
    after: TestModel['kept'][number]['after'],
  ) {
    const index = model.kept.findIndex(wanted);
    fc.pre(index >= 0);
    return { ...model, kept: model.kept.map((each, place) => (place === index ? { ...each, after } : each)) };
  }
  const policies = fc.constantFrom<PolicyParts>(
    {},
    { tests: { regression_by: 'count' } },
    { tests: { dropped: 'ignore' } },
    { tests: { fail_on_drop_percent: 10 } },
  );

  test('stays between 0 and 100', () => {
    fc.assert(
      fc.property(testModels, policies, fc.constantFrom('identity' as const, 'count' as const), (model, policy, comparedBy) => {
        const score = testScore(model, policy, comparedBy);
        expect(score).toBeGreaterThanOrEqual(0);
        expect(score).toBeLessThanOrEqual(100);
      }),
    );
  });

  test('one more regression never raises the score', () => {
    fc.assert(
      fc.property(
        testModels,
        policies,
        fc.constantFrom('failed' as const, 'skipped' as const, 'absent' as const),
        (model, policy, after) => {
          // With dropped = "ignore" a lost test leaves the denominator on purpose, so only a failing test is a plain loss.
          fc.pre(policy.tests?.dropped !== 'ignore' || after === 'failed');
          const worse = change(model, (each) => each.before === 'passed' && each.after === 'passed', after);
          expect(testScore(worse, policy)).toBeLessThanOrEqual(testScore(model, policy));
        },
      ),
    );
  });

  test('fixing one more test never lowers the score', () => {
    fc.assert(
      fc.property(testModels, policies, (model, policy) => {
        const better = change(model, (each) => each.before === 'failed' && each.after === 'failed', 'passed');
        expect(testScore(better, policy)).toBeGreaterThanOrEqual(testScore(model, policy));
      }),
    );
  });

  test('one more passing new test never lowers the score', () => {
    fc.assert(
      fc.property(testModels, policies, (model, policy) => {
        const better: TestModel = { ...model, fresh: [...model.fresh, 'passed'] };
        expect(testScore(better, policy)).toBeGreaterThanOrEqual(testScore(model, policy));
      }),
    );
  });

  test('deleting or skipping a failing test never raises the score', () => {
    fc.assert(
      fc.property(testModels, fc.constantFrom('skipped' as const, 'absent' as const), (model, after) => {
        const without = change(model, (each) => each.before !== 'skipped' && each.after === 'failed', after);
        expect(testScore(without)).toBe(testScore(model));
      }),
    );
  });

  test('counting dropped tests never scores above ignoring them', () => {
    fc.assert(
      fc.property(testModels, (model) => {
        expect(testScore(model)).toBeLessThanOrEqual(testScore(model, { tests: { dropped: 'ignore' } }));
      }),
    );
  });

  test('a looser limit for dropped tests never lowers the score', () => {
    const percent = fc.integer({ min: 0, max: 100 });
    fc.assert(
      fc.property(testModels, percent, percent, (model, a, b) => {
        const at = (limit: number | null) => testScore(model, { tests: { fail_on_drop_percent: limit } });
        expect(at(Math.min(a, b))).toBeLessThanOrEqual(at(Math.max(a, b)));
        expect(at(100)).toBe(at(null));
      }),
    );
  });

  test('excusing more tests never lowers the score', () => {
    const contested = fc.array(fc.boolean(), { minLength: 30, maxLength: 30 });
    fc.assert(
      fc.property(testModels, policies, contested, (model, policy, marks) => {
        const marked = { ...model, kept: model.kept.map((each, index) => ({ ...each, contested: marks[index] ?? false })) };
        const excusing = { ...policy, tests: { ...policy.tests, may_change: ['test/'] } };
        expect(testScore(marked, excusing)).toBeGreaterThanOrEqual(testScore(marked, policy));
      }),
    );
  });
});
