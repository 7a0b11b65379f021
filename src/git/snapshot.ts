// Turns a candidate (a commit, a folder, a patch) into a tree in the object store.
import { lstatSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { hydraError } from '../contract/index.ts';
import { refuseBlockingFiles } from './blocking-files.ts';
import { lfsEnvironment } from './lfs.ts';
import { listNestedRepositories, recordNestedRepositories } from './nested-repositories.ts';
import type { ObjectStore } from './object-store.ts';
import type { ResolvedCommit } from './repository.ts';
import { git, gitText, tryGit } from './run-git.ts';

/** The current state of the folder: includes uncommitted and untracked files, excludes ignored ones. */
export async function snapshotFolder(store: ObjectStore, base: ResolvedCommit, folder: string): Promise<ResolvedCommit> {
  const { commit, problem } = await snapshotWhatCanBe(store, base, folder, []);
  if (problem !== null) throw hydraError('git_failed', { action: 'add', reason: problem });
  return commit;
}

export interface PartialSnapshot {
  commit: ResolvedCommit;
  /** git's message about files that it could not store; null if the snapshot is complete. */
  problem: string | null;
}

const SOME_NOT_ADDED = 1;

/** The same without the paths of `without` and without files that cannot be stored. */
export async function snapshotWhatCanBe(
  store: ObjectStore,
  base: ResolvedCommit,
  folder: string,
  without: readonly string[],
): Promise<PartialSnapshot> {
  await refuseBlockingFiles(folder);
  return withIndex(store, async (index) => {
    const lfs = lfsEnvironment(store.folder, store.lfsContent);
    const env = { ...lfs, GIT_DIR: store.folder, GIT_INDEX_FILE: index, GIT_WORK_TREE: folder };
    await git(['read-tree', base.tree], { env });
    const nested = await listNestedRepositories(folder, env);
    const left = [
      ...(await addable(without, folder, env)),
      ...nested.map(({ path }) => Buffer.from(path, 'latin1').toString('utf8')),
    ];
    const excluded = left.map((path) => `:(exclude,top,literal)${path}`);
    // The index has the base's files: a tracked file counts even if it is ignored now.
    const { exitCode, stderr } = await tryGit(['add', '--all', '--ignore-errors', '--', '.', ...excluded], { env, cwd: folder });
    const problem = exitCode === 0 ? null : stderr.trim().split('\n').slice(-3).join(' ') || 'it gave no reason';
    if (problem !== null && exitCode !== SOME_NOT_ADDED) throw hydraError('git_failed', { action: 'add', reason: problem });
    await recordNestedRepositories(nested, env);
    await keepLeftOut(store, folder, env);
    return { commit: await commitIndex(store, index, base), problem };
  });
}

/**
 * The paths that `git add` would add. git skips paths that are ignored or behind a symbolic link, and
 * fails if a pathspec names one, even to exclude it.
 */
async function addable(paths: readonly string[], folder: string, env: Record<string, string>): Promise<readonly string[]> {
  if (paths.length === 0) return paths;
  const args = ['ls-files', '--others', '--ignored', '--exclude-standard', '--directory', '-z'];
  const listing = (await git(args, { env, cwd: folder })).toString('utf8');
  const ignored = new Set(listing.split('\0').map((path) => path.replace(/\/$/, '')));
  const isLink = (path: string) => lstatSync(join(folder, path), { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
  return paths.filter((path) => !ignored.has(path) && !parentsOf(path).some((parent) => ignored.has(parent) || isLink(parent)));
}

/** `a/b/c` gives `a` and `a/b`. */
function parentsOf(path: string): string[] {
  const parts = path.split('/');
  return parts.slice(1).map((_, index) => parts.slice(0, index + 1).join('/'));
}

/** Files outside a sparse checkout are not deleted: they come from the folder's own index. */
async function keepLeftOut(store: ObjectStore, folder: string, env: Record<string, string>): Promise<void> {
  const { exitCode, stdout } = await tryGit(['ls-files', '-t', '--stage', '-z'], { cwd: folder });
  if (exitCode !== 0) return;
  const leftOut = splitEntries(stdout).flatMap((entry) => {
    const [, mode, id, path] = /^S (\d+) ([0-9a-f]+) 0\t(.*)$/s.exec(entry) ?? [];
    if (mode === undefined || id === undefined || path === undefined) return [];
    return lstatSync(Buffer.from(`${toLatin1(folder)}/${path}`, 'latin1'), { throwIfNoEntry: false }) ? [] : [{ mode, id, path }];
  });
  if (leftOut.length === 0) return;
  const input = leftOut.map(({ id }) => `${id}\n`).join('');
  const known = await gitText(['cat-file', '--batch-check'], { env: { GIT_DIR: store.folder }, input });
  if (/ missing$/m.test(known)) throw hydraError('sparse_folder', { folder }, { value: folder });
  const entries = leftOut.map(({ mode, id, path }) => `${mode} ${id}\t${path}\0`).join('');
  await git(['update-index', '-z', '--index-info'], { env, input: Buffer.from(entries, 'latin1') });
}

/** Names may be any bytes, which Latin-1 preserves. */
function splitEntries(listing: Buffer): string[] {
  return listing.toString('latin1').split('\0');
}

function toLatin1(text: string): string {
  return Buffer.from(text, 'utf8').toString('latin1');
}

/** The base with a patch applied. */
export async function snapshotPatch(store: ObjectStore, base: ResolvedCommit, patchFile: string): Promise<ResolvedCommit> {
  const patch = readFileSync(patchFile);
  return withIndex(store, async (index) => {
    const env = { GIT_DIR: store.folder, GIT_INDEX_FILE: index };
    await git(['read-tree', base.tree], { env });
    if (patch.toString('latin1').trim() !== '') {
      const result = await tryGit(['apply', '--cached', '--whitespace=nowarn', '-'], { env, cwd: store.folder, input: patch });
      if (result.exitCode !== 0) {
        const reason = result.stderr.trim().split('\n')[0] ?? 'git apply refused it';
        throw hydraError('patch_does_not_apply', { reason }, { place: { file: patchFile } });
      }
    }
    return commitIndex(store, index, base);
  });
}

export async function commitIndex(store: ObjectStore, index: string, base: ResolvedCommit): Promise<ResolvedCommit> {
  const env = { GIT_DIR: store.folder, GIT_INDEX_FILE: index };
  return commitCandidate(store, await gitText(['write-tree'], { env }), base);
}

export async function commitCandidate(store: ObjectStore, tree: string, base: ResolvedCommit): Promise<ResolvedCommit> {
  const env = { GIT_DIR: store.folder };
  const commit = await gitText(['commit-tree', tree, '-p', base.commit, '-m', 'candidate'], { env });
  return { commit, tree };
}

/** In the store, which is removed with the run, so that a killed process leaves no index elsewhere. */
export async function withIndex<Result>(store: ObjectStore, work: (indexFile: string) => Promise<Result>): Promise<Result> {
  const folder = mkdtempSync(join(store.folder, 'index-'));
  try {
    return await work(join(folder, 'index'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
