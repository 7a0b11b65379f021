// Two changes of the same base file to the change from one result to the other. Hunks have every base line that
// they change or that stands beside a change, and a line that neither changes is the same in both.
import { diffArrays } from 'diff';
import type { PatchHunk, PatchLine } from '../../src/contract/index.ts';

/** A line of a file: its text, and whether the file ends there without a newline. */
type Line = Pick<PatchLine, 'text' | 'lacksNewline'>;

/** A line of the result, or so many lines that both have and that are in no patch. */
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

/** The base's lines from `start` up to but without `end`, counted from 0, become `lines`. */
interface Edit {
  start: number;
  end: number;
  lines: Line[];
}

function editsOf({ header, lines }: PatchHunk): Edit[] {
  const [, from = '0', count] = /^@@ -(\d+)(?:,(\d+))? /.exec(header) ?? [];
  const edits: Edit[] = [];
  // Where a hunk has no old lines, git gives the number of the line before it.
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

/** Edits that overlap or touch each other are compared as one. */
function touchingRanges(edits: readonly Edit[]): { start: number; end: number }[] {
  const ranges: { start: number; end: number }[] = [];
  for (const { start, end } of [...edits].sort((a, b) => a.start - b.start || a.end - b.end)) {
    const last = ranges.at(-1);
    if (last !== undefined && start <= last.end) last.end = Math.max(last.end, end);
    else ranges.push({ start, end });
  }
  return ranges;
}

/** What a candidate has in place of the range. The lines that it leaves alone are known: the other one changes them. */
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

/** With more changes than this, finding what two versions have in common takes longer than reading both. */
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

/** Of the base, where neither changes anything. */
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

/** What changed, and a few lines on both sides of it as far as they are known. */
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

  /** Empty when there is nothing in it. As git has it, a side without lines is named by the line before. */
  close(): string {
    if (this.#lines.length === 0) return '';
    const range = (side: 'old' | 'now') => `${this.#start[side] - (this.#count[side] === 0 ? 1 : 0)},${this.#count[side]}`;
    return `@@ -${range('old')} +${range('now')} @@\n${this.#lines.join('')}`;
  }
}
