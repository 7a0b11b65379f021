// Which new files the ignore rules of a tree exclude. `git add --force` commits them all the same, and tools that obey
// the rules, such as search and linters, do not show them.
import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { ObjectStore } from './object-store.ts';
import { git, tryGit } from './run-git.ts';
import { withIndex } from './snapshot.ts';

/** The new files among `candidates`, which have one character per byte, as git writes them. */
export async function ignoredBy(store: ObjectStore, tree: string, candidates: readonly string[]): Promise<ReadonlySet<string>> {
  const paths = candidates.filter((path) => !/(?:^|\/)\.gitignore$/.test(path));
  const files = await ignoreFiles(store, tree, paths);
  if (files.length === 0) return new Set();
  return withIndex(store, async (index) => {
    // git reads a file of rules from the index if the working tree does not have it on purpose.
    const workTree = join(dirname(index), 'empty');
    mkdirSync(workTree);
    const env = { GIT_DIR: store.folder, GIT_INDEX_FILE: index, GIT_WORK_TREE: workTree };
    await git(['read-tree', tree], { env, cwd: workTree });
    await git(['update-index', '--force-remove', '-z', '--stdin'], { env, cwd: workTree, input: listed(paths) });
    await git(['update-index', '--skip-worktree', '-z', '--stdin'], { env, cwd: workTree, input: listed(files) });
    // A path that starts with a colon would be a pattern.
    const input = listed(paths.map((path) => `./${path}`));
    const { exitCode, stdout } = await tryGit(['check-ignore', '-z', '--stdin'], { env, cwd: workTree, input });
    const found = exitCode === 0 ? stdout.toString('latin1').split('\0') : [];
    return new Set(found.filter((path) => path !== '').map((path) => path.slice('./'.length)));
  });
}

function listed(paths: readonly string[]): Buffer {
  return Buffer.from(paths.map((path) => `${path}\0`).join(''), 'latin1');
}

/** The files of rules in the folders above the paths. */
async function ignoreFiles(store: ObjectStore, tree: string, paths: readonly string[]): Promise<string[]> {
  const folders = new Set(paths.flatMap(foldersAbove));
  // The input has one path per line.
  const files = [...folders].filter((folder) => !folder.includes('\n')).map((folder) => `${folder}.gitignore`);
  if (files.length === 0) return [];
  const input = Buffer.from(files.map((file) => `${tree}:${file}\n`).join(''), 'latin1');
  const answers = await git(['cat-file', '--batch-check=%(objecttype)'], { env: { GIT_DIR: store.folder }, input });
  const types = answers.toString('latin1').split('\n');
  return files.filter((_file, at) => types[at] === 'blob');
}

/** "a/b/c" -> "", "a/", "a/b/". */
export function foldersAbove(path: string): string[] {
  const names = path.split('/').slice(0, -1);
  return ['', ...names.map((_name, index) => `${names.slice(0, index + 1).join('/')}/`)];
}
