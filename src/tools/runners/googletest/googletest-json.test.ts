import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { openOutputParser } from '../../parsers.ts';

const ROOT = new URL('../../../../test/fixtures/parse/', import.meta.url);
const GREEN = readFileSync(new URL('googletest-json/green.json', ROOT), 'utf8');
const CONSOLE = readFileSync(new URL('googletest/all.txt', ROOT), 'utf8');

function read(output: object | string, exit: number | null = null) {
  const parser = openOutputParser({ kind: 'test', command: null });
  parser.push(Buffer.from(typeof output === 'string' ? output : JSON.stringify(output)));
  return parser.end(exit);
}

function changed(from: string | RegExp, to: string): object {
  const text = GREEN.replace(from, to);
  expect(text).not.toBe(GREEN);
  return JSON.parse(text) as object;
}

test.each([
  ['more tests than it contains', changed('"tests": 2', '"tests": 3'), 'the report states 3 tests, but contains 2'],
  ['a failure that no test has', changed('"failures": 0', '"failures": 1'), 'the report states 1 failures, but contains 0'],
  ['errors', changed('"errors": 0', '"errors": 2'), 'the report states 2 errors, but contains 0'],
  ['a suite with another number', changed('"tests": 1', '"tests": 2'), 'the suite Mimic states 2 tests, but contains 1'],
  ['a suite without a number', changed('"tests": 1,', ''), 'the suite Mimic states no tests, but contains 1'],
  ['a disabled test by another name', changed('"Sings"', '"DISABLED_Sings"'), 'the report states 0 disabled, but contains 1'],
  ['a word of its own', changed('COMPLETED', 'constructor'), 'a test has the unknown result "constructor"'],
])('flags a report with %s', (_what, report, note) => {
  const summary = read(report);
  expect(summary).toMatchObject({ parser: 'googletest-json', precision: 'inconsistent' });
  expect(summary.notes).toContain(note);
});

test('counts failures outside of tests, which are in no total', () => {
  const report = JSON.parse(GREEN) as { testsuites: object[] };
  const failures = [{ failure: 'weather.cpp:5\nFailed\nstorm', type: '' }];
  const nameless = { name: '', status: 'RUN', result: 'COMPLETED', classname: '', failures };
  report.testsuites.push({ name: 'NonTestSuiteFailure', tests: 1, failures: 1, disabled: 0, errors: 0, testsuite: [nameless] });
  expect(read(report, 1)).toMatchObject({ precision: 'exact', passed: 2, failed: 1 });
});

test('ignores a report that a test prints and flags one of another run', () => {
  const [header = '', ...lines] = CONSOLE.split('\n[ RUN ');
  expect(read([`${header}\n${GREEN.trimEnd()}`, ...lines].join('\n[ RUN '))).toEqual(read(CONSOLE));
  expect(read(CONSOLE + GREEN)).toMatchObject({ precision: 'inconsistent' });
});
