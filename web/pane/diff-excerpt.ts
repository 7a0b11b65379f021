// The lines of a patch at a place of a finding, with the lines that they replace.
import type { DiffPlace } from '../../src/contract/index.ts';
import type { Patch, PatchLine } from '../../src/patch/index.ts';

export interface Excerpt {
  path: string;
  side: DiffPlace['side'];
  /** The first changed line; null for a place without lines. */
  line: number | null;
  lines: PatchLine[];
  /** How many changed lines are left out. */
  left: number;
}

const MAX_LINES = 6;

export function excerptsAt({ files }: Patch, places: readonly DiffPlace[]): Excerpt[] {
  const excerpts = places.flatMap((place) => {
    const file = files.find(({ path }) => path === place.path);
    if (file === undefined) return [];
    const changes = file.hunks.flatMap(({ lines }) => changesOf(lines));
    const change = changes.find((lines) => lines.some((line) => isAt(line, place)));
    const at = change ?? (place.start_line === null ? changes[0] : undefined);
    return at === undefined ? [] : [excerptOf(place, at)];
  });
  // Several places may be in one change; the first one names it.
  const seen = new Set<PatchLine | undefined>();
  return excerpts.filter(({ lines: [first] }) => !seen.has(first) && seen.add(first));
}

function isAt({ kind, old, new: now }: PatchLine, { side, start_line: start, end_line: end }: DiffPlace): boolean {
  if (start === null) return false;
  const line = side === 'old' ? old : now;
  const isOnSide = side === 'old' ? kind === 'removed' : kind === 'added';
  return isOnSide && line !== null && line >= start && line <= (end ?? start);
}

/** Runs of removed and added lines. */
function changesOf(lines: readonly PatchLine[]): PatchLine[][] {
  const changes: PatchLine[][] = [];
  let current: PatchLine[] | null = null;
  for (const line of lines) {
    if (line.kind === 'context') current = null;
    else if (current === null) {
      current = [line];
      changes.push(current);
    } else current.push(line);
  }
  return changes;
}

/** A long change begins at the place itself, with the line that it replaces. */
function excerptOf(place: DiffPlace, change: readonly PatchLine[]): Excerpt {
  const at = Math.max(
    0,
    change.findIndex((line) => isAt(line, place)),
  );
  const removed = change.filter(({ kind }) => kind === 'removed');
  const added = change.filter(({ kind }) => kind === 'added');
  const replaced = place.side === 'new' ? removed[added.indexOf(change[at] as PatchLine)] : undefined;
  const shown =
    change.length <= MAX_LINES
      ? [...change]
      : [...(replaced === undefined ? [] : [replaced]), ...change.slice(at, at + MAX_LINES - (replaced === undefined ? 0 : 1))];
  const first = change[at];
  const line = place.start_line === null ? (first?.new ?? first?.old ?? null) : place.start_line;
  return { path: place.path, side: place.side, line, lines: shown, left: change.length - shown.length };
}
