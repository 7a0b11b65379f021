import { describe, expect, test } from 'vitest';
import { readCollected, readLetters, readResult, readStart, readSummaryLine, readWorkerResult, splitProgress } from './lines.ts';
import { readClosing, separatorTitle, totalsOf } from './summary-line.ts';

describe('the closing line, from pytest 2 to 9', () => {
  test.each([
    ['=========================== 1 passed in 0.01 seconds ===========================', [1, 0, 0]],
    ['============ 2 failed, 9 passed, 1 pytest-warnings in 0.28 seconds =============', [9, 2, 0]],
    ['= 1 failed, 1958 passed, 37 skipped, 5 deselected, 13 xfailed, 4 xpassed, 8 warnings in 111.05 seconds =', [1962, 1, 50]],
    ['================== 1 failed, 1933 passed in 150.93s (0:02:30) ==================', [1933, 1, 0]],
    ['==== 1 passed, 1 error in 90061.00s (1 day, 1:01:01) =====', [1, 1, 0]],
    ['1 skipped, 2304 deselected, 12 errors in 22.35s', [0, 12, 1]],
    ['= 4 failed, 7 passed, 1 error, 2 subtests passed, 3 rerun in 3.28s =', [7, 5, 0]],
    ['============================ no tests ran in 0.00s =============================', [0, 0, 0]],
    ['=============================  in 0.00 seconds =============================', [0, 0, 0]],
    ['================ 3/5 tests collected (2 deselected) in 0.01s =================', [0, 0, 0]],
  ])('%s', (line, [passed, failed, skipped]) => {
    const closing = readClosing(line);
    expect(closing === null ? null : totalsOf(closing)).toEqual({ passed, failed, skipped });
  });

  test.each([
    ['=== 5 passed in 0.1s'],
    ['===== 5 passed in 0.1s ==='],
    ['=== 5 passed ==='],
    ['=== 5 passed in a hurry ==='],
    ['5 were passed in 0.1s'],
    ['passed in 0.1s'],
    ['=== FAILURES ==='],
  ])('is no closing line: %s', (line) => {
    expect(readClosing(line)).toBeNull();
  });

  test('keeps the word of a plugin, whose meaning is unknown', () => {
    expect(readClosing('1 passed, 2 quarantined in 0.1s')?.unknown).toEqual(['2 quarantined']);
  });
});

test.each([
  ['collected 3 items', { items: 3, skipped: 0 }],
  ['collecting ... collected 1 item / 1 error / 2 skipped', { items: 1, skipped: 2 }],
  ['gw0 [13] / gw1 [13]', { items: 13, skipped: null }],
  ['4 workers [20 items]', { items: 20, skipped: null }],
  ['gw0 I / gw1 I', null],
  ['collected dust', null],
])('%s', (line, wanted) => {
  expect(readCollected(line)).toEqual(wanted);
});

describe('results by name', () => {
  test.each([
    ['a.py::test_x PASSED                                     [ 50%]', 'a.py::test_x', 'passed'],
    ['a.py::test_x FAILED                                     [ 3/12]', 'a.py::test_x', 'failed'],
    ['a.py::test_x PASSED                                     1.234ms', 'a.py::test_x', 'passed'],
    ['a.py::C::test_x[p PASSED] FAILED', 'a.py::C::test_x[p PASSED]', 'failed'],
    ['a.py::test_x SKIPPED (no (way) PASSED)                  [ 23%]', 'a.py::test_x', 'skipped'],
    ['a.py::test_x[b c] XFAIL (a long reason that', 'a.py::test_x[b c]', 'skipped'],
    ['a.py::test_x XPASS', 'a.py::test_x', 'passed'],
    ['a.py::test_x RERUN                                      [ 50%]', 'a.py::test_x', null],
    ['a.py::test_x SUBFAILED[message] (i=1)                   [ 92%]', 'a.py::test_x [message] (i=1)', 'failed'],
    ['a.py::test_x <- b.py PASSED                             [ 50%]', 'a.py::test_x', 'passed'],
    ['a.py:3: C.test_x PASSED', 'a.py::C::test_x', 'passed'],
    ['a.py@3::test_x PASSED', 'a.py::test_x', 'passed'],
  ])('%s', (line, id, status) => {
    expect(readResult(splitProgress(line))).toMatchObject({ id, status });
  });

  test.each([['std::vector PASSED'], ['the test at a.py::test_x PASSED'], ['PASSED'], ['a.py::test_x ']])(
    'is no result: %s',
    (line) => {
      expect(readResult(splitProgress(line))).toBeNull();
    },
  );

  test('reads the word before the name in the line of a worker', () => {
    expect(readWorkerResult('PASSED a.py::test_x[b c] ')).toMatchObject({ id: 'a.py::test_x[b c]', status: 'passed' });
    expect(readWorkerResult('linux Python 3.11.2 cwd: /project')).toBeNull();
  });

  test('reads the name before output that is not captured', () => {
    expect(readStart('a.py::test_x hello')).toBe('a.py::test_x');
    expect(readStart('a.py::test_x[b c] hello')).toBe('a.py::test_x[b c]');
    expect(readStart('see a.py::test_x')).toBeNull();
  });
});

test.each([
  ['a.py .Fsx.X                                             [100%]', { file: 'a.py', letters: '.Fsx.X' }],
  ['..F.                                                    [100%]', { file: null, letters: '..F.' }],
  ['dir with blank/a.py ..', { file: 'dir with blank/a.py', letters: '..' }],
  ['see the end ...', null],
  ['a.py .Fhello', null],
])('letters: %s', (line, wanted) => {
  expect(readLetters(splitProgress(line))).toEqual(wanted);
});

describe('the short summary', () => {
  test.each([
    ['PASSED a.py::test_x[b - c]', 'a.py::test_x[b - c]', 'passed'],
    ['FAILED a.py::test_x - assert [1] == [2]', 'a.py::test_x', 'failed'],
    ['FAILED a.py::test_x[b - c] - assert 0', 'a.py::test_x[b - c]', 'failed'],
    ['FAILED a.py::test_x[b - c]', 'a.py::test_x[b - c]', 'failed'],
    ['FAIL a.py::test_x', 'a.py::test_x', 'failed'],
    ['ERROR a.py', 'a.py', 'failed'],
    ['ERROR a.py - ModuleNotFoundError: no - module', 'a.py', 'failed'],
    ['XFAIL a.py::test_x - known - bug', 'a.py::test_x', 'skipped'],
    ['XPASS a.py::test_x[b c] always fails', 'a.py::test_x[b c]', 'passed'],
    ['SKIPPED a.py::test_x - reason', 'a.py::test_x', 'skipped'],
    ['SUBFAILED[message] (i=1) a.py::test_x - assert 0', 'a.py::test_x [message] (i=1)', 'failed'],
    ['SUBFAIL a.py::test_x - assert 0', 'a.py::test_x', 'failed'],
  ])('%s', (line, id, status) => {
    expect(readSummaryLine(line)).toMatchObject({ id, status });
  });

  test.each([['SKIPPED [3] a.py:7: reason'], ['ERROR    root:a.py:12 message'], ['  and the message goes on'], ['FAILED']])(
    'has no name: %s',
    (line) => {
      expect(readSummaryLine(line)).toBeNull();
    },
  );
});

test('a separator has sides whose lengths differ by at most one', () => {
  expect(separatorTitle('=== FAILURES ====', '=')).toBe('FAILURES');
  expect(separatorTitle('==== FAILURES ===', '=')).toBeNull();
  expect(separatorTitle('=======', '=')).toBeNull();
});
