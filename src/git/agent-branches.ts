// Branches that an agent created in its clone, and whether it changed the user's repository.
// Settings of the clone may be hostile: nothing here runs a filter, a hook or a checkout in it.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { readLinkedFile } from '../exec/index.ts';
import type { ObjectStore } from './object-store.ts';
import type { Repository, ResolvedCommit } from './repository.ts';
import { disabledFilters, git, gitText, tryGit } from './run-git.ts';
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

/** Changes when a branch, the index, the working tree, the settings or the hooks of a repository do. */
export async function fingerprint({ root, commonDir, isBare }: Repository): Promise<string> {
  const refs = await gitText(['for-each-ref'], { env: { GIT_DIR: commonDir } });
  const head = isBare ? '' : await gitText(['rev-parse', '--symbolic-full-name', 'HEAD'], { cwd: root });
  const status = isBare ? '' : await readStatus(root);
  const hooks = join(commonDir, 'hooks');
  const files = [join(commonDir, 'config'), ...(existsSync(hooks) ? readdirSync(hooks).map((name) => join(hooks, name)) : [])];
  const contents = files.flatMap((file) => readLinkedFile(file, Number.POSITIVE_INFINITY) ?? []);
  const hash = createHash('sha256');
  for (const part of [refs, head, status, ...contents]) hash.update(part).update('\0');
  return hash.digest('hex');
}

/** Without a look into submodules, whose own settings could define filters. */
async function readStatus(root: string): Promise<string> {
  const args = ['status', '--porcelain=v2', '--untracked-files=all', '--ignore-submodules=dirty'];
  return gitText(args, { cwd: root, env: await disabledFilters(root) });
}
