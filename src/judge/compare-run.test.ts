import { describe, expect, test } from 'vitest';
import { makeAgent, SANDBOXED } from '../../test/facts-builder.ts';
import { advisories, candidate, finding, lint, notConfigured, read, tests, tree } from '../../test/readings-builder.ts';
import { type CandidateFacts, type DiffFile, factsSchema, type TestSummary } from '../contract/index.ts';
import { type CandidateReading, compareRun } from './compare-run.ts';
import type { ConsoleBesideReport, MaybeReading } from './measure.ts';

const broken = (why: string) => ({ state: 'broken', why }) as const;
const unavailable = (why: string) => ({ state: 'unavailable', why }) as const;
const UNKNOWN = { compared_by: 'count', regressed: [], fixed: [], dropped: [], added: [], contested: [], flaky: [] };

/** Everything is validated by the schema, so that no test uses facts that cannot be stored. */
function compared(baseline: Parameters<typeof tree>[0], changes: Partial<CandidateReading>) {
  const facts = factsSchema.parse({ ...compareRun('run', tree(baseline), [candidate(changes)], []), sandbox: SANDBOXED });
  return { baseline: facts.baseline, candidate: facts.candidates[0] as CandidateFacts };
}

const BASE = tests({ kept: 'passed', broken: 'passed', mended: 'failed', idle: 'skipped' });
const AFTER = tests({ kept: 'passed', broken: 'failed', mended: 'passed', idle: 'skipped', fresh: 'passed' });
const REPORTED = { reports: [{ format: 'pytest', file: { path: 'x', bytes: 0, sha256: '0'.repeat(64) } }] };
const SAME = { ...UNKNOWN, compared_by: 'identity' };
const timedOut = { ended: 'timed_out', exit_code: null } as const;

describe('tests', () => {
  const compareTests = (before: MaybeReading<TestSummary>, after: MaybeReading<TestSummary>) => {
    const { baseline, candidate: facts } = compared({ test: before }, { test: after });
    return [baseline.tests, facts.tests];
  };
  const measured = (precision: string, passed: number, failed: number, skipped: number) => ({
    state: 'measured',
    precision,
    passed,
    failed,
    skipped,
  });

  test('by name on both sides', () => {
    expect(compareTests(read(BASE, { exit_code: 1 }), read(AFTER, { exit_code: 1 }))).toEqual([
      measured('exact', 2, 1, 1),
      {
        ...measured('exact', 3, 1, 1),
        compared_by: 'identity',
        regressed: ['broken'],
        fixed: ['mended'],
        dropped: [],
        added: ['fresh'],
        contested: [],
        flaky: [],
      },
    ]);
  });

  const totals = tests({ a: 'passed', b: 'failed' }, 'totals');
  const exitCode = tests({ 'exit code': 'passed' }, 'exit-code');
  const failing = tests({ 'exit code': 'failed' }, 'exit-code');
  const ofBase = measured('exact', 2, 1, 1);

  test.each<[string, MaybeReading<TestSummary>, MaybeReading<TestSummary>, unknown, unknown]>([
    ['totals after names', read(BASE), read(totals), ofBase, { ...measured('totals', 1, 1, 0), ...UNKNOWN }],
    ['totals before names', read(totals), read(BASE), measured('totals', 1, 1, 0), { ...ofBase, ...UNKNOWN }],
    [
      'only exit codes',
      read(exitCode),
      read(failing),
      measured('exit-code', 1, 0, 0),
      { ...measured('exit-code', 0, 1, 0), ...UNKNOWN },
    ],
    ['an exit code before names', read(exitCode), read(BASE), measured('exit-code', 1, 0, 0), { ...ofBase, ...UNKNOWN }],
    [
      'an exit code after names',
      read(BASE),
      read(exitCode),
      ofBase,
      broken('no test results can be read although the base has them'),
    ],
    [
      'an exit code after totals',
      read(totals),
      read(exitCode),
      measured('totals', 1, 1, 0),
      broken('no test results can be read although the base has them'),
    ],
    [
      'a runner that writes its report at the base only',
      read(BASE, REPORTED),
      read(AFTER),
      ofBase,
      broken('the runner wrote no report although it does at the base'),
    ],
    ['a runner that writes its report on both', read(BASE, REPORTED), read(BASE, REPORTED), ofBase, { ...ofBase, ...SAME }],
    ['a report that failed with its run', read(BASE, REPORTED), read(BASE, { exit_code: 1 }), ofBase, { ...ofBase, ...SAME }],
    ['a candidate that times out', read(BASE), read(AFTER, timedOut), ofBase, broken('it did not end within 60 s')],
    [
      'a candidate without its tool',
      read(BASE),
      read(AFTER, { exit_code: 127 }, 'sh: jest: not found'),
      ofBase,
      unavailable('sh: jest: not found'),
    ],
    [
      'a candidate that contradicts itself',
      read(BASE),
      read(tests({}, 'inconsistent', ['one', 'two'])),
      ofBase,
      broken('one; two'),
    ],
    [
      'a candidate that does so without a word',
      read(BASE),
      read(tests({}, 'inconsistent')),
      ofBase,
      broken('its output cannot be read'),
    ],
    ['a candidate without any output', read(BASE), read(tests({}, 'none', ['nothing'])), ofBase, broken('nothing')],
    ['a candidate whose set-up failed', read(BASE), broken('the set-up failed'), ofBase, broken('the set-up failed')],
    [
      'a base that times out',
      read(BASE, timedOut),
      read(AFTER),
      broken('it did not end within 60 s'),
      { ...measured('exact', 3, 1, 1), ...UNKNOWN },
    ],
    [
      'a base without its tool',
      read(BASE, {}, 'sh: jest: not found'),
      read(AFTER),
      unavailable('sh: jest: not found'),
      { ...measured('exact', 3, 1, 1), ...UNKNOWN },
    ],
    ['no command', notConfigured, notConfigured, notConfigured, notConfigured],
  ])('%s', (_title, before, after, baselineFacts, candidateFacts) => {
    expect(compareTests(before, after)).toEqual([baselineFacts, candidateFacts]);
  });
});

describe('a passing run counts only if the console supports its report as on the base', () => {
  const withConsole = (console: ConsoleBesideReport, changes = {}): MaybeReading<TestSummary> => {
    const reading = read(BASE, { ...REPORTED, ...changes });
    return reading.state === 'read' ? { state: 'read', reading: { ...reading.reading, console } } : reading;
  };

  test.each<[ConsoleBesideReport, string | null]>([
    ['agrees', null],
    ['unclear', null],
    ['differs', "the console output has other numbers of tests than the runner's report, although it agrees at the base"],
    ['fails', "the console output shows failures that the runner's report does not have, although it agrees at the base"],
    ['silent', "the console output shows no test results and the runner's report does, although it agrees at the base"],
  ])('a console that %s', (console, why) => {
    const { candidate: own } = compared({ test: withConsole('agrees') }, { test: withConsole(console) });
    expect(own.tests).toMatchObject(why === null ? { state: 'measured' } : { state: 'broken', why });
    const { candidate: pinned } = compared(
      { test: withConsole('agrees') },
      { test: read(BASE), pinnedTest: withConsole(console) },
    );
    expect(pinned.tests.state).toBe(why === null ? 'measured' : 'broken');
  });

  test('anything counts if they do not agree on the base either, or if the run fails', () => {
    const stateOf = (before: MaybeReading<TestSummary>, after: MaybeReading<TestSummary>) =>
      compared({ test: before }, { test: after }).candidate.tests.state;
    expect(stateOf(withConsole('differs'), withConsole('silent'))).toBe('measured');
    expect(stateOf(withConsole('agrees'), withConsole('differs', { exit_code: 1 }))).toBe('measured');
  });
});

describe('the tests of the base on the sources of the candidate', () => {
  test('decide what regressed; its own tests decide what is new', () => {
    const own = tests({ kept: 'passed', mended: 'passed', fresh: 'passed' });
    const pinned = tests({ kept: 'passed', broken: 'failed', mended: 'passed', idle: 'skipped' });
    const { candidate: facts } = compared({ test: read(BASE) }, { test: read(own), pinnedTest: read(pinned) });
    expect(facts.tests).toMatchObject({ passed: 3, failed: 1, skipped: 1, regressed: ['broken'], added: ['fresh'], dropped: [] });
  });

  test('a report may be missing with the base’s tests restored: the own run may have another runner', () => {
    const { candidate: facts } = compared({ test: read(BASE, REPORTED) }, { test: read(BASE), pinnedTest: read(BASE) });
    const why = "with the base's tests put back, the runner wrote no report although it does at the base";
    expect(facts.tests).toEqual({ state: 'broken', why });
    const other = compared({ test: read(BASE, REPORTED) }, { test: read(BASE), pinnedTest: read(BASE, REPORTED) });
    expect(other.candidate.tests).toMatchObject({ state: 'measured', regressed: [] });
  });

  test('must be measured themselves', () => {
    const { candidate: facts } = compared({ test: read(BASE) }, { test: read(BASE), pinnedTest: read(BASE, timedOut) });
    expect(facts.tests).toEqual(broken("with the base's tests put back, it did not end within 60 s"));
  });
});

describe('lint', () => {
  const old = finding('old');
  const fresh = finding('fresh', { severity: 'warning' });

  test('by name, followed through renames', () => {
    const file: DiffFile = {
      path: 'new.ts',
      old_path: 'a.ts',
      status: 'renamed',
      old_mode: '100644',
      mode: '100644',
      binary: false,
      added: 1,
      removed: 0,
      added_normalized: 1,
      removed_normalized: 0,
      marked_generated: false,
      marked_vendored: false,
    };
    const moved = finding('old', { path: 'new.ts', line: 9 });
    const diff = { schema_version: 1 as const, base_tree: 'b', tree: 't', files: [file] };
    const { baseline, candidate: facts } = compared({ lint: read(lint([old])) }, { lint: read(lint([moved, fresh])), diff });
    expect(baseline.lint).toEqual({ state: 'measured', precision: 'exact', errors: 1, warnings: 0 });
    expect(facts.lint).toEqual({
      state: 'measured',
      precision: 'exact',
      errors: 1,
      warnings: 1,
      compared_by: 'identity',
      added: [fresh],
      resolved: [],
    });
    expect(facts.diff.files).toEqual([
      {
        path: 'new.ts',
        old_path: 'a.ts',
        status: 'renamed',
        class: 'source',
        added: 1,
        removed: 0,
        added_normalized: 1,
        removed_normalized: 0,
      },
    ]);
  });

  test('lines that are moved to a file that is not reviewed are only removed', () => {
    const file = (path: string, syntax: DiffFile['syntax']): DiffFile => ({
      ...{ path, old_path: null, status: 'modified', old_mode: '100644', mode: '100644', binary: false },
      ...{ added: 9, removed: 9, added_normalized: 9, removed_normalized: 9, marked_generated: false },
      marked_vendored: path.startsWith('vendor/'),
      ...(syntax === undefined ? {} : { syntax }),
    });
    const moved = [
      { path: 'b.ts', lines: 4 },
      { path: 'vendor/c.ts', lines: 3 },
    ];
    const files = [
      file('a.ts', { added: 1, removed: 8, moved }),
      file('b.ts', { added: 5, removed: 0 }),
      file('c.md', undefined),
      file('vendor/c.ts', { added: 3, removed: 0 }),
    ];
    const { candidate: facts } = compared({}, { diff: { schema_version: 1 as const, base_tree: 'b', tree: 't', files } });
    expect(facts.diff.files.map(({ path, class: kind, syntax }) => [path, kind, syntax])).toEqual([
      ['a.ts', 'source', { added: 1, removed: 8, moved: 4 }],
      ['b.ts', 'source', { added: 5, removed: 0, moved: 0 }],
      ['c.md', 'source', undefined],
      ['vendor/c.ts', 'vendored', { added: 3, removed: 0, moved: 0 }],
    ]);
  });

  test('a linter that exits with 0 without output found nothing; one that fails without output measured nothing', () => {
    const silent = lint([], 'exit-code');
    const unread = lint([], 'exit-code', 1);
    const { baseline, candidate: facts } = compared({ lint: read(lint([old])) }, { lint: read(silent) });
    expect([baseline.lint.state, facts.lint]).toMatchObject([
      'measured',
      { errors: 0, compared_by: 'identity', resolved: [old] },
    ]);
    const why = broken('it failed and its findings cannot be read');
    expect(compared({ lint: read(lint([old])) }, { lint: read(unread, { exit_code: 1 }) }).candidate.lint).toEqual(why);
    const ofBase = compared({ lint: read(unread, { exit_code: 1 }) }, { lint: read(lint([old])) });
    expect([ofBase.baseline.lint, ofBase.candidate.lint]).toMatchObject([why, { errors: 1, compared_by: 'count', added: [] }]);
  });
});

describe('security', () => {
  test('new and resolved advisories', () => {
    const { baseline, candidate: facts } = compared(
      { security: read(advisories(['A', 'B']), { exit_code: 1 }) },
      { security: read(advisories(['B', 'C']), { exit_code: 1 }) },
    );
    expect(baseline.security).toEqual({ state: 'measured', precision: 'exact', total: 2 });
    expect(facts.security).toMatchObject({ state: 'measured', total: 2, added: [{ id: 'C' }], resolved: [{ id: 'A' }] });
  });

  test('without a base result nothing is new', () => {
    const { candidate: facts } = compared({ security: broken('x') }, { security: read(advisories(['A'])) });
    expect(facts.security).toMatchObject({ state: 'measured', total: 1, added: [], resolved: [] });
  });
});

test('lists candidates in the given order, with the results of their agents and diffs', () => {
  const agent = makeAgent({ duration_ms: 5, cost_usd: null });
  const facts = compareRun('run', tree(), [candidate({ name: 'z', agent }), candidate({ name: 'a' })], []);
  expect([facts.run_id, ...facts.candidates.map(({ name, agent: own }) => [name, own])]).toEqual([
    'run',
    ['z', agent],
    ['a', null],
  ]);
});
