// Copies one file, or one hunk of it, from one tree into another.
import type { ObjectStore } from './object-store.ts';
import type { ResolvedCommit } from './repository.ts';
import { git, gitText, tryGit } from './run-git.ts';
import { commitIndex, withIndex } from './snapshot.ts';

export interface FileToPick {
  base: ResolvedCommit;
  /** The tree that gets the file. */
  made: ResolvedCommit;
  /** The tree that the file comes from. */
  other: ResolvedCommit;
  path: string;
}

type Picked = ResolvedCommit | 'unknown' | 'conflict';

/** The other tree's version of the file; removed if the other tree does not have it. */
export function pickFile(store: ObjectStore, { base, made, other, path }: FileToPick): Promise<Picked> {
  return withIndex(store, async (index) => {
    const env = { GIT_DIR: store.folder, GIT_INDEX_FILE: index };
    await git(['read-tree', made.tree], { env });
    const entry = await entryOf(store, other.tree, path);
    if (entry === null && (await entryOf(store, made.tree, path)) === null) return 'unknown';
    const input = entry === null ? `0 ${'0'.repeat(made.tree.length)}\t${path}\0` : `${entry.mode} ${entry.id}\t${path}\0`;
    await git(['update-index', '-z', '--index-info'], { env, input });
    return commitIndex(store, index, base);
  });
}

/** One hunk of the change that the other tree made to the base's file. */
export function pickHunk(store: ObjectStore, { base, made, other, path, hunk }: FileToPick & { hunk: number }): Promise<Picked> {
  return withIndex(store, async (index) => {
    const env = { GIT_DIR: store.folder, GIT_INDEX_FILE: index };
    await git(['read-tree', made.tree], { env });
    const options = ['-p', '--full-index', '--no-renames', '--no-ext-diff', '--no-textconv'];
    // One character per byte: the lines may be in any encoding.
    const patch = (
      await git(['diff-tree', '-r', ...options, base.tree, other.tree, '--', `:(literal,top)${path}`], { env })
    ).toString('latin1');
    // Only
    // ends a line here: a \r is part of the text.
    const [head = '', ...hunks] = patch.split(/(?<=\n)(?=@@ )/);
    const wanted = hunks[hunk - 1];
    if (wanted === undefined) return 'unknown';
    const input = Buffer.from(head + wanted, 'latin1');
    const { exitCode } = await tryGit(['apply', '--cached', '--recount', '--whitespace=nowarn', '-'], {
      env,
      cwd: store.folder,
      input,
    });
    return exitCode === 0 ? commitIndex(store, index, base) : 'conflict';
  });
}

async function entryOf(store: ObjectStore, tree: string, path: string): Promise<{ mode: string; id: string } | null> {
  // A name may begin with a colon, which git would interpret.
  const env = { GIT_DIR: store.folder, GIT_LITERAL_PATHSPECS: '1' };
  const line = await gitText(['ls-tree', '-z', '--full-tree', tree, '--', path], { env });
  const [, mode, id, found] = /^(\d+) blob ([0-9a-f]+)\t(.*)\0?$/s.exec(line) ?? [];
  return mode !== undefined && id !== undefined && found?.replace(/\0$/, '') === path ? { mode, id } : null;
}
