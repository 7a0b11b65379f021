// The effect of tests about the task on the verdict and the firmness of a run.
import { describe, expect, test } from 'vitest';
import {
  authored,
  baseTests,
  built,
  changed,
  finding,
  linted,
  makeCandidate,
  makeFacts,
  makePolicy,
  ranTests,
  taskTest,
  testAuthor,
} from '../../test/facts-builder.ts';
import type { Policy, Scorecard } from '../contract/index.ts';
import { scoreFacts } from './score-facts.ts';

type FactsParts = NonNullable<Parameters<typeof makeFacts>[0]>;
type Evidence = Pick<FactsParts, 'authors' | 'equalTrees' | 'equalSources' | 'acceptance' | 'baseline'>;
type Parts = Parameters<typeof makeCandidate>[0];

/** Candidates a, b and c, equal except for the given differences. */
function scored(evidence: Evidence, changes: Record<string, Parts> = {}, policy: Policy = makePolicy()): Scorecard {
  const candidates = ['a', 'b', 'c'].map((name) => makeCandidate({ name, ...changes[name] }));
  return scoreFacts(makeFacts({ candidates, ...evidence }), policy);
}

const totals = ({ rankings }: Scorecard) =>
  Object.fromEntries(rankings.map(({ agent, total, breakdown }) => [agent, [total, breakdown.cross_tests]]));
const wide = { files: [changed('src/main.ts', { lines: 900 })] };
const lintScore = (warnings: number) => ({
  lint: linted({ warnings, added: Array.from({ length: warnings }, () => 'warning' as const) }),
});

describe('decided by tests', () => {
  test('names the test that decides', () => {
    // Only a fails nothing: c fails the test of a, and b the test of c.
    const authors = [
      authored('a', [taskTest('adds', { b: 'pass', c: 'fail' })]),
      authored('c', [taskTest('rounds', { a: 'pass', b: 'fail' })]),
    ];
    const card = scored({ authors });
    expect(card.verdict).toEqual({
      class: 'decided_by_tests',
      leaders: ['a'],
      reason: 'passes 1 new test that b fails (rounds)',
      next: null,
    });
    expect([card.winner, card.firmness]).toEqual(['a', { verdict: 'firm', reasons: [] }]);
    expect(totals(card)).toEqual({ a: [100, 100], b: [91.7, 50], c: [91.7, 50] });
  });

  test('counts and names several tests', () => {
    const tests = ['t1', 't2', 't3', 't4'].map((id) => taskTest(id, { b: 'pass', c: 'fail' }));
    const { verdict } = scored({ authors: [authored('a', tests)] }, { b: { files: [] } });
    expect(verdict).toMatchObject({
      class: 'decided_by_tests',
      leaders: ['a'],
      reason: 'passes 4 new tests that c fails (t1, t2, t3 and 1 more)',
    });
  });

  test('the tests of a test author decide too', () => {
    const authors = [testAuthor('x', [taskTest('t', { a: 'fail', b: 'fail', c: 'pass' })])];
    expect(scored({ authors }).verdict).toMatchObject({
      class: 'decided_by_tests',
      leaders: ['c'],
      reason: 'passes 1 new test that a fails (t)',
    });
  });

  test('tests of the base come first', () => {
    const baseline = { tests: baseTests({ passed: 10, failed: 1 }) };
    const fixes = { tests: ranTests({ passed: 11, fixed: ['x'] }) };
    const fixesNot = { tests: ranTests({ passed: 10, failed: 1 }) };
    const authors = [authored('a', [taskTest('t', { b: 'fail', c: 'pass' })])];
    const card = scored({ authors, baseline }, { a: fixes, b: fixesNot, c: { files: [] } });
    expect(card.verdict).toMatchObject({ class: 'decided_by_tests', reason: 'passes 1 test that b fails' });
  });

  test('acceptance tests come first', () => {
    const tests = [taskTest('asked', { a: 'pass', b: 'fail', c: 'fail' }, { author: null })];
    const card = scored({ acceptance: { tests } });
    expect(card.verdict).toMatchObject({
      class: 'decided_by_tests',
      leaders: ['a'],
      reason: 'passes more acceptance tests than b',
    });
    expect(card.rankings.map(({ agent, mergeable }) => [agent, mergeable])).toEqual([
      ['a', true],
      ['b', false],
      ['c', false],
    ]);
  });

  test('if each passes a test that the other fails, the score decides', () => {
    const authors = [
      authored('a', [taskTest('t1', { b: 'pass', c: 'fail' }), taskTest('t2', { b: 'pass', c: 'pass' })]),
      authored('c', [taskTest('u', { a: 'pass', b: 'fail' })]),
      testAuthor('x', [taskTest('v', { a: 'fail', b: 'pass', c: 'fail' })]),
      testAuthor('y', [taskTest('w', { a: 'fail', b: 'pass', c: 'fail' })]),
    ];
    const card = scored({ authors });
    expect(totals(card)).toEqual({ a: [91.7, 50], b: [95.8, 75], c: [89.6, 37.5] });
    expect(card.verdict).toMatchObject({
      class: 'decided_by_tests',
      leaders: ['b'],
      reason: 'passes 2 new tests that a fails (v, w)',
    });
    expect(card.firmness.reasons).toContain('it fails 1 new test that a passes (u)');
  });
});

describe('level', () => {
  test('candidates that pass the same tests', () => {
    const authors = [testAuthor('x', [taskTest('t', { a: 'pass', b: 'pass', c: 'fail' })])];
    expect(scored({ authors }).verdict).toEqual({
      class: 'level',
      leaders: ['a', 'b'],
      reason: 'equal on everything that was measured; listed by name',
      next: 'Choose one: `hydra merge run-1 a`.',
    });
  });

  test('the author of the only tests and a candidate with the same source', () => {
    const authors = [authored('b', [taskTest('t', { a: 'pass', c: 'fail' })])];
    const card = scored({ authors });
    expect(totals(card)).toEqual({ a: [100, 100], b: [100, 100], c: [83.3, 0] });
    expect(card.verdict).toEqual({
      class: 'level',
      leaders: ['b', 'a'],
      reason: 'equal on everything that was measured; b is listed first because it adds 1 test about the task',
      next: 'Choose one: `hydra merge run-1 b`.',
    });
    expect(card.rankings.map(({ agent, rank }) => [agent, rank])).toEqual([
      ['b', 1],
      ['a', 2],
      ['c', 3],
    ]);
  });

  describe('lists first', () => {
    const ofB = [taskTest('t', { a: 'pass', c: 'pass' }), taskTest('u', { a: 'pass', c: 'pass' })];
    const listed = ({ verdict, rankings }: Scorecard) => [verdict.leaders, rankings.map(({ agent }) => agent)];

    test('every author of scored tests, in the order of their totals', () => {
      const authors = [authored('b', ofB), authored('c', [taskTest('v', { a: 'pass', b: 'pass' })])];
      const card = scored({ authors }, { b: { files: [changed('src/main.ts', { lines: 300 })] } });
      expect(listed(card)).toEqual([
        ['c', 'b', 'a'],
        ['c', 'b', 'a'],
      ]);
      expect(card.verdict.reason).toBe(
        'equal in every check and less than 1 point apart; c and b are listed first because they add tests about the task',
      );
    });

    test('no author whose tests only it passes', () => {
      const authors = [authored('b', [taskTest('t', { a: 'cannot_load', c: 'cannot_load' })])];
      expect(listed(scored({ authors }))[0]).toEqual(['a', 'b', 'c']);
    });

    test('no author with more warnings than another', () => {
      const authors = [authored('a', [taskTest('v', { b: 'pass', c: 'pass' })]), authored('b', ofB)];
      const warned = { integrity: [finding('config_edited', 'warning', 'x.toml')], ...lintScore(20) };
      const card = scored({ authors }, { a: warned, b: lintScore(20), c: { files: [] } });
      expect(totals(card)).toMatchObject({ a: [95, 100], b: [95, 100] });
      expect(listed(card)).toEqual([
        ['b', 'a'],
        ['b', 'a', 'c'],
      ]);
    });

    test('no author if cross-tests have no weight', () => {
      const policy = makePolicy({ weights: { cross_tests: 0 } });
      expect(listed(scored({ authors: [authored('b', ofB)] }, {}, policy))[0]).toEqual(['a', 'b', 'c']);
    });

    test('also a candidate with the same tree as an author', () => {
      const authors = [authored('b', [taskTest('t', { a: 'pass' })])];
      expect(listed(scored({ authors, equalTrees: [['b', 'c']] }))[0]).toEqual(['b', 'c', 'a']);
    });
  });

  test('is not a lead in lint', () => {
    const authors = [authored('b', [taskTest('t', { a: 'pass', c: 'fail' })])];
    expect(scored({ authors }, { b: lintScore(20) }).verdict).toMatchObject({
      class: 'decided_by_quality',
      leaders: ['a'],
      reason: 'better than b in lint (6.7 points)',
    });
  });

  test('two candidates, each with a test that the other fails', () => {
    const authors = [
      authored('a', [taskTest('of a', { b: 'fail' })]),
      authored('b', [taskTest('of b', { a: 'fail' }), taskTest('second of b', { a: 'fail' })]),
    ];
    const card = scored({ authors }, { c: { build: built(false) } });
    expect(card.verdict).toMatchObject({
      class: 'level',
      leaders: ['a', 'b'],
      reason:
        'equal on everything that was measured; listed by name; ' +
        'a fails 2 new tests that only b passes (of b, second of b); b fails 1 new test that only a passes (of a)',
    });
    expect(card.rankings.map(({ breakdown }) => breakdown.cross_tests)).toEqual([null, null, null]);
  });

  test('lists a test that two equal trees add once', () => {
    const authors = [
      authored('a', [taskTest('t', { b: 'pass', c: 'fail' })]),
      authored('b', [taskTest('t', { a: 'pass', c: 'fail' })]),
    ];
    const card = scored({ authors, equalTrees: [['a', 'b']] });
    expect(card.verdict).toMatchObject({ class: 'level', leaders: ['a', 'b', 'c'] });
    expect(card.verdict.reason).toMatch(/; c fails 1 new test that only a passes \(t\)$/);
  });

  test('open tests of two authors', () => {
    const authors = [authored('a', [taskTest('t', { c: 'fail' })]), authored('b', [taskTest('u', { c: 'fail' })])];
    expect(scored({ authors }).verdict.reason).toMatch(/; c fails 2 new tests that only a and b pass \(t, u\)$/);
  });

  test.each(['cannot_load', 'flaky'] as const)('%s does not count as a failure', (outcome) => {
    const authors = [
      authored('a', [taskTest('t', { b: 'pass', c: outcome })]),
      authored('b', [taskTest('u', { a: outcome, c: outcome })]),
    ];
    expect(scored({ authors }).verdict).toMatchObject({
      class: 'level',
      leaders: ['a', 'b', 'c'],
      reason: 'equal on everything that was measured; a is listed first because it adds 1 test about the task',
    });
  });
});

describe('no winner', () => {
  test('through tests that cannot run with it', () => {
    // b fails two tests that cannot load with a.
    const authors = [
      authored('c', [taskTest('t', { a: 'pass', b: 'pass' }), taskTest('u', { a: 'cannot_load', b: 'fail' })]),
      testAuthor('x', [taskTest('v', { a: 'cannot_load', b: 'fail', c: 'pass' })]),
    ];
    const card = scored({ authors }, { c: { files: [] } });
    expect(totals(card)).toMatchObject({ a: [100, 100], b: [91.7, 50] });
    expect(card.verdict).toMatchObject({ class: 'level', leaders: ['a', 'b'] });
  });

  test('through fewer warnings; a warning about gaming puts a candidate below the others', () => {
    const authors = [authored('b', [taskTest('t', { a: 'pass', c: 'fail' })])];
    const warned = { integrity: [finding('ci_changed', 'warning', 'ci.yml')] };
    expect(scored({ authors }, { b: warned }).verdict).toMatchObject({ class: 'level', leaders: ['a', 'b'] });
    const elsewhere = { integrity: [finding('ci_changed', 'warning')] };
    expect(scored({ authors }, { b: elsewhere }).verdict).toMatchObject({ class: 'level', leaders: ['b', 'a'] });
  });

  test('through quality with more warnings about gaming than another', () => {
    const warned = { integrity: [finding('special_cases', 'warning', 'src/main.ts')] };
    expect(scored({}, { a: warned, b: wide, c: wide }).verdict).toMatchObject({ class: 'level', leaders: ['b', 'c', 'a'] });
  });
});

describe('a candidate that passes more tests comes first, whatever the weights', () => {
  test('tests of the base', () => {
    const baseline = { tests: baseTests({ passed: 10, failed: 1 }) };
    const changes = {
      a: { tests: ranTests({ passed: 10, failed: 1 }), coverage: { changed_lines: 0, executed_lines: 0, files: [] } },
      b: { tests: ranTests({ passed: 11, fixed: ['x'] }), coverage: { changed_lines: 5, executed_lines: 0, files: [] } },
      c: { files: [], coverage: { changed_lines: 0, executed_lines: 0, files: [] } },
    };
    const card = scored({ baseline }, changes, makePolicy({ weights: { tests: 0, coverage: 20 } }));
    expect(card.rankings.map(({ agent }) => agent)).toEqual(['b', 'a', 'c']);
  });

  test('new tests', () => {
    const authors = [testAuthor('x', [taskTest('t', { a: 'fail', b: 'pass', c: 'fail' })])];
    const card = scored({ authors }, { b: wide }, makePolicy({ weights: { cross_tests: 1 } }));
    expect(card.verdict).toMatchObject({ class: 'decided_by_tests', leaders: ['b'] });
    expect(card.rankings.map(({ agent }) => agent)).toEqual(['b', 'a', 'c']);
  });
});

describe('a candidate that fails a new test as the base does', () => {
  const open = (like_base: string[]) => [authored('b', [taskTest('t', { a: 'fail', c: 'fail' }, { like_base })])];

  test('is not listed before the author, and does not win by quality', () => {
    const card = scored({ authors: open(['a', 'c']) }, { b: wide });
    expect(card.verdict).toMatchObject({ class: 'level', leaders: ['b', 'a', 'c'] });
    expect(card.verdict.reason).toContain('; a fails 1 new test that only b passes, as the base does (t)');
  });

  test('wins by quality if it fails in another way', () => {
    expect(scored({ authors: open(['c']) }, { b: wide, c: { files: [] } }).verdict).toMatchObject({
      class: 'decided_by_quality',
      leaders: ['a'],
    });
  });

  test('wins if it passes a test that the author fails', () => {
    const authors = [...open(['a', 'c']), testAuthor('x', [taskTest('u', { a: 'pass', b: 'fail', c: 'fail' })])];
    expect(scored({ authors }).verdict).toMatchObject({ class: 'decided_by_tests', leaders: ['a'] });
  });
});

describe('the same source with tests about the task', () => {
  const authors = [authored('b', [taskTest('t', { a: 'pass', c: 'fail' })])];
  const tests = [changed('src/main.ts'), changed('test/new.test.ts', { lines: 2000, is_test: true })];

  test('is listed before the one without, whatever lint in them and their size say', () => {
    const lint = linted({ errors: 1, added: ['error'], path: 'test/new.test.ts' });
    const card = scored({ authors, equalSources: [['a', 'b']] }, { b: { files: tests, lint, agent: { duration_ms: 90_000 } } });
    expect(card.verdict).toMatchObject({ class: 'level', leaders: ['b', 'a'] });
    expect(card.rankings.map(({ agent, breakdown }) => [agent, breakdown.lint, breakdown.diff_scope])).toEqual([
      ['b', 88, 100],
      ['a', 100, 100],
      ['c', 100, 100],
    ]);
  });

  test('takes the place of the one without', () => {
    const open = [authored('b', [taskTest('t', { a: 'pass', c: 'cannot_load' })])];
    const near = { near_equal: [['a', 'b']] };
    const facts = makeFacts({
      candidates: [makeCandidate({ name: 'a' }), makeCandidate({ name: 'b', ...lintScore(1) }), makeCandidate({ name: 'c' })],
      authors: open,
      equalSources: [['a', 'b']],
    });
    expect(scoreFacts({ ...facts, ...near }, makePolicy()).rankings.map(({ agent }) => agent)).toEqual(['b', 'a', 'c']);
  });

  test('is listed after the one without if its own tests fail, and the reason names them', () => {
    const failing = ranTests({ passed: 10, failed: 1, added: ['new'], added_failed: ['new'] });
    const { verdict } = scored({ equalSources: [['a', 'b']] }, { a: { tests: failing }, c: { files: [] } });
    expect(verdict).toMatchObject({ class: 'level', leaders: ['b', 'a'] });
    expect(verdict.reason).toContain('; a fails 1 new test of its own (new)');
  });

  test('the number of passing new tests does not decide', () => {
    const baseline = { tests: baseTests({ passed: 8, failed: 2 }) };
    const fixed = { passed: 9, failed: 1, fixed: ['x'] };
    const card = scored(
      { baseline },
      { a: { tests: ranTests(fixed) }, b: { tests: ranTests({ ...fixed, passed: 22, added: 13 }) }, c: { files: [] } },
    );
    expect(card.verdict).toMatchObject({ class: 'level', leaders: ['a', 'b'] });
    expect(card.rankings.map(({ agent, breakdown }) => [agent, breakdown.tests])).toEqual([
      ['a', 90],
      ['b', 100],
      ['c', 100],
    ]);
  });
});

describe('firmness', () => {
  test('an author whose corroborated test another candidate fails is a firm winner', () => {
    const authors = [authored('b', [taskTest('t', { a: 'pass', c: 'fail' })])];
    const { verdict, firmness } = scored({ authors }, { a: { files: [] } });
    expect(verdict).toMatchObject({ class: 'decided_by_tests', leaders: ['b'], reason: 'passes 1 new test that c fails (t)' });
    expect(firmness).toEqual({ verdict: 'firm', reasons: [] });
  });

  const evidence = {
    authors: [
      testAuthor('x', [taskTest('t', { a: 'pass', b: 'fail', c: 'fail' })]),
      authored('b', [taskTest('open', { a: 'fail', c: 'fail' }), taskTest('also open', { a: 'fail', c: 'fail' })]),
      authored('c', [taskTest('of c', { a: 'fail', b: 'fail' }), taskTest('loads', { a: 'cannot_load', b: 'fail' })]),
    ],
  };

  test('lists the tests of mergeable candidates that only their author passes', () => {
    const { verdict, firmness } = scored(evidence);
    expect(verdict).toMatchObject({ class: 'decided_by_tests', leaders: ['a'] });
    expect(firmness).toEqual({
      verdict: 'too_close_to_call',
      reasons: ['it fails 2 new tests that only b passes (also open, open)', 'it fails 1 new test that only c passes (of c)'],
    });
  });

  test('omits tests of candidates that are not mergeable', () => {
    const { firmness } = scored(evidence, { b: { build: built(false) }, c: { files: [] } });
    expect(firmness).toEqual({ verdict: 'firm', reasons: [] });
  });

  test('tests that detect the tree of their author change only the firmness', () => {
    const without = { authors: evidence.authors.slice(0, 1) };
    expect(totals(scored(evidence))).toEqual(totals(scored(without)));
    expect(scored(without).firmness).toEqual({ verdict: 'firm', reasons: [] });
  });
});

describe('integrity', () => {
  const cheats = { integrity: [finding('grader_read', 'error')] };

  test('a candidate with an error neither votes nor corroborates', () => {
    const authors = [
      authored('c', [taskTest('of c', { a: 'fail', b: 'pass' })]),
      authored('a', [taskTest('of a', { b: 'fail', c: 'pass' })]),
    ];
    const card = scored({ authors }, { c: cheats });
    expect(card.cross_tests?.map(({ id, standing }) => [id, standing])).toEqual([
      ['of a', 'uncorroborated'],
      ['of c', 'not_trusted'],
    ]);
    expect(card.verdict).toMatchObject({ class: 'level', leaders: ['a', 'b'] });
    expect(card.verdict.reason).toMatch(/; b fails 1 new test that only a passes \(of a\)$/);
  });

  test('a warning on the file of a test removes its vote', () => {
    const authors = [testAuthor('x', [taskTest('v', { a: 'pass', b: 'pass', c: 'pass' })])];
    const suspect = { integrity: [finding('trivial_tests', 'warning', 'test/new.test.ts')] };
    const voting = [...authors, authored('c', [taskTest('t', { a: 'pass', b: 'fail' })])];
    expect(totals(scored({ authors: voting }))).toEqual({ a: [100, 100], b: [91.7, 50], c: [100, 100] });
    expect(totals(scored({ authors: voting }, { c: suspect }))).toEqual({ a: [100, 100], b: [100, 100], c: [100, 100] });
  });
});

describe('contested tests', () => {
  const contesting = {
    tests: ranTests({
      ...{ passed: 8, failed: 2, regressed: ['p', 'q'], own: 'passed' },
      contested: { p: 'test/p.ts', q: 'test/q.ts' },
    }),
  };
  const reasonOf = (changes: Record<string, Parts>, others: Parameters<typeof taskTest>[1][], equalTrees: string[][] = []) => {
    const tests = ['p', 'q'].map((id, index) => taskTest(id, others[index] ?? {}));
    return scored({ authors: [authored('a', tests)], equalTrees }, { a: contesting, ...changes }).verdict.reason;
  };
  const change = 'a changes what 2 existing tests expect (p, q)';

  test('lists the candidates that also pass the changed tests', () => {
    expect(reasonOf({}, [{ b: 'pass', c: 'fail' }, { b: 'pass' }])).toBe(
      `${change}, and b passes the changed tests too; without it b is first`,
    );
    expect(
      reasonOf({}, [
        { b: 'pass', c: 'pass' },
        { b: 'pass', c: 'pass' },
      ]),
    ).toBe(`${change}, and b and c pass the changed tests too; without it b is first`);
  });

  test('omits a candidate that passes only some of them', () => {
    const both = { b: 'pass', c: 'pass' } as const;
    expect(reasonOf({}, [both, { b: 'fail', c: 'pass' }])).toBe(
      `${change}, and c passes the changed tests too; without it c is first`,
    );
    expect(reasonOf({}, [both, { b: 'fail', c: 'fail' }])).toBe(`${change}; without it b is first`);
    expect(reasonOf({}, [both, {}])).toBe(`${change}; without it b is first`);
  });

  test('omits an equal tree and a candidate with an integrity error', () => {
    const both = { b: 'pass', c: 'pass' } as const;
    expect(reasonOf({ b: contesting }, [both, both], [['a', 'b']])).toContain('(p, q), and c passes the changed tests too');
    expect(reasonOf({ b: { integrity: [finding('grader_read', 'error')] } }, [both, both])).toBe(
      `${change}, and c passes the changed tests too; without it c is first`,
    );
  });
});

describe('without results about the task', () => {
  test('the scorecard has no matrix', () => {
    expect('cross_tests' in scored({})).toBe(false);
    expect('cross_tests' in scored({ authors: [] })).toBe(false);
  });

  test('without a weight they are shown but do not count', () => {
    const authors = [authored('a', [taskTest('t', { b: 'pass', c: 'fail' }), taskTest('u', { b: 'fail', c: 'fail' })])];
    const card = scored({ authors }, {}, makePolicy({ weights: { cross_tests: 0 } }));
    expect(card.cross_tests?.map(({ id, standing }) => [id, standing])).toEqual([
      ['t', 'scored'],
      ['u', 'uncorroborated'],
    ]);
    expect(totals(card)).toEqual({ a: [100, 100], b: [100, 100], c: [100, 0] });
    expect(card.verdict).toMatchObject({
      class: 'level',
      leaders: ['a', 'b', 'c'],
      reason: 'equal on everything that was measured; listed by name',
    });
  });

  test('results that the policy disables change nothing', () => {
    const authors = [authored('a', [taskTest('t', { b: 'pass', c: 'fail' }), taskTest('u', { b: 'fail', c: 'fail' })])];
    const off = makePolicy({ cross_tests: { enabled: false } });
    const { cross_tests, verdict, firmness, rankings } = scored({ authors }, {}, off);
    const without = scored({}, {}, off);
    expect([cross_tests, verdict, firmness]).toEqual([undefined, without.verdict, without.firmness]);
    expect(rankings.map(({ total }) => total)).toEqual(without.rankings.map(({ total }) => total));
  });
});
