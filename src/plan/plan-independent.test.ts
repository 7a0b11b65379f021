import { expect, test } from 'vitest';
import { read, tests } from '../../test/readings-builder.ts';
import {
  type CanaryFile,
  DEFAULT_POLICY,
  formatCheckRun,
  type Policy,
  parseCheckRun,
  type TestStatus,
  type TestSummary,
} from '../contract/index.ts';
import type { CandidateCaptures, MaybeReading, RunReading, SubjectReading } from '../judge/index.ts';
import { planLeaders } from './plan-independent.ts';
import type { Planning } from './planning.ts';
import type { TestSelector } from './test-selector.ts';

type Results = Record<string, TestStatus>;
type Runs = Record<string, Results | MaybeReading<TestSummary>>;
const GREEN: Results = { old: 'passed', task: 'passed' };
const BASE: Results = { old: 'passed', task: 'failed' };

function subject(runs: Runs): SubjectReading {
  const testRuns = Object.entries(runs).map(([name, results]) => ({
    run: parseCheckRun(name),
    reading: 'state' in results ? (results as MaybeReading<TestSummary>) : read(tests(results as Results)),
    output: '',
  }));
  return { testRuns } as unknown as SubjectReading;
}

const CANARY: CanaryFile = {
  path: 'test/canary.js',
  text: 'x',
  beside: 'test/a.js',
  tests: [{ name: 'hydracanaryabcdef01', original: null }],
};
const HEARD = { ...GREEN, 'hydra canary abcdef01': 'failed' as const };

interface Options {
  pinned?: boolean;
  canaries?: CanaryFile[];
  canSelect?: boolean;
  shuffled?: string | null;
  integrity?: Partial<Policy['scoring']['integrity']>;
  /** Those before the candidate x. */
  leaders?: string[];
  /** The runs of a second leader y. */
  second?: Runs;
  restored?: { path: string; why: string }[];
}

/** "check: command", with the files that are added. */
async function plan(runs: Runs, base: Runs = {}, options: Options = {}): Promise<string[]> {
  const {
    pinned = false,
    canaries = [],
    canSelect = true,
    shuffled = null,
    integrity = {},
    leaders = [],
    restored = [],
    second,
  } = options;
  const entry = { name: 'x', commit: 'c', tree: 'abcdef', pinned: pinned ? { commit: 'p', tree: 'p' } : null, restored };
  const candidateWith = (name: string, own: Runs) =>
    ({ ...subject({ test: GREEN, ...own }), entry: { ...entry, name }, diff: { files: [] } }) as unknown as CandidateCaptures;
  const candidates = [candidateWith('x', runs), ...(second === undefined ? [] : [candidateWith('y', second)])];
  const run = { base: { commit: 'b', tree: 'b' }, canaries, merge_of: null, sandbox: { kind: 'none', reason: null } };
  const selector = {
    tests: async (_: unknown, ids: readonly string[]) => (canSelect ? `select ${ids.join(' ')}` : null),
    independent: async (_: unknown, { commit }: { commit: string }) => ({
      commit: { commit: `${commit} without`, tree: 't' },
      dependencies: 'base',
    }),
    shuffled: () => shuffled,
  } as unknown as TestSelector;
  const planning = {
    reading: { run, baseline: subject({ test: BASE, ...base }), candidates } as unknown as RunReading,
    policy: {
      ...DEFAULT_POLICY,
      scoring: { ...DEFAULT_POLICY.scoring, integrity: { ...DEFAULT_POLICY.scoring.integrity, ...integrity } },
    },
    selector,
    absent: [],
    standing: { leader: leaders[0] ?? 'x', leaders: new Set([...leaders, ...candidates.map((each) => each.entry.name)]) },
    test: { id: 'test', kind: 'test', command: 'suite', timeoutSeconds: 1, alone: false },
  } as unknown as Planning;
  const next = await planLeaders(planning);
  return next.map(({ subject: of, run: check, command, canaries: added, commit }) => {
    const where = of.kind === 'baseline' ? 'base ' : of.name === 'x' ? '' : `${of.name} `;
    const tree = commit === null ? '' : ` on ${commit.commit}`;
    return `${where}${formatCheckRun(check)}: ${command}${tree}${added.length === 0 ? '' : ` +${added.length}`}`;
  });
}

test('runs the leader once in the other checkout, with added tests and in another order if possible', async () => {
  expect(await plan({})).toEqual(['independent: suite on c without']);
  const accepted = { 'shuffled1-test': { old: 'passed' as const } };
  expect(await plan({}, accepted, { shuffled: 'suite shuffled' })).toEqual(['independent: suite shuffled on c without']);
  expect(await plan({}, {}, { canaries: [CANARY] })).toEqual(['independent-canary: suite on c without +1']);
  expect(await plan({ independent: GREEN })).toEqual([]);
  expect(await plan({ 'independent-canary': read(tests(HEARD), { exit_code: 1 }) }, {}, { canaries: [CANARY] })).toEqual([]);
});

test('keeps the order if the runner refuses the option for another one', async () => {
  const refused = read(tests({ 'exit code': 'failed' }, 'exit-code'), { exit_code: 1 });
  const usual = ['independent: suite on c without'];
  expect(await plan({}, { 'shuffled1-test': refused }, { shuffled: 'suite shuffled' })).toEqual(usual);
  expect(await plan({}, {}, { shuffled: 'suite shuffled' })).toEqual(usual);
});

test('verifies the first two of level candidates, and others that changed more than sources and tests', async () => {
  expect(await plan({}, {}, { leaders: ['a'] })).toEqual(['independent: suite on c without']);
  const level = { leaders: ['a', 'b'], canaries: [CANARY] };
  expect(await plan({}, {}, level)).toEqual([]);
  expect(await plan({}, {}, { ...level, restored: [{ path: 'test/a.js', why: 'test' }] })).toEqual([]);
  expect(await plan({}, {}, { ...level, restored: [{ path: 'test.sh', why: 'script' }] })).toEqual([
    'independent-canary: suite on c without +1',
  ]);
});

test('runs the tree whose results count; its own tree needs a canary suite unless the file ran alone', async () => {
  const options = { pinned: true, canaries: [CANARY] };
  const alone = { 'pinned-test': GREEN, 'canary-file': HEARD };
  expect(await plan(alone, {}, options)).toEqual(['pinned-independent-canary: suite on p without +1']);
  expect(await plan({ 'pinned-test': GREEN }, {}, options)).toEqual([
    'canary: suite +1',
    'pinned-independent: suite on p without',
  ]);
});

test('asks the base if the independent run does not report the added test', async () => {
  const silenced = { 'independent-canary': GREEN };
  expect(await plan(silenced, {}, { canaries: [CANARY] })).toEqual(['base canary: suite +1']);
  expect(await plan(silenced, { canary: HEARD }, { canaries: [CANARY] })).toEqual([]);
});

test('repeats tests that differ, there, in the first checkout and on the base', async () => {
  expect(await plan({ independent: { old: 'failed', task: 'failed' }, 'selected2-test': GREEN })).toEqual([
    'selected1-independent: select old task on c without',
    'selected3-test: select old task',
    'selected2-independent: select old task on c without',
    'selected4-test: select old task',
    'selected3-independent: select old task on c without',
    'selected5-test: select old task',
    'base selected1-independent: select old on b',
  ]);
  // The base cannot show anything about tests that fail on it anyway.
  expect(await plan({ independent: BASE })).toEqual([
    'selected1-independent: select task on c without',
    'selected1-test: select task',
    'selected2-independent: select task on c without',
    'selected2-test: select task',
    'selected3-independent: select task on c without',
    'selected3-test: select task',
  ]);
  expect(await plan({ independent: BASE, 'selected1-independent': { task: 'failed' } })).toEqual([]);
});

test('repeats the whole suite if tests cannot be selected or were not listed', async () => {
  expect(await plan({ independent: BASE }, {}, { canSelect: false })).toEqual([
    'again1-independent: suite on c without',
    'again1-test: suite',
  ]);
  const unreadable = read(tests({ 'exit code': 'failed' }, 'exit-code'), { exit_code: 1 });
  expect(await plan({ independent: unreadable })).toEqual([
    'again1-independent: suite on c without',
    'base again1-independent: suite on b',
  ]);
});

test('falls back to the canary suite when it is turned off', async () => {
  const options = (integrity: NonNullable<Options['integrity']>) => ({ canaries: [CANARY], integrity });
  expect(await plan({}, {}, options({ independent: false }))).toEqual(['canary: suite +1']);
  expect(await plan({}, {}, options({ severity: { differs_in_independent_run: 'off' } }))).toEqual(['canary: suite +1']);
});

test('runs the base once for the tests that differ on any leader, and again only for those of a later one', async () => {
  const [noOld, none] = [
    { old: 'failed' as const, task: 'passed' as const },
    { old: 'passed' as const, more: 'failed' as const },
  ];
  const base = { test: { ...BASE, more: 'passed' as const } };
  const leaders = { independent: noOld, 'selected1-independent': { old: 'failed' as const } };
  const second = { test: { ...GREEN, more: 'passed' as const }, independent: { ...none, task: 'passed' as const } };
  const onBase = async (runs: Runs, of: Runs) =>
    (await plan(leaders, { ...base, ...of }, { second: runs })).filter((line) => line.startsWith('base'));
  expect(await onBase(second, {})).toEqual(['base selected1-independent: select more old on b']);
  const known = { 'selected1-independent': { old: 'passed' as const } };
  expect(await onBase(second, known)).toEqual(['base selected2-independent: select more on b']);
  const ran = (results: Results, command: string) => read(tests(results), { command });
  const asked = { ...known, 'selected2-independent': ran({ other: 'passed' }, 'select more') };
  expect(await onBase(second, asked)).toEqual([]);
});

test('runs the whole suite of the base once if two leaders show no tests there', async () => {
  const unreadable = read(tests({ 'exit code': 'failed' }, 'exit-code'), { exit_code: 1 });
  expect(await plan({ independent: unreadable }, {}, { second: { independent: unreadable } })).toEqual([
    'again1-independent: suite on c without',
    'y again1-independent: suite on c without',
    'base again1-independent: suite on b',
  ]);
});
