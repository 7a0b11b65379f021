import { describe, expect, it } from 'vitest';
import type { IntegrityFinding } from '../../../src/contract/index.ts';
import { parsePatch } from '../../../src/patch/index.ts';
import { type ShownFile, showFiles } from './diff-lines.ts';
import { type DiffPlace, extendPlace, findLine, isMarked, markedLines, placeOf } from './diff-place.ts';
import type { ShownLine } from './shown-line.ts';

/** Line 2 was removed, so old line 3 is new line 2. */
const PATCH = `diff --git a/x b/x
index 1..2 100644
--- a/x
+++ b/x
@@ -1,4 +1,4 @@
 a
-b
 c
-d
+D
+E
`;

function fileWith(findings: IntegrityFinding[] = []): ShownFile {
  const [file] = showFiles(parsePatch(PATCH).files, { testPaths: [], findings });
  if (file === undefined) throw new Error('the patch has no file');
  return file;
}

function findingAt(line: number): IntegrityFinding {
  return {
    ...{ id: 'x', severity: 'error', message: 'm', how_to_allow: null },
    place: { path: 'x', start_line: line, end_line: null },
  };
}

const textOf = (line: ShownLine | null) => line?.text ?? null;
const markedTexts = (file: ShownFile, place: DiffPlace) => {
  const marked = markedLines(file, place);
  return file.hunks.flatMap(({ lines }) => lines.filter((line) => isMarked(marked, file, line)).map(({ text }) => text));
};

describe('a line of an address', () => {
  it('is a line of the new file, or of the old file if the side says so', () => {
    const file = fileWith();
    expect(textOf(findLine(file, { line: 2 }))).toBe('c');
    expect(textOf(findLine(file, { line: 2, side: 'old' }))).toBe('b');
    expect(textOf(findLine(file, { line: 4 }))).toBe('E');
    expect(textOf(findLine(file, { line: 99 }))).toBeNull();
    expect(textOf(findLine(file, {}))).toBeNull();
  });

  it('is the line with the finding of this number, also if it was removed', () => {
    expect(textOf(findLine(fileWith([findingAt(2)]), { line: 2 }))).toBe('b');
    expect(textOf(findLine(fileWith([findingAt(2)]), { line: 2, side: 'new' }))).toBe('c');
  });

  it('marks the lines of its range on one side', () => {
    expect(markedTexts(fileWith(), { file: 'x', line: 2, to: 3 })).toEqual(['c', 'D']);
    expect(markedTexts(fileWith(), { file: 'x', line: 2, to: 4, side: 'old' })).toEqual(['b', 'c', 'd']);
    expect(markedTexts(fileWith([findingAt(2)]), { file: 'x', line: 2 })).toEqual(['b']);
    expect(markedTexts(fileWith(), { file: 'x', line: 99 })).toEqual([]);
    expect(markedTexts(fileWith(), { file: 'x' })).toEqual([]);
  });
});

it('gives every line an address that leads back to it', () => {
  for (const file of [fileWith(), fileWith([findingAt(2), findingAt(4)])])
    for (const line of file.hunks.flatMap((hunk) => hunk.lines))
      for (const side of ['old', 'new'] as const) {
        if (line[side] === null) continue;
        const place = placeOf(file, line, side);
        expect(findLine(file, place)).toBe(line);
        expect(markedLines(file, place)?.side).toBe(side);
      }
  expect(placeOf(fileWith(), fileWith().hunks[0]?.lines[0] as ShownLine, 'old')).toMatchObject({ side: 'old' });
});

it('extends the marked lines in both directions, on the same side only', () => {
  const marked = { path: 'x', side: 'new', first: 3, last: 3 } as const;
  expect(extendPlace(marked, { file: 'x', line: 7 }, 'new')).toEqual({ file: 'x', side: 'new', line: 3, to: 7 });
  expect(extendPlace(marked, { file: 'x', line: 1 }, 'new')).toEqual({ file: 'x', side: 'new', line: 1, to: 3 });
  expect(extendPlace(marked, { file: 'x', line: 3 }, 'new')).toEqual({ file: 'x', side: 'new', line: 3 });
  expect(extendPlace(marked, { file: 'x', line: 7, side: 'old' }, 'old')).toEqual({ file: 'x', line: 7, side: 'old' });
  expect(extendPlace(marked, { file: 'y', line: 7 }, 'new')).toEqual({ file: 'y', line: 7 });
});
