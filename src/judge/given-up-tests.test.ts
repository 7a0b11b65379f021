import { expect, test } from 'vitest';
import { changed, makeCandidate, ranTests } from '../../test/facts-builder.ts';
import { subjectWith } from '../../test/readings-builder.ts';
import { type CandidateFacts, type Diff, parseCheckRun } from '../contract/index.ts';
import { giveUpTests } from './given-up-tests.ts';
import type { CandidateCaptures } from './run-reading.ts';

const LOST = 'scale tests/scale.rs > scales';
const RUSTC = 'error[E0061]: this function takes 2 arguments but 1 argument was supplied\n --> tests/scale.rs:3:16\n';

function captured(name: string, output: string): CandidateCaptures {
  const reading = { state: 'broken', why: 'x' } as const;
  const entry = {
    name,
    source: { kind: 'ref' as const, value: name },
    commit: 'c',
    tree: name,
    pinned: null,
    start: 'b',
    restored: [],
  };
  const subject = subjectWith([{ run: parseCheckRun('test'), reading, output }]);
  return { ...subject, entry, diff: { files: [] } as unknown as Diff, patch: '', coverage: [], agent: null };
}

const losing = (name: string, more: Parameters<typeof ranTests>[0] = { passed: 9, failed: 1 }): CandidateFacts =>
  makeCandidate({ name, tests: ranTests({ regressed: [LOST], ...more }) });
const contestedIn = (facts: readonly CandidateFacts[]) =>
  facts.map(({ tests }) => (tests.state === 'measured' ? tests.contested : null));

test('a test that every candidate loses is given up, with its file and the line of the compiler', () => {
  const facts = giveUpTests([losing('a'), losing('b')], [captured('a', RUSTC), captured('b', '')], [], []);
  const why = 'tests/scale.rs:3: this function takes 2 arguments but 1 argument was supplied';
  const entry = { id: LOST, path: 'tests/scale.rs', own: 'given_up', why };
  expect(contestedIn(facts)).toEqual([[entry], [entry]]);
});

test('a test that one candidate deletes and all lose is given up for it too', () => {
  const deleting = losing('b', { passed: 9, failed: 1, contested: { [LOST]: 'tests/scale.rs' }, own: 'missing' });
  const facts = giveUpTests([losing('a'), deleting], [], [], []);
  expect(contestedIn(facts).map((contested) => contested?.map(({ own }) => own))).toEqual([['given_up'], ['given_up']]);
});

test('a test is not given up if a candidate deletes its whole file', () => {
  const deleting = losing('b', { passed: 9, failed: 1, contested: { [LOST]: 'tests/scale.rs' }, own: 'missing' });
  const without = { ...deleting, diff: { files: [changed('tests/scale.rs', { status: 'deleted' })] } };
  const captures = [captured('a', RUSTC), captured('b', '')];
  expect(contestedIn(giveUpTests([losing('a'), without], captures, [], []))).toEqual([[], contestedIn([without])[0]]);
});

test('a candidate that changes no code and passes it shows nothing', () => {
  const documented = makeCandidate({ name: 'c', change: 'comments' });
  const facts = giveUpTests([losing('a'), documented, losing('b')], [], [], []);
  expect(contestedIn(facts)?.map((contested) => contested?.map(({ id }) => id))).toEqual([[LOST], [], [LOST]]);
  expect(giveUpTests([losing('a'), documented], [], [], [])).toEqual([losing('a'), documented]);
});

test('names the line in the file of the tests before one in the source of a candidate', () => {
  const broken = RUSTC.replace('tests/scale.rs', 'src/scale.rs');
  const [first] = contestedIn(giveUpTests([losing('a'), losing('b')], [captured('a', broken), captured('b', RUSTC)], [], []));
  expect(first?.[0]?.why).toMatch(/^tests\/scale\.rs:3: /);
});

test.each([
  ['gcc', 'tests/a.c:3:5: error: too few arguments\n', 'tests/a.c:3: error: too few arguments'],
  ['go', './a_test.go:5:10: not enough arguments in call to f\n', 'a_test.go:5: not enough arguments in call to f'],
  ['tsc', 'src/a.ts(3,5): error TS2554: Expected 2 arguments.\n', 'src/a.ts:3: error TS2554: Expected 2 arguments.'],
  ['Maven', '[ERROR] /src/test/A.java:[3,5] cannot find symbol\n', 'src/test/A.java:3: cannot find symbol'],
])('reads the line of %s', (_, output, why) => {
  const [first] = contestedIn(giveUpTests([losing('a'), losing('b')], [captured('a', output)], [], []));
  expect(first?.[0]?.why).toBe(why);
});

test.each<[string, CandidateFacts[], string[][]]>([
  ['one candidate passes it', [losing('a'), makeCandidate({ name: 'b' })], []],
  ['there is one candidate', [losing('a'), makeCandidate({ name: 'b', files: [] })], []],
  ['the candidates have nearly the same diff', [losing('a'), losing('b')], [['a', 'b']]],
  [
    'one candidate changed it',
    [losing('a'), losing('b', { passed: 9, failed: 1, contested: { [LOST]: 'tests/scale.rs' }, own: 'passed' })],
    [],
  ],
])('is not given up if %s', (_, candidates, nearEqual) => {
  expect(giveUpTests(candidates, [], nearEqual, [])).toEqual(candidates);
});

test('a decision about it counts', () => {
  const decision = { kind: 'accept', candidate: 'a', tests: [LOST] } as never;
  const [a, b] = giveUpTests([losing('a'), losing('b')], [], [], [decision]);
  expect([a?.tests, b?.tests].map((tests) => (tests as { accepted?: string[] }).accepted)).toEqual([[LOST], undefined]);
});
