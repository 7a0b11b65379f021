import { describe, expect, test } from 'vitest';
import { addedFiles } from '../../test/added-file.ts';
import { read, subjectWith, tests } from '../../test/readings-builder.ts';
import { DEFAULT_POLICY, formatCheckRun, parseCheckRun, type Run, type TestStatus, type VariedFile } from '../contract/index.ts';
import type { CandidateCaptures, RunReading, SubjectReading } from '../judge/index.ts';
import { planVaried } from './plan-varied.ts';
import type { Planning } from './planning.ts';
import type { TestSelector } from './test-selector.ts';

const FILES: VariedFile[] = [
  { path: 't/b.test.js', text: '', beside: 't/a.test.js', tests: [{ name: 'wide left path', original: 'adds', change: null }] },
  {
    ...{ path: 't/c.test.js', text: '', beside: 't/a.test.js' },
    tests: [{ name: 'deep zero tail', original: 'adds', change: { line: 1, before: '2', after: '19', role: 'expected' } }],
  },
];
type Results = Record<string, TestStatus>;
const PASSES: Results = { 't/a.test.js > adds': 'passed' };
const FAILS: Results = { 't/a.test.js > adds': 'failed' };
const RIGHT: Results = { 't/b.test.js > wide left path': 'passed', 't/c.test.js > deep zero tail': 'failed' };
const BY_NAME: Results = { 't/b.test.js > wide left path': 'failed', 't/c.test.js > deep zero tail': 'failed' };

function subject(runs: Record<string, Results>, files = FILES): SubjectReading {
  const testRuns = Object.entries(runs).map(([name, results]) => ({
    run: parseCheckRun(name),
    reading: read(tests(results), parseCheckRun(name).check === 'varied' ? { varied: files } : {}),
    output: '',
  }));
  return subjectWith(testRuns);
}

function candidate(name: string, runs: Record<string, Results>, pinned = false, files = FILES): CandidateCaptures {
  const source = { kind: 'ref' as const, value: name };
  const entry = {
    name,
    source,
    commit: name,
    tree: name,
    pinned: pinned ? { commit: 'p', tree: 'p' } : null,
    start: 'b',
    restored: [],
  };
  return { ...subject(runs, files), entry, ...addedFiles({ 'src/parse.js': ['work();'] }), agent: null, coverage: [] };
}

interface Request {
  base?: Record<string, Results>;
  candidates: CandidateCaptures[];
  leaders?: string[];
  trusted?: string[];
  contenders?: string[];
  run?: Partial<Run>;
  canSelect?: boolean;
  canary?: boolean;
}

const TEXT = "test('adds', () => assert.equal(parse(1), 2));\n";

async function plan({
  base = { test: FAILS },
  candidates,
  leaders = ['x'],
  trusted,
  contenders,
  run = {},
  canSelect = true,
  canary = true,
}: Request) {
  const selector = {
    baseTests: async () => [{ path: 't/a.test.js', text: TEXT }],
    files: async (commit: { tree: string }, paths: readonly string[]) =>
      canSelect ? `${paths.length} files on ${commit.tree}` : null,
  } as unknown as TestSelector;
  const reading = {
    run: { base: { ref: 'main', commit: 'b', tree: 'b' }, seed: 'seed', sandbox: { kind: 'none', reason: null }, ...run },
    baseline: subject(base),
    candidates,
  } as unknown as RunReading;
  const policy = {
    ...DEFAULT_POLICY,
    scoring: { ...DEFAULT_POLICY.scoring, integrity: { ...DEFAULT_POLICY.scoring.integrity, canary } },
  };
  const names = candidates.map(({ entry }) => entry.name);
  const standing = {
    ...{ leader: leaders[0] ?? null, leaders: new Set(leaders) },
    ...{ trusted: new Set(trusted ?? names), contenders: new Set(contenders ?? trusted ?? names) },
  };
  const test = { kind: 'test', command: 'suite', timeoutSeconds: 1, alone: false };
  const captures = await planVaried({
    reading,
    policy,
    selector,
    standing,
    absent: [],
    test,
    pause: async () => {},
  } as unknown as Planning);
  return captures.map(({ subject: of, run: check, command }) =>
    [of.kind === 'baseline' ? 'base' : of.name, `${formatCheckRun(check)}:`, command].join(' '),
  );
}

test('runs once on the leader and those level with it, in the tree that decides', async () => {
  const candidates = [
    candidate('x', { 'pinned-test': PASSES }, true),
    candidate('y', { test: PASSES }),
    candidate('z', { test: PASSES }),
  ];
  expect(await plan({ candidates, leaders: ['x', 'y'] })).toEqual(['x pinned-varied: 2 files on p', 'y varied: 2 files on y']);
});

test('needs no other run if every copy is answered as expected', async () => {
  expect(await plan({ candidates: [candidate('x', { test: PASSES, varied: RIGHT }), candidate('y', { test: PASSES })] })).toEqual(
    [],
  );
});

test('a difference is repeated, and compared on a trusted candidate that passes the original', async () => {
  const x = { test: PASSES, varied: BY_NAME };
  const others = [candidate('lost', { test: FAILS }), candidate('odd', { test: PASSES }), candidate('y', { test: PASSES })];
  const trusted = ['x', 'lost', 'y'];
  expect(await plan({ candidates: [candidate('x', x), ...others], trusted })).toEqual([
    'x again1-varied: 2 files on x',
    'y varied: 2 files on y',
  ]);
  const again = { ...BY_NAME, ...PASSES };
  const twice = candidate('x', { ...x, 'again1-varied': again });
  const control = candidate('y', { test: PASSES, varied: RIGHT });
  expect(await plan({ candidates: [twice, control] })).toEqual(['x again2-varied: 2 files on x']);
  const flaky = candidate('x', { ...x, 'again1-varied': { ...BY_NAME, ...FAILS } });
  expect(await plan({ candidates: [flaky, control] })).toEqual([]);
  const repeated = candidate('x', { ...x, 'again1-varied': again, 'again2-varied': again, 'again3-varied': again });
  expect(await plan({ candidates: [repeated, control] })).toEqual([]);
  expect(await plan({ candidates: [repeated] })).toEqual([]);
});

test('is compared on the base if the original passes there', async () => {
  const again = { ...BY_NAME, ...PASSES };
  const runs = { 'again1-varied': again, 'again2-varied': again, 'again3-varied': again };
  const x = candidate('x', { test: PASSES, varied: BY_NAME, ...runs });
  expect(await plan({ base: { test: PASSES }, candidates: [x, candidate('y', { test: PASSES })] })).toEqual([
    'base varied: 2 files on b',
  ]);
});

describe('changed inputs', () => {
  const input: VariedFile = {
    ...{ path: 't/d.test.js', text: '', beside: 't/a.test.js' },
    tests: [{ name: 'loose half line', original: 'adds', change: { line: 1, before: '1', after: '4', role: 'input' } }],
  };
  const answering = (name: string, answer: TestStatus) =>
    candidate(name, { test: PASSES, varied: { ...RIGHT, 't/d.test.js > loose half line': answer } }, false, [...FILES, input]);
  const silent = (name: string) => candidate(name, { test: PASSES });

  test('are answered by one other candidate, and by a second one only if the answers differ', async () => {
    const x = answering('x', 'passed');
    expect(await plan({ candidates: [x, silent('y'), silent('z')] })).toEqual(['y varied: 3 files on y']);
    expect(await plan({ candidates: [x, answering('y', 'passed'), silent('z')] })).toEqual([]);
    expect(await plan({ candidates: [x, answering('y', 'failed'), silent('z')] })).toEqual(['z varied: 3 files on z']);
  });

  test('are answered by a candidate that can be merged before one that cannot', async () => {
    const candidates = [answering('x', 'passed'), silent('breaks'), silent('z')];
    expect(await plan({ candidates, contenders: ['x', 'z'] })).toEqual(['z varied: 3 files on z']);
    expect(await plan({ candidates })).toEqual(['breaks varied: 3 files on breaks']);
  });

  test('are added only in a sandbox, and only if there is a candidate to compare with', async () => {
    const sandbox = { kind: 'bubblewrap', reason: null } as Run['sandbox'];
    const count = async (candidates: CandidateCaptures[], run: Partial<Run>) => (await plan({ candidates, run }))[0];
    expect(await count([silent('x'), silent('y')], { sandbox })).toBe('x varied: 4 files on x');
    expect(await count([silent('x')], { sandbox })).toBe('x varied: 2 files on x');
    expect(await count([silent('x'), silent('y')], {})).toBe('x varied: 2 files on x');
  });
});

test('does nothing without a leader, a seed or a way to select files, or if the policy disables it', async () => {
  const candidates = [candidate('x', { test: PASSES })];
  expect(await plan({ candidates, leaders: [] })).toEqual([]);
  expect(await plan({ candidates, run: { seed: undefined } })).toEqual([]);
  expect(await plan({ candidates, canSelect: false })).toEqual([]);
  expect(await plan({ candidates, canary: false })).toEqual([]);
});
