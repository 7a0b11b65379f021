import { expect, test } from 'vitest';
import { medianOf, metricNameSchema, metricSchema } from './metric.ts';

const METRIC = { command: 'make size', read: 'last number', better: 'lower', weight: 10 };

test('a metric has defaults for everything but its command, its number, its direction and its weight', () => {
  expect(metricSchema.parse(METRIC)).toEqual({ ...METRIC, tolerance_percent: 0, unit: '', repeat: 1 });
});

test.each([
  { better: 'smaller' },
  { weight: -1 },
  { weight: undefined },
  { command: '' },
  { tolerance_percent: 101 },
  { repeat: 0 },
  { repeat: 1.5 },
  { repeat: 26 },
  { unit: 'a'.repeat(17) },
  { timeout: 5 },
])('rejects %j', (change) => {
  expect(metricSchema.safeParse({ ...METRIC, ...change }).success).toBe(false);
});

test.each([
  ['size', true],
  ['p95_ms', true],
  ['constructor', false],
  ['constructors', true],
  ['a'.repeat(24), true],
  ['a'.repeat(25), false],
  ['Size', false],
  ['bundle-size', false],
  ['_size', false],
  ['5xx', false],
  ['', false],
])('the name %j is valid: %s', (name, isValid) => {
  expect(metricNameSchema.safeParse(name).success).toBe(isValid);
});

test.each<[number[], number | null]>([
  [[], null],
  [[3], 3],
  [[9, 1, 5], 5],
  [[4, 1, 2, 100], 3],
  [[-1, 1], 0],
])('the median of %j is %s', (values, median) => {
  expect(medianOf(values)).toBe(median);
});

test('the median leaves the values in their order', () => {
  const values = [3, 1, 2];
  medianOf(values);
  expect(values).toEqual([3, 1, 2]);
});
