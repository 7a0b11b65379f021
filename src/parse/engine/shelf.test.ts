import { expect, test } from 'vitest';
import { heapBytes } from '../../../test/heap-bytes.ts';
import type { LintFinding, TestResult } from '../../contract/index.ts';
import { emptyLintSection, emptyTestSection, type Section } from '../section.ts';
import { Shelf } from './shelf.ts';

const TEXTS = ['', 'a', 'ü✓', '\ud83d', '\ude00 half a pair', 'a name of some length'];

test('every result is kept as it was, whatever its length and its characters', () => {
  const tests = Array.from({ length: 600 }, (_, index): TestResult => {
    return { id: `${TEXTS[index % TEXTS.length]}${index % 7 === 0 ? index : ''}`, status: index % 3 === 0 ? 'failed' : 'passed' };
  });
  const shelf = new Shelf();
  const kept: TestResult[] = [];
  for (const entry of tests) shelf.keep(kept, { ...entry });
  expect(kept).toEqual(tests);
});

test('so is every finding', () => {
  const findings = Array.from({ length: 300 }, (_, index): LintFinding => {
    const message = TEXTS[index % TEXTS.length] ?? '';
    const rule = index % 4 === 0 ? null : `rule-${index % 9}`;
    return { path: index % 5 === 0 ? null : `src/${index % 20}.c`, line: index, rule, severity: 'warning', message };
  });
  const shelf = new Shelf();
  const kept: LintFinding[] = [];
  for (const finding of findings) shelf.keepFinding(kept, { ...finding });
  expect(kept).toEqual(findings);
});

test('a result in another shape keeps the texts that are named and all else', () => {
  const results = Array.from({ length: 600 }, (_, index) => ({ testId: `id ${index}`, owner: `class ${index % 3}`, row: index }));
  const shelf = new Shelf();
  const lists: (typeof results)[] = [[], []];
  for (const [index, result] of results.entries()) {
    shelf.keepTexts(lists[index % 2] as typeof results, { ...result }, ['testId', 'owner']);
  }
  expect(lists).toEqual([0, 1].map((half) => results.filter((_, index) => index % 2 === half)));
});

test('the section of a document takes room together with its results', () => {
  const shelf = new Shelf(2 * 1280 + 2 * (220 + 1));
  const sections: Section[] = [];
  shelf.keepRun(sections, emptyTestSection('a', 1));
  const findings = ['x', 'y'].map((message): LintFinding => {
    return { path: null, line: null, rule: null, severity: 'error', message };
  });
  shelf.keepDocument(sections, { ...emptyLintSection('b', 2), findings });
  expect([shelf.isFull, sections.length]).toEqual([false, 2]);
  shelf.hold();
  expect(shelf.isFull).toBe(true);
});

test('more than fits is not kept, whatever list it is for', () => {
  const shelf = new Shelf(3 * (160 + 1));
  const [left, right]: [TestResult[], TestResult[]] = [[], []];
  for (const id of ['a', 'b', 'c']) shelf.keep(left, { id, status: 'passed' });
  expect(shelf.isFull).toBe(false);
  shelf.keep(right, { id: 'd', status: 'passed' });
  expect([shelf.isFull, left.length, right.length]).toEqual([true, 3, 0]);
});

test('a text takes room by its length', () => {
  const shelf = new Shelf(2 * 160 + 300);
  const tests: TestResult[] = [];
  shelf.keep(tests, { id: 'x'.repeat(300), status: 'passed' });
  shelf.keep(tests, { id: '', status: 'passed' });
  expect(shelf.isFull).toBe(false);
  shelf.keep(tests, { id: '', status: 'passed' });
  expect([shelf.isFull, tests.length]).toEqual([true, 2]);
});

test('an id that gets something put in front takes room for that too', () => {
  const shelf = new Shelf(160 + 80 + 1 + 2 * 7);
  const tests: { prefix: string; id: string }[] = [];
  shelf.keepPrefixed(tests, { prefix: 'group >', id: 'a' });
  expect(shelf.isFull).toBe(false);
  shelf.keepPrefixed(tests, { prefix: '', id: '' });
  expect([shelf.isFull, tests]).toEqual([true, [{ prefix: 'group >', id: 'a' }]]);
});

test('what is forgotten gives its room back', () => {
  const shelf = new Shelf(2 * (160 + 1));
  const [ours, others]: [TestResult[], TestResult[]] = [[], []];
  shelf.keep(others, { id: 'a', status: 'passed' });
  shelf.keep(ours, { id: 'b', status: 'passed' });
  shelf.forget(ours);
  shelf.keep(others, { id: 'c', status: 'passed' });
  expect([shelf.isFull, ours, others.map(({ id }) => id)]).toEqual([false, [], ['a', 'c']]);
});

test('a run takes more room than a result', () => {
  const shelf = new Shelf(2 * 1280);
  const runs: { firstLine: number }[] = [];
  for (const firstLine of [1, 2]) shelf.keepRun(runs, { firstLine });
  expect(shelf.isFull).toBe(false);
  shelf.keepRun(runs, { firstLine: 3 });
  expect([shelf.isFull, runs]).toEqual([true, [{ firstLine: 1 }, { firstLine: 2 }]]);
});

test('a run keeps nothing of the pages that its texts were cut out of, however few they are', () => {
  const cutOut = (index: number) => `a name of some length ${index}${'.'.repeat(5000)}`.slice(0, 24);
  const shelf = new Shelf();
  const sections: Section[] = [];
  const before = heapBytes();
  for (let index = 0; index < 3000; index += 1) {
    shelf.keepRun(sections, { ...emptyTestSection('a', index), tests: [{ id: cutOut(index), status: 'passed' }] });
    shelf.keepRun(sections, { ...emptyTestSection('a', index), problems: [cutOut(index)] });
    shelf.keepRun(sections, { ...emptyTestSection('a', index), scope: cutOut(index) });
    const finding = { path: null, line: null, rule: null, severity: 'error' as const, message: cutOut(index) };
    shelf.keepRun(sections, { ...emptyLintSection('b', index), findings: [finding] });
  }
  // One kind of text alone would keep 15 MB.
  expect(heapBytes() - before).toBeLessThan(10_000_000);
  expect(sections.slice(-4)).toMatchObject([
    { tests: [{ id: 'a name of some length 29' }] },
    { problems: ['a name of some length 29'] },
    { scope: 'a name of some length 29' },
    { findings: [{ message: 'a name of some length 29' }] },
  ]);
});

test('a name that changes before its block is full is kept as it is then', () => {
  const shelf = new Shelf();
  const tests: TestResult[] = [];
  const [first, second] = [{ id: 'first', status: 'passed' } as TestResult, { id: 'second', status: 'passed' } as TestResult];
  shelf.keep(tests, first);
  shelf.keepAtOnce(tests, second);
  first.id = 'first\nof two lines';
  for (let index = 0; index < 300; index += 1) shelf.keep([], { id: `other ${index}` });
  expect(tests.map(({ id }) => id)).toEqual(['first\nof two lines', 'second']);
});

test('what is held takes room until it is released, unless that was too late', () => {
  const shelf = new Shelf(160 + 'half a pair: \ud83d'.length);
  shelf.hold();
  shelf.release();
  const problems: string[] = [];
  shelf.keepText(problems, 'half a pair: \ud83d');
  expect([shelf.isFull, problems]).toEqual([false, ['half a pair: \ud83d']]);
  shelf.hold();
  shelf.release();
  expect(shelf.isFull).toBe(true);
});
