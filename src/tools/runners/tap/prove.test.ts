import { expect, test } from 'vitest';
import { openOutputParser } from '../../parsers.ts';

function summaryOf(lines: readonly string[]) {
  const parser = openOutputParser({ kind: 'test', command: null });
  parser.push(Buffer.from(`${lines.join('\n')}\n`));
  const { precision, passed, failed, skipped } = parser.end(0);
  return { precision, passed, failed, skipped };
}

const END = (files: number, tests: number) => [
  'All tests successful.',
  `Files=${files}, Tests=${tests},  0 wallclock secs ( 0.02 usr +  0.01 sys =  0.03 CPU)`,
  'Result: PASS',
];

test('counts files that are skipped before the others, with any reason', () => {
  const lines = ['t/a.t .. skipped: needs a network', 't/b.t .. skipped: "Moon" is down', 't/c.t .. ok', ...END(3, 4)];
  expect(summaryOf(lines)).toEqual({ precision: 'totals', passed: 4, failed: 0, skipped: 0 });
});

test('reads a run that skips every file', () => {
  const lines = ['t/a.t .. skipped: needs a network', ...END(1, 0).slice(1, 2), 'Result: NOTESTS'];
  expect(summaryOf(lines)).toEqual({ precision: 'exact', passed: 0, failed: 0, skipped: 0 });
});

test('counts a skipped file between two runs once', () => {
  const runs = ['t/a.t .. ok', ...END(1, 2), 't/b.t .. skipped: old', 't/c.t .. ok', ...END(2, 3)];
  expect(summaryOf(runs)).toEqual({ precision: 'totals', passed: 5, failed: 0, skipped: 0 });
});
