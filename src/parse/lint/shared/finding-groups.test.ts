import { expect, test } from 'vitest';
import type { LintFinding } from '../../../contract/index.ts';
import { Shelf } from '../../engine/shelf.ts';
import { FindingGroups } from './finding-groups.ts';

const FINDING: LintFinding = { path: 'a.c', line: 1, rule: null, severity: 'error', message: 'm' };

function total(count: number) {
  return { errors: null, warnings: null, total: count };
}

function groupsWith(lines: readonly number[]): FindingGroups {
  const groups = new FindingGroups('x', 3, new Shelf());
  for (const line of lines) groups.add(FINDING, line);
  return groups;
}

function shape(groups: FindingGroups): string[] {
  return groups.end().map(({ firstLine, lastLine, findings, totals, hasFooter }) => {
    const stated = totals === null ? '' : ` of ${totals.total}`;
    return `${firstLine}-${lastLine}: ${findings.length}${stated}${hasFooter ? '' : ' cut off'}`;
  });
}

test('what stands near belongs together, what stands far is a section of its own', () => {
  expect(shape(groupsWith([1, 4, 5, 20]))).toEqual(['1-5: 3', '20-20: 1']);
});

test('totals speak for the findings before them, as far as they add up', () => {
  const groups = groupsWith([1, 10, 20, 21]);
  groups.close(total(3), 30);
  expect(shape(groups)).toEqual(['1-1: 1', '10-30: 3 of 3']);
});

test('totals that never add up speak for everything since the last totals', () => {
  const groups = groupsWith([1, 10]);
  groups.close(total(2), 12);
  groups.add(FINDING, 20);
  groups.close(total(5), 22);
  expect(shape(groups)).toEqual(['1-12: 2 of 2', '20-22: 1 of 5']);
});

test('totals of nothing after a finding contradict it', () => {
  const groups = groupsWith([1]);
  groups.close(total(0), 3);
  expect(shape(groups)).toEqual(['1-3: 1 of 0']);
});

test('a line that was only shown is taken back', () => {
  const groups = groupsWith([1, 2]);
  groups.takeBack(2);
  groups.takeBack(7);
  expect(shape(groups)).toEqual(['1-2: 1']);
});

test('a run without the totals it should have is cut off, also when nothing was found yet', () => {
  const found = groupsWith([5]);
  found.breakOff(1);
  expect(shape(found)).toEqual(['5-5: 1 cut off']);
  const empty = groupsWith([]);
  empty.breakOff(1);
  expect(shape(empty)).toEqual(['1-1: 0 cut off']);
});

test('very many findings far apart make a bounded number of sections', () => {
  const groups = groupsWith(Array.from({ length: 1000 }, (_, index) => index * 10 + 1));
  const sections = groups.end();
  expect(sections.length).toBe(200);
  expect(sections.reduce((sum, { findings }) => sum + findings.length, 0)).toBe(1000);
});

test('totals by severity speak for the last findings, where those fit, and not for another tool right before', () => {
  const groups = groupsWith([1, 2]);
  groups.add({ ...FINDING, severity: 'warning' }, 3);
  groups.close({ errors: 1, warnings: 1, total: null }, 5);
  expect(shape(groups)).toEqual(['1-1: 1', '2-5: 2 of null']);
  const unfit = groupsWith([1, 2, 3]);
  unfit.close({ errors: 1, warnings: 1, total: null }, 5);
  expect(shape(unfit)).toEqual(['1-5: 3 of null']);
});
