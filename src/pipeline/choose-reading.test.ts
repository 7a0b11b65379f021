import { describe, expect, test } from 'vitest';
import type { Precision, TestSummary } from '../contract/index.ts';
import { chooseReading, consoleBeside } from './choose-reading.ts';

interface Counts {
  passed?: number;
  failed?: number;
  skipped?: number;
}

function summary(parser: string, precision: Precision, { passed = 0, failed = 0, skipped = 0 }: Counts = {}): TestSummary {
  const total = passed + failed + skipped;
  return { schema_version: 1, kind: 'test', parser, precision, notes: [], passed, failed, skipped, total, tests: [] };
}

function reports(...formats: string[]) {
  const file = { path: 'reports/x', bytes: 1, sha256: '0'.repeat(64) };
  return { reports: formats.map((format) => ({ format, file })) };
}

describe('uses the report', () => {
  const report = summary('jest-json', 'exact', { passed: 3, failed: 1 });

  test.each([
    ['when the console agrees', summary('jest', 'exact', { passed: 3, failed: 1 })],
    ['when the console knows only totals that agree', summary('jest', 'totals', { passed: 3, failed: 1 })],
    ['when the console shows nothing', summary('none', 'exit-code', { failed: 1 })],
    ['when the console is in doubt', summary('jest', 'inconsistent', { passed: 9 })],
    ['when one case failed twice on the console', summary('jest', 'exact', { passed: 3, failed: 2 })],
  ])('%s', (_when, console) => {
    expect(chooseReading(console, report, reports('jest'))).toBe(report);
  });

  test.each([
    ['pytest', 'pytest'],
    ['vitest', 'vitest'],
    ['node', 'node-test'],
    ['node', 'tap'],
    ['maven', 'maven'],
    ['gradle', 'gradle'],
    ['sbt', 'scalatest'],
    ['rspec', 'rspec'],
    ['minitest', 'minitest'],
    ['phpunit', 'phpunit'],
    ['googletest', 'googletest'],
    ['dotnet', 'dotnet-test'],
    ['playwright', 'playwright'],
  ])('of %s instead of %s', (format, parser) => {
    const passing = summary('x', 'exact', { passed: 1 });
    expect(chooseReading(summary(parser, 'exact', { passed: 1 }), passing, reports(format))).toBe(passing);
  });

  test('also an inconsistent report, with its own notes', () => {
    const doubtful = summary('jest-json', 'inconsistent', { passed: 3 });
    expect(chooseReading(summary('jest', 'exact', { passed: 5 }), doubtful, reports('jest'))).toBe(doubtful);
  });
});

describe('uses the console output', () => {
  test.each([
    ['when it shows another runner', 'mocha', ['jest']],
    ['when it shows another runner too', 'jest+mocha', ['jest']],
    ['when the report is of a runner that is not known', 'jest', ['custom']],
  ])('%s', (_when, parser, formats) => {
    const console = summary(parser, 'exact', { passed: 7 });
    expect(chooseReading(console, summary('jest-json', 'exact', { passed: 3 }), reports(...formats))).toBe(console);
  });

  test('if the report has no results', () => {
    const console = summary('jest', 'exact', { passed: 7 });
    expect(chooseReading(console, summary('none', 'exit-code', { passed: 1 }), reports('jest'))).toBe(console);
  });
});

describe('the result is inconsistent if report and console contradict each other', () => {
  test.each([
    ['more tests on the console', { passed: 9 }, { passed: 3 }],
    ['fewer tests on the console', { passed: 1 }, { passed: 3 }],
    ['only the console is green', { passed: 4 }, { passed: 3, failed: 1 }],
    ['only the report is green', { passed: 3, failed: 1 }, { passed: 4 }],
  ])('%s', (_what, onConsole, inReport) => {
    const read = chooseReading(summary('pytest', 'exact', onConsole), summary('junit', 'exact', inReport), reports('pytest'));
    expect(read).toMatchObject({ precision: 'inconsistent', parser: 'junit', ...inReport });
    expect(read.notes).toHaveLength(1);
  });

  test('notes the numbers of both', () => {
    const console = summary('jest', 'totals', { passed: 9, failed: 2, skipped: 1 });
    const read = chooseReading(console, summary('jest-json', 'exact', { passed: 3 }), reports('jest'));
    expect(read.notes).toEqual([
      "the console says 9 passed, 2 failed, 1 skipped; the runner's report says 3 passed, 0 failed, 0 skipped",
    ]);
  });
});

test.each<[string, TestSummary]>([
  ['agrees', summary('jest', 'totals', { passed: 3, skipped: 1 })],
  ['differs', summary('jest', 'exact', { passed: 2, skipped: 2 })],
  ['fails', summary('jest', 'inconsistent', { passed: 2, failed: 1, skipped: 1 })],
  ['unclear', summary('jest', 'inconsistent', { passed: 9 })],
  ['silent', summary('none', 'exit-code', { passed: 1 })],
])('the console %s', (expected, console) => {
  expect(consoleBeside(console, summary('jest-json', 'exact', { passed: 3, skipped: 1 }))).toBe(expected);
});
