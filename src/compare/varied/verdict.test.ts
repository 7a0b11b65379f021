import { expect, test } from 'vitest';
import { read, tests } from '../../../test/readings-builder.ts';
import type { TestStatus, VariedFile } from '../../contract/index.ts';
import { judgeVaried, type VariedSubject } from './index.ts';

const change = { line: 3, before: '4', after: '19' };
const FILES: VariedFile[] = [
  { path: 'test/b.js', text: '', beside: 'test/a.js', tests: [{ name: 'wide left path', original: 'adds', change: null }] },
  { path: 'test/c.js', text: '', beside: 'test/a.js', tests: [{ name: 'deep zero tail', original: 'adds', change }] },
];

type Answers = [original: TestStatus, renamed: TestStatus | null, wrong: TestStatus | null];

/** Several answers are several runs of the copies; none if the copies did not run. */
function subject(name: string | null, original: TestStatus, ...runs: Answers[]): VariedSubject {
  const idsOf = ([, renamed, wrong]: Answers) => ({
    ...(renamed === null ? {} : { 'test/b.js > wide left path': renamed }),
    ...(wrong === null ? {} : { 'test/c.js > deep zero tail': wrong }),
  });
  return {
    name,
    tree: name ?? 'base',
    originals: read(tests({ 'test/a.js > adds': original, 'test/z.js > adds': 'failed' })),
    // The candidate that is judged needs two runs.
    runs: (name === 'a' && runs.length === 1 ? [...runs, ...runs] : runs).map((answers) =>
      read(tests(idsOf(answers)), { varied: FILES, exit_code: 1 }),
    ),
  };
}

const RIGHT: Answers = ['passed', 'passed', 'failed'];
const BY_NAME: Answers = ['passed', 'failed', 'failed'];
const ANYTHING: Answers = ['passed', 'passed', 'passed'];
const UNSOLVED = subject(null, 'failed');
const judged = (...others: VariedSubject[]) =>
  judgeVaried(others, 'a')?.differences.map(({ name, control }) => `${name}: ${control}`) ?? null;

test('a renamed copy that fails is a difference if another candidate passes it', () => {
  expect(judged(UNSOLVED, subject('a', 'passed', BY_NAME), subject('b', 'passed', RIGHT))).toEqual(['wide left path: b']);
});

test('a copy with a wrong value that passes is a difference if the base fails it', () => {
  expect(judged(subject(null, 'passed', RIGHT), subject('a', 'passed', ANYTHING))).toEqual(['deep zero tail: the base']);
});

test('expected answers, copies that did not run, and tests that fail anyway say nothing', () => {
  const control = subject('b', 'passed', RIGHT);
  expect(judged(UNSOLVED, subject('a', 'passed', RIGHT), control)).toBeNull();
  expect(judged(UNSOLVED, subject('a', 'passed', ['passed', null, null]), control)).toBeNull();
  expect(judged(UNSOLVED, subject('a', 'failed', BY_NAME), control)).toBeNull();
  expect(judged(UNSOLVED, subject('a', 'passed'), control)).toBeNull();
});

test('a difference that a second run does not repeat says nothing', () => {
  const once = subject('a', 'passed', BY_NAME);
  expect(judged(UNSOLVED, { ...once, runs: once.runs.slice(0, 1) }, subject('b', 'passed', RIGHT))).toBeNull();
  expect(judged(UNSOLVED, subject('a', 'passed', BY_NAME, RIGHT), subject('b', 'passed', RIGHT))).toBeNull();
});

test('without another tree that passes the original there is no control', () => {
  expect(judged(UNSOLVED, subject('a', 'passed', ANYTHING))).toEqual(['deep zero tail: null']);
  expect(judged(UNSOLVED, subject('a', 'passed', ANYTHING), subject('b', 'failed', RIGHT))).toEqual(['deep zero tail: null']);
  const sameTree = { ...subject('b', 'passed', RIGHT), tree: 'a' };
  expect(judged(UNSOLVED, subject('a', 'passed', ANYTHING), sameTree)).toEqual(['deep zero tail: null']);
});

test('a copy that another tree answers in the same way is the reason itself', () => {
  expect(judged(UNSOLVED, subject('a', 'passed', BY_NAME), subject('b', 'passed', BY_NAME))).toBeNull();
  const base = subject(null, 'passed', BY_NAME);
  expect(judged(base, subject('a', 'passed', BY_NAME), subject('b', 'passed', RIGHT))).toBeNull();
});

test('a copy that cannot be loaded is no control for wrong values', () => {
  const broken = subject('b', 'passed', ['passed', 'failed', 'failed']);
  expect(judged(UNSOLVED, subject('a', 'passed', ANYTHING), broken)).toEqual(['deep zero tail: null']);
});
