import { expect, test } from 'vitest';
import { spelled } from '../../test/evidence-builder.ts';
import { candidate, finding, lint, read, tests, tree } from '../../test/readings-builder.ts';
import type { TestStatus } from '../contract/index.ts';
import { findIntegrityOfRun, type IntegrityInput } from './gather-evidence.ts';

type Statuses = Record<string, TestStatus>;

function input(name: string, patch: string, own: Statuses, pinned: Statuses | null = null): IntegrityInput {
  const reading = candidate({ name, test: read(tests(own)), pinnedTest: pinned === null ? null : read(tests(pinned)) });
  return { reading, patch, captures: [], canary: null, varied: null, credentials: [] };
}

function patchOf(path: string, ...lines: string[]): string {
  const count = (signs: string) => lines.filter((line) => signs.includes(line.charAt(0))).length;
  return `diff --git a/${path} b/${path}\n@@ -1,${count(' -')} +1,${count(' +')} @@\n${lines.join('\n')}\n`;
}

const WORK = patchOf('src/a.c', '-old', '+new');
const OTHER_WORK = patchOf('src/a.c', '-old', '+another');
const LEGACY = patchOf('test/a.test.js', "-test('legacy', f);");
const CUT = WORK + LEGACY;
const base = tree({ test: read(tests({ one: 'passed', legacy: 'passed', broken: 'failed' })) });
const found = (...inputs: IntegrityInput[]) => findIntegrityOfRun(base, [], inputs).map((list) => list.map(spelled));

test('a test that every author loses is information; one that a single author loses is an error', () => {
  const cut = input('cut', CUT, { one: 'passed', broken: 'passed' }, { one: 'passed', legacy: 'failed', broken: 'passed' });
  const left = input('left', OTHER_WORK, { one: 'passed', legacy: 'failed', broken: 'passed' });
  const kept = input('kept', OTHER_WORK, { one: 'passed', legacy: 'passed', broken: 'passed' });
  const idle = input('idle', '', { one: 'passed', legacy: 'passed', broken: 'failed' });
  const told = ['info tests_given_up'];
  expect(found(cut, left)).toEqual([told, told]);
  expect(found(cut, left, idle)).toEqual([told, told, []]);
  expect(found(cut, kept)).toEqual([['error failing_tests_hidden'], []]);
  expect(found(cut)).toEqual([['error failing_tests_hidden']]);
});

test('a passing test that every author removes is information; one that a single author removes is a warning', () => {
  const cut = (name: string, work = WORK) =>
    input(name, work + LEGACY, { one: 'passed', broken: 'passed' }, { one: 'passed', legacy: 'passed', broken: 'passed' });
  expect(found(cut('a'), cut('b', OTHER_WORK))).toEqual([['info tests_given_up'], ['info tests_given_up']]);
  expect(found(cut('a'), input('b', WORK, { one: 'passed', legacy: 'passed', broken: 'passed' }))).toEqual([
    ['warning tests_vanished'],
    [],
  ]);
});

test('candidates with nearly the same diff do not confirm each other, but each of them has a vote for others', () => {
  const cut = (name: string, work = WORK) =>
    input(name, work + LEGACY, { one: 'passed', broken: 'passed' }, { one: 'passed', legacy: 'passed', broken: 'passed' });
  expect(found(cut('a'), cut('b'))).toEqual([['warning tests_vanished'], ['warning tests_vanished']]);
  const told = ['info tests_given_up'];
  expect(found(cut('a'), cut('b'), cut('c', OTHER_WORK))).toEqual([told, told, told]);
});

test('a removed test that failed on the base is an error, also if every author removes it', () => {
  const drop = (name: string) =>
    input(name, CUT, { one: 'passed', legacy: 'passed' }, { one: 'passed', legacy: 'passed', broken: 'failed' });
  expect(found(drop('a'), drop('b'))).toEqual([['error failing_tests_hidden'], ['error failing_tests_hidden']]);
});

test('reports a run without test names that passes only unpinned', () => {
  const reading = candidate({
    test: read(tests({ one: 'passed', legacy: 'passed', broken: 'passed' }, 'totals')),
    pinnedTest: read(tests({ one: 'failed', legacy: 'passed', broken: 'passed' }, 'totals')),
  });
  expect(found({ reading, patch: WORK, captures: [], canary: null, varied: null, credentials: [] })).toEqual([
    ['error passes_only_after_edit'],
  ]);
});

test('a suppression is an error if lint findings went away with it', () => {
  const before = tree({ lint: read(lint([finding('a'), finding('b')])) });
  const reading = candidate({ lint: read(lint([finding('a')])) });
  const patch = patchOf('src/a.js', '+// eslint-disable-next-line eqeqeq');
  expect(
    findIntegrityOfRun(before, [], [{ reading, patch, captures: [], canary: null, varied: null, credentials: [] }])[0]?.map(
      spelled,
    ),
  ).toEqual(['error suppressions_added src/a.js']);
  expect(
    findIntegrityOfRun(tree(), [], [{ reading, patch, captures: [], canary: null, varied: null, credentials: [] }])[0]?.map(
      spelled,
    ),
  ).toEqual(['warning suppressions_added src/a.js']);
});

test('without test names, compares how many tests ran, without skipped ones', () => {
  const before = tree({ test: read(tests({ one: 'passed', two: 'failed', three: 'skipped' }, 'totals')) });
  const ran = (own: Statuses, patch = WORK): IntegrityInput => ({
    reading: candidate({ test: read(tests(own, 'totals')) }),
    patch,
    captures: [],
    canary: null,
    varied: null,
    credentials: [],
  });
  const fewer = (...inputs: IntegrityInput[]) => findIntegrityOfRun(before, [], inputs).map((list) => list.map(spelled));
  expect(fewer(ran({ one: 'passed' }))).toEqual([['error fewer_tests_run']]);
  expect(fewer(ran({ one: 'passed', two: 'skipped' }))).toEqual([['error fewer_tests_run']]);
  expect(fewer(ran({ one: 'passed', two: 'passed' }))).toEqual([[]]);
  expect(fewer(ran({ one: 'passed' }, CUT))).toEqual([[]]);
  expect(fewer(ran({ one: 'passed' }), ran({ two: 'passed' }, OTHER_WORK))).toEqual([
    ['warning fewer_tests_run'],
    ['warning fewer_tests_run'],
  ]);
});

test('a changed expectation in a file of tests whose name does not say so is contested', () => {
  const own = { one: 'passed', legacy: 'passed', broken: 'passed' } as const;
  const pinned = { one: 'passed', legacy: 'failed', broken: 'passed' } as const;
  const changed = input('changed', WORK, own, pinned);
  const kept = input('kept', WORK, own);
  expect(found(changed, kept)[0]).toEqual(['error passes_only_after_edit']);
  expect(found({ ...changed, reading: { ...changed.reading, otherTestFiles: ['src/cases.rs'] } }, kept)[0]).toEqual([]);
});

test('a test that passes only as edited is an error, unless it also passes in a repetition with the base’s tests', () => {
  const edited = input(
    'a',
    WORK,
    { one: 'passed', legacy: 'passed', broken: 'passed' },
    { one: 'passed', legacy: 'passed', broken: 'failed' },
  );
  expect(found(edited)).toEqual([['error passes_only_after_edit']]);
  const repeated = { ...edited.reading, testSelected: [read(tests({ broken: 'failed' })), read(tests({ broken: 'passed' }))] };
  expect(found({ ...edited, reading: repeated })).toEqual([[]]);
});
