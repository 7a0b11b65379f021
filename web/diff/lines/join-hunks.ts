// Combines two changes of one base file into the change from the first result to the second. The hunks contain every
// base line that a change touches or borders on; a line outside both changes is the same in both results.
import { diffArrays } from 'diff';
import type { PatchHunk, PatchLine } from '../../../src/patch/index.ts';

/** A line of a file: its text, and whether the newline at its end is missing. */
type Line = Pick<PatchLine, 'text' | 'lacksNewline'>;

/** A line of the result, or a number of common lines that neither patch contains. */
type Item = { sign: ' ' | '+' | '-'; line: Line } | { sign: 'unknown'; count: number };

export function joinHunks(before: readonly PatchHunk[], after: readonly PatchHunk[]): string {
  const base = new Map<number, Line>();
  for (const { lines } of [...before, ...after]) for (const line of lines) if (line.old !== null) base.set(line.old - 1, line);
  const [old, now] = [before.flatMap(editsOf), after.flatMap(editsOf)];
  const items: Item[] = [];
  let at = 0;
  for (const { start, end } of touchingRanges([...old, ...now])) {
    items.push(...sameLines(base, at, start));
    items.push(...compareLines(versionOf(old, base, start, end), versionOf(now, base, start, end)));
    at = end;
  }
  items.push(...sameLines(base, at, at + CONTEXT));
  return writeHunks(items);
}

/** Replaces the base lines from `start` to before `end` (counted from 0) by `lines`. */
interface Edit {
  start: number;
  end: number;
  lines: Line[];
}

function editsOf({ header, lines }: PatchHunk): Edit[] {
  const [, from = '0', count] = /^@@ -(\d+)(?:,(\d+))? /.exec(header) ?? [];
  const edits: Edit[] = [];
  // For a hunk without old lines, git states the number of the line before it.
  let at = count === '0' ? Number(from) : Number(from) - 1;
  let open: Edit | null = null;
  for (const line of lines) {
    if (line.kind === 'context') {
      open = null;
      at += 1;
      continue;
    }
    if (open === null) {
      open = { start: at, end: at, lines: [] };
      edits.push(open);
    }
    if (line.kind === 'added') open.lines.push(line);
    else at += 1;
    open.end = at;
  }
  return edits;
}

/** Edits that overlap or touch are compared as one range. */
function touchingRanges(edits: readonly Edit[]): { start: number; end: number }[] {
  const ranges: { start: number; end: number }[] = [];
  for (const { start, end } of [...edits].sort((a, b) => a.start - b.start || a.end - b.end)) {
    const last = ranges.at(-1);
    if (last !== undefined && start <= last.end) last.end = Math.max(last.end, end);
    else ranges.push({ start, end });
  }
  return ranges;
}

/** The lines of one candidate in the range. Lines that it did not change are known, because the other candidate changed them. */
function versionOf(edits: readonly Edit[], base: ReadonlyMap<number, Line>, start: number, end: number): Line[] {
  const lines: Line[] = [];
  let at = start;
  const keepUntil = (stop: number) => {
    for (; at < stop; at += 1) lines.push(base.get(at) ?? { text: '', lacksNewline: false });
  };
  for (const edit of edits.filter((each) => each.start >= start && each.end <= end)) {
    keepUntil(edit.start);
    lines.push(...edit.lines);
    at = edit.end;
  }
  keepUntil(end);
  return lines;
}

/** With more changes the versions are shown one after the other, because comparing them takes too long. */
const MAX_EDITS = 2_000;

function compareLines(old: Line[], now: Line[]): Item[] {
  const comparator = (a: Line, b: Line) => a.text === b.text && a.lacksNewline === b.lacksNewline;
  const pieces = diffArrays(old, now, { comparator, maxEditLength: MAX_EDITS }) ?? [
    { value: old, added: false, removed: true },
    { value: now, added: true, removed: false },
  ];
  return pieces.flatMap(({ value, added, removed }) => {
    const sign = added ? '+' : removed ? '-' : ' ';
    return value.map((line): Item => ({ sign, line }));
  });
}

/** Base lines that neither candidate changed. */
function sameLines(base: ReadonlyMap<number, Line>, start: number, end: number): Item[] {
  const items: Item[] = [];
  for (let at = start; at < end; at += 1) {
    const line = base.get(at);
    const last = items.at(-1);
    if (line !== undefined) items.push({ sign: ' ', line });
    else if (last?.sign === 'unknown') last.count += 1;
    else items.push({ sign: 'unknown', count: 1 });
  }
  return items;
}

const CONTEXT = 3;

function writeHunks(items: readonly Item[]): string {
  const shown = shownItems(items);
  const hunks: string[] = [];
  let [old, now, hunk] = [1, 1, new OpenHunk(1, 1)];
  for (const [index, item] of items.entries()) {
    const count = item.sign === 'unknown' ? item.count : 1;
    if (item.sign !== '+') old += count;
    if (item.sign !== '-') now += count;
    if (item.sign !== 'unknown' && shown.has(index)) {
      hunk.add(item.sign, item.line);
      continue;
    }
    hunks.push(hunk.close());
    hunk = new OpenHunk(old, now);
  }
  return [...hunks, hunk.close()].join('');
}

/** The changed lines, and up to CONTEXT known lines on both sides. */
function shownItems(items: readonly Item[]): Set<number> {
  const shown = new Set<number>();
  for (const [index, { sign }] of items.entries()) {
    if (sign !== '+' && sign !== '-') continue;
    shown.add(index);
    for (let at = index - 1; at >= index - CONTEXT && items[at]?.sign === ' '; at -= 1) shown.add(at);
    for (let at = index + 1; at <= index + CONTEXT && items[at]?.sign === ' '; at += 1) shown.add(at);
  }
  return shown;
}

class OpenHunk {
  readonly #start: { old: number; now: number };
  readonly #count = { old: 0, now: 0 };
  readonly #lines: string[] = [];

  constructor(old: number, now: number) {
    this.#start = { old, now };
  }

  add(sign: ' ' | '+' | '-', { text, lacksNewline }: Line): void {
    this.#lines.push(`${sign}${text}\n${lacksNewline ? '\\ No newline at end of file\n' : ''}`);
    if (sign !== '+') this.#count.old += 1;
    if (sign !== '-') this.#count.now += 1;
  }

  /** Empty for a hunk without lines. As in git, the range of a side without lines starts at the line before. */
  close(): string {
    if (this.#lines.length === 0) return '';
    const range = (side: 'old' | 'now') => `${this.#start[side] - (this.#count[side] === 0 ? 1 : 0)},${this.#count[side]}`;
    return `@@ -${range('old')} +${range('now')} @@\n${this.#lines.join('')}`;
  }
}
