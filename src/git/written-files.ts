// What a command wrote into a checkout, compared with the index outside it.
import { removeBlockingAttributes } from './blocking-files.ts';
import type { CheckedOut } from './checkout.ts';
import { lfsEnvironment } from './lfs.ts';
import { git } from './run-git.ts';

/** Tracked files whose content, type or mode differs from the index, and deleted ones; sorted. Submodules are not read. */
export async function listRewritten(checkedOut: CheckedOut): Promise<string[]> {
  const { store, folder, index } = checkedOut;
  await removeBlockingAttributes(checkedOut);
  const lfs = lfsEnvironment(store.folder, store.lfsContent);
  const env = { ...lfs, GIT_DIR: store.folder, GIT_INDEX_FILE: index, GIT_WORK_TREE: folder };
  const args = ['diff', '--name-only', '-z', '--no-renames', '--no-ext-diff', '--no-textconv', '--ignore-submodules=all'];
  return namesIn(await git(args, { env, cwd: folder }));
}

/** Untracked files, including ignored ones, without those in folders with one of these names; sorted. */
export async function listNew({ store, folder, index }: CheckedOut, skippedFolders: readonly string[]): Promise<string[]> {
  const env = { GIT_DIR: store.folder, GIT_INDEX_FILE: index, GIT_WORK_TREE: folder };
  const skipped = skippedFolders.flatMap((name) => ['-x', `${name}/`]);
  return namesIn(await git(['ls-files', '--others', '-z', ...skipped], { env, cwd: folder }));
}

/** The files of the index. */
export async function listTracked({ store, index }: Omit<CheckedOut, 'folder'>): Promise<string[]> {
  return namesIn(await git(['ls-files', '-z'], { env: { GIT_DIR: store.folder, GIT_INDEX_FILE: index } }));
}

function namesIn(listing: Buffer): string[] {
  return listing
    .toString('utf8')
    .split('\0')
    .filter((path) => path !== '')
    .sort();
}
