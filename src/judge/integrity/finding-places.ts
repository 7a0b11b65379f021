// The changed lines that show a finding, so that a reader sees them without searching the diff.
import type { DiffPlace, RestoredFile } from '../../contract/index.ts';
import type { PatchFile, PatchHunk, PatchLine } from './patch.ts';
import { mayHoldTests } from './test-code.ts';

export const MAX_PLACES = 20;

/** Neighboring lines of one side as one place. */
export function placesOf(path: string, lines: readonly PatchLine[]): DiffPlace[] {
  const places: { path: string; side: 'new' | 'old'; start_line: number; end_line: number }[] = [];
  for (const { line, side } of lines) {
    const last = places.at(-1);
    if (last !== undefined && last.side === side && last.end_line + 1 === line) last.end_line = line;
    else if (places.length < MAX_PLACES) places.push({ path, side, start_line: line, end_line: line });
    else break;
  }
  return places;
}

/**
 * The changes to these tests: the changed lines with the name of the test, or the first change below an unchanged line with
 * its name.
 */
export function placesOfTests(patch: readonly PatchFile[], ids: readonly string[]): DiffPlace[] {
  const files = patch.filter(mayHoldTests);
  const places: DiffPlace[] = [];
  for (const name of namesOf(ids)) {
    for (const file of files) {
      const lines = changesAt(file, name);
      if (lines.length === 0) continue;
      places.push(...placesOf(file.path, lines));
      break;
    }
    if (places.length >= MAX_PLACES) break;
  }
  return distinct(places).slice(0, MAX_PLACES);
}

/**
 * Changes to files that are the base's in the pinned tree. Where a test has another result there, one of them is the cause,
 * although it may not contain the name of the test: it can be data, a helper or a setting.
 */
export function placesOfRestored(patch: readonly PatchFile[], restored: readonly RestoredFile[]): DiffPlace[] {
  const paths = new Set(restored.map(({ path }) => path));
  const places = patch
    .filter(({ path }) => paths.has(path))
    .flatMap(({ path, added, removed }) => placesOf(path, removed.length > 0 ? removed : added));
  return places.slice(0, MAX_PLACES);
}

/** A short name occurs in too many lines to say anything. */
const MIN_NAME_LENGTH = 3;
const MAX_NAMES = 100;

/** A package and a function of Go, with the names of subtests: "example.org/a TestB/c". */
const GO_TEST = /^\S+ ((?:Test|Fuzz|Example|Benchmark)\w*)/;

/** "parse > refuses nonsense" and "tests/test_a.py::test_b[1-2]" are "refuses nonsense" and "test_b" in the source. */
function namesOf(ids: readonly string[]): string[] {
  const names = ids.slice(0, MAX_NAMES).map((id) => {
    const last = GO_TEST.exec(id)?.[1] ?? id.split(/ > |::/).at(-1) ?? id;
    return last.replace(/\[[^\]]*\]$/, '').trim();
  });
  return [...new Set(names)].filter((name) => name.length >= MIN_NAME_LENGTH);
}

function changesAt({ added, removed, hunks }: PatchFile, name: string): PatchLine[] {
  const hasName = ({ text }: PatchLine) => text.includes(name);
  const named = added.filter(hasName);
  if (named.length > 0) return named;
  const gone = removed.filter(hasName);
  if (gone.length > 0) return gone;
  const changed = new Set([...added, ...removed]);
  for (const hunk of hunks) {
    const line = firstChangeBelow(hunk, hasName, changed);
    if (line !== null) return [line];
  }
  return [];
}

function firstChangeBelow(hunk: PatchHunk, hasName: (line: PatchLine) => boolean, changed: Set<PatchLine>): PatchLine | null {
  for (const side of [hunk.after, hunk.before]) {
    const at = side.findIndex(hasName);
    const next = at === -1 ? undefined : side.slice(at).find((line) => changed.has(line));
    if (next !== undefined) return next;
  }
  return null;
}

function distinct(places: readonly DiffPlace[]): DiffPlace[] {
  return [...new Map(places.map((place) => [`${place.path}\n${place.side}\n${place.start_line}`, place])).values()];
}
