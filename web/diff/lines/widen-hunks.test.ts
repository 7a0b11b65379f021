import { describe, expect, it } from 'vitest';
import { type PatchFile, parsePatch } from '../../../src/patch/index.ts';
import { gapBefore, linesOfFile, revealLine, STEP_LINES, widenHunks } from './widen-hunks.ts';

/** The new file has 100 lines. One line was added after line 10, and line 60 of the old file was replaced. */
const LINES = Array.from({ length: 100 }, (_, at) => `line ${at + 1}\n`);
const PATCH = `diff --git a/x b/x
index 1..2 100644
--- a/x
+++ b/x
@@ -10,2 +10,3 @@ function one() {
 line 10
+line 11
 line 12
@@ -60 +61 @@
-old
+line 61
`;

function file(): PatchFile {
  const [only] = parsePatch(PATCH).files;
  if (only === undefined) throw new Error('the patch has no file');
  return only;
}

const headers = ({ hunks }: PatchFile) => hunks.map(({ header }) => header);
/** Every context line must have the text of its number in the new file. */
const numbersMatch = ({ hunks }: PatchFile) =>
  hunks.every(({ lines }) => lines.every((line) => line.new === null || line.text === `line ${line.new}`));

describe('gaps', () => {
  it('are before, between and after the hunks', () => {
    const { hunks } = file();
    expect([0, 1, 2].map((gap) => gapBefore(hunks, gap, 100))).toEqual([
      { old: 1, new: 1, count: 9 },
      { old: 12, new: 13, count: 48 },
      { old: 61, new: 62, count: 39 },
    ]);
    expect(gapBefore(hunks, 2, null).count).toBe(0);
  });

  it('count from the line after the stated one when a side has no lines', () => {
    const [added] = parsePatch(PATCH.replace(/@@ -10.*/s, '@@ -10,0 +11 @@\n+line 11\n')).files;
    expect(gapBefore(added?.hunks ?? [], 0, 100)).toEqual({ old: 1, new: 1, count: 10 });
    expect(gapBefore(added?.hunks ?? [], 1, 100)).toEqual({ old: 11, new: 12, count: 89 });
  });
});

describe('widening', () => {
  it('adds lines before a hunk', () => {
    const wider = widenHunks(file(), LINES, 1, 'above');
    expect(headers(wider)).toEqual(['@@ -10,2 +10,3 @@ function one() {', `@@ -${60 - STEP_LINES},21 +${61 - STEP_LINES},21 @@`]);
    expect(numbersMatch(wider)).toBe(true);
  });

  it('adds lines after the hunk before', () => {
    const wider = widenHunks(file(), LINES, 1, 'below');
    expect(headers(wider)).toEqual(['@@ -10,22 +10,23 @@ function one() {', '@@ -60 +61 @@']);
    expect(numbersMatch(wider)).toBe(true);
  });

  it('joins two hunks when nothing is hidden between them', () => {
    const wider = widenHunks(file(), LINES, 1, 'all');
    expect(headers(wider)).toEqual(['@@ -10,51 +10,52 @@ function one() {']);
    expect(numbersMatch(wider)).toBe(true);
    const stepped = ['above', 'below', 'above'].reduce(
      (now, part) => widenHunks(now, LINES, 1, part as 'above' | 'below'),
      file(),
    );
    expect(headers(stepped)).toEqual(headers(wider));
  });

  it('adds the start and the end of the file', () => {
    const start = widenHunks(file(), LINES, 0, 'above');
    expect(headers(start)[0]).toBe('@@ -1,11 +1,12 @@ function one() {');
    const end = widenHunks(widenHunks(file(), LINES, 2, 'below'), LINES, 2, 'below');
    expect(headers(end)[1]).toBe('@@ -60,40 +61,40 @@');
    expect(numbersMatch(end)).toBe(true);
    expect(widenHunks(end, LINES, 2, 'below')).toBe(end);
  });

  it('keeps carriage returns, and notes a missing newline at the end', () => {
    const lines = linesOfFile(`${LINES.slice(0, 98).join('')}line 99\r\nline 100`);
    expect(lines).toHaveLength(100);
    const last = widenHunks(file(), lines, 2, 'all').hunks.at(-1)?.lines.slice(-2);
    expect(last?.map(({ text, lacksNewline }) => [text, lacksNewline])).toEqual([
      ['line 99\r', false],
      ['line 100', true],
    ]);
    expect(linesOfFile('')).toEqual([]);
  });
});

it('reveals a line that is in no hunk, with the lines around it', () => {
  const between = revealLine(file(), LINES, 40);
  expect(headers(between)).toEqual(['@@ -10,2 +10,3 @@ function one() {', '@@ -31,17 +32,17 @@', '@@ -60 +61 @@']);
  expect(numbersMatch(between)).toBe(true);
  // Near a hunk or an end of the file there are fewer lines.
  expect(headers(revealLine(file(), LINES, 14))[1]).toBe('@@ -12,10 +13,10 @@');
  expect(headers(revealLine(file(), LINES, 100))[2]).toBe('@@ -91,9 +92,9 @@');
  const same = file();
  for (const line of [10, 61, 101]) expect(revealLine(same, LINES, line)).toBe(same);
});
