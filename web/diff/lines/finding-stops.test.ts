import { expect, it } from 'vitest';
import type { IntegrityFinding } from '../../../src/contract/index.ts';
import { parsePatch } from '../../../src/patch/index.ts';
import { showFiles } from './diff-lines.ts';
import { makeRows } from './diff-rows.ts';
import { findingStops, nextStop, rowsOfStops } from './finding-stops.ts';

const patchOf = (path: string) =>
  `diff --git a/${path} b/${path}\nindex 1..2 100644\n--- a/${path}\n+++ b/${path}\n@@ -1,2 +1,2 @@\n-a\n-b\n+A\n+B\n`;

const finding = (path: string, line: number | null, severity: IntegrityFinding['severity'], message = 'm'): IntegrityFinding => ({
  ...{ id: 'x', severity, message, how_to_allow: null },
  place: { path, start_line: line, end_line: null },
});

const OPTIONS = {
  isSplit: false,
  columns: { side: 50, line: 100, row: 100 },
  isUnfolded: () => false,
  lengthOf: () => false as const,
};

const files = showFiles(parsePatch(patchOf('x') + patchOf('y')).files, {
  testPaths: [],
  findings: [
    ...[finding('y', 2, 'error', 'late'), finding('x', 2, 'warning', 'second'), finding('x', 2, 'error', 'worst')],
    ...[finding('x', 1, 'info'), finding('x', null, 'warning', 'file')],
  ],
});
const stops = findingStops(files);

it('lists errors and warnings in the order of the diff, one for each place', () => {
  expect(stops.map(({ file, line, severity, message }) => [file.path, line?.text ?? null, severity, message])).toEqual([
    ['x', null, 'warning', 'file'],
    ['x', 'B', 'error', 'worst'],
    ['y', 'B', 'error', 'late'],
  ]);
});

it('finds their rows, or the row of a folded file', () => {
  const rows = makeRows([{ title: '', files }], { ...OPTIONS, isOpen: ({ path }) => path === 'x' });
  const kinds = rowsOfStops(rows, stops).map((row) => rows[row]?.kind);
  expect(kinds).toEqual(['file', 'line', 'file']);
});

it('steps from the current finding, else from the top of the view', () => {
  const rows = [0, 10, 30];
  expect(nextStop(rows, 1, 0, 1)).toBe(2);
  expect(nextStop(rows, 2, 0, 1)).toBeNull();
  expect(nextStop(rows, 0, 0, -1)).toBeNull();
  expect(nextStop(rows, -1, 5, 1)).toBe(1);
  expect(nextStop(rows, -1, 10, 1)).toBe(1);
  expect(nextStop(rows, -1, 10, -1)).toBe(0);
  expect(nextStop(rows, -1, 31, 1)).toBeNull();
  expect(nextStop([], -1, 0, -1)).toBeNull();
});
