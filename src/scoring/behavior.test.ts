// What the answers of candidates change: findings, the order of level candidates, `likely`, questions and decisions of users.
import { describe, expect, test } from 'vitest';
import {
  authored,
  baseTests,
  changed,
  finding,
  linted,
  makeCandidate,
  makeFacts,
  makePolicy,
  probe,
  ranTests,
  taskExamples,
  taskTest,
} from '../../test/facts-builder.ts';
import type { AnswerProbe, Policy, Scorecard } from '../contract/index.ts';
import { scoreFacts } from './score-facts.ts';

type FactsParts = NonNullable<Parameters<typeof makeFacts>[0]>;
type Parts = Parameters<typeof makeCandidate>[0];

function scored(
  names: string,
  evidence: FactsParts,
  changes: Record<string, Parts> = {},
  policy: Policy = makePolicy(),
): Scorecard {
  const candidates = [...names].map((name) => makeCandidate({ name, ...changes[name] }));
  return scoreFacts(makeFacts({ candidates, ...evidence }), policy);
}

/** One call per word; the letter at a candidate's place is its answer, the first one that of the base. `.` is no answer. */
function probesOf(names: string, ...words: string[]): AnswerProbe[] {
  return words.map((word, index) => {
    const answers = [...names].flatMap((name, at): [string, string][] => {
      const answer = word[at + 1] ?? '.';
      return answer === '.' ? [] : [[name, answer]];
    });
    return probe(`f(${index})`, word[0] ?? null, Object.fromEntries(answers));
  });
}

const order = ({ rankings }: Scorecard) => rankings.map(({ agent }) => agent);
const findingsOf = ({ rankings }: Scorecard, id: string) =>
  rankings.flatMap(({ agent, findings }) =>
    findings.filter((each) => each.id === id).map(({ severity, message }) => [agent, severity, message]),
  );
const large = { files: [changed('src/main.ts', { lines: 300 })] };

describe('solutions', () => {
  test('are groups with the same source or the same answers, in the order of the ranking', () => {
    const probes = probesOf('abcde', 'xyyyz.', 'xyyyz.', 'xyyyz.');
    const card = scored('abcde', { probes, equalSources: [['d', 'e']] }, { a: large });
    expect(card.solutions).toEqual([
      { candidates: ['b', 'c', 'a'], why: 'same_answers', agreement: 0.666667 },
      { candidates: ['d', 'e'], why: 'same_source', agreement: 0 },
    ]);
    expect(card.answers).toEqual({ probes: 3, different: 3, unstable: 0 });
  });

  test('need three common calls', () => {
    const { solutions = [] } = scored('ab', { probes: probesOf('ab', 'xyy', 'xyy', 'xy.') });
    expect(solutions.map(({ candidates, why }) => [candidates, why])).toEqual([
      [['a'], 'single'],
      [['b'], 'single'],
    ]);
  });

  test('are not known without answers, and not shown if the policy turns them off', () => {
    const probes = probesOf('ab', 'xyy', 'xyy', 'xyz');
    const off = scored('ab', { probes }, {}, makePolicy({ answers: { enabled: false } }));
    for (const card of [off, scored('ab', {})]) {
      expect([card.solutions, card.answers, card.questions]).toEqual([undefined, undefined, undefined]);
    }
  });
});

describe('likely', () => {
  const probes = probesOf('abcde', 'xyyyyy', 'xyyyyy', 'xyyyyz', 'xyyyzw');

  test('names the solution that most independent candidates share', () => {
    const card = scored('abcde', { probes }, { a: large, b: large, c: large });
    expect(card.verdict).toEqual({
      class: 'likely',
      leaders: ['a', 'b', 'c'],
      reason:
        '3 of 5 independent solutions give the same answers to all 4 inputs; d gives other answers to 1, e gives other answers to 2',
      next: '`hydra ask run-1` shows the input that separates them.',
    });
    expect([order(card), 'winner' in card, card.firmness.verdict]).toEqual([['a', 'b', 'c', 'd', 'e'], false, 'no_winner']);
    expect(card.solutions?.map(({ candidates, agreement }) => [candidates, agreement])).toEqual([
      [['a', 'b', 'c'], 0.625],
      [['d'], 0.375],
      [['e'], 0],
    ]);
  });

  test('has a winner only if the policy accepts it', () => {
    const policy = makePolicy();
    const card = scored('abcde', { probes }, {}, { ...policy, scoring: { ...policy.scoring, accept_likely: true } });
    expect([card.verdict.class, card.winner, card.margin, card.sensitivity]).toEqual(['likely', 'a', null, null]);
  });

  test('needs three independent candidates that agree', () => {
    const three = probesOf('abcd', 'xyyyz', 'xyyyz', 'xyyyz');
    expect(scored('abcd', { probes: three }).verdict).toMatchObject({ class: 'likely', leaders: ['a', 'b', 'c'] });
    expect(scored('abcd', { probes: three, nearEqual: [['a', 'b']] }).verdict.class).toBe('level');
    expect(scored('abcd', { probes: three, equalSources: [['a', 'b']] }).verdict.class).toBe('level');
    expect(scored('abc', { probes: probesOf('abc', 'xyyz', 'xyyz', 'xyyz') }).verdict.class).toBe('level');
  });

  test('needs more than half of the independent candidates', () => {
    const half = probesOf('abcdef', 'xyyyzzw', 'xyyyzzw', 'xyyyzzw');
    expect(scored('abcdef', { probes: half }).verdict.class).toBe('level');
    const equal = probesOf('abcdef', 'xyyyzzz', 'xyyyzzz', 'xyyyzzz');
    expect(scored('abcdef', { probes: equal }).verdict.class).toBe('level');
  });

  test('is not a solution with more warnings about gaming than another', () => {
    const suspect = { integrity: [finding('test_weakened', 'warning', 'test/a.ts')] };
    const card = scored('abcde', { probes }, { a: suspect });
    expect(card.verdict.class).not.toBe('likely');
  });

  test('is not named where the base has failing tests that nobody fixes', () => {
    const tests = ranTests({ passed: 10, failed: 2 });
    const all = { a: { tests }, b: { tests }, c: { tests }, d: { tests }, e: { tests } };
    const baseline = { tests: baseTests({ passed: 10, failed: 2 }) };
    const card = scored('abcde', { probes, baseline }, all);
    expect([card.verdict.class, card.verdict.leaders]).toEqual(['level', ['a', 'b', 'c', 'd', 'e']]);
    expect(scored('abcde', { baseline }, all).verdict.class).toBe('unproven');
  });

  test('a candidate with an integrity error has no vote', () => {
    const cheat = { integrity: [finding('early_exit', 'error')] };
    const card = scored('abcd', { probes: probesOf('abcd', 'xyyyz', 'xyyyz', 'xyyyz') }, { b: cheat });
    expect(card.verdict.class).toBe('level');
  });
});

describe('a lead by new tests that one other candidate passes', () => {
  const rows = (changes: Parameters<typeof taskTest>[2] = {}) => [
    authored('a', [taskTest('t', { b: 'fail', c: 'pass' }, { failures: { b: '1 is not 2' }, ...changes })]),
    authored('b', [taskTest('u', { a: 'pass', c: 'fail' }, { failures: { c: '1 is not 3' } })]),
  ];

  test('is likely where the other one does something else', () => {
    expect(scored('abc', { authors: rows() }).verdict).toEqual({
      class: 'likely',
      leaders: ['a'],
      reason: 'passes 1 new test that b fails (t), and one other candidate passes; b fails in another way than the base',
      next: 'Score again with a test of the change: `hydra score --acceptance PATH`.',
    });
  });

  test('decides where the others fail as the base does, or nothing is known about how they fail', () => {
    const alike = authored('b', [taskTest('u', { a: 'pass', c: 'fail' }, { failures: { c: 'x' }, like_base: ['c'] })]);
    const [first] = rows({ like_base: ['b'] });
    const unknown = authored('b', [taskTest('u', { a: 'pass', c: 'fail' })]);
    for (const second of [alike, unknown]) {
      const { verdict } = scored('abc', { authors: first === undefined ? [] : [first, second] });
      expect(verdict).toMatchObject({ class: 'decided_by_tests', leaders: ['a'] });
    }
  });

  test('decides where two others pass, unless they are not independent', () => {
    const authors = [
      authored('a', [taskTest('t', { b: 'fail', c: 'pass', d: 'pass' }, { failures: { b: 'x' } })]),
      authored('b', [taskTest('u', { a: 'pass', c: 'fail', d: 'fail' })]),
    ];
    expect(scored('abcd', { authors }).verdict).toMatchObject({ class: 'decided_by_tests', leaders: ['a'] });
    expect(scored('abcd', { authors, nearEqual: [['c', 'd']] }).verdict).toMatchObject({ class: 'likely', leaders: ['a'] });
  });

  test('decides where an example of the task says the same', () => {
    const authors = [...rows(), taskExamples(taskTest('e', { a: 'pass', b: 'fail', c: 'fail' }))];
    expect(scored('abc', { authors }).verdict).toMatchObject({ class: 'decided_by_tests', leaders: ['a'] });
  });
});

describe('level', () => {
  const probes = probesOf('ab', 'xyz', 'xyy', 'xyy');

  test('names the calls that differ, and the next step shows them', () => {
    const { verdict, questions } = scored('ab', { probes });
    expect(verdict).toEqual({
      class: 'level',
      leaders: ['a', 'b'],
      reason: 'no test separates them; they differ on 1 of 3 inputs; listed by name',
      next: '`hydra ask run-1` shows the input that separates them.',
    });
    expect(questions).toEqual([
      {
        id: 'f(0)',
        call: 'f(0)',
        language: 'javascript',
        path: 'src/main.ts',
        base: 'x',
        answers: [
          { answer: 'y', candidates: ['a'] },
          { answer: 'z', candidates: ['b'] },
        ],
      },
    ]);
  });

  test('says that all give the same answers', () => {
    const card = scored('ab', { probes: probesOf('ab', 'xyy', 'xyy', 'xyy') });
    expect(card.verdict.reason).toBe('equal on everything that was measured; the same answers to all 3 inputs; listed by name');
    expect(card.questions).toBeUndefined();
  });

  test('different answers keep quality from deciding, and equal ones do not', () => {
    const linty = { lint: linted({ warnings: 3, added: ['warning', 'warning', 'warning'] }) };
    expect(scored('ab', { probes }, { b: linty }).verdict).toMatchObject({
      class: 'level',
      reason: 'no test separates them, and quality does not decide; they differ on 1 of 3 inputs',
    });
    expect(scored('ab', { probes: probesOf('ab', 'xyy', 'xyy', 'xyy') }, { b: linty }).verdict).toMatchObject({
      class: 'decided_by_quality',
      reason: expect.stringMatching(/^better than b in lint .*; the same answers to all 3 inputs$/),
    });
  });

  test('is ordered by agreement before everything but warnings', () => {
    const split = probesOf('abcd', 'xzyyz', 'xzyyv', 'xzyyw', 'xyyyy');
    const nobody = probesOf('abcd', 'xzyya', 'xzyyv', 'xzvyw');
    const card = scored('abcd', { probes: nobody }, { c: large });
    expect([order(card), card.verdict.class]).toEqual([['b', 'c', 'a', 'd'], 'level']);
    expect(card.verdict.reason).toContain('listed by the share of others that give the same answers');
    expect(order(scored('abcd', { probes: split }, { b: large }))).toEqual(['c', 'b', 'a', 'd']);
  });

  test('then by the new tests of others that each fails', () => {
    const authors = [authored('b', [taskTest('t', { a: 'fail', c: 'fail' })])];
    const card = scored('abc', { authors });
    expect([order(card), card.verdict.leaders]).toEqual([
      ['b', 'a', 'c'],
      ['b', 'a', 'c'],
    ]);
    expect(card.verdict.reason).toContain('; listed by the new tests of others that they fail, fewest first');
  });

  test('which count before diff size, and once per author', () => {
    const larger = { files: [changed('src/main.ts', { lines: 14 })] };
    const ofB = authored('b', [taskTest('t', { a: 'fail', c: 'fail' })]);
    const { verdict } = scored('abc', { authors: [ofB] }, { b: larger });
    expect([verdict.class, verdict.leaders]).toEqual(['level', ['b', 'a', 'c']]);
    const many = ['t', 'u', 'v'].map((id) => taskTest(id, { b: 'fail', c: 'fail' }));
    expect(scored('abc', { authors: [authored('a', many), ofB] }).verdict.leaders).toEqual(['a', 'b', 'c']);
  });
});

describe('no effect', () => {
  const probes = probesOf('abc', 'xyyx', 'xyzx', 'xxxx');
  const failing = { baseline: { tests: baseTests({ passed: 10, failed: 1 }) } };
  const fixed = { tests: ranTests({ passed: 11, fixed: ['t'] }) };
  const fixesNot = { tests: ranTests({ passed: 10, failed: 1 }) };

  test('is information without a sign that the task asks for other behavior', () => {
    const card = scored('abc', { probes });
    expect(findingsOf(card, 'no_effect')).toEqual([
      ['c', 'info', 'gives the answers of the base to 3 inputs and passes no test that fails there'],
    ]);
    expect(card.verdict.leaders).toContain('c');
  });

  test('is a warning if another candidate fixes a failing test', () => {
    const card = scored('abc', { probes, ...failing }, { a: fixed, b: fixesNot, c: fixesNot });
    expect(findingsOf(card, 'no_effect')).toEqual([
      [
        'c',
        'warning',
        'gives the answers of the base to 3 inputs and passes no test that fails there, and the task asks for other behavior: a makes failing tests pass',
      ],
    ]);
  });

  test('keeps a candidate from being first, level or the winner, whatever its quality', () => {
    // The example cannot run with c, so that no test puts it below the others.
    const authors = [taskExamples(taskTest('e', { a: 'pass', b: 'pass', c: 'cannot_load' }))];
    const poor = { files: [changed('src/main.ts', { lines: 2000 })] };
    const card = scored('abc', { probes, authors }, { a: poor, b: poor });
    expect([order(card), card.verdict.class, card.verdict.leaders]).toEqual([['a', 'b', 'c'], 'level', ['a', 'b']]);
    const two = scored('ac', { probes, authors }, { a: poor });
    expect(two.verdict).toMatchObject({
      class: 'decided_by_quality',
      leaders: ['a'],
      reason: 'c gives the answers of the base to 3 inputs, and the task asks for other behavior',
    });
  });

  test('nothing is proven if no mergeable candidate has an effect', () => {
    const authors = [taskExamples(taskTest('e', { a: 'pass', b: 'cannot_load', c: 'cannot_load' }))];
    const broken = { tests: ranTests({ passed: 9, failed: 1, regressed: ['p'] }) };
    const same = probesOf('abc', 'xyxx', 'xyxx', 'xyxx');
    const card = scored('abc', { probes: same, authors }, { a: broken });
    expect(card.verdict).toMatchObject({
      class: 'unproven',
      leaders: [],
      reason: 'b and c give the answers of the base to 3 inputs, and the task asks for other behavior',
    });
  });

  test('the policy can lower, raise and turn off its severity', () => {
    const with_ = (severity: 'info' | 'error' | 'off') => {
      const card = scored(
        'abc',
        { probes, ...failing },
        { a: fixed, b: fixesNot, c: fixesNot },
        makePolicy({ integrity: { severity: { no_effect: severity } } }),
      );
      const ranking = card.rankings.find(({ agent }) => agent === 'c');
      return [ranking?.mergeable, findingsOf(card, 'no_effect').map(([, own]) => own)];
    };
    expect([with_('info'), with_('error'), with_('off')]).toEqual([
      [true, ['info']],
      [false, ['error']],
      [true, []],
    ]);
  });

  test('a candidate that passes a test which fails on the base has an effect', () => {
    const authors = [authored('c', [taskTest('t', { a: 'fail', b: 'fail' })])];
    expect(findingsOf(scored('abc', { probes, authors }), 'no_effect')).toEqual([]);
  });
});

describe('changes answers', () => {
  test('is a warning with at most three inputs where most solutions have no effect', () => {
    const probes = probesOf('abc', 'xxxy', 'xxxy', 'xxxy', 'xxxy', 'xxxx');
    const card = scored('abc', { probes });
    expect(findingsOf(card, 'changes_answers')).toEqual([
      [
        'c',
        'warning',
        'changes the answers to 4 of 5 inputs, where 2 of 3 independent solutions change none: f(0), f(1), f(2) and 1 more',
      ],
    ]);
    expect(findingsOf(card, 'no_effect').map(([agent, severity]) => [agent, severity])).toEqual([
      ['a', 'info'],
      ['b', 'info'],
    ]);
    expect(card.verdict).toMatchObject({ class: 'level', leaders: ['a', 'b', 'c'] });
  });

  test('needs a majority of independent solutions', () => {
    const probes = probesOf('abc', 'xxxy', 'xxxy', 'xxxy');
    expect(findingsOf(scored('abc', { probes, nearEqual: [['a', 'b']] }), 'changes_answers')).toEqual([]);
  });

  test('shortens long inputs', () => {
    const call = `f("${'é'.repeat(5000)}")`;
    const probes = [0, 1, 2].map((index) => probe(`${call}${index}`, 'x', { a: 'x', b: 'x', c: 'y' }));
    const [[, , message = ''] = []] = findingsOf(scored('abc', { probes }), 'changes_answers');
    expect(message.length).toBeLessThan(400);
  });
});

describe('decisions of a user', () => {
  const decided = (right: string[], probes = probesOf('abc', 'xyyz', 'xyyz', 'xyzz')) =>
    probes.map((each, index) => (index === 0 ? { ...each, right } : each));

  test('are tests that decide before the examples', () => {
    const authors = [
      taskExamples(taskTest('e', { a: 'pass', b: 'pass', c: 'pass' }), taskTest('f', { a: 'fail', b: 'fail', c: 'pass' })),
    ];
    const probes = decided(['y']);
    const card = scored('abc', { probes, authors });
    expect([card.verdict.class, card.verdict.leaders]).toEqual(['level', ['a', 'b']]);
    expect(scored('ac', { probes, authors }).verdict).toMatchObject({
      class: 'decided_by_tests',
      leaders: ['a'],
      reason: 'answers 1 of 1 question as you did, c 0',
    });
  });

  test('may name several right answers', () => {
    expect(scored('abc', { probes: decided(['y', 'z']) }).verdict.leaders).toHaveLength(3);
  });

  test('decide nothing if the user does not know', () => {
    const [open, unknown] = [undefined, []].map((right) => {
      const probes = probesOf('abc', 'xyyz', 'xyyz', 'xyzz').map((each, index) =>
        index === 0 && right !== undefined ? { ...each, right } : each,
      );
      return scored('abc', { probes });
    });
    expect(unknown?.verdict).toEqual(open?.verdict);
    expect(open?.questions?.map(({ id }) => id)).toEqual(['f(0)', 'f(2)']);
    expect(unknown?.questions?.map(({ id }) => id)).toEqual(['f(1)', 'f(2)']);
  });

  test('are not asked again', () => {
    const probes = probesOf('ab', 'xyz', 'xyz', 'xyz').map((each) => ({ ...each, right: [] }));
    const { verdict, questions } = scored('ab', { probes });
    expect([questions, verdict.next]).toEqual([undefined, 'Choose one: `hydra merge run-1 a`.']);
  });

  test('show something about the task', () => {
    const baseline = { tests: baseTests({ passed: 10, failed: 1 }) };
    const tests = ranTests({ passed: 10, failed: 1 });
    const probes = probesOf('ab', 'xyy', 'xyy', 'xyy');
    const both = { a: { tests }, b: { tests } };
    expect(scored('ab', { baseline, probes }, both).verdict.class).toBe('unproven');
    expect(scored('ab', { baseline, probes: decided(['y'], probes) }, both).verdict.class).toBe('level');
  });
});

describe('questions', () => {
  const ids = (card: Scorecard) => card.questions?.map(({ id }) => id);

  test('split the leaders evenly, and then what the earlier ones left', () => {
    const probes = probesOf('abcd', 'xyyyz', 'xyyzz', 'xyzyz', 'xyzzy');
    expect(ids(scored('abcd', { probes }))).toEqual(['f(1)', 'f(2)']);
  });

  test('prefer the shorter call, then one nearer to an example of the task', () => {
    const answers = { a: 'y', b: 'z' };
    const make = (call: string, changes: Partial<AnswerProbe>) => probe(call, 'x', answers, changes);
    const all = [
      make('g(10)', { source: 'example', is_changed: false }),
      make('g(1)', { source: 'new_test', is_changed: false }),
      make('g(2)', { source: 'example', is_changed: true }),
      make('g(3)', { source: 'example', is_changed: false }),
    ];
    expect(ids(scored('ab', { probes: all }))).toEqual(['g(3)']);
    expect(ids(scored('ab', { probes: all.slice(0, 3) }))).toEqual(['g(2)']);
    expect(ids(scored('ab', { probes: all.slice(0, 2) }))).toEqual(['g(1)']);
  });

  test('are at most five', () => {
    const names = 'abcdefg';
    const probes = [...names].map((odd, index) =>
      probe(`f(${index})`, 'x', Object.fromEntries([...names].map((name) => [name, name === odd ? 'z' : 'y']))),
    );
    expect(ids(scored(names, { probes }))).toHaveLength(5);
  });

  test('are not asked about a decided run', () => {
    const fixed = { tests: ranTests({ passed: 11, fixed: ['t'] }) };
    const fixesNot = { tests: ranTests({ passed: 10, failed: 1 }) };
    const baseline = { tests: baseTests({ passed: 10, failed: 1 }) };
    const card = scored('ab', { baseline, probes: probesOf('ab', 'xyz') }, { a: fixed, b: fixesNot });
    expect([card.verdict.class, card.questions]).toEqual(['decided_by_tests', undefined]);
  });

  test('show the answers of a candidate that is called like a property of every object', () => {
    const probes = [probe('f(0)', 'x', JSON.parse('{"constructor":"y","b":"z"}'))];
    const candidates = ['constructor', 'b', 'toString'].map((name) => makeCandidate({ name }));
    const card = scoreFacts(makeFacts({ candidates, probes }), makePolicy());
    expect(card.questions?.[0]?.answers.map(({ candidates: names }) => names)).toEqual([['b'], ['constructor']]);
  });
});
