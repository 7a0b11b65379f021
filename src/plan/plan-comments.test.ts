import { describe, expect, test } from 'vitest';
import { read, subjectWith, tests } from '../../test/readings-builder.ts';
import { DEFAULT_POLICY, type DiffFile, parseCheckRun, type Run, type TestStatus, testCheck } from '../contract/index.ts';
import { authorsOf, type CandidateCaptures, type RunReading, type TestRun } from '../judge/index.ts';
import { planComments } from './plan-comments.ts';
import type { Planning } from './planning.ts';

const OLD = { old: 'passed' } as const;
const FAILS = { ...OLD, new: 'failed' } as const;
const PASSES = { ...OLD, new: 'passed' } as const;

type Runs = Readonly<Record<string, Readonly<Record<string, TestStatus>>>>;

function testRuns(runs: Runs): TestRun[] {
  return Object.entries(runs).map(([name, byId]) => ({
    run: parseCheckRun(name),
    reading: read(tests({ ...byId })),
    output: '',
  }));
}

function file(path: string, changes: Partial<DiffFile> = {}): DiffFile {
  return { path, old_path: null, status: 'modified', old_mode: '100644', mode: '100644', ...changes } as DiffFile;
}

function candidate(name: string, runs: Runs, files: readonly (string | DiffFile)[]): CandidateCaptures {
  const entry = {
    name,
    source: { kind: 'ref' as const, value: name },
    commit: `${name}c`,
    tree: name,
    pinned: null,
    start: 'bc',
    restored: [],
  };
  const listed = files.map((each) => (typeof each === 'string' ? file(each) : each));
  const diff = { schema_version: DEFAULT_POLICY.schema_version, base_tree: 'b', tree: name, files: listed };
  return { ...subjectWith(testRuns(runs)), entry, diff, patch: '', agent: null, coverage: [] };
}

/** What is planned on the base: the authors, and the files with a comment. */
async function plan(candidates: CandidateCaptures[], base: Runs): Promise<unknown[]> {
  const run = {
    base: { ref: 'main', commit: 'bc', tree: 'b' },
    policy: DEFAULT_POLICY,
    canaries: [],
    sandbox: { kind: 'none', reason: null },
  } as unknown as Run;
  const baseline = subjectWith(testRuns({ test: OLD, ...base }));
  const reading: RunReading = { run, baseline, candidates, sources: [], baseTests: '', decisions: [], answered: [] };
  const commented: string[] = [];
  const selector = {
    addComments: async (onto: { tree: string }, files: readonly { path: string; isExecutable: boolean }[]) => {
      commented.push(...files.map(({ path, isExecutable }) => (isExecutable ? `${path} *` : path)));
      return files.length === 0 ? null : { commit: 'c', tree: `${onto.tree} commented` };
    },
    layOver: async (sources: readonly { check: string }[], onto: { tree: string }) => {
      const names = sources.map(({ check }) => check).join(' ');
      return { commit: { commit: 'l', tree: `${names} on ${onto.tree}` }, command: 'run' };
    },
  };
  const test = testCheck({ ...DEFAULT_POLICY, scoring: { ...DEFAULT_POLICY.scoring, commands: { test: 'run' } } } as never);
  const planning = { reading, policy: DEFAULT_POLICY, selector, absent: [], test } as unknown as Planning;
  const next = await planComments(planning, authorsOf(reading));
  return next.map(({ subject, run: check, commit, authors }) => [subject.kind, check.check, commit?.tree, authors, commented]);
}

describe('the run with added comments', () => {
  test('has the new tests of all authors that change other test files, and a comment in each changed source', async () => {
    const planned = await plan(
      [
        candidate('a', { test: PASSES }, [
          'src/x.js',
          'test/a.js',
          file('src/added.js', { status: 'added', old_mode: '000000' }),
        ]),
        candidate('b', { test: PASSES }, [file('src/run.js', { old_mode: '100755' }), 'test/b.js']),
        candidate('c', { test: OLD }, [file('src/moved.js', { status: 'renamed', old_path: 'src/place.js' })]),
      ],
      { 'cross.a': FAILS, 'cross.b': FAILS },
    );
    const files = ['src/place.js', 'src/run.js *', 'src/x.js'];
    expect(planned).toEqual([['baseline', 'commented', 'cross.a cross.b on b commented', ['a', 'b'], files]]);
  });

  test('of authors that change the same test file, has the one whose test separates candidates', async () => {
    const same = ['src/x.js', 'test/a.js'];
    const planned = await plan(
      [
        candidate('a', { test: PASSES, 'cross.b': FAILS }, same),
        candidate('b', { test: PASSES, 'cross.a': PASSES }, same),
        candidate('c', { test: OLD, 'cross.a': PASSES }, ['src/x.js']),
      ],
      { 'cross.a': FAILS, 'cross.b': FAILS },
    );
    expect(planned).toEqual([['baseline', 'commented', 'cross.b on b commented', ['b'], ['src/x.js']]]);
  });

  test('is not made if no new test fails on the base, or if it ran', async () => {
    const authors = () => [candidate('a', { test: PASSES }, ['src/x.js', 'test/a.js'])];
    expect(await plan(authors(), { 'cross.a': PASSES })).toEqual([]);
    expect(await plan(authors(), { 'cross.a': FAILS, commented: FAILS })).toEqual([]);
    expect(await plan(authors(), { 'cross.a': FAILS })).toHaveLength(1);
  });

  test('is not made if no file of the base changes', async () => {
    expect(await plan([candidate('a', { test: PASSES }, ['test/a.js'])], { 'cross.a': FAILS })).toEqual([]);
  });
});
