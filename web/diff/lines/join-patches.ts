// Computes the patch from one candidate to another from their patches against the base, because a report file has no
// repository.

import { type PatchFile, parsePatch } from '../../../src/patch/index.ts';
import { joinHunks } from './join-hunks.ts';

/** In git's patch format. */
export function joinPatches(first: string, second: string): string {
  const [before, after] = [sectionsOf(first), sectionsOf(second)];
  const paths = [...new Set([...before.keys(), ...after.keys()])].sort((a, b) => (a < b ? -1 : 1));
  return paths.map((path) => joinSections(path, before.get(path) ?? null, after.get(path) ?? null)).join('');
}

interface Section {
  text: string;
  file: PatchFile;
}

/** Lines of a hunk start with a sign and lines of binary data contain no space, so none starts like a header. */
function sectionsOf(patch: string): Map<string, Section> {
  const sections = new Map<string, Section>();
  for (const text of patch.split(/(?<=^|\n)(?=diff --git )/)) {
    const [file] = parsePatch(text).files;
    if (file !== undefined) sections.set(file.path, { text, file });
  }
  return sections;
}

function joinSections(path: string, before: Section | null, after: Section | null): string {
  // Only the second candidate changed the file, so its patch against the base is the result.
  if (before === null) return after?.text ?? '';
  return before.text === after?.text ? '' : joinFiles(path, before.file, after?.file ?? null);
}

function joinFiles(path: string, before: PatchFile, after: PatchFile | null): string {
  const [old, now] = [sideOf(before, after), sideOf(after, before)];
  if (!old.exists && !now.exists) return '';
  const name = quoted(path);
  const modes = modeLines(old, now);
  const header = `diff --git ${name('a/')} ${name('b/')}\n${modes}`;
  // Binary patches can be deltas, which do not contain the whole file.
  const isBinary = [before, after].some((file) => file !== null && file.binary !== null);
  if (isBinary) return `${header}Binary files ${name('a/')} and ${name('b/')} differ\n`;
  const hunks = joinHunks(before.hunks, after?.hunks ?? []);
  if (hunks === '') return modes === '' ? '' : header;
  return `${header}--- ${old.exists ? name('a/') : '/dev/null'}\n+++ ${now.exists ? name('b/') : '/dev/null'}\n${hunks}`;
}

interface Side {
  exists: boolean;
  /** Null when the patches do not state it. */
  mode: string | null;
}

/** A file that is not in a patch is the same as on the base. */
function sideOf(own: PatchFile | null, other: PatchFile | null): Side {
  if (own === null) return { exists: other?.status !== 'added', mode: other?.oldMode ?? null };
  return { exists: own.status !== 'deleted', mode: own.newMode ?? other?.oldMode ?? null };
}

function modeLines(old: Side, now: Side): string {
  if (!old.exists) return `new file mode ${now.mode ?? '100644'}\n`;
  if (!now.exists) return `deleted file mode ${old.mode ?? '100644'}\n`;
  const isChanged = old.mode !== null && now.mode !== null && old.mode !== now.mode;
  return isChanged ? `old mode ${old.mode}\nnew mode ${now.mode}\n` : '';
}

function quoted(path: string): (prefix: string) => string {
  const isPlain = !/["\\\p{Cc}]/u.test(path);
  const octal = (character: string) => `\\${character.charCodeAt(0).toString(8).padStart(3, '0')}`;
  const inner = path.replace(/["\\]/g, '\\$&').replace(/\p{Cc}/gu, octal);
  return (prefix) => (isPlain ? prefix + path : `"${prefix}${inner}"`);
}
