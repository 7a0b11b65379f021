// Room git: looking into a tree without checking it out.
import type { ObjectStore } from './object-store.ts';
import { git, tryGit } from './run-git.ts';

/** The files at the top of a tree, each with the hash of its content. */
export async function listTopFiles(store: ObjectStore, tree: string): Promise<Map<string, string>> {
  const listing = (await git(['ls-tree', '-z', tree], { env: { GIT_DIR: store.folder } })).toString('utf8');
  const entries = listing.split('\0').flatMap((line) => {
    const [head = '', name] = line.split('\t');
    const [, type, id] = head.split(' ');
    return type === 'blob' && name !== undefined && id !== undefined ? [[name, id] as const] : [];
  });
  return new Map(entries);
}

/** Null when the tree has no such file. */
export async function readTreeFile(store: ObjectStore, tree: string, path: string): Promise<string | null> {
  const { exitCode, stdout } = await tryGit(['cat-file', 'blob', `${tree}:${path}`], { env: { GIT_DIR: store.folder } });
  return exitCode === 0 ? stdout.toString('utf8') : null;
}

/** The paths of all plain files of a tree. */
export async function listFiles(store: ObjectStore, tree: string): Promise<string[]> {
  const listing = (await git(['ls-tree', '-r', '-z', tree], { env: { GIT_DIR: store.folder } })).toString('utf8');
  return listing.split('\0').flatMap((line) => {
    const [mode = '', path] = line.split('\t');
    return mode.startsWith('100') && path !== undefined ? [path] : [];
  });
}
