// Adds the user's files to a tree.
import type { ObjectStore } from './object-store.ts';
import type { ResolvedCommit } from './repository.ts';
import { git, gitText } from './run-git.ts';
import { commitIndex, withIndex } from './snapshot.ts';

export interface LaidFile {
  /** Path in the tree, with slashes. */
  path: string;
  content: Buffer;
  isExecutable: boolean;
}

export async function commitWithFiles(
  store: ObjectStore,
  base: ResolvedCommit,
  files: readonly LaidFile[],
): Promise<ResolvedCommit> {
  return withIndex(store, async (index) => {
    const env = { GIT_DIR: store.folder, GIT_INDEX_FILE: index };
    await git(['read-tree', base.tree], { env });
    const lines: string[] = [];
    for (const { path, content, isExecutable } of files) {
      const id = await gitText(['hash-object', '-w', '--stdin', '--no-filters'], { env, input: content });
      lines.push(`${isExecutable ? '100755' : '100644'} ${id}\t${path}\0`);
    }
    await git(['update-index', '-z', '--index-info'], { env, input: lines.join('') });
    return commitIndex(store, index, base);
  });
}
