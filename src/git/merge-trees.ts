// Merges two trees with a common ancestor without a working tree.
import { hydraError, pathText } from '../contract/index.ts';
import type { ObjectStore } from './object-store.ts';
import { gitText, tryGit } from './run-git.ts';

export interface MergedTree {
  tree: string;
  /** The files with conflicts; empty when the merge is clean. */
  conflicts: string[];
}

export interface TreesToMerge {
  /** The common ancestor. */
  base: string;
  ours: string;
  theirs: string;
}

const CLEAN = 0;
const CONFLICTS = 1;

export async function mergeTrees(store: ObjectStore, { base, ours, theirs }: TreesToMerge): Promise<MergedTree> {
  if (base === ours || ours === theirs) return { tree: theirs, conflicts: [] };
  if (base === theirs) return { tree: ours, conflicts: [] };
  const env = { GIT_DIR: store.folder };
  // Older versions of git find the merge base only through commits, so commits are created for the trees.
  const start = await gitText(['commit-tree', base, '-m', 'start'], { env });
  const sides = await Promise.all(
    [ours, theirs].map((tree) => gitText(['commit-tree', tree, '-p', start, '-m', 'side'], { env })),
  );
  const args = ['merge-tree', '--write-tree', '-z', '--name-only', '--no-messages', ...sides];
  const { exitCode, stdout, stderr } = await tryGit(args, { env });
  if (exitCode !== CLEAN && exitCode !== CONFLICTS) throw refusal(stderr);
  const [tree = '', ...paths] = stdout.toString('latin1').split('\0');
  return { tree, conflicts: exitCode === CLEAN ? [] : [...new Set(paths.filter((path) => path !== '').map(pathText))] };
}

function refusal(stderr: string) {
  // `merge-tree --write-tree` exists since 2.38; older versions print a usage message.
  if (/usage: git merge-tree/.test(stderr)) return hydraError('git_too_old_to_merge', {});
  return hydraError('git_failed', { action: 'merge-tree', reason: stderr.trim().split('\n').at(-1) ?? 'it gave no reason' });
}
