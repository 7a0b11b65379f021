// How each producer of TAP counts, and which documents are inconsistent.
import { describe, expect, test } from 'vitest';
import { MemoryBudget } from '../../../parse/engine/memory-budget.ts';
import { ResultBuilder } from '../../../parse/engine/result-builder.ts';
import { reconcileTests } from '../../../parse/reconcile/check-totals.ts';
import { emptyTestSection, type TestSection } from '../../../parse/section.ts';
import { TapDocument } from './document.ts';
import { tapSection } from './section.ts';

function read(version: number | null, text: string): TestSection {
  const position = { firstLine: 1, lineNumber: 1, before: () => '' };
  const document = new TapDocument(version, new ResultBuilder('test', 'tap', new MemoryBudget(), position));
  for (const line of text.split('\n')) document.line(line);
  return { ...emptyTestSection('tap', 1), ...tapSection(document) };
}

function outcome(version: number | null, text: string) {
  const section = read(version, text);
  const { precision, counts } = reconcileTests(section);
  return [precision, counts.passed, counts.failed, counts.skipped];
}

const ids = (section: TestSection) => section.tests.map(({ id, status }) => `${status} ${id}`);

describe('the plan', () => {
  test.each([
    ['first', '1..2\nok 1\nok 2', ['exact', 2, 0, 0]],
    ['last', 'ok 1\nnot ok 2\n1..2', ['exact', 1, 1, 0]],
    ['of zero tests', '1..0 # skip no network', ['exact', 0, 0, 0]],
    ['first, with points missing', '1..3\nok 1\nok 2', ['inconsistent', 2, 0, 0]],
    ['last, with points missing', 'ok 1\nok 2\n1..3', ['exact', 2, 1, 0]],
    ['with points too many', '1..1\nok 1\nok 2', ['inconsistent', 2, 0, 0]],
    ['missing', 'ok 1\nok 2', ['inconsistent', 2, 0, 0]],
    ['twice', '1..2\nok 1\nok 2\n1..2', ['inconsistent', 2, 0, 0]],
    ['with a number twice', '1..2\nok 1\nok 1', ['inconsistent', 2, 0, 0]],
    ['with numbers out of order', '1..2\nok 2\nok 1', ['exact', 2, 0, 0]],
    ['among the points', 'ok 1\n1..2\nok 2', ['inconsistent', 2, 0, 0]],
    ['with lines that are not TAP', '1..1\nok 1\nnonsense', ['exact', 1, 0, 0]],
    ['with lines that are not TAP after pragma +strict', 'pragma +strict\n1..1\nok 1\nnonsense', ['exact', 1, 1, 0]],
    ['after diagnostics without an end', 'not ok 1\n  ---\n  why: "so"\nok 2\n1..2', ['exact', 1, 1, 0]],
    ['with a bail out', '1..3\nok 1\nBail out! flood\nok 2', ['exact', 1, 1, 0]],
  ])('%s', (_, text, expected) => {
    expect(outcome(null, text)).toEqual(expected);
  });
});

describe('closing comments', () => {
  test.each([
    [
      'of tape, where a skipped test counts as passed',
      'ok 1 a\nok 2 b # SKIP\n\n1..2\n# tests 2\n# pass  2\n\n# ok',
      ['exact', 1, 0, 1],
    ],
    ['of ava, where a todo failed', 'ok 1 - a\nnot ok 2 - b # TODO\n\n1..2\n# tests 1\n# pass 1\n# fail 1', ['exact', 1, 0, 1]],
    [
      'of ava, whose plan excludes crashes',
      'ok 1 - a\nnot ok 2 - crash\n\n1..1\n# tests 1\n# pass 1\n# fail 1',
      ['exact', 1, 1, 0],
    ],
    [
      'of mocha, whose hooks have the number of the next test',
      'ok 1 a\nnot ok 2 hook\nok 2 b\n# tests 3\n# pass 2\n# fail 1\n1..3',
      ['exact', 2, 1, 0],
    ],
    [
      'with a point that a test printed',
      'ok 9 - printed\nok 1 a\nnot ok 2 b\n# tests 2\n# pass 1\n# fail 1\n1..2',
      ['exact', 1, 1, 0],
    ],
    [
      'with a point that a test printed, with a number that occurs twice',
      'ok 1 printed\nok 1 a\nnot ok 2 b\n# tests 2\n# pass 1\n# fail 1\n1..2',
      ['totals', 1, 1, 0],
    ],
    [
      'after some that a test printed',
      '# tests 9\n# pass 9\n# fail 0\nnot ok 1 a\n1..1\n# tests 1\n# pass 0\n# fail 1',
      ['exact', 0, 1, 0],
    ],
    [
      'before some that a test printed',
      'not ok 1 a\n1..1\n# tests 1\n# pass 0\n# fail 1\nok 1 a\n# tests 1\n# pass 1\n# fail 0',
      ['inconsistent', 1, 0, 0],
    ],
    ['that do not match', 'not ok 1 a\n1..1\n# tests 1\n# pass 1\n# fail 0', ['inconsistent', 1, 0, 0]],
  ])('%s', (_, text, expected) => {
    expect(outcome(null, text)).toEqual(expected);
  });
});

test('node:test counts tests with subtests, but no suites', () => {
  const section = read(
    13,
    [
      "    ok 1 - leaf\n      ---\n      type: 'test'\n      ...\n    1..1\nok 1 - suite\n  ---\n  duration_ms: 1\n  type: 'suite'\n  ...",
      "    not ok 1 - leaf\n      ---\n      error: |-\n        type: 'suite'\n      ...\n    1..1\nnot ok 2 - test\n  ---\n  duration_ms: 1\n  ...",
      '1..2\n# tests 3\n# suites 1\n# pass 1\n# fail 2\n# cancelled 0\n# skipped 0\n# todo 0',
    ].join('\n'),
  );
  expect(ids(section)).toEqual(['passed suite > leaf', 'failed test > leaf', 'failed test']);
  expect(reconcileTests(section).precision).toBe('exact');
});

test('node:test is inconsistent without its closing comments', () => {
  expect(outcome(13, 'ok 1 - a\n  ---\n  duration_ms: 1\n  ...\n1..1')).toEqual(['inconsistent', 1, 0, 0]);
});

test('reports a suite that failed without a failed test', () => {
  const closing = '1..1\n# tests 1\n# suites 1\n# pass 1\n# fail 0\n# cancelled 0\n# skipped 0\n# todo 0';
  const text = `    ok 1 - leaf\n    1..1\nnot ok 1 - suite\n  ---\n  type: 'suite'\n  ...\n${closing}`;
  expect(outcome(13, text)).toEqual(['inconsistent', 1, 0, 0]);
});

describe('node-tap', () => {
  const FILES = '1..2\n# Subtest: a\n    ok 1 - one\n    not ok 2 - two\n    1..2\nnot ok 1 - a\nok 2 - b # SKIP';

  test('counts assertions', () => {
    const section = read(14, `${FILES}\n# { total: 3, pass: 1, fail: 1, skip: 1 }`);
    expect(ids(section)).toEqual(['passed a > one', 'failed a > two', 'skipped b']);
    expect(reconcileTests(section).precision).toBe('exact');
  });

  test('is inconsistent if its numbers differ', () => {
    expect(outcome(14, `${FILES}\n# { total: 4, pass: 2, fail: 1, skip: 1 }`)[0]).toBe('inconsistent');
  });

  test('prints the tests of a single file at the top', () => {
    expect(ids(read(14, '# Subtest: a\n    ok 1 - one\n    1..1\nok 1 - a\n1..1\n# { total: 1, pass: 1 }'))).toEqual([
      'passed a',
    ]);
  });
});

describe('qunit', () => {
  test('has no line for the number of tests', () => {
    expect(outcome(13, 'ok 1 a\nok 2 b # SKIP\n1..2\n# pass 1\n# skip 1\n# todo 0\n# fail 0')).toEqual(['exact', 1, 0, 1]);
  });

  test('is inconsistent if a name looks like a directive', () => {
    expect(outcome(13, 'ok 1 a\nok 2 b # skip\n1..2\n# pass 2\n# skip 0\n# todo 0\n# fail 0')).toEqual(['inconsistent', 2, 0, 0]);
  });
});

describe('vitest', () => {
  test('is incomplete if the log ends after the brace of a file', () => {
    expect(outcome(13, '1..1\nnot ok 1 - a.test.js # time=5ms {')[0]).toBe('inconsistent');
  });

  const nested = '1..1\nnot ok 1 - a.ts # time=5ms {\n    1..2\n    ok 1 - b # time=1ms\n    ok 2 - c # SKIP\n}';

  test('counts its leaves, and a group that failed by itself', () => {
    expect(ids(read(13, nested))).toEqual(['passed a.ts > b', 'skipped a.ts > c', 'failed a.ts']);
  });

  test('is inconsistent if a group is truncated', () => {
    expect(outcome(13, nested.slice(0, -10))).toEqual(['inconsistent', 0, 1, 0]);
  });

  test('prints errors without indentation', () => {
    const error = '    ---\n    error:\n        message: "no\nok 2 - forged"\n    ...';
    expect(outcome(13, `1..1\nnot ok 1 - a # time=1ms\n${error}`)).toEqual(['exact', 0, 1, 0]);
  });
});

test('node-tap 16: the assertions of the files, and a file that fails by itself', () => {
  const files = [
    '# Subtest: test/a.js\n    # Subtest: adds\n        ok 1 - one\n        not ok 2 - two\n        1..2\n    not ok 1 - adds # time=1ms\n    1..1',
    'not ok 1 - test/a.js # time=1ms\n# Subtest: test/b.js\n    ok 1 - three\n    1..1\nnot ok 2 - test/b.js # time=1ms\n1..2',
  ].join('\n');
  const section = read(13, `${files}\n# failed 2 of 2 tests\n# time=12.5ms`);
  expect(ids(section)).toEqual([
    'passed test/a.js > adds > one',
    'failed test/a.js > adds > two',
    'passed test/b.js > three',
    'failed test/b.js',
  ]);
  expect(reconcileTests(section).precision).toBe('exact');
  // Without the duration of the whole run it is another producer, whose points are the tests.
  expect(ids(read(13, files))).toEqual(['failed test/a.js', 'failed test/b.js']);
});

describe('points without a description', () => {
  const tape = (...lines: string[]) =>
    ids(read(13, [...lines, '1..9', '# tests 9', '# pass  9', ''].join('\n'))).map((id) => id.slice('passed '.length));
  const last = ['# last', 'ok 3', 'ok 4 named', 'ok 5'];

  test('are numbered below their heading, whatever tests are above it', () => {
    const names = ['last > test 1', 'last > named', 'last > test 2'];
    expect(tape('# first', 'ok 1 a', 'ok 2', ...last).slice(-3)).toEqual(names);
    expect(tape('# added', 'ok 1', 'ok 2', '# first', 'ok 1 a', 'ok 2', ...last).slice(-3)).toEqual(names);
  });

  test('are numbered below their parent', () => {
    expect(ids(read(14, 'ok 1 - x\nok 2 - y\nok 3\n1..3'))).toEqual(['passed x', 'passed y', 'passed test 1']);
  });
});
