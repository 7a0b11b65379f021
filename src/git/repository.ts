// Room git: the user's repository, looked at and never written to.
import { existsSync, readdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { hydraError } from '../contract/index.ts';
import { git, gitText, tryGit } from './run-git.ts';

export interface Repository {
  /** The working tree, or the repository itself when it is bare. */
  root: string;
  /** Shared by all worktrees: objects, refs, info/exclude. */
  commonDir: string;
  isBare: boolean;
}

export interface ResolvedCommit {
  commit: string;
  tree: string;
}

export async function findRepository(folder: string): Promise<Repository> {
  // git answers with one path per line.
  if (folder.includes('\n')) throw hydraError('folder_with_line_end', { folder: JSON.stringify(folder) });
  const { exitCode, stdout } = await tryGit(['rev-parse', '--path-format=absolute', '--is-bare-repository', '--git-common-dir'], {
    cwd: folder,
  });
  if (exitCode === null) throw hydraError('git_missing', {});
  if (exitCode !== 0) throw hydraError('not_a_repository', { folder }, { place: { file: folder } });
  const [isBareText, commonDirText = ''] = stdout.toString('utf8').trimEnd().split('\n');
  const isBare = isBareText === 'true';
  const commonDir = realpathSync(commonDirText);
  const root = isBare ? commonDir : await gitText(['rev-parse', '--show-toplevel'], { cwd: folder });
  return { root: realpathSync(root), commonDir, isBare };
}

/** Objects of a partial clone are fetched when they are needed, which Hydra never does behind the user's back. */
export async function refuseMissingObjects(repository: Repository, commits: readonly ResolvedCommit[]): Promise<void> {
  if (!isPartialClone(repository)) return;
  const args = ['rev-list', '--objects', '--missing=print', '--no-object-names', '--no-walk', ...commits.map(({ tree }) => tree)];
  const listing = await gitText(args, { env: { GIT_DIR: repository.commonDir } });
  const missing = listing.split('\n').filter((line) => line.startsWith('?')).length;
  if (missing > 0) throw hydraError('partial_clone', { missing: String(missing) });
}

/** Packs of a remote that promised to send the rest are marked. */
function isPartialClone({ commonDir }: Repository): boolean {
  const packs = join(commonDir, 'objects/pack');
  return existsSync(packs) && readdirSync(packs).some((name) => name.endsWith('.promisor'));
}

/** Null when there is no such commit. `ref` is hostile: it may look like an option. */
export async function resolveCommit(repository: Repository, ref: string): Promise<ResolvedCommit | null> {
  // From the working tree, whose HEAD is its own when it is a linked one.
  const request = { cwd: repository.root };
  const { exitCode, stdout } = await tryGit(['rev-parse', '--end-of-options', `${ref}^{commit}`, `${ref}^{tree}`], request);
  if (exitCode !== 0) return null;
  // A range gives more than two; git repeats the option itself as well.
  const [commit, tree, ...more] = stdout.toString('utf8').trimEnd().replace('--end-of-options\n', '').split('\n');
  return commit !== undefined && tree !== undefined && more.length === 0 ? { commit, tree } : null;
}

/** Whether a folder is a tracked part of a working tree, and not a tree of its own. */
export async function isPartOfTree(folder: string): Promise<boolean> {
  const prefix = await tryGit(['rev-parse', '--show-prefix'], { cwd: folder });
  if (prefix.exitCode !== 0 || prefix.stdout.toString('utf8').trim() === '') return false;
  return (await tryGit(['ls-files', '-z', '--error-unmatch', '--', '.'], { cwd: folder })).exitCode === 0;
}

/** "tag" lines in the form of packed-refs, so that tools which read tags find them in a workspace. */
export async function listTags(repository: Repository): Promise<string> {
  return (
    await git(['for-each-ref', '--format=%(objectname) %(refname)', 'refs/tags'], { env: { GIT_DIR: repository.commonDir } })
  ).toString('utf8');
}

/** Where two commits parted; null when they have no common ancestor. */
export async function findMergeBase(
  repository: Repository,
  a: ResolvedCommit,
  b: ResolvedCommit,
): Promise<ResolvedCommit | null> {
  const { exitCode, stdout } = await tryGit(['merge-base', a.commit, b.commit], { env: { GIT_DIR: repository.commonDir } });
  if (exitCode !== 0) return null;
  const commit = stdout.toString('utf8').trim();
  return commit === a.commit ? a : resolveCommit(repository, commit);
}
