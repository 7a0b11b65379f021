// Adds unchanged lines around the hunks of a file, from the text of the file.
import type { PatchFile, PatchHunk, PatchLine } from '../../../src/patch/index.ts';

/** Lines that one press of a button adds. */
export const STEP_LINES = 20;

/** above: the lines before a hunk. below: the lines after the hunk before it. */
export type GapPart = 'above' | 'below' | 'all';

/** The lines that a file has before hunk number `gap`, or after the last hunk. */
export interface Gap {
  /** The first hidden line on each side, and the number of hidden lines. */
  old: number;
  new: number;
  count: number;
}

interface Range {
  old: number;
  oldCount: number;
  new: number;
  newCount: number;
}

/** `lineCount` is the length of the new file; null if it is not known, and then the gap after the last hunk has 0 lines. */
export function gapBefore(hunks: readonly PatchHunk[], gap: number, lineCount: number | null): Gap {
  const [before, after] = [hunks[gap - 1], hunks[gap]];
  const start = before === undefined ? { old: 1, new: 1 } : endOf(rangeOf(before));
  const end = after === undefined ? (lineCount ?? 0) + 1 : rangeOf(after).new;
  return { ...start, count: Math.max(0, end - start.new) };
}

/** `lines` are the lines of the new file, each with its newline. */
export function widenHunks(file: PatchFile, lines: readonly string[], gap: number, part: GapPart): PatchFile {
  const { hunks } = file;
  const hidden = gapBefore(hunks, gap, lines.length);
  const count = part === 'all' ? hidden.count : Math.min(STEP_LINES, hidden.count);
  if (count === 0) return file;
  const skipped = part === 'above' ? hidden.count - count : 0;
  const added = Array.from({ length: count }, (_, at) =>
    contextLine(lines, hidden.old + skipped + at, hidden.new + skipped + at),
  );
  const [before, after] = [hunks[gap - 1], hunks[gap]];
  const isClosed = count === hidden.count;
  const joinsBefore = before !== undefined && (part !== 'above' || isClosed);
  const joinsAfter = after !== undefined && (part !== 'below' || isClosed);
  const joined = [...(joinsBefore ? before.lines : []), ...added, ...(joinsAfter ? after.lines : [])];
  const widened = hunkOf(joined, (joinsBefore ? before : after)?.header ?? '');
  const head = hunks.slice(0, joinsBefore ? gap - 1 : gap);
  return { ...file, hunks: [...head, widened, ...hunks.slice(joinsAfter ? gap + 1 : gap)] };
}

/** Lines that are shown before and after a line that is not part of a hunk. */
const AROUND_LINE = 8;

/** Adds a hunk around a line of the new file that no hunk contains. The same file if there is no such line. */
export function revealLine(file: PatchFile, lines: readonly string[], line: number): PatchFile {
  const { hunks } = file;
  const gaps = hunks.length === 0 ? [] : [...hunks, null].map((_, index) => gapBefore(hunks, index, lines.length));
  const index = gaps.findIndex((gap) => line >= gap.new && line < gap.new + gap.count);
  const gap = gaps[index];
  if (gap === undefined) return file;
  const first = Math.max(gap.new, line - AROUND_LINE);
  const last = Math.min(gap.new + gap.count - 1, line + AROUND_LINE);
  const shown = Array.from({ length: last - first + 1 }, (_, at) =>
    contextLine(lines, first + at - gap.new + gap.old, first + at),
  );
  return { ...file, hunks: [...hunks.slice(0, index), hunkOf(shown, ''), ...hunks.slice(index)] };
}

/** Splits the text of a file after each newline. */
export function linesOfFile(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

function contextLine(lines: readonly string[], old: number, now: number): PatchLine {
  const text = lines[now - 1] ?? '';
  return { kind: 'context', text: text.replace(/\n$/, ''), old, new: now, lacksNewline: !text.endsWith('\n') };
}

/** git's text after the second `@@` names the function around the start of the hunk. */
function hunkOf(lines: PatchLine[], header: string): PatchHunk {
  const numbers = (side: 'old' | 'new') => lines.flatMap((line) => line[side] ?? []);
  const [old, now] = [numbers('old'), numbers('new')];
  const range = (side: number[]) => `${side[0] ?? 0},${side.length}`;
  const name = /^@@ [^@]* @@(.*)$/s.exec(header)?.[1] ?? '';
  return { header: `@@ -${range(old)} +${range(now)} @@${name}`, lines };
}

/** The first line after the hunk on each side. */
function endOf({ old, oldCount, new: now, newCount }: Range): { old: number; new: number } {
  return { old: old + oldCount, new: now + newCount };
}

/** The first line of each side. For a side without lines, git states the number of the line before it. */
function rangeOf({ header }: PatchHunk): Range {
  const [, old = '0', oldCount = '1', now = '0', newCount = '1'] =
    /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/.exec(header) ?? [];
  const first = (start: string, count: string) => Number(start) + (count === '0' ? 1 : 0);
  return { old: first(old, oldCount), oldCount: Number(oldCount), new: first(now, newCount), newCount: Number(newCount) };
}
