import { expect, test } from 'vitest';
import { read, subjectWith, tests } from '../../test/readings-builder.ts';
import { formatCheckRun, parseCheckRun, type TestStatus, type TestSummary } from '../contract/index.ts';
import type { MaybeReading, RunReading } from '../judge/index.ts';
import { canReorder, planOrder } from './plan-order.ts';
import type { Planning } from './planning.ts';
import type { TestSelector } from './test-selector.ts';

const REFUSED = read(tests({ 'exit code': 'failed' }, 'exit-code'), { exit_code: 1 });
const BASE: Record<string, TestStatus> = { broken: 'failed', 'odd name': 'passed', works: 'passed' };

interface Options {
  hasOption?: boolean;
  mergeOf?: string;
  undecided?: string[];
}

/** `runs` are those of the base besides its first one. */
function planning(runs: Record<string, MaybeReading<TestSummary>>, options: Options = {}): Planning {
  const { hasOption = true, mergeOf = null, undecided = ['a'] } = options;
  const all = { test: read(tests(BASE)), ...runs };
  const testRuns = Object.entries(all).map(([name, reading]) => ({ run: parseCheckRun(name), reading, output: '' }));
  const run = { base: { commit: 'b', tree: '000010' }, merge_of: mergeOf };
  const selector = {
    tests: async (_: unknown, ids: readonly string[], seed: number) =>
      ids.some((id) => id.includes(' ')) ? null : `jest --seed=${seed} -t ${ids.join(' ')}`,
    shuffled: () => (hasOption ? 'jest --randomize' : null),
  } as unknown as TestSelector;
  return {
    reading: { run, baseline: subjectWith(testRuns), candidates: [] } as unknown as RunReading,
    selector,
    standing: { undecided: new Set(undecided) },
    test: { id: 'test', kind: 'test', command: 'jest', timeoutSeconds: 1, alone: false },
  } as unknown as Planning;
}

const plan = async (...given: Parameters<typeof planning>) =>
  (await planOrder(planning(...given))).map(({ subject, run, command }) => `${subject.kind} ${formatCheckRun(run)}: ${command}`);

test('runs one passing test of the base with the option for another order, once', async () => {
  expect(await plan({})).toEqual(['baseline shuffled1-test: jest --seed=16 -t works']);
  expect(await plan({ 'shuffled1-test': REFUSED })).toEqual([]);
});

test('runs nothing without such an option, without a candidate that could win, and in a merge', async () => {
  expect(await plan({}, { hasOption: false })).toEqual([]);
  expect(await plan({}, { undecided: [] })).toEqual([]);
  expect(await plan({}, { mergeOf: 'run' })).toEqual([]);
});

test.each([
  ['a run with it shows a test', { 'shuffled1-test': read(tests({ works: 'passed' })) }, true, true],
  ['the runner refuses it', { 'shuffled1-test': REFUSED }, true, false],
  ['no test is found with it', { 'shuffled1-test': read(tests({})) }, true, false],
  ['it is not known', {}, true, false],
  ['none is needed', {}, false, true],
])('the order can change: %s', (_why, runs, hasOption, expected) => {
  expect(canReorder(planning(runs, { hasOption }))).toBe(expected);
});
