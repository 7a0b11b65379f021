import { expect, test } from 'vitest';
import type { LintFinding, TestResult } from '../contract/index.ts';
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
    return { path: index % 5 === 0 ? null : `src/${index}.c`, line: index, rule: null, severity: 'warning', message };
  });
  const shelf = new Shelf();
  const kept: LintFinding[] = [];
  for (const finding of findings) shelf.keepFinding(kept, { ...finding });
  expect(kept).toEqual(findings);
});

test('more than fits is not kept, whatever list it is for', () => {
  const shelf = new Shelf(3);
  const [left, right]: [TestResult[], TestResult[]] = [[], []];
  for (const id of ['a', 'b', 'c']) shelf.keep(left, { id, status: 'passed' });
  expect(shelf.isFull).toBe(false);
  shelf.keep(right, { id: 'd', status: 'passed' });
  expect([shelf.isFull, left.length, right.length]).toEqual([true, 3, 0]);
});
