// Which candidates have nearly the same diff. Two agents can write the same fix, and two candidates can carry the same
// trick: either way they are one opinion, so each group has one vote wherever candidates confirm each other.
import { addedCode } from './code-lines.ts';
import type { PatchFile } from './patch.ts';

/** The least Jaccard similarity of the changed lines. */
const MIN_SIMILARITY = 0.8;
/** The same with names and literals replaced: renaming a variable makes no new diff. Few lines are alike by chance. */
const [MIN_SKELETON_SIMILARITY, MIN_SKELETON_LINES] = [0.9, 6];
const [MAX_LINES, MAX_LINE_LENGTH] = [20_000, 400];

/** Counts by line. */
type LineBag = ReadonlyMap<string, number>;

interface Fingerprint {
  added: LineBag;
  /** Added and removed. */
  all: LineBag;
  skeleton: LineBag;
}

/** The number of its group for each patch, counted from 0 in the order of the first members. Empty patches are equal. */
export function nearEqualGroups(patches: readonly (readonly PatchFile[])[]): number[] {
  const prints = patches.map(fingerprint);
  const groups: number[] = [];
  prints.forEach((print, index) => {
    const like = prints.slice(0, index).findIndex((earlier) => isNearEqual(earlier, print));
    groups.push(like === -1 ? Math.max(-1, ...groups) + 1 : (groups[like] ?? 0));
  });
  return groups;
}

/** The names in each group with several members. */
export function nearEqualNames(candidates: readonly { name: string; patch: readonly PatchFile[] }[]): string[][] {
  const authors = candidates.filter(({ patch }) => patch.length > 0);
  const groups = nearEqualGroups(authors.map(({ patch }) => patch));
  const names = new Map<number, string[]>();
  authors.forEach(({ name }, index) => {
    const group = groups[index] ?? 0;
    names.set(group, [...(names.get(group) ?? []), name]);
  });
  return [...names.values()].filter((group) => group.length > 1);
}

/** What is removed is given by the base, so candidates that both add something are compared by what they add. */
function isNearEqual(a: Fingerprint, b: Fingerprint): boolean {
  const [mine, theirs] = a.added.size > 0 && b.added.size > 0 ? [a.added, b.added] : [a.all, b.all];
  if (similarity(mine, theirs) >= MIN_SIMILARITY) return true;
  const isLongEnough = [a, b].every(({ skeleton }) => sizeOf(skeleton) >= MIN_SKELETON_LINES);
  return isLongEnough && similarity(a.skeleton, b.skeleton) >= MIN_SKELETON_SIMILARITY;
}

function similarity(a: LineBag, b: LineBag): number {
  let common = 0;
  for (const [line, count] of a) common += Math.min(count, b.get(line) ?? 0);
  const union = sizeOf(a) + sizeOf(b) - common;
  return union === 0 ? 1 : common / union;
}

function sizeOf(bag: LineBag): number {
  let size = 0;
  for (const count of bag.values()) size += count;
  return size;
}

function fingerprint(patch: readonly PatchFile[]): Fingerprint {
  const added = patch.flatMap((file) =>
    linesOf(
      file.path,
      '+',
      addedCode(file).map(({ code }) => code),
    ),
  );
  const removed = patch.flatMap((file) =>
    linesOf(
      file.path,
      '-',
      file.removed.map(({ text }) => text),
    ),
  );
  // Modes, links and binary files have no lines.
  const files = patch.filter((file) => file.added.length + file.removed.length === 0);
  const named = files.map(({ path, status, mode }) => `${status} ${path} ${mode ?? ''}`);
  return {
    added: countLines([...added, ...named]),
    all: countLines([...added, ...removed, ...named]),
    skeleton: countLines([...added, ...named].map(skeletonOf)),
  };
}

/** Comments, blank lines and lines of brackets are padding. */
function linesOf(path: string, sign: '+' | '-', lines: readonly string[]): string[] {
  return lines
    .slice(0, MAX_LINES)
    .map((text) => text.slice(0, MAX_LINE_LENGTH))
    .filter((text) => /\w/.test(text))
    .map((text) => `${sign} ${path} ${text.replace(/["'`]/g, '"').replace(/[\s;,]/g, '')}`);
}

function countLines(lines: readonly string[]): LineBag {
  const bag = new Map<string, number>();
  for (const line of lines) bag.set(line, (bag.get(line) ?? 0) + 1);
  return bag;
}

/** The path stays: it is the first word after the sign. */
function skeletonOf(line: string): string {
  const start = line.indexOf(' ', 2) + 1;
  return (
    line.slice(0, start) +
    line
      .slice(start)
      .replace(/"[^"]{0,200}"/g, '""')
      .replace(/\w{1,400}/g, 'w')
  );
}
