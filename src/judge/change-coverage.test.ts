import { describe, expect, test } from 'vitest';
import { addedFiles } from '../../test/added-file.ts';
import { read, subjectWith, tests } from '../../test/readings-builder.ts';
import { type Capture, type FileCoverage, parseCheckRun, type TestStatus, type TestSummary } from '../contract/index.ts';
import { changeCoverage, coverageOfChanges } from './change-coverage.ts';
import type { MaybeReading } from './measure.ts';
import type { CandidateCaptures } from './run-reading.ts';

type Files = Record<string, Record<number, boolean>>;

interface Measured {
  files: Files;
  /** The tests that ran. */
  ran?: Record<string, TestStatus>;
  capture?: Partial<Capture>;
}

const GREEN: Record<string, TestStatus> = { a: 'passed', b: 'passed' };
const CODE = ['import x;', 'one();', 'two();', 'three();'];

/** Changes lines 1 to 4 of every path; the first is an import. `runs` are coverage runs by the name of their capture. */
function candidate(
  paths: readonly string[],
  runs: Record<string, Measured>,
  suite: readonly string[] = ['test'],
): CandidateCaptures {
  const entry = {
    name: 'x',
    source: { kind: 'ref' as const, value: 'x' },
    commit: 'c',
    tree: 't',
    pinned: null,
    start: 'b',
    restored: [],
  };
  return {
    ...subjectWith(suite.map((name) => ({ run: parseCheckRun(name), reading: read(tests(GREEN)), output: '' }))),
    ...{ agent: null, entry },
    ...addedFiles(Object.fromEntries(paths.map((path) => [path, CODE]))),
    coverage: Object.entries(runs).map(([name, { files, ran = GREEN, capture = {} }]) => ({
      run: parseCheckRun(name),
      files: Object.entries(files).map(
        ([path, lines]): FileCoverage => ({
          path,
          lines: new Map(Object.entries(lines).map(([line, hit]) => [Number(line), hit])),
        }),
      ),
      reading: read(tests(ran), capture),
    })),
  };
}

/** `2/3 a.js 2/3`: of all lines, then by file. */
function shown(of: CandidateCaptures): string | undefined {
  const known = changeCoverage(of);
  if (known === undefined) return undefined;
  const files = known.files.map(({ path, executed_lines, changed_lines }) => `${path} ${executed_lines}/${changed_lines}`);
  const part = known.only_task_tests ? ['task tests'] : [];
  return [`${known.executed_lines}/${known.changed_lines}`, ...files, ...part].join(' ');
}

const HIT = { 1: true, 2: true, 3: true, 4: false };
const MISSED = { 1: true, 2: false, 3: false, 4: false };

test('counts executable changed lines and those that were executed', () => {
  expect(shown(candidate(['a.js'], { coverage: { files: { 'a.js': HIT } } }))).toBe('2/3 a.js 2/3');
});

test('counts only lines that the report calls executable', () => {
  expect(shown(candidate(['a.py'], { coverage: { files: { 'a.py': { 3: true, 90: true } } } }))).toBe('1/1 a.py 1/1');
});

test('combines the executed lines of several runs', () => {
  const runs = { 'pinned-test': { files: { 'a.js': MISSED } }, 'changed1-test': { files: { 'a.js': { 4: true } } } };
  expect(shown(candidate(['a.js'], runs, ['pinned-test', 'changed1-test']))).toBe('1/3 a.js 1/3');
});

describe('"none"', () => {
  test('is reported if the whole suite was measured', () => {
    expect(shown(candidate(['a.js'], { coverage: { files: { 'a.js': MISSED } } }))).toBe('0/3 a.js 0/3');
    expect(shown(candidate(['a.js'], { test: { files: { 'a.js': MISSED } } }))).toBe('0/3 a.js 0/3');
  });

  test('is not reported for a part of the tests', () => {
    expect(shown(candidate(['a.js'], { 'selected1-coverage': { files: { 'a.js': MISSED } } }))).toBeUndefined();
    expect(shown(candidate(['a.js'], { 'selected1-coverage': { files: { 'a.js': HIT } } }))).toBe('2/3 a.js 2/3 task tests');
  });

  test("is not reported if the candidate's own test files were not measured", () => {
    const runs = { 'pinned-test': { files: { 'a.js': MISSED } } };
    expect(shown(candidate(['a.js'], runs, ['pinned-test', 'changed1-test']))).toBeUndefined();
    expect(shown(candidate(['a.js'], runs, ['pinned-test']))).toBe('0/3 a.js 0/3');
  });

  test('is not reported if a changed file is unknown', () => {
    expect(shown(candidate(['a.js', 'b.sh'], { coverage: { files: { 'a.js': MISSED } } }))).toBeUndefined();
    expect(shown(candidate(['a.js', 'b.sh'], { coverage: { files: { 'a.js': HIT } } }))).toBe('2/3 a.js 2/3');
  });
});

describe('ignores a run that passes fewer tests', () => {
  const files = { 'a.js': MISSED };
  test.each<[string, Measured]>([
    ['ran fewer tests', { files, ran: { a: 'passed' } }],
    ['failed a test that passes otherwise', { files, ran: { a: 'passed', b: 'failed' } }],
    ['timed out', { files, capture: { ended: 'timed_out', exit_code: null } }],
  ])('%s', (_, run) => {
    expect(shown(candidate(['a.js'], { coverage: run }))).toBeUndefined();
  });

  test('a flaky test that fails there keeps executed lines executed, and proves nothing about the others', () => {
    const many = (failed: number) =>
      Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`t${index}`, index < failed ? 'failed' : 'passed'])) as Record<
        string,
        TestStatus
      >;
    const withTests = (lines: Files['x'], failed: number) => {
      const measured = candidate(['a.js'], { coverage: { files: { 'a.js': lines }, ran: many(failed) } });
      return { ...measured, testRuns: [{ run: parseCheckRun('test'), reading: read(tests(many(0))), output: '' }] };
    };
    expect(shown(withTests(HIT, 2))).toBe('2/3 a.js 2/3');
    expect(shown(withTests(HIT, 3))).toBeUndefined();
    expect(shown(withTests(MISSED, 1))).toBeUndefined();
    expect(shown(withTests(MISSED, 0))).toBe('0/3 a.js 0/3');
  });

  test('a command with only an exit code has to pass', () => {
    const measured = (exit_code: number) => {
      const of = candidate(['a.js'], { coverage: { files: { 'a.js': MISSED }, ran: {}, capture: { exit_code } } });
      const reading = read(tests({}, 'exit-code'), { exit_code });
      return { ...of, testRuns: [{ run: parseCheckRun('test'), reading, output: '' }] };
    };
    expect([shown(measured(0)), shown(measured(4))]).toEqual(['0/3 a.js 0/3', undefined]);
  });

  test('ignores a selection without passing tests', () => {
    const run = { files: { 'a.js': HIT }, ran: { a: 'failed' } as const };
    expect(shown(candidate(['a.js'], { 'selected1-coverage': run }))).toBeUndefined();
  });
});

describe('paths in reports', () => {
  const path = 'src/main/com/x/A.java';
  test.each<[string, string, string]>([
    ['below the folder of the command', 'lib/a.js', '/w/lib/a.js'],
    ['elsewhere, with the same end', 'lib/a.js', '/build/1/lib/a.js'],
    ['by module', 'a.go', 'example.com/m/a.go'],
    ['by package', path, 'com/x/A.java'],
    ['with a dot', 'lib/a.js', './lib/a.js'],
    ['of Windows', 'lib/a.js', 'C:\\build\\lib\\a.js'],
  ])('%s', (_, changed, reported) => {
    expect(shown(candidate([changed], { coverage: { files: { [reported]: HIT } } }))).toBe(`2/3 ${changed} 2/3`);
  });

  test.each<[string, string[], string]>([
    ['a file of a dependency', ['a.js'], '/w/node_modules/x/a.js'],
    ['a file of another folder', ['a.js'], 'lib/a.js'],
    ['an end that several files share', ['one/x/A.java', 'two/x/A.java'], 'x/A.java'],
  ])('does not match %s', (_, changed, reported) => {
    expect(shown(candidate(changed, { coverage: { files: { [reported]: HIT } } }))).toBeUndefined();
  });

  test('matches the shortest of several modules', () => {
    const files = { 'm.com/m/main.go': HIT, 'm.com/m/cmd/x/main.go': { 2: false, 3: false, 4: false } };
    expect(shown(candidate(['main.go'], { coverage: { files } }))).toBe('2/3 main.go 2/3');
  });
});

test('lists the changed lines that no test executes', () => {
  const measured = candidate(['a.js', 'b.js'], { coverage: { files: { 'a.js': HIT, 'b.js': { 2: true, 3: true, 4: true } } } });
  expect(changeCoverage(measured)?.files).toEqual([
    { path: 'a.js', changed_lines: 3, executed_lines: 2, missed_lines: [4] },
    { path: 'b.js', changed_lines: 3, executed_lines: 3 },
  ]);
});

describe('of several candidates', () => {
  const measured = candidate(['a.js'], { coverage: { files: { 'a.js': HIT } } });
  const withTests = (of: CandidateCaptures, reading: ReturnType<typeof read>): CandidateCaptures => ({
    ...of,
    testRuns: [{ run: parseCheckRun('test'), reading: reading as MaybeReading<TestSummary>, output: '' }],
  });

  test('one without changed code has nothing to cover if another one was measured', () => {
    const docs = candidate(['README.md'], {});
    expect(coverageOfChanges([measured, docs])[1]).toEqual({ coverage: { changed_lines: 0, executed_lines: 0, files: [] } });
    expect(coverageOfChanges([docs, candidate(['a.js'], {})])).toEqual([{}, {}]);
  });

  test('one whose tests all fail is measured too', () => {
    const failing = { a: 'failed', b: 'failed' } as const;
    const fails = withTests(
      candidate(['a.js'], { coverage: { files: { 'a.js': HIT }, ran: failing, capture: { exit_code: 1 } } }),
      read(tests(failing), { exit_code: 1 }),
    );
    expect(coverageOfChanges([fails])[0]?.coverage).toMatchObject({ changed_lines: 3, executed_lines: 2 });
  });

  test.each<[string, CandidateCaptures, string | undefined]>([
    ['was not measured', candidate(['a.js'], {}), undefined],
    [
      'has tests that time out',
      withTests(candidate(['a.js'], {}), read(tests(GREEN), { ended: 'timed_out', exit_code: null })),
      'its tests do not run to the end',
    ],
    ['has no test run', candidate(['a.js'], {}, []), 'its tests do not run to the end'],
    [
      'fails while it is measured',
      candidate(['a.js'], { coverage: { files: { 'a.js': HIT }, ran: { a: 'failed', b: 'failed' } } }),
      'its tests go another way while they are measured, or no changed line is reported',
    ],
  ])('says why it is not known of one that %s', (_, other, why) => {
    expect(coverageOfChanges([measured, other])[1]).toEqual(why === undefined ? {} : { coverage_unknown: why });
  });
});
