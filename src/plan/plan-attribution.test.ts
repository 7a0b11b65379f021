import { expect, test } from 'vitest';
import { addedFiles } from '../../test/added-file.ts';
import { read, tests } from '../../test/readings-builder.ts';
import {
  DEFAULT_POLICY,
  formatCheckRun,
  parseCheckRun,
  type RestoredFile,
  type Run,
  type TestStatus,
} from '../contract/index.ts';
import type { CandidateCaptures, RunReading } from '../judge/index.ts';
import { planAttribution } from './plan-attribution.ts';
import type { Planning } from './planning.ts';
import type { TestSelector } from './test-selector.ts';

type Results = Record<string, TestStatus>;

interface Request {
  files: readonly string[];
  runs: Record<string, Results>;
  restored?: RestoredFile[];
  leads?: boolean;
  /** How many candidates with the same results are level. */
  level?: number;
  select?: Partial<TestSelector>;
}

const runsOf = (runs: Record<string, Results>) =>
  Object.entries(runs).map(([name, results]) => ({ run: parseCheckRun(name), reading: read(tests(results)), output: '' }));

/** "pinned-selected1-attribution: select a, without src/a.js" for each planned run. */
async function plan({ files, runs, restored = [], leads = true, level = 1, select = {} }: Request): Promise<string[]> {
  const names = ['a', 'b', 'c'].slice(0, level);
  const pinned = restored.length === 0 ? null : { commit: 'p', tree: 'pinned' };
  const candidate = {
    testRuns: runsOf(runs),
    entry: { name: 'a', commit: 'c', tree: 'own', pinned, restored },
    ...addedFiles(Object.fromEntries(files.map((path) => [path, ['work();']]))),
  } as unknown as CandidateCaptures;
  const more = names.slice(1).map((name) => ({ ...candidate, entry: { ...candidate.entry, name } }));
  const reading = {
    run: { base: { ref: 'main', commit: 'b', tree: 'base' } } as unknown as Run,
    baseline: { testRuns: runsOf({ test: { x: 'failed', y: 'passed' } }) },
    candidates: [candidate, ...more],
  } as unknown as RunReading;
  const selector = {
    tests: async (_commit: unknown, ids: readonly string[]) => `select ${ids.join(' ')}`,
    needsBuild: () => false,
    leaveOut: async (onto: { tree: string }, from: { tree: string }) => ({ commit: 'y', tree: `${onto.tree} from ${from.tree}` }),
    ...select,
  } as unknown as TestSelector;
  const standing = { leader: leads ? 'a' : null, leaders: new Set(leads ? names : []) } as unknown as Planning['standing'];
  const test = { id: 'test', kind: 'test', command: 'suite', timeoutSeconds: 9, alone: false } as const;
  const next = await planAttribution({
    reading,
    policy: DEFAULT_POLICY,
    selector,
    standing,
    absent: [],
    test,
    pause: async () => {},
  });
  return next.map(
    ({ run, command, commit, leftOut }) => `${formatCheckRun(run)}: ${command} on ${commit?.tree}, without ${leftOut?.join(' ')}`,
  );
}

const FIXED = { test: { x: 'passed', y: 'passed' } } as const;
const hooks: RestoredFile = { path: 'etc/hooks.js', why: 'support' };
const settings: RestoredFile = { path: 'jest.config.mjs', why: 'runner' };
const edit: RestoredFile = { path: 'test/a.test.js', why: 'test' };
const ONLY_OWN = { test: { x: 'passed', y: 'passed' }, 'pinned-test': { x: 'failed', y: 'passed' } } as const;

test('leaves out each of two product files of the leader', async () => {
  expect(await plan({ files: ['src/a.js', 'src/b.js', 'README.md'], runs: FIXED })).toEqual([
    'selected1-attribution: select x on own from base, without src/a.js',
    'selected2-attribution: select x on own from base, without src/b.js',
  ]);
});

test('leaves out at most three parts, of the pinned tree if there is one', async () => {
  const files = ['src/a.js', 'src/b.js', 'src/c.js', 'src/d.js', edit.path];
  expect(await plan({ files, runs: { ...FIXED, 'pinned-test': FIXED.test }, restored: [edit] })).toEqual([
    'pinned-selected1-attribution: select x on pinned from base, without src/a.js',
    'pinned-selected2-attribution: select x on pinned from base, without src/b.js',
    'pinned-selected3-attribution: select x on pinned from base, without src/c.js src/d.js',
  ]);
});

test('spends at most four runs on candidates that are level', async () => {
  const planned = await plan({ files: ['src/a.js', 'src/b.js'], runs: FIXED, level: 3 });
  expect(planned).toHaveLength(4);
  expect(await plan({ files: ['src/a.js', 'src/b.js', 'src/c.js'], runs: FIXED, level: 3 })).toHaveLength(3);
});

test.each<[string, Partial<Request>]>([
  ['one product file', { files: ['src/a.js', 'README.md'] }],
  ['no fixed test', { runs: { test: { x: 'failed', y: 'passed' } } }],
  ['a candidate that does not lead', { leads: false }],
  ['runs that are done', { runs: { ...FIXED, 'selected1-attribution': { x: 'failed' } } }],
  ['a runner that cannot run single tests', { select: { tests: async () => null } }],
  ['tests that need a build', { select: { needsBuild: () => true } }],
])('plans nothing for %s', async (_, more) => {
  expect(await plan({ files: ['src/a.js', 'src/b.js'], runs: FIXED, ...more })).toEqual([]);
});

test('finds the files that make a test pass besides product source, also of a candidate that does not lead', async () => {
  const request = { files: ['src/a.js'], runs: ONLY_OWN, leads: false };
  expect(await plan({ ...request, restored: [hooks] })).toEqual([]);
  expect(await plan({ ...request, restored: [edit] })).toEqual([]);
  expect(await plan({ ...request, restored: [edit, hooks] })).toEqual([
    `selected1-attribution: select x on own from pinned, without ${edit.path}`,
  ]);
  expect(await plan({ ...request, restored: [edit, hooks, settings] })).toEqual([
    `selected1-attribution: select x on own from pinned, without ${edit.path}`,
    `selected2-attribution: select x on own from pinned, without ${hooks.path} ${edit.path}`,
    `selected3-attribution: select x on own from pinned, without ${settings.path} ${edit.path}`,
  ]);
});
