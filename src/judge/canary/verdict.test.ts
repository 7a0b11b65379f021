import { expect, test } from 'vitest';
import { notConfigured, read, tests } from '../../../test/readings-builder.ts';
import type { CanaryFile, Diff, TestStatus } from '../../contract/index.ts';
import { judgeCanaries, placeCanaries } from './index.ts';

const canary = (mark: string): CanaryFile => ({
  ...{ path: `test/${mark}.js`, text: '', beside: 'test/a.js' },
  tests: [{ name: `hydracanary${mark}`, original: null }],
});
const [A, B] = [canary('aaaaaaaa'), canary('bbbbbbbb')];
const [IN_A, IN_B] = ['test_hydra_canary_aaaaaaaa', 'TestHydraCanarybbbbbbbb'];

const run = (byId: Record<string, TestStatus>, exitCode = 1) => read(tests(byId), { exit_code: exitCode });
const GREEN = run({ one: 'passed' }, 0);
const BASE = run({ one: 'failed', [IN_A]: 'failed' });
const judge = (candidate: ReturnType<typeof run>, baseline = BASE, without = GREEN, placed = [A]) =>
  judgeCanaries({ placed, baseline, baselineWithout: GREEN, candidate, without });

test('reported when it fails, whatever name the runner gives it', () => {
  expect(judge(run({ one: 'passed', [IN_A]: 'failed' }))).toEqual({ state: 'heard' });
  expect(judge(run({ 'test/hydra-canary-aaaaaaaa.test.js': 'failed' }))).toEqual({ state: 'heard' });
  expect(judge(run({ 'a > hydra canary aaaaaaaa': 'failed' }))).toEqual({ state: 'heard' });
});

test('silenced when the run passes with it: not run, reported as something else, or reported without effect', () => {
  const paths = [A.path];
  expect(judge(run({ one: 'passed' }, 0))).toEqual({ state: 'silenced', how: 'not_run', paths });
  expect(judge(run({ one: 'passed', [IN_A]: 'passed' }, 0))).toEqual({ state: 'silenced', how: 'passed', paths });
  expect(judge(run({ one: 'passed', [IN_A]: 'skipped' }, 0))).toEqual({ state: 'silenced', how: 'passed', paths });
  expect(judge(run({ one: 'passed', [IN_A]: 'failed' }, 0))).toEqual({ state: 'silenced', how: 'exit_0', paths });
  expect(judge(run({ one: 'failed', [IN_A]: 'passed' }))).toEqual({ state: 'silenced', how: 'passed', paths });
});

test('one of several that is not run counts only if the run was complete', () => {
  const base = run({ [IN_A]: 'failed', [IN_B]: 'failed' });
  const both = (candidate: ReturnType<typeof run>) => judge(candidate, base, GREEN, [A, B]);
  expect(both(run({ one: 'passed', [IN_A]: 'failed' }))).toEqual({ state: 'silenced', how: 'not_run', paths: [B.path] });
  expect(both(run({ [IN_A]: 'failed' }))).toEqual({ state: 'unproven', why: 'the run with it failed for another reason' });
  expect(both(run({ one: 'passed', [IN_A]: 'failed', [IN_B]: 'failed' }))).toEqual({ state: 'heard' });
});

test('a canary that the base does not report is not required of candidates', () => {
  const why = `the base's run does not report ${A.path} either`;
  expect(judge(run({}, 0), run({ one: 'failed' }))).toEqual({ state: 'unproven', why });
  expect(judge(run({}, 0), run({ [IN_A]: 'passed' }, 0))).toEqual({ state: 'unproven', why });
  expect(judge(run({}, 0), run({ [IN_A]: 'failed' }, 0))).toEqual({ state: 'unproven', why });
});

test('a run that fails for another reason, hangs or could not start proves nothing', () => {
  expect(judge(run({ flaky: 'failed' }))).toEqual({ state: 'unproven', why: 'the run with it failed for another reason' });
  expect(judge(read(tests({}), { ended: 'timed_out', exit_code: null }))).toEqual({
    state: 'unproven',
    why: 'the run with it did not end by itself',
  });
  const absent = judgeCanaries({ placed: [A], baseline: BASE, baselineWithout: null, candidate: notConfigured, without: GREEN });
  expect(absent).toEqual({ state: 'unproven', why: 'it could not be put into the tree' });
});

test('no verdict without a canary, or if the tests fail without it', () => {
  expect(judge(run({}, 0), BASE, GREEN, [])).toBeNull();
  expect(judge(run({}, 0), BASE, run({ one: 'failed' }))).toBeNull();
  expect(
    judgeCanaries({ placed: [A], baseline: notConfigured, baselineWithout: null, candidate: GREEN, without: GREEN }),
  ).toBeNull();
});

const NAMED: CanaryFile = {
  ...canary('cccccccc'),
  tests: ['first short path', 'second wide path'].map((name) => ({ name, original: null })),
};
const COPY: CanaryFile = {
  ...canary('dddddddd'),
  path: 'test/inner_left_tail.js',
  beside: 'test/a.js',
  tests: [{ name: 'third long path', original: 'one' }],
};
const BOTH = {
  'test/a.js > one': 'passed',
  'first short path': 'failed',
  'second wide path': 'failed',
  'third long path': 'failed',
} as const;

test('every added test of a file must be reported: a hook may replace only one kind of assertion', () => {
  const base = run({ 'first short path': 'failed', 'second wide path': 'failed' });
  const mixed = run({ test_first_short_path: 'failed', 'second wide path': 'passed' });
  expect(judge(mixed, base, GREEN, [NAMED])).toEqual({ state: 'silenced', how: 'passed', paths: [NAMED.path] });
  expect(judge(base, base, GREEN, [NAMED])).toEqual({ state: 'heard' });
});

test('a copy counts if its original passes on the base, and only if it runs', () => {
  const both = (byId: Record<string, TestStatus>, onBase: TestStatus = 'passed', exitCode = 1, own: TestStatus = 'passed') =>
    judgeCanaries({
      placed: [NAMED, COPY],
      baseline: run(BOTH),
      baselineWithout: run({ 'test/a.js > one': onBase }),
      candidate: run(byId, exitCode),
      without: run({ 'test/a.js > one': own }, 0),
    });
  const passed = { state: 'silenced', how: 'passed', paths: [COPY.path] };
  expect(both({ ...BOTH, 'third long path': 'passed' })).toEqual(passed);
  expect(both({ ...BOTH, 'third long path': 'passed' }, 'failed')).toEqual({ state: 'heard' });
  expect(both({ ...BOTH, 'third long path': 'skipped' }, 'passed', 1, 'skipped')).toEqual({ state: 'heard' });
  const { 'third long path': _removed, ...rest } = BOTH;
  expect(both(rest)).toEqual({ state: 'heard' });
  expect(both({ 'test/a.js > one': 'passed' }, 'passed', 0)).toMatchObject({ state: 'silenced', how: 'not_run' });
});

test('a copy is not added if the candidate changed its original', () => {
  const diff = { files: [{ path: 'test/a.js', old_path: null, status: 'modified' }] } as unknown as Diff;
  expect(placeCanaries([NAMED, COPY], diff, false).own).toEqual([NAMED]);
});

test('is not added if the test next to it was deleted or moved', () => {
  const diff = (...files: [string, string | null, string][]) =>
    ({ files: files.map(([path, old_path, status]) => ({ path, old_path, status })) }) as unknown as Diff;
  expect(placeCanaries([A], diff(['test/a.js', null, 'modified']), false).own).toEqual([A]);
  expect(placeCanaries([A], diff(['spec/a.js', 'test/a.js', 'copied']), false).own).toEqual([A]);
  expect(placeCanaries([A], diff(['test/a.js', null, 'deleted']), false).own).toEqual([]);
  expect(placeCanaries([A], diff(['spec/a.js', 'test/a.js', 'renamed']), false).own).toEqual([]);
});
