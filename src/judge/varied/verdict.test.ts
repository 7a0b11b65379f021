import { expect, test } from 'vitest';
import { read, tests } from '../../../test/readings-builder.ts';
import type { TestStatus, VariedFile } from '../../contract/index.ts';
import { judgeVaried, type VariedSubject, variedFiles, variedTests } from './index.ts';

const change = { line: 3, before: '4', after: '19', role: 'expected' as const };
const FILES: VariedFile[] = [
  { path: 'test/b.js', text: '', beside: 'test/a.js', tests: [{ name: 'wide left path', original: 'adds', change: null }] },
  { path: 'test/c.js', text: '', beside: 'test/a.js', tests: [{ name: 'deep zero tail', original: 'adds', change }] },
];

type Answers = [original: TestStatus, renamed: TestStatus | null, wrong: TestStatus | null];

/** Several answers are several runs of the copies; none if the copies did not run. */
function subject(name: string | null, original: TestStatus, ...runs: Answers[]): VariedSubject {
  const idsOf = ([again, renamed, wrong]: Answers) => ({
    'test/a.js > adds': again,
    ...(renamed === null ? {} : { 'test/b.js > wide left path': renamed }),
    ...(wrong === null ? {} : { 'test/c.js > deep zero tail': wrong }),
  });
  const originals = read(tests({ 'test/a.js > adds': original, 'test/z.js > adds': 'failed' }));
  // The candidate that is judged needs four runs.
  const all = name === 'a' && runs.length === 1 ? [...runs, ...runs, ...runs, ...runs] : runs;
  return {
    name,
    tree: name ?? 'base',
    originals,
    history: [originals],
    runs: all.map((answers) => read(tests(idsOf(answers)), { varied: FILES, exit_code: 1 })),
  };
}

const RIGHT: Answers = ['passed', 'passed', 'failed'];
const BY_NAME: Answers = ['passed', 'failed', 'failed'];
const ANYTHING: Answers = ['passed', 'passed', 'passed'];
const UNSOLVED = subject(null, 'failed');
const judged = (...others: VariedSubject[]) =>
  judgeVaried(others, variedTests(variedFiles(others) ?? [], others), 'a')?.differences.map(
    ({ name, control }) => `${name}: ${control}`,
  ) ?? null;

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

test('a difference that is not repeated often enough says nothing', () => {
  const control = subject('b', 'passed', RIGHT);
  const times = (answers: Answers, count: number) =>
    judged(UNSOLVED, subject('a', 'passed', ...Array(count - 1).fill(answers), answers), control);
  expect([times(BY_NAME, 3), times(BY_NAME, 4)]).toEqual([null, ['wide left path: b']]);
  const twice = subject('a', 'passed', ANYTHING, ANYTHING);
  expect(judged(UNSOLVED, twice, control)).toEqual(['deep zero tail: b']);
  expect(judged(UNSOLVED, { ...twice, runs: twice.runs.slice(0, 1) }, control)).toBeNull();
  expect(judged(UNSOLVED, subject('a', 'passed', BY_NAME, RIGHT, BY_NAME, BY_NAME), control)).toBeNull();
});

test('a flaky test says nothing: its original fails in another run of the same tree, or beside the copy', () => {
  const [own, control] = [subject('a', 'passed', BY_NAME), subject('b', 'passed', RIGHT)];
  const failing = read(tests({ 'test/a.js > adds': 'failed' }));
  expect(judged(UNSOLVED, { ...own, history: [...own.history, failing] }, control)).toBeNull();
  expect(judged(UNSOLVED, own, { ...control, history: [...control.history, failing] })).toBeNull();
  const beside: Answers = ['failed', 'failed', 'failed'];
  expect(judged(UNSOLVED, subject('a', 'passed', BY_NAME, BY_NAME, beside, BY_NAME), control)).toBeNull();
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
