// A tree in which some files have the version of another tree, to see what the other changes do without them.
import type { ObjectStore } from './object-store.ts';
import { findEntries, putIntoIndex, removeFromIndex } from './pinned-tree.ts';
import type { ResolvedCommit } from './repository.ts';
import { git } from './run-git.ts';
import { commitIndex, withIndex } from './snapshot.ts';

/** Files that `source` lacks are removed. */
export async function leaveOut(
  store: ObjectStore,
  base: ResolvedCommit,
  onto: ResolvedCommit,
  source: ResolvedCommit,
  paths: readonly string[],
): Promise<ResolvedCommit> {
  return withIndex(store, async (index) => {
    const env = { GIT_DIR: store.folder, GIT_INDEX_FILE: index };
    await git(['read-tree', onto.tree], { env });
    for (const path of paths) {
      await removeFromIndex(await findEntries(store, onto.tree, path), env);
      await putIntoIndex(await findEntries(store, source.tree, path), env);
    }
    return commitIndex(store, index, base);
  });
}
