import { describe, expect, test } from 'vitest';
import { addedFiles } from '../../test/added-file.ts';
import { makePolicy, type PolicyParts } from '../../test/facts-builder.ts';
import { read, subjectWith, tests } from '../../test/readings-builder.ts';
import { crossCheck, formatCheckRun, parseCheckRun, type Run, type TestStatus } from '../contract/index.ts';
import type { CandidateCaptures, RunReading, SubjectReading } from '../judge/index.ts';
import { planCoverage } from './plan-coverage.ts';
import type { Planning } from './planning.ts';
import type { TestSelector } from './test-selector.ts';

type Results = Record<string, TestStatus>;

function subject(runs: Record<string, Results>): SubjectReading {
  const testRuns = Object.entries(runs).map(([name, results]) => ({
    run: parseCheckRun(name),
    reading: read(tests(results), { exit_code: Object.values(results).includes('failed') ? 1 : 0 }),
    output: '',
  }));
  return subjectWith(testRuns);
}

function candidate(
  name: string,
  runs: Record<string, Results>,
  measured: readonly string[] = [],
  path = 'src/a.js',
): CandidateCaptures {
  const entry = {
    name,
    source: { kind: 'ref' as const, value: name },
    commit: `${name}c`,
    tree: name,
    pinned: null,
    start: 'b',
    restored: [],
  };
  const coverage = measured.map((check) => ({
    run: parseCheckRun(check),
    files: [{ path, lines: new Map([[1, true]]) }],
    reading: read(tests({ a: 'passed' })),
  }));
  return { ...subject(runs), entry, ...addedFiles({ [path]: ['work();'] }), agent: null, coverage };
}

const selector: TestSelector = {
  asksForReport: false,
  tests: async (_commit, ids) => `select ${ids.join(' ')}`,
  files: async () => null,
  trees: () => Promise.reject(new Error('not asked here')),
  independent: () => Promise.reject(new Error('not asked here')),
  shuffled: () => null,
  layOver: async ([source]) => {
    return { commit: { commit: 'laid', tree: 'laid' }, command: `laid ${source?.check}` };
  },
  layPrograms: () => Promise.reject(new Error('not asked here')),
  addComments: async () => null,
  baseTests: async () => [],
  calls: async () => [],
  asking: async () => null,
  measurable: (paths) => paths.filter((path) => path.endsWith('.js')),
  needsBuild: () => false,
  leaveOut: async (onto) => onto,
};

interface Request {
  base?: Record<string, Results>;
  candidates: CandidateCaptures[];
  leaders?: string[];
  policy?: PolicyParts;
  select?: Partial<TestSelector>;
}

async function plan({ base = { test: GREEN }, candidates, leaders, policy = {}, select = {} }: Request): Promise<string[]> {
  const run = {
    base: { ref: 'main', commit: 'b', tree: 'b' },
    candidates: candidates.map(({ entry }) => entry),
    ...{ canaries: [], sandbox: { kind: 'none', reason: null } },
  } as unknown as Run;
  const reading: RunReading = {
    run,
    baseline: subject(base),
    candidates,
    sources: [],
    baseTests: '',
    decisions: [],
    answered: [],
  };
  const first = leaders ?? candidates.map(({ entry }) => entry.name);
  const names = new Set(first);
  const standing = {
    leader: first[0] ?? null,
    leaders: names,
    undecided: names,
    contenders: names,
    trusted: names,
    asked: new Set<string>(),
  };
  const check = { id: 'test', kind: 'test' as const, command: 'suite', timeoutSeconds: 60, alone: false };
  const planning: Planning = {
    reading,
    policy: makePolicy(policy),
    selector: { ...selector, ...select },
    standing,
    absent: [],
    test: check,
    pause: async () => {},
  };
  const captures = await planCoverage(planning);
  return captures.map(({ subject: of, run: each, command, coverage }) => {
    const name = of.kind === 'candidate' ? of.name : 'base';
    return `${name} ${formatCheckRun(each)}: ${command} (${coverage?.join(' ')})`;
  });
}

const GREEN: Results = { a: 'passed', b: 'passed' };
const green = (name: string, measured: readonly string[] = []) => candidate(name, { test: GREEN }, measured);

describe('without a test of the change', () => {
  test('runs the whole suite once for the leader and those level with it', async () => {
    const request = { candidates: [green('x'), green('y'), green('z')], leaders: ['x', 'y'] };
    expect(await plan(request)).toEqual(['x coverage: suite (src/a.js)', 'y coverage: suite (src/a.js)']);
    expect(await plan({ ...request, candidates: [green('x', ['coverage']), green('y')] })).toEqual([
      'y coverage: suite (src/a.js)',
    ]);
  });

  test('runs the whole suite if the new tests of the leader never ran on the base', async () => {
    const own = candidate('x', { test: { ...GREEN, fresh: 'passed' } });
    expect(await plan({ candidates: [own] })).toEqual(['x coverage: suite (src/a.js)']);
  });

  test('runs nothing if the command already wrote a report', async () => {
    expect(await plan({ candidates: [green('x', ['test'])] })).toEqual([]);
  });

  test('runs nothing if no changed file can be measured, or no test passes', async () => {
    expect(await plan({ candidates: [candidate('x', { test: GREEN }, [], 'src/a.rs')] })).toEqual([]);
    expect(await plan({ candidates: [candidate('x', { test: { a: 'failed' } })] })).toEqual([]);
    expect(await plan({ candidates: [candidate('x', {})] })).toEqual([]);
  });

  test('runs nothing if the finding or integrity is off', async () => {
    const candidates = [green('x')];
    expect(await plan({ candidates, policy: { integrity: { severity: { change_not_tested: 'off' } } } })).toEqual([]);
    expect(await plan({ candidates, policy: { integrity: { enabled: false } } })).toEqual([]);
  });
});

describe('with a test that fails on the base and passes with the candidate', () => {
  const base = { test: { a: 'failed', b: 'passed' } } satisfies Record<string, Results>;

  test('runs only that test, and only for the leader', async () => {
    expect(await plan({ base, candidates: [green('x'), green('y')] })).toEqual(['x selected1-coverage: select a (src/a.js)']);
  });

  test('also runs new tests that the repetition of the fixed ones did not measure', async () => {
    const cross = crossCheck('x');
    const runs = { test: { ...GREEN, fresh: 'passed' }, [cross]: { fresh: 'passed' } } satisfies Record<string, Results>;
    const onBase = { test: base.test, [cross]: { fresh: 'failed' } } satisfies Record<string, Results>;
    const own = candidate('x', runs, ['selected1-coverage']);
    expect(await plan({ base: onBase, candidates: [own] })).toEqual(['x selected2-coverage: select a fresh (src/a.js)']);
  });

  test('runs nothing if it cannot be selected', async () => {
    expect(await plan({ base, candidates: [green('x')], select: { tests: async () => null } })).toEqual([]);
  });

  test('runs new tests of the leader', async () => {
    const cross = crossCheck('x');
    const own = candidate('x', { test: { ...GREEN, fresh: 'passed' }, [cross]: { fresh: 'passed' } });
    const onBase = { test: GREEN, [cross]: { fresh: 'failed' } } satisfies Record<string, Results>;
    expect(await plan({ base: onBase, candidates: [own] })).toEqual(['x selected1-coverage: select fresh (src/a.js)']);
  });

  test('runs new tests of another candidate on the leader', async () => {
    const cross = crossCheck('y');
    const author = candidate('y', { test: { ...GREEN, fresh: 'passed' }, [cross]: { fresh: 'passed' } });
    const leader = candidate('x', { test: GREEN, [cross]: { fresh: 'passed' } });
    const onBase = { test: GREEN, [cross]: { fresh: 'failed' } } satisfies Record<string, Results>;
    expect(await plan({ base: onBase, candidates: [leader, author] })).toEqual([
      `x selected1-coverage: laid ${cross} (src/a.js)`,
    ]);
  });
});

test('runs the whole suite for every candidate if coverage has a weight, also for failing ones', async () => {
  const base = { test: { a: 'failed', b: 'passed' } } satisfies Record<string, Results>;
  const fails = candidate('z', { test: { a: 'failed', b: 'failed' } });
  const policy: PolicyParts = { weights: { coverage: 10 }, integrity: { enabled: false } };
  expect(await plan({ base, candidates: [green('x'), green('y'), fails, candidate('w', {})], leaders: ['x'], policy })).toEqual([
    'x coverage: suite (src/a.js)',
    'y coverage: suite (src/a.js)',
    'z coverage: suite (src/a.js)',
  ]);
});
