import { describe, expect, test } from 'vitest';
import {
  audited,
  baseSecurity,
  baseTests,
  broken,
  built,
  countedTests,
  finding,
  makeCandidate,
  makeFacts,
  makePolicy,
  notConfigured,
  type PolicyParts,
  ranTests,
  taskTest,
  unavailable,
} from '../../test/facts-builder.ts';
import type { BuildFacts, CandidateFacts, Facts, Gate, TaskTest } from '../contract/index.ts';
import { gateRule, isMergeable } from './gates.ts';
import { integrityRule } from './integrity.ts';
import { scoreFacts } from './score-facts.ts';

interface Case {
  baseline?: Partial<Facts['baseline']>;
  candidate?: Partial<CandidateFacts>;
  policy?: PolicyParts;
}

function gatesOf({ baseline = {}, candidate = {}, policy = {} }: Case): Gate[] {
  const facts = makeFacts({ baseline, candidates: [makeCandidate(candidate)] });
  const resolved = makePolicy(policy);
  const judge = gateRule(facts, resolved);
  return facts.candidates.flatMap((only) => judge(only, integrityRule(resolved)(only)));
}

/** [passed, observed, threshold, reason] */
function gateOf(id: string, situation: Case): unknown[] {
  const gate = gatesOf(situation).find((each) => each.id === id);
  return gate ? [gate.passed, gate.observed, gate.threshold, gate.reason] : [];
}

describe('required build targets', () => {
  const policy: PolicyParts = { build: { mode: 'gradient', targets: {}, required: ['web', 'api'] } };
  const gate = (targets: Record<string, boolean>, more = {}, parts = policy) =>
    gateOf('build_passes', { candidate: { build: { ...built(false, targets), ...more } }, policy: parts }).toSpliced(1, 2);

  test('must build; others need not', () => {
    expect(gate({ web: true, api: true, docs: false })).toEqual([true, 'every required target builds: web, api']);
    expect(gate({ web: true, api: false, docs: true })).toEqual([false, 'required targets do not build: api']);
    expect(gate({ web: true })).toEqual([false, 'required targets do not build: api']);
  });

  test('do not excuse a build command that fails, and count only in gradient mode', () => {
    expect(gate({ web: true, api: true }, { command_passed: false })).toEqual([false, 'the build fails']);
    expect(gate({ web: true, api: true, docs: false }, {}, { build: { required: ['web'] } })).toEqual([false, 'the build fails']);
    expect(gate({ web: true, docs: false }, {}, { build: { mode: 'gradient' } })).toEqual([false, 'the build fails']);
  });
});

test('a candidate that passes every gate is mergeable; the gates have this order', () => {
  const gates = gatesOf({});
  expect(gates.map(({ id, passed }) => [id, passed])).toEqual([
    ['diff_not_empty', true],
    ['changes_code', true],
    ['build_passes', true],
    ['build_measured', true],
    ['test_regression', true],
    ['test_drop', null],
    ['contested_tests', true],
    ['tests_measured', true],
    ['acceptance', null],
    ['security_clean', null],
    ['integrity', true],
  ]);
  expect(isMergeable(gates)).toBe(true);
});

test('one failed gate is enough, an unevaluated gate is not', () => {
  const gate = (passed: boolean | null): Gate => ({ id: 'x', passed, threshold: null, observed: null, reason: '' });
  expect(isMergeable([gate(true), gate(null)])).toBe(true);
  expect(isMergeable([gate(true), gate(false), gate(null)])).toBe(false);
  expect(isMergeable([])).toBe(true);
});

describe('diff_not_empty', () => {
  test.each<[string, Case, unknown[]]>([
    ['one file', {}, [true, 1, 1, 'the diff changes something']],
    ['none', { candidate: { diff: { files: [] } } }, [false, 0, 1, 'the diff is empty']],
  ])('%s', (_, situation, expected) => {
    expect(gateOf('diff_not_empty', situation)).toEqual(expected);
  });
});

describe('build_passes', () => {
  const off = { gates: { require_build_pass: false } };
  test.each<[string, Case, unknown[]]>([
    ['passes', {}, [true, null, null, 'the build passes']],
    ['fails', { candidate: { build: built(false) } }, [false, null, null, 'the build fails']],
    [
      'fails with a line of the compiler',
      { candidate: { build: { ...built(false), error: 'a.cpp:3:5: error: no' } as BuildFacts } },
      [false, null, null, 'the build fails: a.cpp:3:5: error: no'],
    ],
    [
      'fails, as it does on the base',
      { baseline: { build: built(false) }, candidate: { build: built(false) } },
      [false, null, null, 'the build fails'],
    ],
    [
      'fails in one target',
      { candidate: { build: built(false, { a: true, b: false }) }, policy: { build: { mode: 'gradient' } } },
      [false, null, null, 'the build fails'],
    ],
    ['no result', { candidate: { build: broken('timed out') } }, [false, null, null, 'the build has no result']],
    [
      'no result although the base hangs too',
      { baseline: { build: broken('timed out') }, candidate: { build: broken('timed out') } },
      [false, null, null, 'the build has no result'],
    ],
    ['mended where the base hangs', { baseline: { build: broken('timed out') } }, [true, null, null, 'the build passes']],
    [
      'switched off',
      { candidate: { build: built(false) }, policy: off },
      [null, null, null, 'switched off by require_build_pass = false'],
    ],
    [
      'no command',
      { baseline: { build: notConfigured }, candidate: { build: notConfigured } },
      [null, null, null, 'no build command is configured'],
    ],
    ['no tool', { baseline: { build: unavailable('make is not installed') } }, [null, null, null, 'make is not installed']],
  ])('%s', (_, situation, expected) => {
    expect(gateOf('build_passes', situation)).toEqual(expected);
  });
});

describe.each([
  ['build_measured', 'build', 'build'],
  ['tests_measured', 'tests', 'test'],
] as const)('%s', (id, member, check) => {
  test.each<[string, Case, unknown[]]>([
    ['measured', {}, [true, null, null, `the ${check} check has a result`]],
    [
      'broken',
      { candidate: { [member]: broken('killed') } },
      [false, null, null, `the ${check} check has no usable result: killed`],
    ],
    [
      'unavailable',
      { candidate: { [member]: unavailable('tool removed') } },
      [false, null, null, `the ${check} check has no usable result: tool removed`],
    ],
    [
      'missing',
      { candidate: { [member]: notConfigured } },
      [false, null, null, `the ${check} check has no usable result: there is no result`],
    ],
    ['no command', { baseline: { [member]: notConfigured } }, [null, null, null, `no ${check} command is configured`]],
    ['base broken', { baseline: { [member]: broken('crashed') } }, [null, null, null, 'not measurable on the base: crashed']],
    [
      'base unavailable',
      { baseline: { [member]: unavailable('no tool') } },
      [null, null, null, 'not measurable on the base: no tool'],
    ],
  ])('%s', (_, situation, expected) => {
    expect(gateOf(id, situation)).toEqual(expected);
  });

  test('applies also when require_build_pass is off', () => {
    const situation = { candidate: { [member]: broken('killed') }, policy: { gates: { require_build_pass: false } } };
    expect(isMergeable(gatesOf(situation))).toBe(false);
  });
});

describe('test_regression', () => {
  const lost = (regressed: number, of: number, allowed: number): Case => ({
    baseline: { tests: baseTests({ passed: of }) },
    candidate: { tests: ranTests({ passed: of - regressed, failed: regressed, regressed }) },
    policy: { gates: { max_test_regression_percent: allowed } },
  });

  test.each<[string, Case, unknown[]]>([
    ['none', lost(0, 10, 0), [true, 0, 0, 'breaks no passing test']],
    ['one', lost(1, 10, 0), [false, 10, 0, 'breaks 1 of 10 passing tests (10%, limit 0%)']],
    ['as many as allowed', lost(1, 10, 10), [true, 10, 10, 'breaks 1 of 10 passing tests (10%, limit 10%)']],
    ['7 of 100 is 7 percent to the last bit', lost(7, 100, 7), [true, 7, 7, 'breaks 7 of 100 passing tests (7%, limit 7%)']],
    [
      '333 of 1000 is 33.3 percent to the last bit',
      lost(333, 1000, 33.3),
      [true, 33.3, 33.3, 'breaks 333 of 1000 passing tests (33.3%, limit 33.3%)'],
    ],
    [
      'a little more than allowed',
      lost(334, 1000, 33.3),
      [false, 33.4, 33.3, 'breaks 334 of 1000 passing tests (33.4%, limit 33.3%)'],
    ],
    [
      'a base where nothing passes',
      { baseline: { tests: baseTests({ passed: 0, failed: 3 }) }, candidate: { tests: ranTests({ passed: 0, failed: 3 }) } },
      [true, 0, 0, 'breaks no passing test'],
    ],
    [
      'by count',
      { candidate: { tests: countedTests({ passed: 9, failed: 1 }) } },
      [false, 10, 0, 'breaks 1 of 10 passing tests (10%, limit 0%)'],
    ],
    ['not measured', { candidate: { tests: broken('crashed') } }, [null, null, 0, 'tests were not measured on both sides']],
    [
      'not measured on the base',
      { baseline: { tests: notConfigured } },
      [null, null, 0, 'tests were not measured on both sides'],
    ],
    [
      'excused',
      {
        candidate: { tests: ranTests({ passed: 9, failed: 1, regressed: ['a'], contested: { a: 'test/a.ts' } }) },
        policy: { tests: { may_change: ['test/'] } },
      },
      [true, 0, 0, 'breaks no passing test'],
    ],
  ])('%s', (_, situation, expected) => {
    expect(gateOf('test_regression', situation)).toEqual(expected);
  });
});

describe('test_drop', () => {
  const dropped = (count: number, limit: number | null): Case => ({
    baseline: { tests: baseTests({ passed: 90, failed: 10 }) },
    candidate: { tests: ranTests({ passed: 90, failed: 10 - count, dropped: count }) },
    policy: { tests: { fail_on_drop_percent: limit } },
  });

  test.each<[string, Case, unknown[]]>([
    ['off', dropped(7, null), [null, null, null, 'switched off: fail_on_drop_percent is not set']],
    ['within', dropped(7, 7), [true, 7, 7, 'drops 7 of 100 tests of the base (7%, limit 7%)']],
    ['beyond', dropped(8, 7), [false, 8, 7, 'drops 8 of 100 tests of the base (8%, limit 7%)']],
    [
      'not measured',
      { candidate: { tests: broken('crashed') }, policy: { tests: { fail_on_drop_percent: 5 } } },
      [null, null, 5, 'tests were not measured on both sides'],
    ],
  ])('%s', (_, situation, expected) => {
    expect(gateOf('test_drop', situation)).toEqual(expected);
  });
});

describe('security_clean', () => {
  const withSecurity = (
    security: CandidateFacts['security'],
    baseline: Facts['baseline']['security'] = baseSecurity(3),
  ): Case => ({
    baseline: { security: baseline },
    candidate: { security },
  });

  test.each<[string, Case, unknown[]]>([
    ['nothing new', withSecurity(audited()), [true, 0, 0, 'adds no advisory']],
    ['a low one', withSecurity(audited(['low'])), [true, 0, 0, 'adds no advisory, and 1 below `high`']],
    ['a low and a high one', withSecurity(audited(['low', 'high'])), [false, 1, 0, 'adds 1 advisory, and 1 below `high`']],
    ['an unknown and a critical one', withSecurity(audited(['unknown', 'critical'])), [false, 2, 0, 'adds 2 advisories']],
    [
      'a low one, all count',
      { ...withSecurity(audited(['low'])), policy: { gates: { security_severity: 'low' } } },
      [false, 1, 0, 'adds 1 advisory'],
    ],
    ['no result', withSecurity(broken('no network')), [false, null, null, 'the security check has no usable result']],
    ['nothing to scan', {}, [null, null, null, 'no candidate changes a lockfile']],
    ['no command', { policy: { commands: { security: null } } }, [null, null, null, 'no security command is configured']],
    [
      'base broken',
      withSecurity(audited(['high']), broken('no network')),
      [null, null, null, 'not measurable on the base: no network'],
    ],
  ])('%s', (_, situation, expected) => {
    expect(gateOf('security_clean', situation)).toEqual(expected);
  });
});

describe('integrity', () => {
  const found = (...integrity: CandidateFacts['integrity']): Case => ({ candidate: { integrity } });

  test.each<[string, Case, unknown[]]>([
    ['nothing found', found(), [true, 0, 0, 'no integrity errors']],
    ['warnings only', found(finding('ci_changed', 'warning'), finding('noted', 'info')), [true, 0, 0, 'no integrity errors']],
    ['one error', found(finding('test_weakened', 'error')), [false, 1, 0, '1 integrity error: test_weakened']],
    [
      'several, each named once, in order',
      found(finding('z', 'error'), finding('a', 'error'), finding('z', 'error')),
      [false, 3, 0, '3 integrity errors: a, z'],
    ],
    [
      'made harmless by the policy',
      { ...found(finding('z', 'error')), policy: { integrity: { severity: { z: 'warning' } } } },
      [true, 0, 0, 'no integrity errors'],
    ],
    [
      'made an error by the policy',
      { ...found(finding('z', 'info')), policy: { integrity: { severity: { z: 'error' } } } },
      [false, 1, 0, '1 integrity error: z'],
    ],
    [
      'switched off',
      { ...found(finding('z', 'error')), policy: { integrity: { enabled: false } } },
      [null, null, null, 'switched off by integrity.enabled = false'],
    ],
  ])('%s', (_, situation, expected) => {
    expect(gateOf('integrity', situation)).toEqual(expected);
  });
});

test('a linter that crashes costs points but fails no gate', () => {
  expect(isMergeable(gatesOf({ candidate: { lint: broken('crashed') } }))).toBe(true);
});

describe('acceptance', () => {
  const gateFor = (acceptance: NonNullable<Parameters<typeof makeFacts>[0]>['acceptance']) => {
    const facts = makeFacts(acceptance === undefined ? {} : { acceptance });
    const [candidate = makeCandidate()] = facts.candidates;
    return gateRule(facts, makePolicy())(candidate, []).find(({ id }) => id === 'acceptance');
  };
  const brought = (id: string, outcome: TaskTest['base'], base: TaskTest['base'] = 'fail') =>
    taskTest(id, { codex: outcome }, { base, author: null });

  test.each<[string, Parameters<typeof gateFor>[0], Partial<Gate>]>([
    ['no tests are given', undefined, { passed: null, reason: 'no acceptance tests', observed: null }],
    ['one test passes', { tests: [brought('a', 'pass')] }, { passed: true, reason: 'passes the acceptance test', observed: 0 }],
    [
      'all pass, also one that says nothing',
      { tests: [brought('a', 'pass'), brought('b', 'pass', 'pass')] },
      { passed: true, reason: 'passes all 2 acceptance tests', observed: 0 },
    ],
    [
      'one of two fails',
      { tests: [brought('a', 'pass'), brought('b', 'fail')] },
      { passed: false, reason: 'fails 1 of 2 acceptance tests: b', observed: 1 },
    ],
    [
      'one that passes on the base fails',
      { tests: [brought('a', 'fail', 'pass')] },
      { passed: false, reason: 'fails the acceptance test: a', observed: 1 },
    ],
    [
      'one cannot load and one is flaky',
      { tests: [brought('a', 'cannot_load'), brought('b', 'flaky')] },
      { passed: false, reason: 'fails all 2 acceptance tests: a, b', observed: 2 },
    ],
    ['no test ran', { tests: [] }, { passed: false, reason: 'no acceptance test ran', observed: null }],
    [
      'the run gave no result',
      { tests: [brought('a', 'pass')], incomplete: 'the acceptance tests timed out' },
      { passed: false, reason: 'the acceptance tests timed out', observed: null },
    ],
  ])('%s', (_, given, expected) => {
    expect(gateFor(given)).toMatchObject({ id: 'acceptance', ...expected });
  });

  test('a candidate without results fails', () => {
    const facts = makeFacts({ acceptance: { tests: [taskTest('a', {}, { author: null })] } });
    const { rankings, verdict } = scoreFacts(facts, makePolicy());
    expect([rankings[0]?.mergeable, verdict.class]).toEqual([false, 'none']);
  });
});

test('a run whose tests could not be loaded is refused with the line that says why', () => {
  const tests = { ...ranTests({ passed: 0, failed: 1, regressed: ['a', 'b'] }), load_error: 'error[E0308]: mismatched types' };
  expect(gateOf('test_regression', { candidate: { tests } }).at(-1)).toMatch(
    /^breaks 2 of \d+ passing tests \(.*\): error\[E0308\]: mismatched types$/,
  );
  const none = { ...ranTests({ passed: 1, failed: 0 }), load_error: 'x.c:1:1: error: y' };
  expect(gateOf('test_regression', { candidate: { tests: none } })[0]).toBe(false);
});
