// What a command wrote into a checkout, compared with the index outside it.
import { removeBlockingAttributes } from './blocking-files.ts';
import type { CheckedOut } from './checkout.ts';
import { lfsEnvironment } from './lfs.ts';
import { git } from './run-git.ts';

/** A checkout whose files may be visible only to programs that run with `through`. */
export interface ViewedCheckout extends CheckedOut {
  through?: readonly string[];
  /** The folder with the files that the command wrote; null for the checkout itself. */
  changed?: string | null;
}

/** Tracked files whose content, type or mode differs from the index, and deleted ones; sorted. Submodules are not read. */
export async function listRewritten({ store, folder, index, through = [], changed = null }: ViewedCheckout): Promise<string[]> {
  await removeBlockingAttributes({ store, folder: changed ?? folder, index });
  const lfs = lfsEnvironment(store.folder, store.lfsContent);
  const env = { ...lfs, GIT_DIR: store.folder, GIT_INDEX_FILE: index, GIT_WORK_TREE: folder };
  const args = ['diff', '--name-only', '-z', '--no-renames', '--no-ext-diff', '--no-textconv', '--ignore-submodules=all'];
  return namesIn(await git(['-C', folder, ...args], { env, through }));
}

/** Untracked files, including ignored ones, without those in folders with one of these names; sorted. */
export async function listNew(
  { store, folder, index, through = [] }: ViewedCheckout,
  skippedFolders: readonly string[],
): Promise<string[]> {
  const env = { GIT_DIR: store.folder, GIT_INDEX_FILE: index, GIT_WORK_TREE: folder };
  const skipped = skippedFolders.flatMap((name) => ['-x', `${name}/`]);
  return namesIn(await git(['-C', folder, 'ls-files', '--others', '-z', ...skipped], { env, through }));
}

/** The paths of submodules in the index. */
export async function listSubmodules({ store, index }: Omit<CheckedOut, 'folder'>): Promise<string[]> {
  const entries = namesIn(await git(['ls-files', '--stage', '-z'], { env: { GIT_DIR: store.folder, GIT_INDEX_FILE: index } }));
  return entries.flatMap((entry) => /^160000 [0-9a-f]+ 0\t(.*)$/s.exec(entry)?.[1] ?? []);
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
