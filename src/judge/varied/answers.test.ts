import { expect, test } from 'vitest';
import { read, tests } from '../../../test/readings-builder.ts';
import type { TestStatus, VariedFile } from '../../contract/index.ts';
import { answersOf, isUnanswered } from './answers.ts';
import { type VariedSubject, variedFiles, variedTests } from './verdict.ts';

const change = { line: 3, before: '3', after: '5', role: 'input' as const };
const FILES: VariedFile[] = [
  { path: 't/b.js', text: '', beside: 't/a.js', tests: [{ name: 'wide left path', original: 'adds', change: null }] },
  { path: 't/c.js', text: '', beside: 't/a.js', tests: [{ name: 'deep zero tail', original: 'adds', change }] },
];

interface Results {
  original?: TestStatus;
  renamed?: TestStatus;
  changed?: TestStatus;
  /** What the runner says about a failing copy. */
  text?: string;
}

function subject(name: string | null, { original = 'passed', renamed = 'passed', changed = 'failed', text = '' }: Results) {
  const originals = read(tests({ 't/a.js > adds': original }));
  const copies = tests({ 't/b.js > wide left path': renamed, 't/c.js > deep zero tail': changed });
  for (const result of copies.tests) if (result.status === 'failed') result.message = text;
  const runs = [read(copies, { varied: FILES, exit_code: 1 })];
  return { name, tree: name ?? 'base', originals, history: [originals], runs } satisfies VariedSubject;
}

const answersIn = (subjects: readonly VariedSubject[]) =>
  answersOf(subjects, variedTests(variedFiles(subjects) ?? [], subjects), 'a');
const RETURNS_10 = { text: 'Expected values to be strictly equal:\n\n10 !== 6\n' };
const own = subject('a', { text: 'Expected values to be strictly equal:\n\nundefined !== 6\n' });
const answers = (...others: VariedSubject[]) =>
  answersIn([own, ...others]).map(({ answer, others: theirs }) => [
    answer,
    ...theirs.map((each) => `${each.name}: ${each.answer}`),
  ]);

test('collects the values that failed assertions show, on every tree that passes the original', () => {
  expect(answers(subject(null, RETURNS_10), subject('b', { changed: 'passed' }))).toEqual([
    ['undefined !== 6', 'null: 10 !== 6', 'b: passes'],
  ]);
  expect(answers(subject('b', { ...RETURNS_10, original: 'failed' }))).toEqual([]);
});

test('compares only tests that fail on the base if there are any', () => {
  const kept = [FILES[0], FILES[1]].map((file) => ({ ...file, beside: 't/z.js' })) as VariedFile[];
  const both = [...FILES, ...kept.map((file, index) => ({ ...file, path: `t/k${index}.js` }))];
  const originals = (adds: TestStatus) => read(tests({ 't/a.js > adds': adds, 't/z.js > adds': 'passed' }));
  const withBoth = (each: VariedSubject, adds: TestStatus) => ({
    ...each,
    originals: originals(adds),
    history: [originals(adds)],
    runs: each.runs.map((run) => (run.state === 'read' ? read(run.reading.summary, { varied: both }) : run)),
  });
  const base = { ...subject(null, {}), runs: [] };
  const all = [withBoth(own, 'passed'), withBoth(subject('b', RETURNS_10), 'passed')];
  const files = (adds: TestStatus) => answersIn([withBoth(base, adds), ...all]).map(({ beside }) => beside);
  expect([files('failed'), files('passed')]).toEqual([['t/a.js'], ['t/a.js', 't/z.js']]);
});

test('takes all errors for the same answer, and leaves out a copy that cannot be loaded', () => {
  expect(answers(subject('b', { text: 'TypeError: expected a date, received 5' }))).toEqual([['undefined !== 6', 'b: an error']]);
  expect(answers(subject('b', { ...RETURNS_10, renamed: 'failed' }))).toEqual([]);
});

test('asks for another tree until one agrees or two have answered', () => {
  const input = { path: 't/c.js', beside: 't/a.js', name: 'deep zero tail', original: 'adds', change, renamed: 'wide left path' };
  const isOpen = (...others: VariedSubject[]) => isUnanswered([own, ...others], own, input);
  const [ten, same] = [subject('b', RETURNS_10), { ...own, name: 'c', tree: 'c' }];
  expect([isOpen(), isOpen(ten), isOpen(same), isOpen(ten, subject(null, RETURNS_10))]).toEqual([true, true, false, false]);
});
