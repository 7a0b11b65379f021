// Counts the lines of a diff that contain a changed token, in one layout for all texts.

import { scanText } from '../scan.ts';
import { languageOf } from '../table.ts';
import type { Token } from '../token.ts';
import { type Comparison, compareSides, markChangedLines } from './changed-lines.ts';
import { findMovedBlocks, type LooseLine } from './moved-blocks.ts';
import { Interner, type Side, sizeOfLine, toSide } from './side.ts';

/** Longer files are not compared by their tokens. */
const MAX_LINES = 50_000;

/** Both versions of a file, one character per byte; null where it does not exist. */
export interface FileVersions {
  path: string;
  oldPath: string | null;
  before: string | null;
  after: string | null;
}

export interface SyntaxCounts {
  /** Lines with a token that the other version does not have. */
  added: number;
  removed: number;
  /** How many of the removed lines were added elsewhere, by the path of the file there; empty if none. */
  moved: { path: string; lines: number }[];
}

/** In the order of the files; null for a file in an unknown language, or that cannot be read. */
export function countChanges(files: readonly FileVersions[]): (SyntaxCounts | null)[] {
  const interner = new Interner();
  const comparisons = files.map((file) => compareLines(file, interner));
  const moved = takeMovedBlocks(comparisons);
  return comparisons.map((comparison, index) => {
    if (comparison === null) return null;
    markChangedLines(comparison);
    const { before, after } = comparison;
    const destinations = [...(moved[index] ?? [])].sort(([one], [other]) => one - other);
    return {
      added: count(after.changed),
      removed: count(before.changed) + count(before.moved),
      moved: destinations.map(([file, lines]) => ({ path: files[file]?.path ?? '', lines })),
    };
  });
}

function compareLines(file: FileVersions, interner: Interner): Comparison | null {
  const oldPath = file.oldPath ?? file.path;
  const tokenize = languageOf(file.path)?.tokenize;
  if (tokenize === undefined || languageOf(oldPath)?.tokenize !== tokenize) return null;
  const old = file.before === null ? [] : readTokens(oldPath, file.before);
  const own = file.after === null ? [] : readTokens(file.path, file.after);
  if (old === null || own === null) return null;
  return compareSides(toSide(old, interner), toSide(own, interner));
}

/** Null if the text cannot be read up to its end. */
function readTokens(path: string, source: string): readonly Token[] | null {
  const scanned = hasTooManyLines(source) ? null : scanText(path, source);
  return scanned === null || scanned.end < scanned.text.length ? null : scanned.tokens;
}

function hasTooManyLines(text: string): boolean {
  let lines = 0;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) lines += 1;
  return lines > MAX_LINES;
}

/** Marks moved blocks. Returns how many lines each file lost to which other file. */
function takeMovedBlocks(comparisons: readonly (Comparison | null)[]): Map<number, number>[] {
  const removed = comparisons.flatMap((each, file) => (each === null ? [] : looseLines(each.before, each.matches, file)));
  const added = comparisons.flatMap((each, file) => (each === null ? [] : looseLines(each.after, each.matchesAfter, file)));
  const moved = comparisons.map(() => new Map<number, number>());
  for (const block of findMovedBlocks(removed, added)) {
    const [from, to] = [removed[block.removed], added[block.added]];
    if (from === undefined || to === undefined) continue;
    const { length } = block;
    comparisons[from.file]?.before.moved.fill(1, from.line, from.line + length);
    const target = comparisons[to.file]?.after;
    target?.moved.fill(1, to.line, to.line + length);
    target?.changed.fill(1, to.line, to.line + length);
    const destinations = moved[from.file];
    destinations?.set(to.file, (destinations.get(to.file) ?? 0) + length);
  }
  return moved;
}

/** The lines without an equal line in the other version. */
function looseLines(side: Side, matches: Int32Array, file: number): LooseLine[] {
  const loose: LooseLine[] = [];
  for (const [line, id] of side.lines.entries()) {
    if (matches[line] === -1) loose.push({ file, line, id, size: sizeOfLine(side, line) });
  }
  return loose;
}

function count(marks: Uint8Array): number {
  let total = 0;
  for (const mark of marks) total += mark;
  return total;
}
