// A commit checked out in a separate folder with its own objects, refs and index, without remote or hooks.
import { existsSync, mkdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { hydraError } from '../contract/index.ts';
import { removeBlockingAttributes } from './blocking-files.ts';
import { restoreRepository, writeRepository, writeTemplate } from './checkout-repository.ts';
import { type History, historyOf, ownObjects, submoduleObjects } from './histories.ts';
import { findLfsContent, lfsEnvironment } from './lfs.ts';
import type { ObjectStore } from './object-store.ts';
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

export interface CheckoutSource {
  repository: Repository;
  /** The commit whose history every checkout has, besides its own commit. */
  base: string;
}

export interface CheckoutRequest extends CheckedOut, CheckoutSource {
  commit: string;
}

/** The folder must not exist, or be empty. Returns the object folders that the checkout reads. */
export async function checkOut(request: CheckoutRequest): Promise<string[]> {
  const { folder, commit } = request;
  mkdirSync(folder, { recursive: true });
  await git(['read-tree', '--reset', '-u', commit], treeRequest(request));
  const { objects } = await updateRepository(request, commit);
  return [objects, ...(await checkOutSubmodules(request, commit))];
}

/** Calls that read and write the files of a checkout use the objects and settings of Hydra. */
function treeRequest({ store, folder, index }: CheckedOut): { env: Record<string, string>; cwd: string } {
  const lfs = lfsEnvironment(store.folder, store.lfsContent);
  return { env: { ...lfs, GIT_DIR: store.folder, GIT_INDEX_FILE: index, GIT_WORK_TREE: folder }, cwd: folder };
}

/** Writes `.git` anew, with the objects of this commit and of the base's history. */
async function updateRepository(
  { repository, store, base, folder, index }: CheckedOut & CheckoutSource,
  commit: string,
): Promise<History> {
  const history = await historyOf(store, repository, base);
  const own = await ownObjects(store, base, commit);
  writeTemplate(templateOf(index), { store, commit, index, history, own });
  restoreRepository(templateOf(index), join(folder, '.git'));
  return history;
}

/** What `.git` should contain, beside the index. */
function templateOf(index: string): string {
  return `${index}.git`;
}

/**
 * Restores tracked files and `.git`, whatever a command did to them. Untracked files stay, and unchanged files keep their times,
 * so that builds stay valid.
 */
export async function restoreTrackedFiles(checkedOut: CheckedOut): Promise<void> {
  const { folder, index } = checkedOut;
  if (!isPlace(folder)) throw hydraError('checkout_replaced', {}, { place: { file: folder } });
  restoreRepository(templateOf(index), join(folder, '.git'));
  await git(['checkout-index', '--all', '--force', '--quiet', '--index'], treeRequest(checkedOut));
}

/**
 * Replaces the files that differ between the checked-out commit and another one. All other files keep their
 * times, so that builds stay valid. Submodules stay unchanged. Returns the paths that differ.
 */
export async function switchCommit(checkedOut: CheckedOut & CheckoutSource, { commit, tree }: ResolvedCommit): Promise<string[]> {
  await restoreTrackedFiles(checkedOut);
  await removeBlockingAttributes(checkedOut);
  const changed = await gitText(['diff-index', '--cached', '--name-only', '-z', tree], treeRequest(checkedOut));
  await git(['read-tree', '--reset', '-u', tree], treeRequest(checkedOut));
  await updateRepository(checkedOut, commit);
  return changed.split('\0').filter((path) => path !== '');
}

interface Submodule {
  path: string;
  commit: string;
}

/** From the user's own copies: fetches nothing. Returns their object folders. */
export async function checkOutSubmodules(
  { repository, store, folder }: Pick<CheckoutRequest, 'repository' | 'store' | 'folder'>,
  commit: string,
): Promise<string[]> {
  const objects: string[] = [];
  for (const submodule of await submodulesOf(store, folder, commit))
    objects.push(await checkOutSubmodule(repository, store, folder, submodule));
  return objects;
}

async function submodulesOf(store: ObjectStore, folder: string, commit: string): Promise<Submodule[]> {
  if (!existsSync(join(folder, '.gitmodules'))) return [];
  const listing = await gitText(['ls-tree', '-r', '-z', '--full-tree', commit], { env: { GIT_DIR: store.folder } });
  return listing.split('\0').flatMap((line) => {
    const [head = '', path] = line.split('\t');
    const [mode, , id] = head.split(' ');
    return mode === GITLINK_MODE && path !== undefined && id !== undefined ? [{ path, commit: id }] : [];
  });
}

async function checkOutSubmodule(
  repository: Repository,
  store: ObjectStore,
  workspace: string,
  { path, commit }: Submodule,
): Promise<string> {
  const name = await submoduleName(workspace, path);
  const places = [join(repository.commonDir, 'modules', name), join(repository.root, path, '.git')];
  const gitDir = places.find((place) => existsSync(join(place, 'objects')));
  if (gitDir === undefined) throw hydraError('submodule_missing', { path });
  const folder = join(workspace, path);
  try {
    const objects = await submoduleObjects(store, gitDir, commit);
    writeRepository(join(folder, '.git'), store, objects, commit);
    const env = lfsEnvironment(store.folder, await findLfsContent(gitDir));
    await git(['reset', '--hard', '--quiet'], { cwd: folder, env });
    return objects;
  } catch {
    throw hydraError('submodule_missing', { path });
  }
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
