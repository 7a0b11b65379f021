// Removes changed files that are too large to compare from a snapshot.
import { pathText } from '../contract/index.ts';
import { blobSizes } from './blobs.ts';
import type { ObjectStore } from './object-store.ts';
import type { ResolvedCommit } from './repository.ts';
import { git } from './run-git.ts';
import { commitIndex, withIndex } from './snapshot.ts';
import { readSides, type Sides, sidesArguments } from './worktree-paths.ts';

export interface SizeLimits {
  fileBytes: number;
  /** For all changed files together: removes the largest until the others fit. */
  totalBytes: number;
}

/** Restores each removed file to the base version, or deletes it. */
export async function leaveOutLargeFiles(
  store: ObjectStore,
  base: ResolvedCommit,
  commit: ResolvedCommit,
  limits: SizeLimits,
): Promise<{ commit: ResolvedCommit; leftOut: string[] }> {
  const env = { GIT_DIR: store.folder };
  const sides = readSides(await git(sidesArguments(base.tree, commit.tree), { env }));
  const tooLarge = chooseLarge(await measure(store, sides), limits);
  if (tooLarge.length === 0) return { commit, leftOut: [] };
  const rest = await withIndex(store, async (index) => {
    const own = { ...env, GIT_INDEX_FILE: index };
    await git(['read-tree', commit.tree], { env: own });
    const entries = tooLarge.map(({ path, before, modeBefore }) =>
      before === null ? `0 ${'0'.repeat(commit.tree.length)}\t${path}\0` : `${modeBefore} ${before}\t${path}\0`,
    );
    await git(['update-index', '-z', '--index-info'], { env: own, input: Buffer.from(entries.join(''), 'latin1') });
    return commitIndex(store, index, base);
  });
  return { commit: rest, leftOut: tooLarge.map(({ path }) => pathText(path)).sort() };
}

interface MeasuredFile extends Sides {
  bytes: number;
}

async function measure(store: ObjectStore, sides: readonly Sides[]): Promise<MeasuredFile[]> {
  const changed = sides.flatMap((side) => (side.after === null ? [] : [{ ...side, after: side.after }]));
  const sizes = await blobSizes(
    store,
    changed.map(({ after }) => after),
  );
  return changed.map((side, index) => ({ ...side, bytes: sizes[index] ?? 0 }));
}

function chooseLarge(files: readonly MeasuredFile[], { fileBytes, totalBytes }: SizeLimits): MeasuredFile[] {
  const largestFirst = [...files].sort((a, b) => b.bytes - a.bytes || (a.path < b.path ? -1 : 1));
  let total = files.reduce((sum, { bytes }) => sum + bytes, 0);
  return largestFirst.filter(({ bytes }) => {
    if (bytes <= fileBytes && total <= totalBytes) return false;
    total -= bytes;
    return true;
  });
}
