// Reads a tree without checking it out.
import { hydraError } from '../contract/index.ts';
import type { ObjectStore } from './object-store.ts';
import { git, tryGit } from './run-git.ts';

const FOLDER_MODE = '40000';
const SUBMODULE_MODE = '160000';

/** The files at the root of each tree with their content hashes. One call for all trees. */
export async function listTopFiles(store: ObjectStore, trees: readonly string[]): Promise<Map<string, string>[]> {
  const input = trees.map((tree) => `${tree}\n`).join('');
  const output = await git(['cat-file', '--batch'], { env: { GIT_DIR: store.folder }, input });
  let at = 0;
  return trees.map((tree) => {
    // "ID tree BYTES", the object, and a newline.
    const start = output.indexOf('\n', at) + 1;
    const bytes = Number(/^[0-9a-f]+ tree (\d+)$/.exec(output.toString('latin1', at, start - 1))?.[1]);
    if (Number.isNaN(bytes)) throw hydraError('git_failed', { action: 'cat-file', reason: `there is no tree ${tree}` });
    at = start + bytes + 1;
    return parseTree(output.subarray(start, start + bytes), tree.length / 2);
  });
}

/** The object itself, without the header that git hashes with it. */
export async function readTreeObject(store: ObjectStore, tree: string): Promise<Uint8Array> {
  return git(['cat-file', 'tree', tree], { env: { GIT_DIR: store.folder } });
}

/** "MODE NAME", a zero byte, and the id, whose length depends on the hash algorithm. */
function parseTree(bytes: Buffer, idBytes: number): Map<string, string> {
  const files = new Map<string, string>();
  for (let at = 0; at < bytes.length; ) {
    const end = bytes.indexOf(0, at);
    const blank = bytes.indexOf(' ', at);
    const mode = bytes.toString('latin1', at, blank);
    at = end + 1 + idBytes;
    if (mode !== FOLDER_MODE && mode !== SUBMODULE_MODE)
      files.set(bytes.toString('utf8', blank + 1, end), bytes.toString('hex', end + 1, at));
  }
  return files;
}

/** Null if the tree has no such file. */
export async function readTreeFile(store: ObjectStore, tree: string, path: string): Promise<string | null> {
  const { exitCode, stdout } = await tryGit(['cat-file', 'blob', `${tree}:${path}`], { env: { GIT_DIR: store.folder } });
  return exitCode === 0 ? stdout.toString('utf8') : null;
}

/** The paths of all plain files of a tree. */
export async function listFiles(store: ObjectStore, tree: string): Promise<string[]> {
  return [...(await listBlobs(store, tree)).keys()];
}

/** The paths of all plain files of a tree with their content hashes. */
export async function listBlobs(store: ObjectStore, tree: string): Promise<Map<string, string>> {
  const listing = (await git(['ls-tree', '-r', '-z', tree], { env: { GIT_DIR: store.folder } })).toString('utf8');
  const entries = listing.split('\0').flatMap((line): [string, string][] => {
    const [head = '', path] = line.split('\t');
    const [mode = '', , hash = ''] = head.split(' ');
    return mode.startsWith('100') && path !== undefined ? [[path, hash]] : [];
  });
  return new Map(entries);
}

/** The texts of several files, in the requested order, with one call of git; omits missing files. */
export async function readTreeFiles(
  store: ObjectStore,
  tree: string,
  paths: readonly string[],
): Promise<{ path: string; text: string }[]> {
  const asked = paths.filter((path) => !path.includes('\n'));
  if (asked.length === 0) return [];
  const input = asked.map((path) => `${tree}:${path}\n`).join('');
  const output = await git(['cat-file', '--batch'], { env: { GIT_DIR: store.folder }, input });
  const files: { path: string; text: string }[] = [];
  let at = 0;
  for (const path of asked) {
    const end = output.indexOf('\n', at);
    const size = Number(/ blob (\d+)$/.exec(output.toString('utf8', at, end))?.[1] ?? Number.NaN);
    at = end + 1;
    if (Number.isNaN(size)) continue;
    files.push({ path, text: output.toString('utf8', at, at + size) });
    at += size + 1;
  }
  return files;
}
