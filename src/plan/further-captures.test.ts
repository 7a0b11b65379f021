import { describe, expect, test } from 'vitest';
import { addedFiles } from '../../test/added-file.ts';
import { subjectWith } from '../../test/readings-builder.ts';
import {
  type Capture,
  DEFAULT_POLICY,
  formatCheckRun,
  type Policy,
  parseCheckRun,
  type Run,
  type TestStatus,
  type TestSummary,
} from '../contract/index.ts';
import type { CandidateCaptures, MaybeReading, RunReading, SubjectReading, TestRun } from '../judge/index.ts';
import { planFurther } from './further-captures.ts';
import { requestChangesResults } from './plan-plain-run.ts';
import type { Standing } from './planning.ts';
import type { TestSelector } from './test-selector.ts';

const POLICY: Policy = {
  ...DEFAULT_POLICY,
  scoring: {
    ...DEFAULT_POLICY.scoring,
    commands: { ...DEFAULT_POLICY.scoring.commands, test: 'suite' },
    integrity: { ...DEFAULT_POLICY.scoring.integrity, independent: false },
  },
};

/** Selects any test and any file, unless it cannot. `tests`: the check that has tests to add. */
function selector(canSelect = true, asksForReport = false, tests = ''): TestSelector {
  return {
    asksForReport,
    tests: async (_commit, ids, seed) => (canSelect ? `select ${ids.join(' ')}${seed === null ? '' : ' shuffled'}` : null),
    files: async (_commit, paths) => (canSelect ? `files ${paths.join(' ')}` : null),
    trees: () => Promise.reject(new Error('not asked here')),
    independent: () => Promise.reject(new Error('not asked here')),
    shuffled: () => null,
    layOver: async ([source], onto) =>
      source?.check === tests ? { commit: { commit: 'x', tree: 'x' }, command: `${source.check} on ${onto.tree}` } : null,
    layPrograms: async ({ check }, onto) => ({ commit: onto, command: `${check} on ${onto.tree}` }),
    addComments: async () => null,
    measurable: () => [],
    calls: async () => [],
    asking: async () => null,
    baseTests: async () => [],
    needsBuild: () => false,
    leaveOut: async (onto, _from, paths) => ({ commit: 'y', tree: `${onto.tree} without ${paths.join(' ')}` }),
  };
}

type Results = Record<string, TestStatus>;

function reading(results: Results, changes: Partial<Capture> = {}): MaybeReading<TestSummary> {
  const tests = Object.entries(results).map(([id, status]) => ({ id, status }));
  const failed = tests.filter(({ status }) => status === 'failed').length;
  const capture = {
    ended: 'exited',
    exit_code: failed === 0 ? 0 : 1,
    command: 'suite',
    duration_ms: 1,
    reports: [],
    ...changes,
  } as unknown as Capture;
  const passed = tests.filter(({ status }) => status === 'passed').length;
  const counts = { passed, failed, skipped: tests.length - passed - failed, total: tests.length };
  const summary: TestSummary = {
    schema_version: DEFAULT_POLICY.schema_version,
    kind: 'test',
    parser: 'x',
    precision: 'exact',
    notes: [],
    ...counts,
    tests,
  };
  return { state: 'read', reading: { capture, summary, absentTool: null } };
}

type Runs = Record<string, Results | MaybeReading<TestSummary>>;

function subject(runs: Runs): SubjectReading {
  const testRuns: TestRun[] = Object.entries(runs).map(([name, results]) => ({
    run: parseCheckRun(name),
    reading: 'state' in results ? (results as MaybeReading<TestSummary>) : reading(results as Results),
    output: '',
  }));
  return subjectWith(testRuns);
}

function candidate(name: string, runs: Runs, pinned = false, treeId = 'abcdef'): CandidateCaptures {
  const tree = { commit: `${name}c`, tree: treeId };
  const entry = {
    name,
    source: { kind: 'ref' as const, value: name },
    ...tree,
    pinned: pinned ? { commit: 'p', tree: 'p' } : null,
    start: 'b',
    restored: [],
  };
  const diff = { schema_version: DEFAULT_POLICY.schema_version, base_tree: 'b', tree: 'abcdef', files: [] };
  return { ...subject(runs), entry, diff, patch: '', agent: null, coverage: [] };
}

const CANARY = {
  path: 'test/canary.js',
  text: '',
  beside: 'test/a.js',
  tests: [{ name: 'hydracanary0123abcd', original: null }],
};
const REPORTED: Results = { 'hydra canary 0123abcd': 'failed' };

function runOf(base: Runs, candidates: CandidateCaptures[], changes: Partial<Run> = {}): RunReading {
  const run = {
    base: { ref: 'main', commit: 'b', tree: 'b' },
    canaries: [],
    sandbox: { kind: 'none', reason: null },
    policy: POLICY,
    ...changes,
  } as unknown as Run;
  return { run, baseline: subject(base), candidates, sources: [], baseTests: '', decisions: [], answered: [] };
}

interface Planned {
  policy?: Policy;
  select?: TestSelector;
  standing?: Partial<Standing>;
  absent?: CandidateCaptures[];
}

/** "who name: command", one line per planned execution. */
async function plan(
  run: RunReading,
  { policy = POLICY, select = selector(), standing = {}, absent = [] }: Planned = {},
): Promise<string[]> {
  const all = new Set(run.candidates.map(({ entry }) => entry.name));
  const leaders = new Set(typeof standing.leader === 'string' ? [standing.leader] : []);
  const complete = {
    leader: null,
    undecided: all,
    contenders: all,
    leaders,
    trusted: all,
    asked: new Set<string>(),
    ...standing,
  };
  const captures = await planFurther(run, policy, select, complete, absent, async () => {});
  return captures.map(
    ({ subject: of, run: check, command }) => `${of.kind === 'baseline' ? 'base' : of.name} ${formatCheckRun(check)}: ${command}`,
  );
}

const GREEN: Results = { a: 'passed', b: 'passed' };

test('explains each execution with its planner and reason', async () => {
  const run = runOf({ test: GREEN }, [candidate('x', { test: { a: 'failed', b: 'passed' } })]);
  const standing = { leader: 'x', leaders: ['x'], undecided: ['x'], contenders: [], trusted: [], asked: [] };
  const names = (list: string[] | string) => (Array.isArray(list) ? new Set(list) : list);
  const sets = Object.fromEntries(Object.entries(standing).map(([key, value]) => [key, names(value)])) as unknown as Standing;
  const lines: string[] = [];
  await planFurther(
    run,
    POLICY,
    selector(),
    sets,
    [],
    async () => {},
    (line) => lines.push(line),
  );
  expect(lines).toEqual([
    'results so far: leader x; leaders x; undecided x; asked for answers none',
    'reruns: x selected1-test: fails 1 test of the base; checking for flaky tests',
  ]);
});

test('plans nothing if nothing is in doubt', async () => {
  expect(await plan(runOf({ test: GREEN }, [candidate('x', { test: GREEN })]))).toEqual([]);
});

describe('a test that a candidate lost', () => {
  const lost: Results = { a: 'failed', b: 'passed' };
  const alone = (status: TestStatus) => reading({ a: status }, { command: 'select a' });

  test('is repeated on that candidate alone', async () => {
    expect(await plan(runOf({ test: GREEN }, [candidate('x', { test: lost }), candidate('y', { test: GREEN })]))).toEqual([
      'x selected1-test: select a',
    ]);
    expect(await plan(runOf({ test: GREEN }, [candidate('x', { test: lost, 'selected1-test': alone('failed') })]))).toEqual([
      'x selected2-test: select a',
    ]);
  });

  test('is repeated on the base only when it keeps failing on the candidate', async () => {
    const settled = { test: lost, 'selected1-test': alone('failed'), 'selected2-test': alone('failed') };
    expect(await plan(runOf({ test: GREEN }, [candidate('x', settled)]))).toEqual(['base selected1-test: select a']);
    const base = { test: GREEN, 'selected1-test': alone('passed'), 'selected2-test': alone('passed') };
    expect(await plan(runOf(base, [candidate('x', settled)]))).toEqual([]);
  });

  test('is repeated with the whole suite if its result differs when it runs alone', async () => {
    const other = { test: lost, 'selected1-test': alone('passed'), 'selected2-test': alone('passed') };
    expect(await plan(runOf({ test: GREEN }, [candidate('x', other)]))).toEqual(['x again1-test: suite']);
  });

  test('runs alone four more times if it fails in every suite and passes alone every time', async () => {
    const rounds = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, at) => [`selected${at + 1}-test`, alone('passed')]));
    const opposite = (count: number) => candidate('x', { test: lost, 'again1-test': lost, ...rounds(count) });
    expect(await plan(runOf({ test: GREEN }, [opposite(2)]))).toEqual(['x selected3-test: select a']);
    expect(await plan(runOf({ test: GREEN }, [opposite(5)]))).toEqual(['x selected6-test: select a']);
    // It depends on other tests, so the base is asked about the suite and the test alone.
    expect(await plan(runOf({ test: GREEN }, [opposite(6)]))).toEqual(['base selected1-test: select a']);
    const random = candidate('x', { test: lost, 'again1-test': lost, ...rounds(2), 'selected3-test': alone('failed') });
    expect(await plan(runOf({ test: GREEN }, [random]))).toEqual(['base selected1-test: select a']);
  });

  test('is repeated five times as often on the base when it is flaky on the candidate', async () => {
    const flaky = { test: lost, 'selected1-test': alone('failed'), 'selected2-test': alone('passed') };
    const made = Object.fromEntries(Array.from({ length: 9 }, (_, at) => [`selected${at + 1}-test`, alone('passed')]));
    expect(await plan(runOf({ test: GREEN, ...made }, [candidate('x', flaky)]))).toEqual(['base selected10-test: select a']);
    const last = { ...made, 'selected10-test': alone('passed') };
    expect(await plan(runOf({ test: GREEN, ...last }, [candidate('x', flaky)]))).toEqual([]);
  });

  test('is repeated once with the whole suite if tests cannot be selected, then on the base', async () => {
    const select = selector(false);
    expect(await plan(runOf({ test: GREEN }, [candidate('x', { test: lost })]), { select })).toEqual(['x again1-test: suite']);
    const again = { test: lost, 'again1-test': lost };
    expect(await plan(runOf({ test: GREEN }, [candidate('x', again)]), { select })).toEqual(['base again1-test: suite']);
    expect(await plan(runOf({ test: GREEN, 'again1-test': GREEN }, [candidate('x', again)]), { select })).toEqual([]);
  });

  test('is not repeated if the candidate is refused for another reason, or the policy disables reruns', async () => {
    const run = runOf({ test: GREEN }, [candidate('x', { test: lost })]);
    expect(await plan(run, { standing: { undecided: new Set() } })).toEqual([]);
    const tests = { ...POLICY.scoring.tests, reruns: 0 };
    expect(await plan(run, { policy: { ...POLICY, scoring: { ...POLICY.scoring, tests } } })).toEqual([]);
  });

  test('repeats a test that passes only as the candidate edited it, also if the candidate is not mergeable', async () => {
    const runs = { 'pinned-test': { a: 'passed', b: 'failed' }, test: GREEN } as const;
    const run = runOf({ test: { a: 'passed', b: 'failed' } }, [candidate('x', runs, true)]);
    const standing = { undecided: new Set<string>(), contenders: new Set<string>(), trusted: new Set<string>() };
    expect(await plan(run, { standing })).toEqual(['x pinned-selected1-test: select b', 'base selected1-test: select b']);
  });

  test('is repeated in the pinned tree if that decides', async () => {
    const runs = { 'pinned-test': lost, test: GREEN };
    expect(await plan(runOf({ test: GREEN }, [candidate('x', runs, true)]))).toEqual(['x pinned-selected1-test: select a']);
  });
});

describe('a test that fails on the base', () => {
  const failing: Results = { a: 'failed', b: 'passed' };

  test('is not repeated if it fails on every candidate', async () => {
    expect(await plan(runOf({ test: failing }, [candidate('x', { test: failing })]))).toEqual([]);
  });

  test('is repeated on the base and on the candidate that passes it', async () => {
    const fixed = candidate('x', { test: GREEN });
    expect(await plan(runOf({ test: failing }, [fixed]))).toEqual([
      'x selected1-test: select a',
      'base selected1-test: select a',
    ]);
    const confirmed = candidate('x', { test: GREEN, 'selected1-test': reading({ a: 'passed' }, { command: 'select a' }) });
    const base = { test: failing, 'selected1-test': reading({ a: 'failed' }, { command: 'select a' }) };
    expect(await plan(runOf(base, [confirmed]))).toEqual([]);
  });

  test('is confirmed only on the leader if there is one', async () => {
    const run = runOf({ test: failing }, [candidate('x', { test: GREEN }), candidate('y', { test: GREEN })]);
    expect(await plan(run, { standing: { leader: 'y' } })).toEqual([
      'y selected1-test: select a',
      'base selected1-test: select a',
    ]);
  });

  describe('on the leader, if its changed lines can be measured', () => {
    const base = { test: failing, 'selected1-test': reading({ a: 'failed' }, { command: 'select a' }) };
    const select = { ...selector(), measurable: (paths: readonly string[]) => [...paths] };
    /** `measured` is the result of the test in the coverage run; null before that run. */
    const planFor = (measured: TestStatus | null) => {
      const coverage =
        measured === null
          ? []
          : [
              {
                run: parseCheckRun('selected1-coverage'),
                files: [{ path: 'src/a.js', lines: new Map([[1, true]]) }],
                reading: reading({ a: measured }, { command: 'select a' }),
              },
            ];
      const leader = { ...candidate('x', { test: GREEN }), ...addedFiles({ 'src/a.js': ['work();'] }), coverage };
      return plan(runOf(base, [leader]), { select, standing: { leader: 'x', leaders: new Set(['x']) } });
    };

    test('is repeated and measured in one run', async () => {
      expect(await planFor(null)).toEqual(['x selected1-coverage: select a']);
      expect(await planFor('passed')).toEqual([]);
    });

    test('is repeated with the whole suite if it fails in the coverage run', async () => {
      expect(await planFor('failed')).toEqual(['x again1-test: suite']);
    });
  });
});

test('new tests are repeated in other orders, as often as the policy says', async () => {
  const added = { ...GREEN, c: 'passed' } as Results;
  expect(await plan(runOf({ test: GREEN }, [candidate('x', { test: added })]))).toEqual(['x shuffled1-test: select c shuffled']);
  const done = { test: added, 'shuffled1-test': added, 'shuffled2-test': added };
  expect(await plan(runOf({ test: GREEN }, [candidate('x', done)]))).toEqual([]);
  const other = runOf({ test: GREEN }, [candidate('x', { test: added }), candidate('y', { test: GREEN })]);
  expect(await plan(other, { standing: { leader: 'y' } })).toEqual([]);
});

describe('if only the changed test files ran in the own tree', () => {
  test('the whole suite runs when they have no results by name', async () => {
    const broken = reading({}, { exit_code: 1 });
    if (broken.state === 'read') broken.reading.summary.precision = 'exit-code';
    const runs = { 'pinned-test': GREEN, 'changed1-test': broken };
    expect(await plan(runOf({ test: GREEN }, [candidate('x', runs, true)]))).toContain('x test: suite');
  });

  test('the whole suite runs when a test fails only in it', async () => {
    const runs = {
      'pinned-test': GREEN,
      'changed1-test': { c: 'passed' } as Results,
      canary: { ...REPORTED, a: 'failed' } as Results,
    };
    expect(await plan(runOf({ test: GREEN }, [candidate('x', runs, true)]))).toContain('x test: suite');
  });
});

describe('the canary', () => {
  const with_ = (runs: Runs) => candidate('x', { test: GREEN, ...runs });
  const changes = { canaries: [CANARY] };

  test('runs alone on the base and on passing candidates', async () => {
    const red = candidate('red', {
      test: { a: 'failed', b: 'passed' },
      'selected1-test': {},
      'selected2-test': {},
      'again1-test': {},
    });
    const standing = { undecided: new Set(['x']) };
    expect(await plan(runOf({ test: GREEN }, [with_({}), red], changes), { standing })).toEqual([
      'base canary-file: files test/canary.js',
      'x canary-file: files test/canary.js',
    ]);
  });

  test('does not run on a candidate that cannot win', async () => {
    const refused = candidate('refused', { test: GREEN }, false, 'other');
    const standing = { undecided: new Set(['x']) };
    expect(await plan(runOf({ test: GREEN }, [with_({}), refused], changes), { standing })).toEqual([
      'base canary-file: files test/canary.js',
      'x canary-file: files test/canary.js',
    ]);
    expect(await plan(runOf({ test: GREEN }, [refused], changes), { standing: { undecided: new Set() } })).toEqual([]);
  });

  const alone = { 'canary-file': REPORTED };

  test('runs with the whole suite for the leader alone, and for the base only if it is not reported', async () => {
    const standing = { leader: 'x' };
    const other = candidate('y', { test: GREEN, ...alone });
    const base = { test: GREEN, ...alone };
    expect(await plan(runOf(base, [with_(alone), other], changes), { standing })).toEqual(['x canary: suite']);
    const reported = with_({ ...alone, canary: { ...GREEN, ...REPORTED } });
    expect(await plan(runOf(base, [reported, other], changes), { standing })).toEqual([]);
    const silent = with_({ ...alone, canary: GREEN });
    expect(await plan(runOf(base, [silent, other], changes), { standing })).toEqual(['base canary: suite']);
    expect(await plan(runOf({ ...base, canary: GREEN }, [silent, other], changes), { standing })).toEqual([]);
  });

  test('runs with the whole suite if the file alone fails without being reported', async () => {
    const lost = with_({ 'canary-file': reading({}, { exit_code: 1 }) });
    expect(await plan(runOf({ test: GREEN, ...alone }, [lost], changes))).toEqual(['x canary: suite']);
    // Both ask for the same run of the base.
    const silent = (name: string) =>
      candidate(name, { test: GREEN, 'canary-file': reading({}, { exit_code: 1 }), canary: GREEN }, false, name);
    const both = runOf({ test: GREEN, ...alone }, [silent('x'), silent('y')], changes);
    expect(await plan(both)).toEqual(['base canary: suite']);
  });

  test('runs only with the whole suite of the leader if files cannot be selected', async () => {
    const run = runOf({ test: GREEN }, [with_({}), candidate('y', { test: GREEN })], changes);
    expect(await plan(run, { select: selector(false), standing: { leader: 'x' } })).toEqual(['x canary: suite']);
  });
});

describe('the request for a report', () => {
  const failing: Results = { a: 'failed', b: 'passed' };
  const select = selector(true, true);
  const only = [candidate('x', { test: failing })];
  const alone = (status: TestStatus) => reading({ a: status }, { command: 'select a' });

  test('is omitted once for the tests that fail on the base, and only then', async () => {
    expect(await plan(runOf({ test: failing }, only), { select })).toEqual(['base plain1-test: select a']);
    expect(await plan(runOf({ test: GREEN }, [candidate('x', { test: GREEN })]), { select })).toEqual([]);
  });

  describe('the run without it repeats the failing tests of the base', () => {
    const fixed = [candidate('x', { test: GREEN, 'selected1-test': alone('passed') })];
    const totals = (passed: number, failed: number, command = 'select a') => {
      const read = reading({}, { command, exit_code: 1 });
      if (read.state === 'read')
        Object.assign(read.reading.summary, { precision: 'totals', passed, failed, total: passed + failed });
      return read;
    };
    const onBase = ['base selected1-test: select a'];
    test.each<[string, MaybeReading<TestSummary>, string[]]>([
      ['by name', alone('failed'), []],
      ['by the counts of a selection that has only failures', totals(0, 1), []],
      ['not where something passed', totals(1, 1), onBase],
      ['not where another number failed', totals(0, 2), onBase],
      ['not by the counts of the whole suite', totals(0, 1, 'suite'), onBase],
    ])('%s', async (_title, plain, expected) => {
      expect(await plan(runOf({ test: failing, 'plain1-test': plain }, fixed), { select })).toEqual(expected);
    });
  });

  test('is withdrawn when a test passes without it and keeps failing with it', async () => {
    const plain = { test: failing, 'plain1-test': alone('passed') };
    expect(await plan(runOf(plain, only), { select })).toEqual(['base selected1-test: select a']);
    expect(requestChangesResults(runOf(plain, only), true)).toBe(false);
    expect(requestChangesResults(runOf({ ...plain, 'selected1-test': alone('failed') }, only), true)).toBe(true);
    expect(requestChangesResults(runOf({ ...plain, 'selected1-test': alone('passed') }, only), true)).toBe(false);
  });

  test('stays when the tests fail without it too', async () => {
    const plain = { test: failing, 'plain1-test': alone('failed') };
    expect([await plan(runOf(plain, only), { select }), requestChangesResults(runOf(plain, only), true)]).toEqual([[], false]);
  });

  test('the missing network is examined only where something fails', async () => {
    const confined = { sandbox: { kind: 'bubblewrap' as const, reason: null } };
    const unnamed = (exit_code: number) => {
      const read = reading({}, { exit_code });
      if (read.state === 'read') read.reading.summary.precision = 'exit-code';
      return read;
    };
    const runs = (test: MaybeReading<TestSummary>) => runOf({ test }, [candidate('x', { test: unnamed(0) })], confined);
    expect(await plan(runs(unnamed(0)))).toEqual([]);
    expect(await plan(runs(unnamed(1)))).toEqual(['base plain1-test: suite']);
  });

  test('is withdrawn when the base can be parsed only without it', () => {
    const unreadable = reading({}, { exit_code: 1 });
    if (unreadable.state === 'read') unreadable.reading.summary.precision = 'none';
    expect(requestChangesResults(runOf({ test: unreadable, 'plain1-test': GREEN }, only), true)).toBe(true);
  });

  test('is not tested again once it is withdrawn', async () => {
    const run = runOf({ test: failing, 'plain1-test': alone('passed') }, only, { reports_withdrawn: true });
    expect([await plan(run, { select }), requestChangesResults(run, true)]).toEqual([[], false]);
  });
});

describe('tests about the task', () => {
  const select = selector(true, false, 'cross.fix');
  const NEW: Results = { ...GREEN, n: 'passed' };
  const OPEN: Results = { ...GREEN, n: 'failed' };
  const fix = (runs: Runs = {}) => candidate('fix', { test: NEW, ...runs }, false, 'f');
  const other = (runs: Runs = {}) => candidate('other', { test: GREEN, ...runs }, false, 'o');
  const third = (runs: Runs = {}) => candidate('third', { test: GREEN, ...runs }, false, 't');
  const planFor = (base: Runs, candidates: CandidateCaptures[], options: Planned = {}) =>
    plan(runOf({ test: GREEN, ...base }, candidates), { select, ...options, standing: { leader: 'other', ...options.standing } });

  test('run first on the base', async () => {
    expect(await planFor({}, [fix(), other()])).toEqual(['base cross.fix: cross.fix on b']);
  });

  test('run on the others if one of them could have a vote', async () => {
    expect(await planFor({ 'cross.fix': OPEN }, [fix(), other(), third()])).toEqual([
      'other cross.fix: cross.fix on o',
      'third cross.fix: cross.fix on t',
    ]);
  });

  test('do not run on the others when they pass on the base', async () => {
    expect(await planFor({ 'cross.fix': NEW }, [fix(), other()])).toEqual([]);
  });

  test('run again if they fail', async () => {
    const known = [fix(), other({ 'cross.fix': OPEN }), third({ 'cross.fix': NEW })];
    expect(await planFor({ 'cross.fix': OPEN }, known)).toEqual(['other again1-cross.fix: cross.fix on o']);
    const repeated = [fix(), other({ 'cross.fix': OPEN, 'again1-cross.fix': OPEN })];
    expect(await planFor({ 'cross.fix': OPEN }, repeated)).toEqual([]);
  });

  test('of an author that another machine measures run here too, whatever its own results are', async () => {
    const absent = [candidate('fix', {}, false, 'f')];
    expect(await planFor({}, [other()], { absent })).toEqual(['base cross.fix: cross.fix on b']);
    expect(await planFor({ 'cross.fix': OPEN }, [other()], { absent })).toEqual(['other cross.fix: cross.fix on o']);
    expect(await planFor({ 'cross.fix': NEW }, [other()], { absent })).toEqual([]);
    const failing = [other({ 'cross.fix': OPEN })];
    expect(await planFor({ 'cross.fix': OPEN }, failing, { absent })).toEqual(['other again1-cross.fix: cross.fix on o']);
  });

  test('run only on candidates that can still become mergeable', async () => {
    const standing = { contenders: new Set(['fix', 'third']) };
    expect(await planFor({ 'cross.fix': OPEN }, [fix(), other(), third()], { standing })).toEqual([
      'third cross.fix: cross.fix on t',
    ]);
  });

  test('do not run for a single candidate, for an author with an integrity error, or when disabled', async () => {
    expect(await planFor({}, [fix()])).toEqual([]);
    expect(await planFor({}, [fix(), other()], { standing: { trusted: new Set(['other']) } })).toEqual([]);
    const scoring = { ...POLICY.scoring, cross_tests: { enabled: false, max_minutes: 10 } };
    expect(await planFor({}, [fix(), other()], { policy: { ...POLICY, scoring } })).toEqual([]);
  });

  test('candidates with the same tree are one author, and are not run on each other', async () => {
    const twin = candidate('twin', { test: NEW }, false, 'f');
    expect(await planFor({ 'cross.fix': OPEN }, [fix(), twin, other()])).toEqual(['other cross.fix: cross.fix on o']);
  });

  test('stop when their time limit is reached', async () => {
    const slow = reading(OPEN, { duration_ms: 600_000 });
    expect(await planFor({ 'cross.fix': slow }, [fix(), other()])).toEqual([]);
  });

  test('come before the repetition of new tests, which only the leader gets', async () => {
    const standing = { leader: 'fix' };
    expect(await planFor({}, [fix(), other()], { standing })).toEqual(['base cross.fix: cross.fix on b']);
    const known = [fix(), other({ 'cross.fix': NEW })];
    expect(await planFor({ 'cross.fix': OPEN }, known, { standing })).toEqual(['fix shuffled1-test: select n shuffled']);
  });
});
