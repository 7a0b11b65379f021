import { describe, expect, test } from 'vitest';
import type { Diff, TestStatus, TestSummary } from '../contract/index.ts';
import { describeChanges } from './change-kind.ts';
import { gradedTests, listContested } from './graded-tests.ts';

function summary(tests: Record<string, TestStatus>, precision: TestSummary['precision'] = 'exact'): TestSummary {
  const entries = Object.entries(tests).map(([id, status]) => ({ id, status }));
  const count = (wanted: TestStatus) => entries.filter(({ status }) => status === wanted).length;
  return {
    schema_version: 1,
    kind: 'test',
    parser: 'tap',
    precision,
    notes: [],
    passed: count('passed'),
    failed: count('failed'),
    skipped: count('skipped'),
    total: entries.length,
    tests: [...entries],
  };
}

function diffOf(...paths: (string | [string, string])[]): Diff {
  const files = paths.map((path) => (typeof path === 'string' ? { path, old_path: null } : { path: path[1], old_path: path[0] }));
  return { files } as unknown as Diff;
}

const statuses = ({ tests }: TestSummary) => Object.fromEntries(tests.map(({ id, status }) => [id, status]));

describe('graded results', () => {
  const base = summary({ a: 'passed', b: 'passed', c: 'failed' });

  test('uses the pinned run for the base’s tests, and the candidate’s own run for new ones', () => {
    const pinned = summary({ a: 'passed', b: 'failed', c: 'failed' });
    const own = summary({ a: 'passed', b: 'passed', c: 'skipped', d: 'passed', e: 'failed' });
    const graded = gradedTests(base, pinned, own);
    expect(statuses(graded)).toEqual({ a: 'passed', b: 'failed', c: 'failed', d: 'passed', e: 'failed' });
    expect([graded.passed, graded.failed, graded.skipped, graded.total]).toEqual([2, 3, 0, 5]);
  });

  test('a renamed test counts under both names, and the old one is no regression', () => {
    const graded = gradedTests(base, base, summary({ a: 'passed', 'b renamed': 'passed', c: 'failed' }));
    expect(statuses(graded)).toEqual({ a: 'passed', b: 'passed', c: 'failed', 'b renamed': 'passed' });
  });

  test('a test that is missing in the pinned run is missing, whatever the own run shows', () => {
    const graded = gradedTests(base, summary({ a: 'passed' }), summary({ a: 'passed', b: 'passed', c: 'passed' }));
    expect(statuses(graded)).toEqual({ a: 'passed' });
  });

  test.each(['totals', 'exit-code'] as const)('without names (%s) only the pinned run counts', (precision) => {
    const pinned = summary({ a: 'failed' }, precision);
    expect(gradedTests(base, pinned, summary({ d: 'passed' }))).toBe(pinned);
    expect(gradedTests(base, base, summary({ d: 'passed' }, precision))).toBe(base);
  });
});

describe('contested tests', () => {
  const own = summary({ a: 'passed', b: 'failed', s: 'skipped' });
  const contestedIn = (regressed: string[], ...files: Parameters<typeof diffOf>) => {
    const diff = diffOf(...files);
    return listContested(regressed, own, diff, describeChanges(diff, '').testFiles, new Set(regressed));
  };

  test.each([
    ['changed so that it passes', ['a'], ['test/a.test.js'], [{ id: 'a', path: 'test/a.test.js', own: 'passed' }]],
    ['skipped', ['s'], ['tests/test_s.py'], [{ id: 's', path: 'tests/test_s.py', own: 'skipped' }]],
    ['deleted', ['gone'], ['a_test.go'], [{ id: 'gone', path: 'a_test.go', own: 'missing' }]],
    [
      'moved: the file of the base',
      ['gone'],
      [['test/old.test.js', 'test/new.test.js']],
      [{ id: 'gone', path: 'test/old.test.js', own: 'missing' }],
    ],
    ['failing in the own run too: simply broken', ['b'], ['test/a.test.js'], []],
    ['no test file changed', ['a'], ['src/a.js', 'package.json', 'jest.config.js'], []],
    ['passing, but the runner was changed too and the name tells no file', ['a'], ['test/x.test.js', 'jest.config.js'], []],
    ['nothing regressed', [], ['test/a.test.js'], []],
  ] as [string, string[], (string | [string, string])[], unknown][])('%s', (_, regressed, files, contested) => {
    expect(contestedIn(regressed, ...files)).toEqual(contested);
  });

  test.each([
    ['a.test.js > suite > should NOT clean up the old stream', 'passed'],
    ['a.test.js > other > should clean up the old stream', 'missing'],
    ['a.test.js > suite > works', 'missing'],
    ['a.test.js > suite > should open a new socket', 'missing'],
  ])('a lost test with the new test %s is %s in the own run', (added, expected) => {
    const id = 'a.test.js > suite > should clean up the old stream';
    const renamed = summary({ [added]: 'passed' });
    const [contested] = listContested([id], renamed, diffOf('a.test.js'), ['a.test.js'], new Set([id]));
    expect(contested?.own).toBe(expected);
  });

  test.each([
    ['tests/test_b.py::TestB::test_x', 'tests/test_b.py'],
    ['tests\\test_b.py::test_x', 'tests/test_b.py'],
    ['tests.test_b.TestB.test_x', 'tests/test_b.py'],
    ['test_b.TestB.test_x', 'tests/test_b.py'],
    ['something else', 'tests/test_a.py'],
  ])('%s most likely belongs to %s', (id, path) => {
    expect(contestedIn([id], 'src/x.py', 'tests/test_a.py', 'tests/test_b.py')).toEqual([{ id, path, own: 'missing' }]);
  });
});
