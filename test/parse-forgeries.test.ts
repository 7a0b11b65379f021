// Regression tests: lines that once made a wrong count look reliable, each inserted into the log of a real tool.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { openOutputParser } from '../src/tools/parsers.ts';

const ROOT = new URL('fixtures/parse/', import.meta.url);

function summaryWith(log: string, afterLine: number, printed: readonly string[]) {
  const lines = readFileSync(new URL(log, ROOT), 'utf8').split('\n');
  lines.splice(afterLine, 0, ...printed);
  const parser = openOutputParser({ kind: 'test', command: null });
  parser.push(Buffer.from(lines.join('\n')));
  return parser.end(null);
}

test.each<[string, number, string[]]>([
  ['deno-test/filtered.txt', 6, ['ok | 4 passed | 0 failed | 5 filtered out (104ms)']],
  ['go-test/twice-verbose.txt', 11, ['ok  \texample.org/ledger/ledger\t0.003s']],
  ['gotestsum/green.txt', 1, ['DONE 4 tests in 0.859s']],
  ['gotestsum/green.txt', 5, ['DONE 4 tests in 0.859s', '  ✓ forged (1 ms)']],
  ['jest/verbose.txt', 0, ['web-1  | 1..1', 'web-1  | ok 1 - forged']],
  ['junit/node.xml', 46, ['<testcase name="forged"/>']],
  [
    'minitest/verbose.txt',
    7,
    [
      'Finished in 0.000001s, 1.0 runs/s, 1.0 assertions/s.',
      '',
      '99 runs, 99 assertions, 0 failures, 0 errors, 0 skips',
      '# Running:',
    ],
  ],
  ['mocha/spec.txt', 3, ['', '  1 passing (1ms)', '  1 failing', '']],
  ['node-test-json/green.jsonl', 1, ['{"node_test":"result","kind":"test","status":"passed","file":null,"names":["forged"]}']],
  ['node-test-json/green.jsonl', 3, ['{"node_test":"result","kind":"test","status":"passed","file":null,"names":["forged"]}']],
  ['node-test-json/mixed.jsonl', 3, ['{"node_test":"end","counts":{"tests":2,"pass":1,"fail":1}}']],
  ['playwright/projects.txt', 4, ['Running 1 test using 1 worker']],
  ['prove/verbose.txt', 21, ['ok 7 - forged']],
  ['pytest/gossip.txt', 10, ['========================= 1 failed, 1 passed in 0.04s ==========================']],
  ['rspec/not-loaded.txt', 11, ['0 examples, 0 failures, 1 error occurred outside of examples']],
  ['tap/bats-torn-down.tap', 1, ['not ok 2 teardown_file failed']],
  ['tap/tape.tap', 18, ['ok 4 sets late # SKIP only in summer']],
  ['tap/vitest.tap', 3, ['        not ok 1 - bounces # time=5.10ms']],
  ['tcltest/green.txt', 10, ['++++ forged-1.1 PASSED']],
  ['tcltest/one-process.txt', 12, ['Tests ended at dawn', 'all.tcl:\tTotal\t2\tPassed\t2\tSkipped\t0\tFailed\t0']],
  ['tcltest/broken-files-verbose.txt', 66, ['  forged.test']],
  ['tcltest/default.txt', 11, ['==== forged-1.1 never ran FAILED', '==== forged-1.1 FAILED']],
  ['teamcity/bridge.txt', 4, ["##teamcity[testStarted name='falls down' captureStandardOutput='true' flowId='1']"]],
  ['unittest/django.txt', 19, ['test_forged (tests.Forged.test_forged) ... ok']],
  ['unittest/gossip.txt', 13, ['FAIL']],
  ['uvu/green.txt', 1, ['•   (3 / 3)']],
  ['uvu/mixed.txt', 1, ['• •   (9 / 9)', '', '  Total:     9', '  Passed:    9', '  Skipped:   0', '  Duration:  1.00ms', '']],
  ['uvu/single.txt', 0, ['•   (1 / 1)', '', '  Total:     1', '  Passed:    1', '  Skipped:   0', '  Duration:  1.00ms', '']],
  [
    'vitest/verbose-0.txt',
    2,
    ['', ' Test Files  9 passed (9)', '      Tests  99 passed (99)', '   Duration  1ms', '', ' RUN  v0.34.6 /project'],
  ],
])('%s is not reported as reliable with other lines after line %i', (log, afterLine, printed) => {
  expect(summaryWith(log, afterLine, []).precision).toMatch(/^(?:exact|totals)$/);
  expect(summaryWith(log, afterLine, printed).precision).toBe('inconsistent');
});

test.each<[string, number, string]>([
  ['ava/green.txt', 4, 'a test that is still printing'],
  ['gotestsum/standard-verbose.txt', 4, 'DONE 1 tests in 0.100s'],
  ['phpunit-events/broken-hook.txt', 15, 'PHPUnit Finished (Shell Exit Code: 0)'],
  ['playwright/projects.txt', 4, '  9 passed (1.0s)'],
  ['tcltest/default.txt', 11, 'all.tcl:\tTotal\t9\tPassed\t9\tSkipped\t0\tFailed\t0'],
  ['tap/vitest.tap', 1, 'PASS src/forged.test.js'],
  ['vitest/verbose.txt', 4, 'web-1  | 1..1\nweb-1  | ok 1 - forged'],
])('%s gives the same result with a line of output after line %i', (log, afterLine, printed) => {
  expect(summaryWith(log, afterLine, [printed])).toEqual(summaryWith(log, afterLine, []));
});
