import { expect, test } from 'vitest';
import { assess, authored, makeCandidate, makeFacts, makePolicy, taskTest, testAuthor } from '../../../test/facts-builder.ts';
import { crossTests } from './cross-tests.ts';

type Authors = NonNullable<Parameters<typeof makeFacts>[0]>['authors'];

const factsOf = (authors: Authors) =>
  makeFacts({ candidates: ['a', 'b', 'c'].map((name) => makeCandidate({ name })), ...(authors && { authors }) });
const scoresOf = (authors: Authors) => {
  const facts = factsOf(authors);
  return ['a', 'b', 'c'].map((name) => {
    const result = assess(crossTests, facts, makePolicy(), name);
    return result.state === 'scored' ? result.score : result.state;
  });
};

test('scores the mean of the shares of all authors and records every step', () => {
  const facts = factsOf([
    authored('a', [taskTest('t', { b: 'pass', c: 'pass' }), taskTest('u', { b: 'pass', c: 'fail' })]),
    authored('b', [taskTest('v', { a: 'pass', c: 'pass' })]),
  ]);
  expect(assess(crossTests, facts, makePolicy(), 'c')).toEqual({
    state: 'scored',
    score: 75,
    steps: [
      { name: 'share_1 (tests of b)', expression: 'passed / loaded', inputs: { passed: 1, loaded: 1 }, value: 1 },
      { name: 'share_2 (tests of a)', expression: 'passed / loaded', inputs: { passed: 1, loaded: 2 }, value: 0.5 },
      { name: 'score', expression: '(share_1 + share_2) / 2 * 100', inputs: { share_1: 1, share_2: 0.5 }, value: 75 },
    ],
  });
});

test('equal shares of other authors give the same score to the last bit', () => {
  // 0.1 + 0.2 + 0.3 and 0.3 + 0.2 + 0.1 are different numbers.
  const tests = (passedByA: number, passedByB: number) =>
    Array.from({ length: 10 }, (_, index) =>
      taskTest(`t${index}`, { a: index < passedByA ? 'pass' : 'fail', b: index < passedByB ? 'pass' : 'fail', c: 'pass' }),
    );
  const authors = [testAuthor('x', tests(1, 3)), testAuthor('y', tests(2, 2)), testAuthor('z', tests(3, 1))];
  const [a, b] = scoresOf(authors);
  expect([a, b]).toEqual([20, 20]);
});

test('thirty tests of one author weigh no more than one test of another', () => {
  const thirty = Array.from({ length: 30 }, (_, index) => taskTest(`t${index}`, { b: 'pass', c: 'fail' }));
  const one = [taskTest('u', { a: 'pass', c: 'pass' })];
  expect(scoresOf([authored('a', thirty), authored('b', one)])).toEqual([100, 100, 50]);
});

test('thirty tests that only their author passes do not count', () => {
  const thirty = Array.from({ length: 30 }, (_, index) => taskTest(`t${index}`, { b: 'fail', c: 'fail' }));
  const one = [taskTest('u', { a: 'fail', c: 'pass' })];
  expect(scoresOf([authored('a', thirty), authored('b', one)])).toEqual([0, 100, 100]);
});

test('counts a confirmed test for its author too', () => {
  const facts = factsOf([authored('a', [taskTest('t', { b: 'pass', c: 'fail' })])]);
  expect(['a', 'b', 'c'].map((name) => assess(crossTests, facts, makePolicy(), name))).toMatchObject([
    { state: 'scored', score: 100 },
    { state: 'scored', score: 100 },
    { state: 'scored', score: 0 },
  ]);
});

test('cannot_load and flaky count neither as passed nor as failed', () => {
  const tests = [
    taskTest('t', { b: 'pass', c: 'pass' }),
    taskTest('u', { b: 'pass', c: 'cannot_load' }),
    taskTest('v', { b: 'pass', c: 'flaky' }),
  ];
  expect(scoresOf([authored('a', tests)])).toEqual([100, 100, 100]);
  expect(scoresOf([authored('a', tests.slice(1))])).toEqual([100, 100, 'not_applicable']);
});

test('counts the test author as one more author', () => {
  const authors = [
    testAuthor('x', [taskTest('t', { a: 'pass', b: 'pass', c: 'fail' })]),
    authored('a', [taskTest('u', { b: 'fail', c: 'pass' })]),
  ];
  expect(scoresOf(authors)).toEqual([100, 50, 50]);
});

test.each<[string, Authors, ReturnType<typeof makePolicy>, object]>([
  [
    'no candidate adds tests',
    undefined,
    makePolicy(),
    { state: 'not_applicable', why: 'no new test fails on the base and passes with two candidates' },
  ],
  [
    'no test is scored',
    [authored('a', [taskTest('t', { b: 'fail' })])],
    makePolicy(),
    { state: 'not_applicable', why: 'no new test fails on the base and passes with two candidates' },
  ],
  [
    'it is switched off',
    [authored('a', [taskTest('t', { b: 'pass' })])],
    makePolicy({ cross_tests: { enabled: false } }),
    { state: 'not_applicable', why: 'switched off by cross_tests.enabled = false' },
  ],
  [
    'no test is scored and some did not run',
    [authored('a', []), authored('b', [], { incomplete: '10 minutes were spent' })],
    makePolicy(),
    { state: 'unavailable', why: 'the tests of b: 10 minutes were spent' },
  ],
])('does not apply if %s', (_, authors, policy, expected) => {
  expect(assess(crossTests, factsOf(authors), policy, 'c')).toEqual(expected);
});

test('counts existing results although others are missing', () => {
  const authors = [authored('a', [taskTest('t', { b: 'pass', c: 'fail' })], { incomplete: '10 minutes were spent' })];
  expect(scoresOf(authors)).toEqual([100, 100, 0]);
});
