import { expect, it } from 'vitest';
import { parsePatch } from '../../../src/patch/index.ts';
import { showFiles } from './diff-lines.ts';
import { type DiffRow, makeRows } from './diff-rows.ts';
import { anchorAt, topRowOf } from './keep-place.ts';

const patchOf = (path: string) =>
  `diff --git a/${path} b/${path}\nindex 1..2 100644\n--- a/${path}\n+++ b/${path}\n@@ -1,4 +1,4 @@\n a\n-b\n-c\n+B\n+C\n d\n`;
const files = showFiles(parsePatch(patchOf('x') + patchOf('y')).files, { testPaths: [], findings: [] });
const rowsOf = (isSplit: boolean, isOpen = (_path: string) => true) =>
  makeRows([{ title: '', files }], {
    ...{ isSplit, columns: { side: 50, line: 100, row: 100 }, isUnfolded: () => false, lengthOf: () => false },
    isOpen: ({ path }) => isOpen(path),
  });
const texts = (row: DiffRow | undefined) => {
  if (row?.kind === 'line') return row.part.line.text;
  if (row?.kind === 'pair') return [row.left?.line.text, row.right?.line.text].join('|');
  return row?.kind;
};

it('finds a line again in the other layout', () => {
  const [unified, split] = [rowsOf(false), rowsOf(true)];
  const at = unified.findIndex((row) => row.kind === 'line' && row.file.path === 'y' && row.part.line.text === 'C');
  const anchor = anchorAt(unified, at);
  const found = anchor === null ? null : topRowOf(split, anchor);
  expect(texts(split[found ?? -1])).toBe('c|C');
  expect(found).toBeGreaterThan(split.length / 2);
  const back = anchorAt(split, found ?? -1);
  expect(back === null ? null : texts(unified[topRowOf(unified, back) ?? -1])).toBe('C');
});

it('keeps the distance of a row without a line to the next line', () => {
  const rows = rowsOf(false);
  const hunk = rows.findLastIndex((row) => row.kind === 'hunk');
  const anchor = anchorAt(rows, hunk);
  expect(anchor?.below).toBe(1);
  expect(anchor === null ? null : topRowOf(rows, anchor)).toBe(hunk);
});

it('keeps the part of a row that is above the top', () => {
  const [unified, split] = [rowsOf(false), rowsOf(true)];
  const at = unified.findLastIndex((row) => row.kind === 'line' && row.part.line.text === 'd');
  const anchor = anchorAt(unified, at + 0.5);
  expect(anchor?.below).toBe(-0.5);
  const found = anchor === null ? null : topRowOf(split, anchor);
  expect(texts(split[Math.floor(found ?? -1)])).toBe('d|d');
  expect((found ?? 0) % 1).toBe(0.5);
});

it('finds the row of a wrapped line again by its first character', () => {
  const long = Array.from({ length: 40 }, (_, at) => `word${at}`).join(' ');
  const patch = `diff --git a/x b/x\nindex 1..2 100644\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+${long}\n`;
  const wrapped = showFiles(parsePatch(patch).files, { testPaths: [], findings: [] });
  const rowsWith = (columns: number, isSplit: boolean) =>
    makeRows([{ title: '', files: wrapped }], {
      ...{
        isSplit,
        columns: { side: columns, line: columns, row: 100 },
        isUnfolded: () => false,
        lengthOf: () => false as const,
      },
      isOpen: () => true,
    });
  const [narrow, wide] = [rowsWith(30, true), rowsWith(60, false)];
  const at = narrow.length - 1;
  const there = anchorAt(narrow, at);
  const found = there === null ? null : topRowOf(wide, there);
  expect(found).toBe(wide.length - 1);
  expect(there === null ? null : topRowOf(narrow, there)).toBe(at);
});

it('falls back to the header of the file when the line is folded away', () => {
  const rows = rowsOf(false);
  const anchor = anchorAt(rows, rows.length - 1);
  const folded = rowsOf(false, (path) => path === 'x');
  const row = anchor === null ? null : topRowOf(folded, anchor);
  expect(folded[row ?? -1]).toMatchObject({ kind: 'file', file: { path: 'y' } });
  expect(anchorAt([], 0)).toBeNull();
});
