import { describe, expect, test } from 'vitest';
import {
  authored,
  finding,
  makeCandidate,
  makeFacts,
  makePolicy,
  ranTests,
  taskTest,
  testAuthor,
} from '../../test/facts-builder.ts';
import type { CandidateFacts, CrossTestRow, Facts, TaskTest } from '../contract/index.ts';
import { crossTestRows, distinctRows, passedByOthers, sharesOf, testsBetween, uncorroboratedAgainst } from './cross-tests.ts';

type FactsParts = NonNullable<Parameters<typeof makeFacts>[0]>;

function factsOf(parts: Pick<FactsParts, 'authors' | 'equalTrees'>, integrity: Record<string, CandidateFacts['integrity']> = {}) {
  const candidates = ['a', 'b', 'c', 'd'].map((name) => makeCandidate({ name, integrity: integrity[name] ?? [] }));
  return makeFacts({ candidates, ...parts });
}

const rowsOf = (facts: Facts, policy = makePolicy()) => crossTestRows(facts, policy);
const standings = (rows: readonly CrossTestRow[]) => rows.map(({ author, id, standing }) => `${author} ${id}: ${standing}`);
const shares = (facts: Facts, name: string) =>
  sharesOf(name, rowsOf(facts), facts).map(({ author, passed, loaded }) => `${author} ${passed}/${loaded}`);

describe('the standing of a test', () => {
  test.each<[string, Partial<TaskTest>, TaskTest['others'], CrossTestRow['standing']]>([
    ['another candidate passes it', {}, { b: 'pass', c: 'fail' }, 'scored'],
    ['it cannot load on the base', { base: 'cannot_load' }, { b: 'pass' }, 'scored'],
    ['it passes on the base', { base: 'pass' }, { b: 'pass' }, 'passes_on_base'],
    ['it is flaky on the base', { base: 'flaky' }, { b: 'pass' }, 'unstable'],
    ['it fails with its author', { author: 'fail' }, { b: 'pass' }, 'unstable'],
    ['it is flaky with its author', { author: 'flaky' }, { b: 'pass' }, 'unstable'],
    ['it cannot load with its author', { author: 'cannot_load' }, { b: 'pass' }, 'unstable'],
    ['only its author passes it', {}, { b: 'fail', c: 'fail' }, 'uncorroborated'],
    ['a flaky result corroborates nothing', {}, { b: 'fail', c: 'flaky' }, 'uncorroborated'],
    ['it loads with no other candidate', {}, { b: 'cannot_load', c: 'cannot_load' }, 'loads_nowhere'],
    ['it is flaky with every other candidate', {}, { b: 'flaky' }, 'loads_nowhere'],
    ['it ran on no other candidate', {}, {}, 'loads_nowhere'],
  ])('%s', (_, changes, others, expected) => {
    const rows = rowsOf(factsOf({ authors: [authored('a', [taskTest('t', others, changes)])] }));
    expect(rows.map(({ standing }) => standing)).toEqual([expected]);
  });

  test('a test with the name of one that is flaky on the base has no vote; one that is flaky for a single candidate has', () => {
    const facts = factsOf({ authors: [authored('a', [taskTest('t', { b: 'pass', c: 'fail' }), taskTest('u', { b: 'pass' })])] });
    const withFlaky = (flaky: Record<string, string[]>) => ({
      ...facts,
      candidates: facts.candidates.map((each) => ({ ...each, tests: ranTests({ passed: 1, flaky: flaky[each.name] ?? ['t'] }) })),
    });
    expect(standings(rowsOf(withFlaky({})))).toEqual(['a t: unstable', 'a u: scored']);
    expect(standings(rowsOf(withFlaky({ b: [] })))).toEqual(['a t: scored', 'a u: scored']);
  });

  test("the tests of an author without a candidate get votes from the candidates' results", () => {
    const tests = [taskTest('t', { a: 'pass', b: 'fail' }), taskTest('u', { a: 'fail', b: 'fail' })];
    expect(standings(rowsOf(factsOf({ authors: [testAuthor('x', tests)] })))).toEqual(['x t: scored', 'x u: uncorroborated']);
  });

  test('does not confuse a test author with a candidate of the same name', () => {
    const authors = [testAuthor('a', [taskTest('t', { a: 'pass', b: 'fail' })])];
    const facts = factsOf({ authors }, { a: [finding('test_weakened', 'warning', 'test/new.test.ts')] });
    const [row] = rowsOf(facts);
    expect([row?.standing, row?.outcomes]).toEqual(['scored', { a: 'pass', b: 'fail' }]);
    expect([shares(facts, 'a'), shares(facts, 'b')]).toEqual([['a 1/1'], ['a 0/1']]);
  });
});

describe('integrity findings', () => {
  const others = { b: 'pass', c: 'fail' } as const;

  test.each<[string, CandidateFacts['integrity'], string[]]>([
    ['an error of the author', [finding('grader_read', 'error')], ['not_trusted', 'not_trusted']],
    ['a warning on the file of a test', [finding('trivial_tests', 'warning', 'test/t.ts')], ['not_trusted', 'scored']],
    ['a warning on another file', [finding('ci_changed', 'warning', 'ci.yml')], ['scored', 'scored']],
    ['a warning without a place', [finding('flaky_on_candidate', 'warning')], ['scored', 'scored']],
    ['an info on the file of a test', [finding('trivial_tests', 'info', 'test/t.ts')], ['scored', 'scored']],
  ])('%s', (_, integrity, expected) => {
    const tests = [taskTest('t', others, { path: 'test/t.ts' }), taskTest('u', others, { path: 'test/u.ts' })];
    const rows = rowsOf(factsOf({ authors: [authored('a', tests)] }, { a: integrity }));
    expect(rows.map(({ standing }) => standing)).toEqual(expected);
  });

  test('a test in an unknown file keeps its vote despite a warning without a path', () => {
    const authors = [authored('a', [taskTest('t', others, { path: null })])];
    const rows = rowsOf(factsOf({ authors }, { a: [finding('flaky_on_candidate', 'warning')] }));
    expect(standings(rows)).toEqual(['a t: scored']);
  });

  test('a candidate with an error corroborates nothing', () => {
    const authors = [authored('a', [taskTest('t', { b: 'pass', c: 'fail' }), taskTest('u', { b: 'pass' })])];
    const rows = rowsOf(factsOf({ authors }, { b: [finding('grader_read', 'error')] }));
    expect(standings(rows)).toEqual(['a t: uncorroborated', 'a u: loads_nowhere']);
  });

  test('the policy decides which findings are errors', () => {
    const facts = factsOf({ authors: [authored('a', [taskTest('t', others)])] }, { a: [finding('grader_read', 'error')] });
    const off = makePolicy({ integrity: { severity: { grader_read: 'off' } } });
    expect(standings(rowsOf(facts, off))).toEqual(['a t: scored']);
  });
});

describe('nearly equal diffs', () => {
  test('do not corroborate each other', () => {
    const authors = [authored('a', [taskTest('t', { b: 'pass', c: 'fail' }), taskTest('u', { b: 'pass', c: 'pass' })])];
    const facts = { ...factsOf({ authors }), near_equal: [['b', 'a']] };
    expect(standings(rowsOf(facts))).toEqual(['a t: uncorroborated', 'a u: scored']);
    expect(passedByOthers('a', ['u'], rowsOf(facts), facts)).toEqual(['c']);
  });

  test('count once as an author', () => {
    const authors = [
      authored('a', [taskTest('t', { c: 'pass', d: 'pass' })]),
      authored('b', [taskTest('u', { c: 'fail', d: 'pass' })]),
    ];
    const facts = factsOf({ authors });
    expect(shares(facts, 'c')).toEqual(['a 1/1', 'b 0/1']);
    expect(shares({ ...facts, near_equal: [['a', 'b']] }, 'c')).toEqual(['a 1/2']);
  });
});

describe('equal trees', () => {
  test('do not corroborate each other', () => {
    const authors = [authored('a', [taskTest('t', { b: 'pass', c: 'fail' }), taskTest('u', { b: 'pass', c: 'pass' })])];
    const rows = rowsOf(factsOf({ authors, equalTrees: [['b', 'a']] }));
    expect(standings(rows)).toEqual(['a t: uncorroborated', 'a u: scored']);
  });

  test('count once as an author', () => {
    const authors = [
      authored('a', [taskTest('t', { b: 'pass', c: 'fail', d: 'pass' })]),
      authored('b', [taskTest('t', { a: 'pass', c: 'fail', d: 'pass' })]),
      authored('d', [taskTest('w', { a: 'pass', b: 'pass', c: 'pass' })]),
    ];
    const facts = factsOf({ authors, equalTrees: [['a', 'b']] });
    expect(['a', 'b', 'c', 'd'].map((name) => shares(facts, name))).toEqual([
      ['a 1/1', 'd 1/1'],
      ['a 1/1', 'd 1/1'],
      ['d 1/1', 'a 0/1'],
      ['a 1/1', 'd 1/1'],
    ]);
    expect(standings(distinctRows(rowsOf(facts), facts.cross_tests))).toEqual(['a t: scored', 'd w: scored']);
  });

  test('uses the row of each test with the most results', () => {
    const authors = [
      authored('a', [taskTest('t', { c: 'pass' }), taskTest('u', { c: 'pass', d: 'pass' })]),
      authored('b', [taskTest('t', { c: 'pass', d: 'fail' }), taskTest('u', { c: 'pass' })]),
    ];
    const facts = factsOf({ authors, equalTrees: [['a', 'b']] });
    expect(standings(distinctRows(rowsOf(facts), facts.cross_tests))).toEqual(['a u: scored', 'b t: scored']);
    expect(shares(facts, 'd')).toEqual(['a 1/2']);
  });

  test('uses the row of the author without an integrity error', () => {
    const authors = [authored('a', [taskTest('t', { c: 'pass', d: 'fail' })]), authored('b', [taskTest('t', { c: 'pass' })])];
    const facts = factsOf({ authors, equalTrees: [['a', 'b']] }, { a: [finding('grader_read', 'error')] });
    expect(standings(distinctRows(rowsOf(facts), facts.cross_tests))).toEqual(['b t: scored']);
    expect(shares(facts, 'c')).toEqual(['b 1/1']);
  });

  test('share the outcome of the one on which a test ran', () => {
    const authors = [authored('c', [taskTest('t', { a: 'fail', d: 'pass' })])];
    const facts = factsOf({ authors, equalTrees: [['b', 'a']] });
    expect(rowsOf(facts)[0]?.outcomes).toEqual({ a: 'fail', b: 'fail', c: 'pass', d: 'pass' });
    expect(shares(facts, 'b')).toEqual(shares(facts, 'a'));
  });
});

describe('the shares of a candidate', () => {
  const authors = [
    authored('b', [
      taskTest('t1', { a: 'pass', c: 'pass' }),
      taskTest('t2', { a: 'fail', c: 'pass' }),
      taskTest('t3', { a: 'cannot_load', c: 'pass' }),
      taskTest('t4', { a: 'flaky', c: 'pass' }),
      taskTest('t5', { a: 'fail', c: 'fail' }),
    ]),
    authored('c', [taskTest('v1', { a: 'pass', b: 'pass' }), taskTest('v2', { a: 'pass', b: 'fail' })]),
  ];
  const facts = factsOf({ authors });

  test('count scored tests that ran, by author, highest share first', () => {
    expect(shares(facts, 'a')).toEqual(['c 2/2', 'b 1/2']);
  });

  test('count a test of the same name and file once per author', () => {
    const same = factsOf({
      authors: [
        authored('b', [taskTest('t', { a: 'pass', c: 'pass' })]),
        authored('c', [taskTest('t', { a: 'fail', b: 'pass' })]),
      ],
    });
    expect(shares(same, 'a')).toEqual(['b 1/1', 'c 0/1']);
  });

  test('include its own tests that another candidate confirms', () => {
    expect(shares(facts, 'b')).toEqual(['b 4/4', 'c 1/2']);
    expect(shares(facts, 'c')).toEqual(['b 4/4', 'c 2/2']);
  });

  test('count a test that several authors add with the same text once', () => {
    const same = factsOf({
      authors: [
        authored('b', [taskTest('t', { a: 'pass', c: 'pass' }), taskTest('u', { a: 'fail', c: 'pass' })]),
        authored('c', [taskTest('t', { a: 'pass', b: 'pass' }, { same_as: 'b' })]),
      ],
    });
    expect(shares(same, 'a')).toEqual(['b 1/2']);
  });

  test('are empty if no test ran', () => {
    expect(shares(facts, 'd')).toEqual([]);
    expect(sharesOf('a', [], {})).toEqual([]);
  });
});

describe('the matrix', () => {
  test('lists every test with its outcomes, by author and test', () => {
    const failures = { c: 'expected 1, got 2' };
    const authors = [
      authored('b', [
        taskTest('u', { a: 'pass', c: 'fail' }, { path: 'test/b.ts', failures }),
        taskTest('t', { a: 'pass' }, { path: 'test/b.ts' }),
        taskTest('z', { a: 'pass' }, { path: 'test/a.ts', base: 'pass' }),
      ]),
      authored('a', [taskTest('x', { b: 'cannot_load' }, { path: null })]),
    ];
    const rows = rowsOf(factsOf({ authors }));
    expect(standings(rows)).toEqual(['a x: loads_nowhere', 'b z: passes_on_base', 'b t: scored', 'b u: scored']);
    expect(rows.at(-1)).toEqual({
      author: 'b',
      kind: 'candidate',
      id: 'u',
      path: 'test/b.ts',
      standing: 'scored',
      base: 'fail',
      outcomes: { a: 'pass', b: 'pass', c: 'fail' },
      failures,
    });
  });

  test('is empty without facts about it, and if the policy disables it', () => {
    expect(rowsOf(factsOf({}))).toEqual([]);
    const facts = factsOf({ authors: [authored('a', [taskTest('t', { b: 'pass' })])] });
    expect(rowsOf(facts, makePolicy({ cross_tests: { enabled: false } }))).toEqual([]);
    expect(rowsOf(facts, makePolicy({ cross_tests: { enabled: true } }))).toHaveLength(1);
  });
});

describe('tests between two candidates', () => {
  const rows = rowsOf(
    factsOf({
      authors: [
        authored('a', [taskTest('t', { b: 'pass', c: 'fail' }), taskTest('only a', { b: 'fail', c: 'flaky', d: 'cannot_load' })]),
        authored('b', [taskTest('u', { a: 'flaky', c: 'cannot_load', d: 'pass' })]),
        testAuthor('x', [taskTest('none', { a: 'fail', b: 'fail' })]),
      ],
    }),
  );
  const ids = (list: readonly CrossTestRow[]) => list.map(({ id }) => id);

  test("are scored tests that one passes and the other fails, including the winner's own tests", () => {
    expect(ids(testsBetween('a', 'c', rows))).toEqual(['t']);
    expect(ids(testsBetween('b', 'c', rows))).toEqual(['t']);
    expect(ids(testsBetween('a', 'b', rows))).toEqual([]);
  });

  test('neither cannot_load nor flaky is a failure', () => {
    expect([testsBetween('b', 'a', rows), testsBetween('d', 'c', rows)]).toEqual([[], []]);
    expect(['b', 'c', 'd'].map((name) => ids(uncorroboratedAgainst(name, rows)))).toEqual([['only a'], [], []]);
  });

  test('a test of the test author that no candidate passes is not open', () => {
    expect(ids(uncorroboratedAgainst('a', rows))).toEqual([]);
  });
});

describe('candidates that pass the tests of another author', () => {
  const facts = factsOf({
    authors: [authored('a', [taskTest('p', { b: 'pass', c: 'pass', d: 'pass' }), taskTest('q', { b: 'pass', c: 'fail' })])],
    equalTrees: [['a', 'd']],
  });
  const passedBy = (...ids: string[]) => passedByOthers('a', ids, rowsOf(facts), facts);

  test('pass all of them, with a different tree', () => {
    expect(passedBy('p')).toEqual(['b', 'c']);
    expect(passedBy('p', 'q')).toEqual(['b']);
  });

  test('are none if a test did not run', () => {
    expect(passedBy('p', 'unknown')).toEqual([]);
  });
});
