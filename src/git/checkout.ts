// A commit checked out in a separate folder with its own refs and index, without remote or hooks.
import { constants, copyFileSync, existsSync, mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { hydraError } from '../contract/index.ts';
import { removeBlockingAttributes } from './blocking-files.ts';
import { findLfsContent, lfsEnvironment } from './lfs.ts';
import { borrowObjects, listBorrowed, type ObjectStore } from './object-store.ts';
import type { Repository, ResolvedCommit } from './repository.ts';
import { git, gitText } from './run-git.ts';

const GITLINK_MODE = '160000';

export interface CheckedOut {
  store: ObjectStore;
  /** The tree. */
  folder: string;
  /** The objects of the tree, stored where its commands have no access. */
  index: string;
}

export interface CheckoutRequest extends CheckedOut {
  repository: Repository;
  commit: string;
  /** Lines of packed-refs. */
  tags: string;
}

/** The folder must not exist, or be empty. Returns the object folders that the checkout reads. */
export async function checkOut({ repository, store, commit, folder, index, tags }: CheckoutRequest): Promise<string[]> {
  initialise(store, folder, join(store.folder, 'objects'), commit);
  if (tags !== '') writeFileSync(join(folder, '.git/packed-refs'), `# pack-refs with: sorted\n${tags}`);
  await writeTree(folder, lfsEnvironment(store.folder, store.lfsContent));
  copyFileSync(join(folder, '.git/index'), index);
  const objects = [join(store.folder, 'objects')];
  for (const submodule of await listSubmodules(folder, commit))
    objects.push(await checkOutSubmodule(repository, store, folder, submodule));
  return objects.flatMap(listBorrowed);
}

/**
 * Restores tracked files to the commit, whatever a command did to them, to the index or to .git. Untracked files stay,
 * and unchanged files keep their times, so that builds stay valid.
 */
export async function restoreTrackedFiles({ store, folder, index }: CheckedOut): Promise<void> {
  if (!isPlace(folder)) throw hydraError('checkout_replaced', {}, { place: { file: folder } });
  const lfs = lfsEnvironment(store.folder, store.lfsContent);
  const env = { ...lfs, GIT_DIR: store.folder, GIT_INDEX_FILE: index, GIT_WORK_TREE: folder };
  await git(['checkout-index', '--all', '--force', '--quiet', '--index'], { env, cwd: folder });
}

/**
 * Replaces the files that differ between the checked-out commit and another one. All other files keep their
 * times, so that builds stay valid. Submodules stay unchanged. Returns the paths that differ.
 */
export async function switchCommit(checkedOut: CheckedOut, { commit, tree }: ResolvedCommit): Promise<string[]> {
  const { store, folder, index } = checkedOut;
  await restoreTrackedFiles(checkedOut);
  await removeBlockingAttributes(checkedOut);
  const lfs = lfsEnvironment(store.folder, store.lfsContent);
  const env = { ...lfs, GIT_DIR: store.folder, GIT_INDEX_FILE: index, GIT_WORK_TREE: folder };
  const changed = await gitText(['diff-index', '--cached', '--name-only', '-z', tree], { env, cwd: folder });
  await git(['read-tree', '--reset', '-u', tree], { env, cwd: folder });
  updateRepository(folder, commit, index);
  return changed.split('\0').filter((path) => path !== '');
}

/**
 * Only the files of a checkout matter to Hydra, so a repository that a command removed or replaced stays as it is. It may be
 * a link to the user's repository.
 */
function updateRepository(folder: string, commit: string, index: string): void {
  const gitDir = join(folder, '.git');
  const heads = join(gitDir, 'refs/heads');
  if (!isPlace(heads)) return;
  const main = join(heads, 'main');
  const own = join(gitDir, 'index');
  for (const file of [main, own]) rmSync(file, { recursive: true, force: true });
  writeFileSync(main, `${commit}\n`, { flag: 'wx' });
  copyFileSync(index, own, constants.COPYFILE_EXCL);
}

/**
 * Creates a repository whose branch main is the commit. Writes its files directly, which saves two git processes;
 * the file system settings that `git init` detects are in the settings of the store.
 */
function initialise(store: ObjectStore, folder: string, objects: string, commit: string): void {
  const gitDir = join(folder, '.git');
  mkdirSync(join(gitDir, 'refs/heads'), { recursive: true });
  const settings = readFileSync(join(store.folder, 'config'), 'utf8');
  writeFileSync(join(gitDir, 'config'), settings.replace('bare = true', 'bare = false'));
  writeFileSync(join(gitDir, 'refs/heads/main'), `${commit}\n`);
  writeFileSync(join(gitDir, 'HEAD'), 'ref: refs/heads/main\n');
  borrowObjects(gitDir, objects);
}

async function writeTree(folder: string, env: Record<string, string>): Promise<void> {
  await git(['reset', '--hard', '--quiet'], { cwd: folder, env });
}

interface Submodule {
  path: string;
  commit: string;
}

async function listSubmodules(folder: string, commit: string): Promise<Submodule[]> {
  if (!existsSync(join(folder, '.gitmodules'))) return [];
  const listing = await gitText(['ls-tree', '-r', '-z', '--full-tree', commit], { cwd: folder });
  return listing.split('\0').flatMap((line) => {
    const [head = '', path] = line.split('\t');
    const [mode, , id] = head.split(' ');
    return mode === GITLINK_MODE && path !== undefined && id !== undefined ? [{ path, commit: id }] : [];
  });
}

/** From the user's own copy of the submodule: fetches nothing. Returns its object folder. */
async function checkOutSubmodule(
  repository: Repository,
  store: ObjectStore,
  workspace: string,
  { path, commit }: Submodule,
): Promise<string> {
  const name = await submoduleName(workspace, path);
  const places = [join(repository.commonDir, 'modules', name, 'objects'), join(repository.root, path, '.git/objects')];
  const objects = places.find((place) => existsSync(place));
  if (objects === undefined) throw hydraError('submodule_missing', { path });
  const folder = join(workspace, path);
  initialise(store, folder, objects, commit);
  try {
    await writeTree(folder, lfsEnvironment(store.folder, await findLfsContent(dirname(objects))));
  } catch {
    throw hydraError('submodule_missing', { path });
  }
  return objects;
}

async function submoduleName(workspace: string, path: string): Promise<string> {
  const listing = await gitText(['config', '--file', '.gitmodules', '--get-regexp', '^submodule\\..*\\.path$'], {
    cwd: workspace,
  });
  const line = listing.split('\n').find((entry) => entry.slice(entry.indexOf(' ') + 1) === path);
  const name = line?.slice('submodule.'.length, line.indexOf('.path ')) ?? path;
  // The name comes from the tree and becomes part of a path.
  if (name.split('/').includes('..')) throw hydraError('submodule_missing', { path });
  return name;
}

/**
 * Untracked files and folders, including ignored ones; a folder is one entry. Uses the index and settings of Hydra: commands
 * may have changed those of the checkout, and git would run a filter that they define.
 */
export async function listUntracked({ store, folder, index }: CheckedOut): Promise<string[]> {
  if (!isPlace(folder)) return [];
  const env = { GIT_DIR: store.folder, GIT_INDEX_FILE: index, GIT_WORK_TREE: folder };
  const listing = await git(['ls-files', '--others', '--directory', '--no-empty-directory', '-z'], { env, cwd: folder });
  const paths = listing.toString('utf8').split('\0');
  return paths.filter((path) => path !== '').map((path) => path.replace(/\/$/, ''));
}

/** False if a command replaced the checkout by a link, for example to the user's files, which Hydra would then overwrite. */
export function isPlace(folder: string): boolean {
  return existsSync(folder) && realpathSync(folder) === folder;
}
