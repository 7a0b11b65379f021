import { expect, test } from 'vitest';
import type { TestStatus, TestSummary } from '../contract/index.ts';
import { loadErrorIn } from './load-error.ts';
import type { MaybeReading } from './measure.ts';

function summary(tests: Record<string, TestStatus>): TestSummary {
  const list = Object.entries(tests).map(([id, status]) => ({ id, status }));
  const count = (wanted: TestStatus) => list.filter(({ status }) => status === wanted).length;
  return { precision: 'exact', passed: count('passed'), failed: count('failed'), tests: list } as unknown as TestSummary;
}

function run(tests: Record<string, TestStatus>, exitCode: number, loadError?: string): MaybeReading<TestSummary> {
  const reading = {
    capture: { exit_code: exitCode },
    summary: summary(tests),
    ...(loadError === undefined ? {} : { loadError }),
  };
  return { state: 'read', reading } as unknown as MaybeReading<TestSummary>;
}

const base = summary({ a: 'passed', b: 'failed', c: 'skipped' });

test.each([
  ['a test that does not run', run({ a: 'passed' }, 1, 'why'), 'why'],
  ['a test that is skipped', run({ a: 'skipped', b: 'failed' }, 1, 'why'), 'why'],
  ['every test that runs', run({ a: 'passed', b: 'failed' }, 1, 'why'), null],
  ['a run that passes', run({ a: 'passed' }, 0, 'why'), null],
  ['a run without such a line', run({ a: 'passed' }, 1), null],
])('%s', (_, check, expected) => {
  expect(loadErrorIn(base, check)).toBe(expected);
});
