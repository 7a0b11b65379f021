// Branches that an agent created in its clone.
// Settings of the clone may be hostile: nothing here runs a filter, a hook or a checkout in it.
import { join } from 'node:path';
import type { ObjectStore } from './object-store.ts';
import type { ResolvedCommit } from './repository.ts';
import { git, gitText, tryGit } from './run-git.ts';
import { commitIndex, withIndex } from './snapshot.ts';

export interface LeftBranch {
  name: string;
  commit: string;
}

/** Branches of a clone with commits that the base lacks, newest first. */
export async function listLeftBranches(folder: string, base: ResolvedCommit): Promise<LeftBranch[]> {
  const args = ['for-each-ref', '--sort=-committerdate', '--format=%(objectname) %(refname:short)', 'refs/heads'];
  const { exitCode, stdout } = await tryGit(args, { env: { GIT_DIR: join(folder, '.git') } });
  if (exitCode !== 0) return [];
  const lines = stdout.toString('utf8').split('\n');
  return lines.flatMap((line) => {
    const [, commit, name] = /^([0-9a-f]{40,64}) (.+)$/.exec(line) ?? [];
    return commit === undefined || name === undefined || commit === base.commit ? [] : [{ name, commit }];
  });
}

/** A commit of a clone as a snapshot in the object store. */
export async function snapshotCommitOf(
  store: ObjectStore,
  base: ResolvedCommit,
  folder: string,
  commit: string,
): Promise<ResolvedCommit> {
  const borrowed = { GIT_DIR: store.folder, GIT_ALTERNATE_OBJECT_DIRECTORIES: join(folder, '.git/objects') };
  const patch = await git(['diff-tree', '-p', '--binary', '--full-index', '--no-ext-diff', '--no-textconv', base.tree, commit], {
    env: borrowed,
  });
  return withIndex(store, async (index) => {
    const env = { GIT_DIR: store.folder, GIT_INDEX_FILE: index };
    await git(['read-tree', base.tree], { env });
    if (patch.length > 0) await git(['apply', '--cached', '--whitespace=nowarn', '-'], { env, cwd: store.folder, input: patch });
    return commitIndex(store, index, base);
  });
}

/** Nested repositories: a tree has only a commit id for each. */
export async function listAddedRepositories(
  store: ObjectStore,
  base: ResolvedCommit,
  { tree }: ResolvedCommit,
): Promise<string[]> {
  const args = ['diff-tree', '-r', '-z', '--raw', '--no-renames', base.tree, tree];
  const fields = (await gitText(args, { env: { GIT_DIR: store.folder } })).split('\0');
  return fields.flatMap((field, index) => (/^:(?!160000)\d{6} 160000 /.test(field) ? [fields[index + 1] ?? ''] : []));
}
