import { describe, expect, test } from 'vitest';
import { arbitraryFacts, arbitraryPolicy, closeRuns } from '../../test/arbitrary-facts.ts';
import {
  authored,
  baseLint,
  baseTests,
  broken,
  built,
  changed,
  countedTests,
  finding,
  linted,
  makeCandidate,
  makeFacts,
  makePolicy,
  notConfigured,
  ranTests,
  taskTest,
  unavailable,
} from '../../test/facts-builder.ts';
import fc from '../../test/seeded-properties.ts';
import type { CandidateFacts, Facts, Ranking, Verdict } from '../contract/index.ts';
import { scoreFacts } from './score-facts.ts';

type Parts = Parameters<typeof makeCandidate>[0];

function verdictOf(baseline: Partial<Facts['baseline']>, ...candidates: Parts[]): Verdict {
  const facts = makeFacts({ baseline, candidates: candidates.map((parts) => makeCandidate(parts)) });
  const { verdict, winner } = scoreFacts(facts, makePolicy());
  const isDecided = verdict.class === 'decided_by_tests' || verdict.class === 'decided_by_quality';
  expect(winner ?? null).toBe(isDecided ? verdict.leaders[0] : null);
  return verdict;
}

const lines = (count: number) => [changed('src/main.ts', { lines: count })];
const took = (duration_ms: number) => ({ duration_ms, cost_usd: null });
const base = { tests: baseTests({ passed: 10, failed: 2 }) };
const fixesTwo = ranTests({ passed: 12, fixed: ['x', 'y'] });
const fixesNone = ranTests({ passed: 10, failed: 2 });

describe('decided by tests', () => {
  test.each<[string, Parts, string]>([
    ['a mergeable candidate passes fewer tests', { tests: fixesNone }, 'passes 2 tests that b fails'],
    [
      'a candidate is refused for a regression',
      { tests: ranTests({ passed: 11, failed: 1, regressed: ['z'], fixed: ['x', 'y'] }) },
      'passes 1 test that b fails',
    ],
    ['a candidate does not build', { build: built(false), tests: fixesTwo }, 'builds, and b does not'],
    [
      'the tests of a candidate cannot be measured',
      { tests: broken('it timed out') },
      'b: the test check has no usable result: it timed out',
    ],
  ])('%s', (_, other, reason) => {
    const verdict = verdictOf(base, { name: 'a', tests: fixesTwo }, { name: 'b', ...other });
    expect(verdict).toEqual({ class: 'decided_by_tests', leaders: ['a'], reason, next: null });
  });

  test('not if another mergeable candidate has the same test result', () => {
    const verdict = verdictOf(
      base,
      { name: 'a', tests: fixesTwo },
      { name: 'b', tests: fixesNone },
      { name: 'c', tests: fixesTwo, files: lines(1500) },
    );
    expect(verdict).toMatchObject({ class: 'decided_by_quality', leaders: ['a'] });
    expect(verdict.reason).toMatch(/^better than c in diff scope \(\d+(\.\d)? points\)$/);
  });
});

describe('decided by quality', () => {
  const only = 'the only candidate that can be merged';

  test.each<[string, Parts[], string]>([
    ['one candidate', [], only],
    ['the others are refused for integrity', [{ name: 'b', integrity: [finding('grader_read', 'error')] }], only],
    ['the others are empty', [{ name: 'b', files: [] }], only],
    ['the others change no code', [{ name: 'b', change: 'documentation' }], only],
    ['a smaller diff', [{ name: 'b', files: lines(800) }], 'better than b in diff scope (2.2 points)'],
    ['less lint', [{ name: 'b', lint: linted({ errors: 1, added: ['error'] }) }], 'better than b in lint (2 points)'],
  ])('%s', (_, others, reason) => {
    expect(
      verdictOf(
        { lint: baseLint({}) },
        { name: 'a', agent: took(60_000) },
        ...others.map((other) => ({ agent: took(60_000), ...other })),
      ),
    ).toEqual({
      class: 'decided_by_quality',
      leaders: ['a'],
      reason,
      next: null,
    });
  });
});

test('ignores a dimension without a weight', () => {
  const reason = verdictOf({}, { name: 'a' }, { name: 'b', files: lines(800), agent: { cost_usd: 9 } }).reason;
  expect(reason).toBe('better than b in diff scope (2.2 points)');
});

describe('level', () => {
  test.each<[string, Parts, Parts, string]>([
    ['equal in everything', {}, {}, 'equal on everything that was measured; listed by name'],
    ['another size', {}, { files: lines(20) }, 'equal on everything that was measured; listed by diff size, smallest first'],
    ['a diff scope within 1 point', {}, { files: lines(300) }, 'equal in every check and less than 1 point apart'],
    ['any speed', { agent: took(60_000) }, { agent: took(600_000) }, 'equal in every check and less than 1 point apart'],
    [
      'a warning that shows no place',
      {},
      { integrity: [finding('tests_skipped', 'warning')] },
      'equal on everything that was measured; listed by name',
    ],
    [
      'a warning about gaming that shows its place',
      {},
      { integrity: [finding('tests_skipped', 'warning', 'test/a.ts')] },
      'equal on everything that was measured; listed by name',
    ],
  ])('%s', (_, first, second, reason) => {
    expect(verdictOf({}, { name: 'a', ...first }, { name: 'b', ...second })).toEqual({
      class: 'level',
      leaders: ['a', 'b'],
      reason,
      next: 'Choose one: `hydra merge run-1 a`.',
    });
  });

  test('lists exactly the level candidates', () => {
    const { leaders } = verdictOf({}, { name: 'c' }, { name: 'a' }, { name: 'd', files: lines(1500) }, { name: 'b' });
    expect(leaders).toEqual(['a', 'b', 'c']);
  });
});

describe('unproven', () => {
  const test1 = 'set `test` under [scoring.commands]';

  test.each<[string, Partial<Facts['baseline']>, string, string]>([
    [
      'tests not available, build measured',
      { tests: unavailable('xo: not found') },
      'the test command could not be measured on the base: xo: not found',
      `Install what the test command needs, or ${test1}, then run \`hydra doctor\`.`,
    ],
    [
      'tests broken',
      { tests: broken('it did not end within 60 s') },
      'the test command gave no usable result on the base: it did not end within 60 s',
      `Make the tests run on the base, or ${test1}, then run \`hydra doctor\`.`,
    ],
    [
      'no tests ran',
      { tests: baseTests({ passed: 0, skipped: 3 }) },
      'the test command ran no tests on the base',
      `Add tests, or ${test1} to a command that runs them, then run \`hydra doctor\`.`,
    ],
    [
      'only a failing exit code',
      { tests: { state: 'measured', precision: 'exit-code', passed: 0, failed: 1, skipped: 0 } },
      'the test command fails on the base, and only its exit code can be read',
      `Make the tests pass on the base, or ${test1} to a command whose results Hydra can read, then run \`hydra doctor\`.`,
    ],
    [
      'neither tests nor build',
      { tests: notConfigured, build: notConfigured },
      'no test or build command is configured',
      'Set `test` under [scoring.commands], then run `hydra doctor`.',
    ],
    [
      'no tests and no measured build',
      { tests: notConfigured, build: unavailable('make: not found') },
      'no test command is configured, and the build could not be measured on the base: make: not found',
      'Set `test` under [scoring.commands], then run `hydra doctor`.',
    ],
  ])('%s', (_, baseline, reason, next) => {
    expect(verdictOf(baseline, { name: 'a' }, { name: 'b', files: lines(900) })).toEqual({
      class: 'unproven',
      leaders: [],
      reason,
      next,
    });
  });

  test.each<[string, Partial<Facts['baseline']>]>([
    ['a passing exit code', { tests: { state: 'measured', precision: 'exit-code', passed: 1, failed: 0, skipped: 0 } }],
    ['a measured build without tests', { tests: notConfigured }],
    ['failing tests whose names are known', { tests: baseTests({ passed: 0, failed: 3 }) }],
  ])('not with %s', (_, baseline) => {
    expect(verdictOf(baseline, { name: 'a', tests: ranTests({ passed: 3, fixed: ['x'] }) }).class).toBe('decided_by_quality');
  });
});

describe('unproven if tests fail on the base and no candidate passes one', () => {
  const five = { tests: baseTests({ passed: 18, failed: 5 }) };
  const none = ranTests({ passed: 18, failed: 5 });
  const reason = 'no mergeable candidate passes any of the 5 tests that fail on the base, and no other test is about the task';
  const next = 'Score again with a test of the change: `hydra score --acceptance PATH`.';

  test.each<[string, Parts[]]>([
    ['level candidates', [{ name: 'b', tests: none }]],
    ['a smaller diff', [{ name: 'b', tests: none, files: lines(900) }]],
    ['one candidate', []],
  ])('%s', (_, others) => {
    expect(verdictOf(five, { name: 'a', tests: none }, ...others)).toEqual({ class: 'unproven', leaders: [], reason, next });
  });

  test('not if another one breaks tests', () => {
    const breaks = ranTests({ passed: 17, failed: 6, regressed: ['x'] });
    expect(verdictOf(five, { name: 'a', tests: none }, { name: 'b', tests: breaks }).class).toBe('decided_by_tests');
  });

  test('not if fewer tests fail and their names are unknown', () => {
    const counted = countedTests({ passed: 20, failed: 3 });
    expect(verdictOf(five, { name: 'a', tests: counted }, { name: 'b', tests: counted }).class).toBe('level');
  });
});

test('none: no candidate is mergeable', () => {
  expect(verdictOf({}, { name: 'a', files: [] }, { name: 'b', build: built(false) })).toEqual({
    class: 'none',
    leaders: [],
    reason: 'none of the 2 candidates can be merged',
    next: null,
  });
});

test('none: names the next step if no acceptance test ran', () => {
  const acceptance = { incomplete: 'no acceptance test ran, neither on the base nor on a candidate' };
  const facts = makeFacts({ baseline: base, candidates: [makeCandidate({ name: 'a', tests: fixesTwo })], acceptance });
  const { verdict } = scoreFacts(facts, makePolicy());
  expect(verdict).toMatchObject({ class: 'none', reason: 'the only candidate cannot be merged' });
  expect(verdict.next).toMatch(/^The test command runs no test of the files of `--acceptance`\. Pass tests/);
});

describe('contested tests', () => {
  const contesting = (more: Partial<Parameters<typeof ranTests>[0]> = {}): CandidateFacts['tests'] =>
    ranTests({
      passed: 8,
      failed: 2,
      regressed: ['p', 'q'],
      contested: { p: 'test/p.ts', q: 'test/q.ts' },
      own: 'passed',
      ...more,
    });

  function judged(tests: CandidateFacts['tests'], more: Parts = {}, other: Parts = {}) {
    const candidates = [makeCandidate({ name: 'fix', tests, ...more }), makeCandidate({ name: 'other', ...other })];
    const scorecard = scoreFacts(makeFacts({ candidates }), makePolicy());
    const fix = scorecard.rankings.find(({ agent }) => agent === 'fix');
    return { ...scorecard, fix, gate: fix?.gates.find(({ id }) => id === 'contested_tests') };
  }

  test('count neither as passed nor as a regression, and need a decision', () => {
    const { fix, gate, verdict, winner } = judged(contesting());
    expect(fix).toMatchObject({ mergeable: false, needs_review: true, rank: null, breakdown: { tests: 100 } });
    expect(gate).toMatchObject({ passed: false, observed: 2, reason: 'changes what 2 existing tests expect: p, q' });
    expect(winner).toBeUndefined();
    expect(verdict).toEqual({
      class: 'contested',
      leaders: [],
      reason: 'fix changes what 2 existing tests expect (p, q); without it other is first',
      next: '`hydra accept run-1 fix` accepts the change, `hydra accept run-1 fix --reject` counts it as a regression.',
    });
  });

  test('do not stop a leader that fixes what failed on the base', () => {
    const fixing = ranTests({ passed: 10, failed: 0, fixed: ['r'] });
    expect(judged(contesting({ fixed: ['r'] }), {}, { tests: fixing }).verdict).toMatchObject({ leaders: ['other'] });
    expect(judged(contesting({ fixed: ['r', 's'] }), {}, { tests: fixing }).verdict).toMatchObject({ class: 'contested' });
  });

  test('stop a leader that fails a changed test as the base does', () => {
    const fixing = ranTests({ passed: 10, failed: 0, fixed: ['r'] });
    const candidates = [
      makeCandidate({ name: 'fix', tests: contesting({ fixed: ['r'] }) }),
      makeCandidate({ name: 'other', tests: fixing }),
    ];
    const classWith = (like_base: string[]) => {
      const authors = [authored('fix', [taskTest('p', { other: 'fail' }, { like_base })])];
      return scoreFacts(makeFacts({ candidates, authors }), makePolicy()).verdict.class;
    };
    expect(classWith(['other'])).toBe('contested');
    expect(classWith([])).toBe('decided_by_quality');
  });

  test('of a candidate that would not lead do not affect the verdict', () => {
    const { verdict, rankings } = judged(contesting(), { files: lines(1500) });
    expect(verdict).toMatchObject({ class: 'decided_by_quality', leaders: ['other'] });
    expect(rankings.map(({ agent }) => agent)).toEqual(['other', 'fix']);
  });

  test('make the candidate mergeable when accepted', () => {
    const { fix, gate, verdict } = judged(contesting({ accepted: ['p', 'q'] }));
    expect(fix).toMatchObject({ mergeable: true, needs_review: false, breakdown: { tests: 100 }, findings: [] });
    expect(gate).toMatchObject({ passed: true, reason: '2 changed tests are accepted: p, q' });
    expect(verdict).toMatchObject({ class: 'level', leaders: ['fix', 'other'] });
  });

  test('still need a decision if only some are accepted', () => {
    const { fix, gate } = judged(contesting({ accepted: ['p'] }));
    expect([fix?.needs_review, gate?.reason]).toEqual([true, 'changes what 1 existing test expects: q']);
  });

  test('are regressions when rejected', () => {
    const { fix, gate, verdict } = judged(contesting({ rejected: ['p', 'q'] }));
    expect(fix).toMatchObject({ mergeable: false, needs_review: false, breakdown: { tests: 68 } });
    expect(gate).toMatchObject({ passed: false, reason: '2 changed tests were rejected: p, q' });
    expect(verdict).toMatchObject({ class: 'decided_by_tests', leaders: ['other'] });
  });

  test.each(['skipped', 'missing'] as const)('a %s test is a regression and not contested', (own) => {
    const { fix, gate } = judged(contesting({ own }));
    expect(fix).toMatchObject({ mergeable: false, needs_review: false, breakdown: { tests: 68 } });
    expect(gate).toMatchObject({ passed: true, observed: 0 });
  });

  test('may_change accepts the tests of a file', () => {
    const facts = makeFacts({
      candidates: [makeCandidate({ name: 'fix', tests: contesting() }), makeCandidate({ name: 'other' })],
    });
    const { rankings } = scoreFacts(facts, makePolicy({ tests: { may_change: ['test/p.ts'] } }));
    const gate = rankings.find(({ agent }) => agent === 'fix')?.gates.find(({ id }) => id === 'contested_tests');
    expect(gate?.reason).toBe('changes what 1 existing test expects: q');
    expect(scoreFacts(facts, makePolicy({ tests: { may_change: ['test/'] } })).verdict.class).toBe('level');
  });

  test('consensus accepts tests that every candidate loses', () => {
    const { verdict } = judged(contesting(), {}, { tests: contesting() });
    expect(verdict).toMatchObject({ class: 'level', leaders: ['fix', 'other'] });
  });

  test('candidates with the same change outside of tests are no consensus', () => {
    const candidates = ['fix', 'other'].map((name) => makeCandidate({ name, tests: contesting() }));
    const { verdict } = scoreFacts(makeFacts({ candidates, equalSources: [['fix', 'other']] }), makePolicy());
    expect(verdict.class).toBe('contested');
  });

  describe('that no candidate passes', () => {
    const tests = (more = {}) => {
      const lost = ranTests({ passed: 9, failed: 1, regressed: ['p'], ...more });
      const given = { id: 'p', path: 'test/p.rs', own: 'given_up' as const, why: 'test/p.rs:3: missing argument' };
      return { ...lost, contested: [given] } as CandidateFacts['tests'];
    };
    const card = (more = {}, policy = makePolicy()) => {
      const candidates = [makeCandidate({ name: 'a', tests: tests(more) }), makeCandidate({ name: 'b', tests: tests() })];
      return scoreFacts(makeFacts({ candidates }), policy);
    };

    test('need a decision, and are no fault of a candidate', () => {
      const { verdict, rankings } = card();
      expect(verdict.class).toBe('contested');
      expect(verdict.reason).toBe('no candidate passes 1 test of the base (p): test/p.rs:3: missing argument');
      expect(verdict.next).toContain('`hydra accept run-1 a` accepts it for one candidate');
      expect(rankings.map(({ needs_review, breakdown, findings }) => [needs_review, breakdown.tests, findings])).toEqual([
        [true, 100, []],
        [true, 100, []],
      ]);
    });

    test('are accepted for one candidate, or by the file for all', () => {
      expect(card({ accepted: ['p'] }).rankings.map(({ mergeable }) => mergeable)).toEqual([true, false]);
      expect(card({}, makePolicy({ tests: { may_change: ['test/p.rs'] } })).verdict).toMatchObject({ class: 'level' });
    });
  });

  test('candidates with nearly the same diff are no consensus', () => {
    const candidates = ['fix', 'other'].map((name) => makeCandidate({ name, tests: contesting() }));
    const facts = makeFacts({ candidates });
    expect(scoreFacts(facts, makePolicy()).verdict.class).toBe('level');
    expect(scoreFacts({ ...facts, near_equal: [['fix', 'other']] }, makePolicy()).verdict.class).toBe('contested');
    const third = { ...facts, candidates: [...candidates, makeCandidate({ name: 'third', tests: contesting() })] };
    expect(scoreFacts({ ...third, near_equal: [['fix', 'other']] }, makePolicy()).verdict.class).toBe('level');
  });

  test.each<[string, Parts]>([
    ['an integrity error', { integrity: [finding('grader_read', 'error')] }],
    ['another failed gate', { build: built(false) }],
  ])('with %s a candidate is not mergeable instead of needing review', (_, more) => {
    const { fix, verdict } = judged(contesting(), more);
    expect([fix?.mergeable, fix?.needs_review, verdict.leaders]).toEqual([false, false, ['other']]);
  });

  test('the order is mergeable, needs review, not mergeable, integrity error', () => {
    const candidates = [
      makeCandidate({ name: 'gamed', integrity: [finding('grader_read', 'error')] }),
      makeCandidate({ name: 'broken', tests: ranTests({ passed: 9, failed: 1, regressed: 1 }) }),
      makeCandidate({ name: 'waiting', tests: contesting(), files: lines(2000) }),
      makeCandidate({ name: 'good', files: lines(2200) }),
    ];
    const { rankings } = scoreFacts(makeFacts({ candidates }), makePolicy());
    expect(rankings.map(({ agent, rank }) => [agent, rank])).toEqual([
      ['good', 1],
      ['waiting', null],
      ['broken', null],
      ['gamed', null],
    ]);
  });

  test('do not give a tests score of 0 if every test is contested', () => {
    const tests = ranTests({ passed: 0, failed: 1, regressed: ['p'], contested: { p: 'test/p.ts' }, own: 'passed' });
    const facts = makeFacts({ baseline: { tests: baseTests({ passed: 1 }) }, candidates: [makeCandidate({ tests })] });
    expect(scoreFacts(facts, makePolicy()).rankings[0]?.breakdown.tests).toBe(100);
  });
});

describe('a candidate that changes no code', () => {
  const gateOf = (change: CandidateFacts['change'], other: CandidateFacts['change'] | null) => {
    const candidates = [
      makeCandidate({ name: 'a', change }),
      ...(other === null ? [] : [makeCandidate({ name: 'b', change: other })]),
    ];
    const { rankings } = scoreFacts(makeFacts({ candidates }), makePolicy());
    const gate = rankings.find(({ agent }) => agent === 'a')?.gates.find(({ id }) => id === 'changes_code');
    return [gate?.passed, gate?.reason];
  };

  test('is not refused if it makes a failing test pass', () => {
    const tests = ranTests({ passed: 2, failed: 0, fixed: ['q'] });
    const candidates = [makeCandidate({ name: 'a', change: 'comments', tests }), makeCandidate({ name: 'b', change: 'code' })];
    const facts = makeFacts({ baseline: { tests: baseTests({ passed: 1, failed: 1 }) }, candidates });
    const gates = scoreFacts(facts, makePolicy()).rankings.find(({ agent }) => agent === 'a')?.gates ?? [];
    expect(gates.find(({ id }) => id === 'changes_code')).toMatchObject({ passed: true, reason: 'makes failing tests pass' });
  });

  test.each([
    ['documentation', 'documentation'],
    ['comments', 'comments'],
    ['tests', 'tests'],
    ['formatting', 'white space'],
  ] as const)('only %s: refused while another changes code', (change, words) => {
    expect(gateOf(change, 'code')).toEqual([false, `changes only ${words}, while other candidates change code`]);
    expect(gateOf(change, 'documentation')).toEqual([null, 'no candidate changes code']);
    expect(gateOf(change, null)).toEqual([null, 'no candidate changes code']);
  });

  test('passes with a code change', () => {
    expect(gateOf('code', 'documentation')[0]).toBe(true);
  });
});

describe('for every run', () => {
  const runs = fc.oneof(closeRuns, arbitraryFacts());

  test('leaders are mergeable, and the winner is the only leader of a decided run', () => {
    fc.assert(
      fc.property(runs, arbitraryPolicy, (facts, policy) => {
        const { verdict, winner, rankings } = scoreFacts(facts, policy);
        const mergeable = rankings.filter((ranking) => ranking.mergeable).map(({ agent }) => agent);
        expect(verdict.leaders.filter((name) => !mergeable.includes(name))).toEqual([]);
        const isDecided = verdict.class === 'decided_by_tests' || verdict.class === 'decided_by_quality';
        expect(verdict.leaders.length === 1).toBe(isDecided);
        expect(verdict.leaders.length > 1).toBe(verdict.class === 'level');
        const canMerge = rankings.some(({ mergeable }) => mergeable);
        expect(winner).toBe(isDecided ? (verdict.leaders[0] ?? null) : canMerge ? undefined : null);
      }),
    );
  });

  test('the verdict does not depend on the order of the candidates', () => {
    fc.assert(
      fc.property(runs, arbitraryPolicy, (facts, policy) => {
        const reversed = { ...facts, candidates: facts.candidates.toReversed() };
        expect(scoreFacts(reversed, policy).verdict).toEqual(scoreFacts(facts, policy).verdict);
      }),
    );
  });

  test('the reason of a decision by quality is true', () => {
    const scoreIn = ({ dimensions }: Ranking, id: string) => {
      const result = dimensions.find((dimension) => dimension.id === id)?.result;
      return result?.state === 'scored' ? result.score : result?.state === 'error' ? 0 : Number.NaN;
    };
    const claims: [RegExp, (leader: Ranking, rival: Ranking, words: string) => boolean][] = [
      [
        /^better than (\w+) in ([\w ,]+) \(.*points?\)$/,
        (leader, rival, words) =>
          words
            .split(/, | and /)
            .map((word) => word.replace(' ', '_'))
            .every((id) => scoreIn(leader, id) > scoreIn(rival, id)),
      ],
    ];
    let decided = 0;
    fc.assert(
      fc.property(closeRuns, arbitraryPolicy, (facts, policy) => {
        const { verdict, rankings } = scoreFacts(facts, policy);
        if (verdict.class !== 'decided_by_quality') return;
        decided += 1;
        const [leader, ...rivals] = rankings.filter((ranking) => ranking.mergeable);
        const isTrue = claims.some(([pattern, holds]) => {
          const [, name, words = ''] = pattern.exec(verdict.reason) ?? [];
          const rival = rivals.find(({ agent }) => agent === name);
          return leader !== undefined && rival !== undefined && holds(leader, rival, words);
        });
        if (rivals.length === 0) expect(verdict.reason).toBe('the only candidate that can be merged');
        else expect(isTrue, verdict.reason).toBe(true);
      }),
      { numRuns: 200 },
    );
    expect(decided).toBeGreaterThan(20);
  });

  test('accepting a test never lowers the candidate', () => {
    const placeOf = (facts: Facts, policy: Parameters<typeof scoreFacts>[1], name: string) => {
      const { rankings } = scoreFacts(facts, policy);
      const at = rankings.findIndex(({ agent }) => agent === name);
      return { at, total: rankings[at]?.total_unrounded ?? 0, mergeable: rankings[at]?.mergeable === true };
    };
    fc.assert(
      fc.property(arbitraryFacts({ minCandidates: 1 }), arbitraryPolicy, fc.nat(), (facts, policy, choice) => {
        const [candidate] = facts.candidates;
        fc.pre(candidate?.tests.state === 'measured' && candidate.tests.contested.length > 0);
        if (candidate?.tests.state !== 'measured') return;
        const { tests, name } = candidate;
        const id = tests.contested[choice % tests.contested.length]?.id ?? '';
        const accepted: CandidateFacts = { ...candidate, tests: { ...tests, accepted: [id] } };
        const before = placeOf(facts, policy, name);
        const after = placeOf({ ...facts, candidates: [accepted, ...facts.candidates.slice(1)] }, policy, name);
        expect(after.total).toBeGreaterThanOrEqual(before.total);
        expect(after.at).toBeLessThanOrEqual(before.at);
        expect(!before.mergeable || after.mergeable).toBe(true);
      }),
    );
  });
});
