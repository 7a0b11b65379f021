import { expect, test } from 'vitest';
import { DIMENSION_IDS } from '../dimension.ts';
import { configFileSchema, DEFAULT_POLICY, policySchema, scoreIds, weightsOf, withWeights } from './policy.ts';

test('the default policy is valid and has the documented weights and limits', () => {
  expect(policySchema.parse(DEFAULT_POLICY)).toEqual(DEFAULT_POLICY);
  const { weights, gates, timeouts, diff_scope } = DEFAULT_POLICY.scoring;
  const { acceptance, cross_tests, coverage, ...founding } = weights;
  expect(founding).toEqual({ build: 30, tests: 30, lint: 15, diff_scope: 15, speed: 10, cost: 0, security: 0 });
  expect({ acceptance, cross_tests, coverage }).toEqual({ acceptance: 20, cross_tests: 20, coverage: 0 });
  expect(gates).toEqual({ require_build_pass: true, max_test_regression_percent: 0, security_severity: 'high' });
  expect(timeouts).toMatchObject({ build: 300, test: 600, lint: 300 });
  expect(diff_scope).toMatchObject({ max_files_soft: 20, max_churn_soft: 800 });
});

test('every dimension has a weight', () => {
  expect(Object.keys(DEFAULT_POLICY.scoring.weights)).toEqual([...DIMENSION_IDS]);
});

test('the documented example is a valid hydra.toml', () => {
  const example = {
    scoring: {
      profile: 'js-node',
      timeout_per_check_seconds: 300,
      weights: { build: 30, tests: 30, lint: 15, diff_scope: 15, speed: 10 },
      gates: { require_build_pass: true, max_test_regression_percent: 0 },
      diff_scope: { max_files_soft: 20, max_churn_soft: 800, protected_paths: ['infra/', 'scripts/release/'] },
    },
  };
  expect(configFileSchema.parse(example)).toEqual(example);
});

test.each([
  { scoring: { weights: { tests: -1 } } },
  { scoring: { weights: { test: 1 } } },
  { scoring: { gates: { max_test_regression_percent: 101 } } },
  { scoring: { diff_scope: { max_files_soft: 0 } } },
  { scoring: { tests: { fail_on_drop_percent: true } } },
  { scoring: { diff_scope: { protected_paths: [''] } } },
])('rejects %j', (config) => {
  expect(configFileSchema.safeParse(config).success).toBe(false);
});

const SIZE = { command: 'make size', read: 'last number', better: 'lower' as const, weight: 5 };
const WITH_METRICS = policySchema.parse({
  ...DEFAULT_POLICY,
  scoring: { ...DEFAULT_POLICY.scoring, metrics: { time: { ...SIZE, weight: 7 }, bytes: SIZE } },
});

test('metrics follow the dimensions, sorted by name', () => {
  expect(scoreIds(WITH_METRICS)).toEqual([...DIMENSION_IDS, 'bytes', 'time']);
  expect(Object.entries(weightsOf(WITH_METRICS))).toEqual([
    ...Object.entries(DEFAULT_POLICY.scoring.weights),
    ['bytes', 5],
    ['time', 7],
  ]);
  expect(weightsOf(DEFAULT_POLICY)).toEqual(DEFAULT_POLICY.scoring.weights);
});

test('replaces only the given weights', () => {
  const { scoring } = withWeights(WITH_METRICS, { tests: 50, time: 0 });
  expect(scoring.weights).toEqual({ ...DEFAULT_POLICY.scoring.weights, tests: 50 });
  expect(Object.entries(scoring.metrics).map(([name, { weight }]) => [name, weight])).toEqual([
    ['time', 0],
    ['bytes', 5],
  ]);
});
