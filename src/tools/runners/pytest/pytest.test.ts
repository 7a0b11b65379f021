import { describe, expect, test } from 'vitest';
import { openOutputParser } from '../../parsers.ts';

const HEADER = '============================= test session starts ==============================';

function parse(lines: readonly string[]) {
  const parser = openOutputParser({ kind: 'test', command: null });
  parser.push(Buffer.from(`${lines.join('\n')}\n`));
  return parser.end(null);
}

const GREEN = [
  HEADER,
  'collected 2 items',
  '',
  'test_a.py ..',
  '',
  '=========================== 2 passed in 0.01 seconds ===========================',
];

describe('several sessions', () => {
  test('are counted together if they follow each other', () => {
    expect(parse([...GREEN, 'something else', ...GREEN])).toMatchObject({ precision: 'totals', passed: 4, failed: 0 });
  });

  test('are inconsistent if one never ends', () => {
    expect(parse([HEADER, 'collected 9 items', '', 'test_b.py ...', ...GREEN]).precision).toBe('inconsistent');
  });

  test('are not affected by a quoted one that never ends', () => {
    const summary = parse([
      HEADER,
      'collected 2 items',
      '',
      'test_a.py F.                                                             [100%]',
      '',
      '=================================== FAILURES ===================================',
      '___________________________________ test_one ___________________________________',
      '----------------------------- Captured stdout call -----------------------------',
      HEADER,
      'collected 7 items',
      '=========================== short test summary info ============================',
      'FAILED test_a.py::test_one - assert 0',
      '========================= 1 failed, 1 passed in 0.14s ==========================',
    ]);
    expect(summary).toMatchObject({ precision: 'totals', passed: 1, failed: 1 });
    expect(summary.tests).toEqual([{ id: 'test_a.py::test_one', status: 'failed', message: 'assert 0' }]);
  });
});

test('combines names in tracebacks with files of letters before pytest 5', () => {
  const summary = parse([
    HEADER,
    'platform linux2 -- Python 2.7.18, pytest-3.2.5, py-1.8.1, pluggy-0.4.0',
    'collected 4 items',
    '',
    'test_a.py .F',
    'test_b.py F.',
    '',
    '=================================== FAILURES ===================================',
    '___________________________ TestQuay.test_moor[a.b] ____________________________',
    '__________________________________ test_pier ___________________________________',
    '====================== 2 failed, 2 passed in 0.02 seconds ======================',
  ]);
  expect(summary.tests).toEqual([
    { id: 'test_a.py::TestQuay::test_moor[a.b]', status: 'failed' },
    { id: 'test_b.py::test_pier', status: 'failed' },
  ]);
});

describe('pytest itself fails', () => {
  test('counts a crash as a failure although no test failed', () => {
    const summary = parse([
      HEADER,
      'collected 1 item',
      '',
      'test_a.py .',
      'INTERNALERROR> Traceback (most recent call last):',
      '============================== 1 passed in 0.01s ===============================',
    ]);
    expect(summary).toMatchObject({ passed: 1, failed: 1 });
  });

  test('reports a file that does not exist', () => {
    const summary = parse([
      HEADER,
      'collected 0 items',
      '',
      '============================ no tests ran in 0.00s =============================',
      'ERROR: file or directory not found: test_z.py',
    ]);
    expect(summary).toMatchObject({ precision: 'inconsistent', total: 0 });
  });

  test('reports a conftest that does not load', () => {
    const summary = parse(["ImportError while loading conftest '/project/conftest.py'.", 'conftest.py:1: in <module>']);
    expect(summary).toMatchObject({
      precision: 'inconsistent',
      failed: 1,
      tests: [{ id: '/project/conftest.py', status: 'failed' }],
    });
  });
});

test('is inconsistent if the closing line states more tests than letters', () => {
  const summary = parse([
    HEADER,
    'collected 2 items',
    '',
    'test_a.py .',
    '============================== 2 passed in 0.01s ===============================',
  ]);
  expect(summary.precision).toBe('inconsistent');
});

test('reads a closing line with one sign at either side, which alone is inconsistent', () => {
  const line = '= 4 failed, 11 passed, 1 skipped, 1 xfailed, 1 xpassed, 2 errors, 2 rerun in 0.23s =';
  expect(parse([line])).toMatchObject({ parser: 'pytest', precision: 'inconsistent', passed: 12, failed: 6, skipped: 2 });
});
