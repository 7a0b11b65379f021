// Compares the changes of all candidates: which changes several candidates have in common, and where they differ.
import type { PatchFile, PatchHunk } from '../../../src/patch/index.ts';

export interface CandidateChanges {
  name: string;
  files: readonly PatchFile[];
}

/** Lines of the base that a candidate replaced. */
interface Block {
  /** The index of the first base line, and of the line after the last one; equal for an insertion. */
  start: number;
  end: number;
  removed: string[];
  added: string[];
  /** Its first line: the number in the candidate's file, or in the base if lines were only removed. */
  line: number;
  side: 'old' | 'new';
}

/** The same change by one or more candidates. */
export interface Version {
  changes: { name: string; line: number; side: 'old' | 'new' }[];
  /** As the first of these candidates wrote it. */
  removed: string[];
  added: string[];
}

/** A place in a file of the base that at least one candidate changed. */
export interface ChangedPlace {
  /** The first line of the base that is replaced, or before which lines are inserted. */
  line: number;
  /** The version of most candidates first. */
  versions: Version[];
}

export interface FileConsensus {
  path: string;
  changedBy: string[];
  /** Empty for binary files and changes of the mode. */
  places: ChangedPlace[];
}

/** Files that more candidates changed come first. */
export function compareCandidates(candidates: readonly CandidateChanges[]): FileConsensus[] {
  const byPath = new Map<string, { name: string; file: PatchFile }[]>();
  for (const { name, files } of candidates)
    for (const file of files) byPath.set(file.path, [...(byPath.get(file.path) ?? []), { name, file }]);
  return [...byPath]
    .map(([path, entries]) => ({ path, changedBy: entries.map(({ name }) => name), places: placesOf(entries) }))
    .sort((a, b) => b.changedBy.length - a.changedBy.length || (a.path < b.path ? -1 : 1));
}

interface OwnedBlock {
  name: string;
  block: Block;
}

function placesOf(entries: readonly { name: string; file: PatchFile }[]): ChangedPlace[] {
  const owned: OwnedBlock[] = entries.flatMap(({ name, file }) => file.hunks.flatMap(blocksOf).map((block) => ({ name, block })));
  // A stable sort keeps the order of the candidates.
  owned.sort((a, b) => a.block.start - b.block.start || a.block.end - b.block.end);
  const groups: { end: number; blocks: OwnedBlock[] }[] = [];
  for (const one of owned) {
    const last = groups.at(-1);
    if (last !== undefined && overlaps(last, one.block)) {
      last.blocks.push(one);
      last.end = Math.max(last.end, one.block.end);
    } else groups.push({ end: one.block.end, blocks: [one] });
  }
  const order = entries.map(({ name }) => name);
  return groups.map(({ blocks }) => ({ line: (blocks[0]?.block.start ?? 0) + 1, versions: versionsOf(blocks, order) }));
}

/** Neighboring lines are different places. Insertions at one point, or at the edge of replaced lines, are one place. */
function overlaps(group: { end: number; blocks: readonly OwnedBlock[] }, { start, end }: Block): boolean {
  if (start !== group.end) return start < group.end;
  return start === end || group.blocks.every(({ block }) => block.start === block.end);
}

function versionsOf(blocks: readonly OwnedBlock[], order: readonly string[]): Version[] {
  const versions = new Map<string, Version>();
  for (const name of order) {
    const own = blocks.filter((one) => one.name === name).map(({ block }) => block);
    const [first] = own;
    if (first === undefined) continue;
    const key = JSON.stringify(own.map(({ removed, added }) => [withoutWhitespace(removed), withoutWhitespace(added)]));
    const version = versions.get(key) ?? {
      changes: [],
      removed: own.flatMap(({ removed }) => removed),
      added: own.flatMap(({ added }) => added),
    };
    version.changes.push({ name, line: first.line, side: first.side });
    versions.set(key, version);
  }
  return [...versions.values()].sort((a, b) => b.changes.length - a.changes.length);
}

/** The number of spaces, or of tabs, that every line with text starts with. The versions stand in narrow columns. */
export function commonIndent(lines: readonly string[]): number {
  const indents = lines.filter((line) => line.trim() !== '').map((line) => /^(?: +|\t+)?/.exec(line)?.[0] ?? '');
  const isSame = new Set(indents.map((indent) => indent[0] ?? '')).size === 1;
  return isSame ? Math.min(...indents.map((indent) => indent.length)) : 0;
}

function withoutWhitespace(lines: readonly string[]): string {
  return lines
    .map((line) => line.replace(/\s+/g, ''))
    .filter((line) => line !== '')
    .join('\n');
}

function blocksOf({ header, lines }: PatchHunk): Block[] {
  const [, from = '0', count] = /^@@ -(\d+)(?:,(\d+))? /.exec(header) ?? [];
  const blocks: Block[] = [];
  // For a hunk without old lines, git states the number of the line before it.
  let at = count === '0' ? Number(from) : Number(from) - 1;
  let open: Block | null = null;
  for (const { kind, text, new: number } of lines) {
    if (kind === 'context') {
      open = null;
      at += 1;
      continue;
    }
    if (open === null) {
      open = { start: at, end: at, removed: [], added: [], line: at + 1, side: 'old' };
      blocks.push(open);
    }
    if (kind === 'removed') {
      open.removed.push(text);
      at += 1;
      open.end = at;
    } else {
      if (open.added.length === 0) Object.assign(open, { line: number ?? open.line, side: 'new' });
      open.added.push(text);
    }
  }
  return blocks;
}
