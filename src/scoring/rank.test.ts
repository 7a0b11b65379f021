import { describe, expect, test } from 'vitest';
import { makePolicy } from '../../test/facts-builder.ts';
import type { DimensionId, DimensionState } from '../contract/index.ts';
import { type Contender, rankContenders } from './rank.ts';

const EXCLUDED: DimensionState = { state: 'not_applicable', why: 'nobody is measured' };

interface Traits {
  mergeable?: boolean;
  isFailedAttempt?: boolean;
  needsReview?: boolean;
  errors?: number;
  total?: number | null;
  churn?: number;
  warnings?: number;
  lintResolved?: number;
  scores?: Partial<Record<DimensionId, number | null | 'error'>>;
}

function contender(name: string, traits: Traits = {}): Contender {
  const { mergeable = true, isFailedAttempt = false, needsReview = false, errors = 0, total = 50, churn = 10 } = traits;
  const { warnings = 0, lintResolved = 0, scores = {} } = traits;
  const result = (id: DimensionId): DimensionState => {
    const score = scores[id] === undefined ? 50 : scores[id];
    if (score === null) return EXCLUDED;
    return score === 'error' ? { state: 'error', why: 'crashed' } : { state: 'scored', score, steps: [] };
  };
  const results = {
    build: result('build'),
    tests: result('tests'),
    acceptance: result('acceptance'),
    cross_tests: result('cross_tests'),
    lint: result('lint'),
    diff_scope: result('diff_scope'),
    speed: result('speed'),
    cost: result('cost'),
    security: result('security'),
    coverage: result('coverage'),
  };
  return { name, mergeable, isFailedAttempt, needsReview, errors, total, churn, warnings, lintResolved, results };
}

/** In any input order, `first` comes before `second`. */
function expectOrder(first: Contender, second: Contender, policy = makePolicy()): void {
  for (const input of [
    [first, second],
    [second, first],
  ]) {
    expect(rankContenders(input, policy).map(({ name }) => name)).toEqual([first.name, second.name]);
  }
}

// The names have the opposite order, so that only the given reason can produce the expected one.
describe('each reason decides when the reasons before it are equal', () => {
  const worseOtherwise = { build: 90, lint: 90, diff_scope: 90, speed: 90 };

  test.each<[string, Traits, Traits]>([
    ['mergeable', { total: 10 }, { mergeable: false, total: 90, scores: { tests: 90 }, churn: 1 }],
    ['its agent finished', { mergeable: false, errors: 1, total: 10 }, { isFailedAttempt: true, total: 90 }],
    ['waiting for a decision', { mergeable: false, needsReview: true, total: 10 }, { mergeable: false, total: 90 }],
    ['no integrity error', { mergeable: false, total: 10 }, { mergeable: false, errors: 1, total: 90 }],
    ['total', { total: 50.00000001 }, { total: 50, scores: { ...worseOtherwise, tests: 90 }, churn: 1 }],
    ['tests', { scores: { tests: 51 } }, { scores: worseOtherwise, churn: 1 }],
    ['build', { scores: { build: 51 } }, { scores: { ...worseOtherwise, build: 50 }, churn: 1 }],
    ['lint', { scores: { lint: 51 } }, { scores: { diff_scope: 90, speed: 90 }, churn: 1 }],
    ['diff scope', { scores: { diff_scope: 51 } }, { scores: { speed: 90 }, churn: 1 }],
    ['fewer warnings', {}, { warnings: 1, lintResolved: 9, churn: 1 }],
    ['more lint findings resolved', { lintResolved: 1 }, { churn: 1 }],
    ['smaller churn', { churn: 9 }, { churn: 10, scores: { speed: 90, cost: 90, security: 90 } }],
  ])('%s', (_, better, worse) => {
    expectOrder(contender('z', better), contender('a', worse));
  });

  test('name', () => {
    expectOrder(contender('a'), contender('b'));
    expectOrder(contender('B'), contender('a'));
    expectOrder(contender('agent-10'), contender('agent-9'));
  });
});

test('an error counts as 0 when totals are equal', () => {
  expectOrder(contender('z', { scores: { lint: 1 } }), contender('a', { scores: { lint: 'error' } }));
  expectOrder(contender('z', { scores: { lint: 'error' }, churn: 1 }), contender('a', { scores: { lint: 0 } }));
});

test('a dimension that does not apply decides nothing', () => {
  const excluded = { tests: null, build: null };
  expectOrder(contender('z', { scores: { ...excluded, lint: 60 } }), contender('a', { scores: excluded }));
});

test('without totals the same tie-breaks decide', () => {
  expectOrder(contender('z', { total: null, scores: { tests: 60 } }), contender('a', { total: null }));
});

test('mergeable_first = false ranks by total alone', () => {
  const policy = makePolicy({ ranking: { mergeable_first: false } });
  expectOrder(contender('z', { mergeable: false, total: 60 }), contender('a', { total: 50 }), policy);
});

test('does not modify the input', () => {
  const input = [contender('b'), contender('a')];
  rankContenders(input, makePolicy());
  expect(input.map(({ name }) => name)).toEqual(['b', 'a']);
});
