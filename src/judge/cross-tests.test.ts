import { describe, expect, test } from 'vitest';
import { subjectWith } from '../../test/readings-builder.ts';
import { DEFAULT_POLICY, type Diff, parseCheckRun, type Run, type TestStatus, type TestSummary } from '../contract/index.ts';
import { acceptanceTestsOf, crossTestsOf, openTests } from './cross-tests.ts';
import type { CandidateCaptures, RunReading, SourceReading, SubjectReading, TestRun } from './run-reading.ts';

type Results = Record<string, TestStatus>;
const VERSION = DEFAULT_POLICY.schema_version;

/** The message is that of every failed test. */
function testRun(name: string, results: Results, message?: string, ended = 'exited', changes = {}): TestRun {
  const tests = Object.entries(results).map(([id, status]) => ({ id, status, ...(status === 'failed' && { message }) }));
  const common = { schema_version: VERSION, kind: 'test', parser: 'x', precision: 'exact', notes: [] } as const;
  const summary: TestSummary = { ...common, notes: [], passed: 0, failed: 0, skipped: 0, total: tests.length, tests };
  const capture = { ended, exit_code: 0, command: 'suite', duration_ms: 1, reports: [], ...changes };
  return {
    run: parseCheckRun(name),
    reading: { state: 'read', reading: { capture: capture as never, summary, absentTool: null } },
    output: '',
  };
}

/** A run that names its failed tests only. */
interface Omitting {
  total: number;
  failed: readonly string[];
  /** Failures without a name. */
  unnamed?: number;
}

type Runs = Record<string, Results | [Results, string] | Omitting>;

function isOmitting(value: Runs[string]): value is Omitting {
  return Array.isArray((value as Omitting).failed);
}

function omittingRun(name: string, { total, failed: ids, unnamed = 0 }: Omitting): TestRun {
  const made = testRun(name, Object.fromEntries(ids.map((id) => [id, 'failed' as const])));
  if (made.reading.state !== 'read') throw new Error('not read');
  const failed = ids.length + unnamed;
  const counts = { precision: 'totals' as const, total, failed, passed: total - failed };
  const summary = { ...made.reading.reading.summary, ...counts };
  return { ...made, reading: { ...made.reading, reading: { ...made.reading.reading, summary } } };
}

function subject(runs: Runs): SubjectReading {
  const testRuns = Object.entries(runs).map(([name, value]) => {
    if (isOmitting(value)) return omittingRun(name, value);
    return Array.isArray(value) ? testRun(name, ...value) : testRun(name, value);
  });
  return subjectWith(testRuns);
}

function diffOf(...paths: string[]): Diff {
  const file = { old_path: null, status: 'modified', mode: '100644', added: 1, removed: 0 };
  return {
    schema_version: VERSION,
    base_tree: 'b',
    tree: 't',
    files: paths.map((path) => ({ ...file, path })),
  } as unknown as Diff;
}

function candidate(name: string, runs: Runs, { tree = name, patch = '', files = ['test/a.js'] } = {}): CandidateCaptures {
  const entry = {
    name,
    source: { kind: 'ref' as const, value: name },
    commit: `${name}c`,
    tree,
    pinned: null,
    start: 'b',
    restored: [],
  };
  return { ...subject(runs), entry, diff: diffOf(...files), patch, coverage: [], agent: null };
}

function runOf(base: Runs, candidates: CandidateCaptures[], sources: SourceReading[] = []): RunReading {
  const run = {
    base: { ref: 'main', commit: 'b', tree: 'b' },
    policy: DEFAULT_POLICY,
    canaries: [],
    sandbox: { kind: 'none', reason: null },
  } as unknown as Run;
  return { run, baseline: subject(base), candidates, sources, baseTests: '', decisions: [], answered: [] };
}

const OLD: Results = { 'test/a.js > old': 'passed' };
const NEW = 'test/a.js > new';
const own = { ...OLD, [NEW]: 'passed' } as const;

function matrix(reading: RunReading): unknown {
  return crossTestsOf(reading)?.authors.map(({ author, tests }) => [
    author,
    tests.map(({ id, base, author: by, others }) => [id, base, by, others]),
  ]);
}

describe('the tests of a candidate on the others', () => {
  describe('by a runner that names only failed tests', () => {
    const onlyFailures = (total: number, ...failed: string[]): Omitting => ({ total, failed });

    test('a test that fails on the base has passed where a run of as many tests does not name it', () => {
      const fix = candidate('fix', { test: onlyFailures(12) });
      const source = candidate('source', { test: onlyFailures(11), 'cross.fix': onlyFailures(3) });
      const wrong = candidate('wrong', { test: onlyFailures(11), 'cross.fix': onlyFailures(3, NEW) });
      const reading = runOf({ test: onlyFailures(11), 'cross.fix': onlyFailures(3, NEW) }, [fix, source, wrong]);
      expect(matrix(reading)).toEqual([['fix', [[NEW, 'fail', 'pass', { source: 'pass', wrong: 'fail' }]]]]);
    });

    test('nothing is concluded from a run of fewer tests, or one that leaves a failure without a name', () => {
      const fix = candidate('fix', { test: onlyFailures(12) });
      const fewer = candidate('fewer', { 'cross.fix': onlyFailures(2) });
      const unnamed = candidate('unnamed', { 'cross.fix': { ...onlyFailures(3), unnamed: 1 } });
      const reading = runOf({ test: onlyFailures(11), 'cross.fix': onlyFailures(3, NEW) }, [fix, fewer, unnamed]);
      expect(matrix(reading)).toEqual([['fix', [[NEW, 'fail', 'pass', { fewer: 'cannot_load', unnamed: 'cannot_load' }]]]]);
      const partial = candidate('fix', { test: onlyFailures(2) });
      expect(matrix(runOf({ test: onlyFailures(1), 'cross.fix': onlyFailures(3, NEW) }, [partial]))).toEqual([['fix', []]]);
    });
  });

  test('lists new tests, and omits tests of the base in the same file', () => {
    const fix = candidate('fix', { test: own });
    const wrong = candidate('wrong', { test: OLD, 'cross.fix': { ...OLD, [NEW]: 'failed' } });
    const reading = runOf({ test: OLD, 'cross.fix': { ...OLD, [NEW]: 'failed' } }, [fix, wrong]);
    expect(matrix(reading)).toEqual([['fix', [[NEW, 'fail', 'pass', { wrong: 'fail' }]]]]);
    expect(crossTestsOf(reading)?.authors[0]?.tests[0]?.path).toBe('test/a.js');
  });

  test('a changed test counts when the author’s version fails on the base', () => {
    const fix = candidate('fix', { test: OLD });
    const reading = runOf({ test: OLD, 'cross.fix': { 'test/a.js > old': 'failed' } }, [fix]);
    expect(matrix(reading)).toEqual([['fix', [['test/a.js > old', 'fail', 'pass', {}]]]]);
  });

  test('a test that passes on the base with a comment more passes on the base; only tests of authors in that run do', () => {
    const passing = { 'cross.fix': own, 'cross.other': own };
    const candidates = [candidate('fix', { test: own, ...passing }), candidate('other', { test: own, ...passing })];
    const failing = { ...OLD, [NEW]: 'failed' } as const;
    const reading = runOf({ test: OLD, 'cross.fix': failing, 'cross.other': failing }, candidates);
    const commented = testRun('commented', own, undefined, 'exited', { authors: ['fix'] });
    const baseline = { ...reading.baseline, testRuns: [...reading.baseline.testRuns, commented] };
    expect(matrix({ ...reading, baseline })).toEqual([
      ['fix', [[NEW, 'pass', 'pass', { other: 'pass' }]]],
      ['other', [[NEW, 'fail', 'pass', { fix: 'pass' }]]],
    ]);
  });

  test("ignores a test that fails on the base in the base's version", () => {
    const fix = candidate('fix', { test: OLD });
    expect(matrix(runOf({ test: { 'test/a.js > old': 'failed' }, 'cross.fix': { 'test/a.js > old': 'failed' } }, [fix]))).toEqual(
      [['fix', []]],
    );
  });

  test('a test that did not run cannot load; an unchanged test next to it has no vote', () => {
    const fix = candidate('fix', { test: own });
    const other = candidate('other', { test: OLD, 'cross.fix': { 'test/a.js': 'failed' } });
    const reading = runOf({ test: OLD, 'cross.fix': {} }, [fix, other]);
    expect(matrix(reading)).toEqual([['fix', [[NEW, 'cannot_load', 'pass', { other: 'cannot_load' }]]]]);
  });

  test('a missing name cannot load only if the author’s sources introduce it', () => {
    const message = 'TypeError: lib.slugify is not a function';
    const fails = { ...OLD, [NEW]: 'failed' } as const;
    const patch = (line: string) => `+++ b/lib.js\n+${line}\n+++ b/test/a.js\n+slugify()\n`;
    const outcome = (line: string) => {
      const fix = candidate('fix', { test: own }, { patch: patch(line) });
      const other = candidate('other', { test: OLD, 'cross.fix': [fails, message] });
      return crossTestsOf(runOf({ test: OLD, 'cross.fix': fails }, [fix, other]))?.authors[0]?.tests[0]?.others;
    };
    expect(outcome('exports.slugify = text => text')).toEqual({ other: 'cannot_load' });
    expect(outcome('exports.other = text => text')).toEqual({ other: 'fail' });
  });

  test('quotes the failure message', () => {
    const fix = candidate('fix', { test: own });
    const wrong = candidate('wrong', { 'cross.fix': [{ ...OLD, [NEW]: 'failed' }, 'Expected: 1\nReceived: 2'] });
    const reading = runOf({ test: OLD, 'cross.fix': {} }, [fix, wrong]);
    expect(crossTestsOf(reading)?.authors[0]?.tests[0]?.failures).toEqual({ wrong: 'Expected: 1\nReceived: 2' });
  });

  test('different results of two runs are flaky, on the other tree and on the author’s', () => {
    const fix = candidate('fix', { test: own, 'shuffled1-test': { [NEW]: 'failed' } });
    const other = candidate('other', { 'cross.fix': { [NEW]: 'failed' }, 'again1-cross.fix': { [NEW]: 'passed' } });
    expect(matrix(runOf({ test: OLD, 'cross.fix': {} }, [fix, other]))).toEqual([
      ['fix', [[NEW, 'cannot_load', 'flaky', { other: 'flaky' }]]],
    ]);
  });

  test('a test that its author passes and another candidate skips has failed there', () => {
    const fix = candidate('fix', { test: own });
    const other = candidate('other', { 'cross.fix': { [NEW]: 'skipped' } });
    expect(matrix(runOf({ test: OLD, 'cross.fix': { [NEW]: 'skipped' } }, [fix, other]))).toEqual([
      ['fix', [[NEW, 'cannot_load', 'pass', { other: 'fail' }]]],
    ]);
  });

  test('a test without a result in a run that was stopped has failed, and so has one on the base', () => {
    const fix = candidate('fix', { test: own });
    const hangs = candidate('hangs', {});
    const stopped = (results: Results): SubjectReading['testRuns'] => [testRun('cross.fix', results, undefined, 'timed_out')];
    const reading = runOf({ test: OLD }, [fix, { ...hangs, testRuns: stopped(OLD) }]);
    const baseline = { ...reading.baseline, testRuns: [testRun('test', OLD), ...stopped({})] };
    expect(matrix({ ...reading, baseline })).toEqual([['fix', [[NEW, 'fail', 'pass', { hangs: 'fail' }]]]]);
    expect(crossTestsOf({ ...reading, baseline })?.authors[0]?.tests[0]?.like_base).toEqual(['hangs']);
  });

  test('names the candidates that fail with the message of the base', () => {
    const failing = (message: string): [Results, string] => [{ [NEW]: 'failed' }, `AssertionError: ${message}`];
    const fix = candidate('fix', { test: own });
    const same = candidate('same', { 'cross.fix': failing("expected 'n-a', got '' in /tmp/x2/src/a.js:12") });
    const other = candidate('other', { 'cross.fix': failing("expected 'n-a', got 'none' in /tmp/x3/src/a.js:12") });
    const base = { test: OLD, 'cross.fix': failing("expected 'n-a', got '' in /tmp/x1/src/a.js:9") };
    const [row] = crossTestsOf(runOf(base, [fix, same, other]))?.authors[0]?.tests ?? [];
    expect([row?.others, row?.like_base]).toEqual([{ same: 'fail', other: 'fail' }, ['same']]);
  });

  test('names the first author of a test that two authors add with the same text', () => {
    const patchOf = (line: string) =>
      `diff --git a/test/a.js b/test/a.js\nindex 1..2 100644\n--- a/test/a.js\n+++ b/test/a.js\n@@ -1 +1,2 @@\n old();\n+${line}\n`;
    const authors = ['one', 'two', 'three'].map((name) =>
      candidate(name, { test: own }, { patch: patchOf(name === 'three' ? 'other();' : 'same();') }),
    );
    const base = { test: OLD, 'cross.one': {}, 'cross.two': {}, 'cross.three': {} };
    expect(crossTestsOf(runOf(base, authors))?.authors.map(({ author, tests }) => [author, tests[0]?.same_as])).toEqual([
      ['one', undefined],
      ['two', 'one'],
      ['three', undefined],
    ]);
  });

  test('lists candidates with equal trees', () => {
    const one = candidate('one', { test: own }, { tree: 'same' });
    const two = candidate('two', {}, { tree: 'same' });
    expect(crossTestsOf(runOf({ test: OLD, 'cross.one': {} }, [one, two]))?.equal_trees).toEqual([['one', 'two']]);
  });

  test('without runs on the base there are none', () => {
    expect(crossTestsOf(runOf({ test: OLD }, [candidate('fix', { test: own })]))).toBeUndefined();
  });
});

describe('authors without a candidate', () => {
  const source = (name: SourceReading['name'], check: string): SourceReading => ({
    name,
    check,
    diff: diffOf('test/task.js'),
    patch: '',
  });

  test('a test author has every test that ran on some tree', () => {
    const a = candidate('a', { test: OLD, authored: { 'test/task.js > one': 'passed', 'test/task.js > two': 'failed' } });
    const reading = runOf({ test: OLD, authored: { 'test/task.js > one': 'failed' } }, [a], [source('test-author', 'authored')]);
    expect(matrix(reading)).toEqual([
      [
        'test-author',
        [
          ['test/task.js > one', 'fail', null, { a: 'pass' }],
          ['test/task.js > two', 'cannot_load', null, { a: 'fail' }],
        ],
      ],
    ]);
  });

  test('acceptance tests include those that pass on the base', () => {
    const a = candidate('a', { test: OLD, acceptance: { 'test/task.js > one': 'passed', 'test/task.js > two': 'passed' } });
    const base = { test: OLD, acceptance: { 'test/task.js > one': 'passed', 'test/task.js > two': 'failed' } } as const;
    const reading = runOf(base, [a], [source('acceptance', 'acceptance')]);
    expect(acceptanceTestsOf(reading)?.tests.map(({ id, base: on, others }) => [id, on, others])).toEqual([
      ['test/task.js > one', 'pass', { a: 'pass' }],
      ['test/task.js > two', 'fail', { a: 'pass' }],
    ]);
    expect(crossTestsOf(reading)).toBeUndefined();
  });

  test('a test of the base that reads acceptance data is an acceptance test', () => {
    const data = { ...source('acceptance', 'acceptance'), diff: diffOf('test/data/x.md', 'test/data/x.html') };
    const samples = { 'test/a.js > samples': 'passed', 'test/a.js > unrelated': 'passed' } as const;
    const a = candidate('a', { test: samples, acceptance: samples });
    const base = { test: samples, acceptance: { ...samples, 'test/a.js > samples': 'failed' } } as const;
    expect(acceptanceTestsOf(runOf(base, [a], [data]))?.tests.map(({ id, base: on, others }) => [id, on, others])).toEqual([
      ['test/a.js > samples', 'fail', { a: 'pass' }],
    ]);
  });

  test('a file that cannot be loaded is not a test', () => {
    const a = candidate('a', { acceptance: { 'test/task.js > one': 'passed' } });
    const b = candidate('b', { acceptance: { 'test/task.js': 'failed' } });
    const reading = runOf({ acceptance: { 'test/task.js': 'failed' } }, [a, b], [source('acceptance', 'acceptance')]);
    expect(acceptanceTestsOf(reading)?.tests.map(({ id, base, others }) => [id, base, others])).toEqual([
      ['test/task.js > one', 'cannot_load', { a: 'pass', b: 'cannot_load' }],
    ]);
  });

  test('acceptance tests that ran nowhere are incomplete', () => {
    expect(acceptanceTestsOf(runOf({ acceptance: {} }, [], [source('acceptance', 'acceptance')]))).toEqual({
      tests: [],
      incomplete: 'no acceptance test ran, neither on the base nor on a candidate',
    });
  });
});

test('open tests are those that may still get a vote', () => {
  const row = (base: 'pass' | 'fail' | 'flaky' | 'cannot_load', author: 'pass' | 'flaky' | null) => ({
    ...{ id: `${base} ${author}`, path: null, base, author, others: {}, failures: {} },
  });
  const rows = [
    row('pass', 'pass'),
    row('fail', 'pass'),
    row('cannot_load', 'pass'),
    row('flaky', 'pass'),
    row('fail', 'flaky'),
    row('fail', null),
  ];
  expect(openTests(rows).map(({ id }) => id)).toEqual(['fail pass', 'cannot_load pass', 'fail null']);
});
