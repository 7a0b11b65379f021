import { expect, test } from 'vitest';
import type { LintFinding } from '../../../contract/index.ts';
import { MemoryBudget } from '../../../parse/engine/memory-budget.ts';
import { ResultBuilder } from '../../../parse/engine/result-builder.ts';
import { FindingGroups } from './finding-groups.ts';

const FINDING: LintFinding = { path: 'a.c', line: 1, rule: null, severity: 'error', message: 'm' };

function total(count: number) {
  return { errors: null, warnings: null, total: count };
}

class Output {
  readonly position = { firstLine: 0, lineNumber: 0, before: () => '' };
  readonly results = new ResultBuilder('lint', 'x', new MemoryBudget(), this.position);
  readonly groups = new FindingGroups(this.results, 3);

  constructor(lines: readonly number[]) {
    for (const line of lines) this.add(line);
  }

  at(lineNumber: number): FindingGroups {
    this.position.firstLine = lineNumber;
    this.position.lineNumber = lineNumber;
    return this.groups;
  }

  add(lineNumber: number, severity: LintFinding['severity'] = 'error'): void {
    this.at(lineNumber).add({ ...FINDING, severity });
  }

  shape(): string[] {
    this.groups.end();
    return this.results.sections.map(({ firstLine, lastLine, findings, totals, hasFooter }) => {
      const stated = totals === null ? '' : ` of ${totals.total}`;
      return `${firstLine}-${lastLine}: ${findings.length}${stated}${hasFooter ? '' : ' truncated'}`;
    });
  }
}

test('separates findings that are far apart', () => {
  expect(new Output([1, 4, 5, 20]).shape()).toEqual(['1-5: 3', '20-20: 1']);
});

test('totals cover the findings before them until the numbers match', () => {
  const output = new Output([1, 10, 20, 21]);
  output.at(30).close(total(3));
  expect(output.shape()).toEqual(['1-1: 1', '10-30: 3 of 3']);
});

test('totals that never match cover everything since the last totals', () => {
  const output = new Output([1, 10]);
  output.at(12).close(total(2));
  output.add(20);
  output.at(22).close(total(5));
  expect(output.shape()).toEqual(['1-12: 2 of 2', '20-22: 1 of 5']);
});

test('totals of 0 after a finding contradict it', () => {
  const output = new Output([1]);
  output.at(3).close(total(0));
  expect(output.shape()).toEqual(['1-3: 1 of 0']);
});

test('removes a finding on the line above, and only there', () => {
  const output = new Output([1, 2]);
  output.at(3).removePrevious();
  output.at(8).removePrevious();
  expect(output.shape()).toEqual(['1-2: 1']);
});

test('a run without its totals is truncated, even before its first finding', () => {
  const found = new Output([5]);
  found.groups.markTruncated(1);
  expect(found.shape()).toEqual(['5-5: 1 truncated']);
  const empty = new Output([]);
  empty.groups.markTruncated(1);
  expect(empty.shape()).toEqual(['1-1: 0 truncated']);
});

test('very many findings far apart make 200 sections', () => {
  const output = new Output(Array.from({ length: 1000 }, (_, index) => index * 10 + 1));
  expect(output.shape()).toHaveLength(200);
  expect(output.results.sections.reduce((sum, { findings }) => sum + findings.length, 0)).toBe(1000);
});

test('totals by severity cover the last findings where those match, not those of another tool right above', () => {
  const output = new Output([1, 2]);
  output.add(3, 'warning');
  output.at(5).close({ errors: 1, warnings: 1, total: null });
  expect(output.shape()).toEqual(['1-1: 1', '2-5: 2 of null']);
  const different = new Output([1, 2, 3]);
  different.at(5).close({ errors: 1, warnings: 1, total: null });
  expect(different.shape()).toEqual(['1-5: 3 of null']);
});

test('drops sections that are not accepted', () => {
  const output = new Output([]);
  const groups = new FindingGroups(output.results, 3, ({ findings }) => findings.length > 1);
  for (const line of [1, 10, 11]) groups.add(FINDING, line);
  groups.end();
  expect(output.shape()).toEqual(['10-11: 2']);
});
