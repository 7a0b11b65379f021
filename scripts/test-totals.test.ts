import { describe, expect, test } from 'vitest';
import { addSteps, countTests, lastLine } from './test-totals.mjs';

const file = (status: string, ...statuses: string[]) => ({
  status,
  assertionResults: statuses.map((one) => ({ status: one })),
});

describe('countTests', () => {
  const cases: [
    title: string,
    files: ReturnType<typeof file>[] | null,
    exitedWell: boolean,
    expected: [number, number, number],
  ][] = [
    ['all pass', [file('passed', 'passed', 'passed'), file('passed', 'passed')], true, [3, 0, 0]],
    ['one fails', [file('failed', 'passed', 'failed')], false, [1, 1, 0]],
    ['skipped and todo', [file('passed', 'passed', 'skipped', 'todo', 'pending')], true, [1, 0, 3]],
    ['a file that cannot be loaded', [file('failed'), file('passed', 'passed')], false, [1, 1, 0]],
    ['a failing hook, its tests skipped', [file('failed', 'skipped', 'skipped')], false, [0, 1, 2]],
    ['an unhandled error after passing tests', [file('passed', 'passed')], false, [1, 1, 0]],
    ['a crash without a report', null, false, [0, 1, 0]],
    ['no report although vitest exits with 0', null, true, [0, 1, 0]],
  ];
  test.each(cases)('%s', (_title, files, exitedWell, [passed, failed, skipped]) => {
    const report = files === null ? null : { testResults: files };
    expect(countTests(report, exitedWell)).toEqual({ passed, failed, skipped });
  });
});

test('counts each check as a test', () => {
  const sum = addSteps([{ ok: true }, { ok: false }, { ok: true }], { passed: 10, failed: 1, skipped: 2 });
  expect(sum).toEqual({ passed: 12, failed: 2, skipped: 2 });
});

test('names skipped tests in the last line only if there are any', () => {
  expect(lastLine({ passed: 5, failed: 0, skipped: 0 })).toBe('5 passed, 0 failed');
  expect(lastLine({ passed: 5, failed: 1, skipped: 2 })).toBe('5 passed, 1 failed, 2 skipped');
});
