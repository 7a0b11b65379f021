// The user's branches, their working trees, and moving a branch.
import { realpathSync } from 'node:fs';
import { pathText } from '../contract/index.ts';
import { runProgram } from '../exec/index.ts';
import type { Person } from './commits.ts';
import { tryUserGit, userEnvironment, userGitBytes } from './git-as-user.ts';
import type { ObjectStore } from './object-store.ts';
import type { Repository, ResolvedCommit } from './repository.ts';
import { git, gitText, tryGit } from './run-git.ts';

/** The current branch; null when HEAD is detached. */
export async function currentBranch(repository: Repository): Promise<string | null> {
  const { exitCode, stdout } = await tryGit(['symbolic-ref', '--quiet', '--short', 'HEAD'], { cwd: repository.root });
  return exitCode === 0 ? stdout.toString('utf8').trim() : null;
}

/** The local branches, the most recently changed first. */
export async function listBranchNames(repository: Repository, limit: number): Promise<string[]> {
  const args = ['for-each-ref', `--count=${limit}`, '--sort=-committerdate', '--format=%(refname:lstrip=2)', 'refs/heads'];
  const listing = await gitText(args, { env: { GIT_DIR: repository.commonDir } });
  return listing.split('\n').filter((name) => name !== '');
}

/** Null if there is no branch of that name: `main~2` is a commit of one. */
export async function resolveBranch(repository: Repository, branch: string): Promise<ResolvedCommit | null> {
  const ref = `refs/heads/${branch}`;
  const args = ['rev-parse', '--verify', '--quiet', '--end-of-options'];
  const request = { env: { GIT_DIR: repository.commonDir } };
  if ((await tryGit(['show-ref', '--verify', '--quiet', '--', ref], request)).exitCode !== 0) return null;
  const [commit, tree] = await Promise.all([`${ref}^{commit}`, `${ref}^{tree}`].map((name) => tryGit([...args, name], request)));
  if (commit?.exitCode !== 0 || tree?.exitCode !== 0) return null;
  return { commit: commit.stdout.toString('utf8').trim(), tree: tree.stdout.toString('utf8').trim() };
}

export async function isBranchName(branch: string): Promise<boolean> {
  return (await tryGit(['check-ref-format', '--branch', branch])).exitCode === 0;
}

/** The working tree in which a branch is checked out; null if there is none. */
export async function worktreeOf(repository: Repository, branch: string): Promise<string | null> {
  const listing = await gitText(['worktree', 'list', '--porcelain', '-z'], { env: { GIT_DIR: repository.commonDir } });
  for (const entry of listing.split('\0\0')) {
    const lines = entry.split('\0');
    const folder = lines.find((line) => line.startsWith('worktree '))?.slice('worktree '.length);
    if (folder !== undefined && lines.includes(`branch refs/heads/${branch}`) && !lines.includes('bare')) return realPath(folder);
  }
  return null;
}

function realPath(folder: string): string {
  try {
    return realpathSync(folder);
  } catch {
    return folder;
  }
}

/** The differences between a working tree and its commit, as `git status` writes them; empty when it is clean. */
export async function uncommittedChanges(worktree: string): Promise<string[]> {
  const args = ['status', '--porcelain', '-z', '--untracked-files=no', '--ignore-submodules=none'];
  // Reading must not write: git would update the times in the index.
  const listing = await userGitBytes(args, { cwd: worktree, env: { GIT_OPTIONAL_LOCKS: '0' } });
  return listing
    .toString('latin1')
    .split('\0')
    .filter((line) => /^[ MADRCUT?!]{2} /.test(line))
    .map((line) => pathText(line.slice(3)));
}

/** Copies a commit and its objects from the store into the user's repository, where no branch points to it yet. */
export async function importCommit(
  repository: Repository,
  store: ObjectStore,
  commit: string,
  known: readonly string[],
): Promise<void> {
  const wanted = [commit, ...known.map((id) => `^${id}`), ''].join('\n');
  const pack = await git(['pack-objects', '--revs', '--stdout', '--quiet'], { env: { GIT_DIR: store.folder }, input: wanted });
  await git(['unpack-objects', '-q'], { env: { GIT_DIR: repository.commonDir }, input: pack });
}

export interface BranchMove {
  branch: string;
  /** Empty for a branch that must not exist yet. */
  from: string;
  to: string;
  /** The message for the reflog. */
  reason: string;
}

/** Atomic: false if the branch has moved. */
export async function moveBranch(repository: Repository, { branch, from, to, reason }: BranchMove): Promise<boolean> {
  const args = ['update-ref', '--create-reflog', '-m', reason, `refs/heads/${branch}`, to, from];
  const cwd = repository.root;
  return (await tryUserGit(args, { cwd })).exitCode === 0;
}

/** Null on success; otherwise git's reason for not changing the working tree. */
export async function switchFiles(worktree: string, from: string, to: string): Promise<string | null> {
  const request = { cwd: worktree };
  await tryUserGit(['update-index', '-q', '--refresh'], request);
  const { exitCode, stderr } = await tryUserGit(['read-tree', '-m', '-u', from, to], request);
  return exitCode === 0 ? null : stderr.trim() || 'git was ended on its way';
}

/** The configured committer; null if none is configured. */
export async function whoCommits(repository: Repository): Promise<Person | null> {
  const { exitCode, stdout } = await tryUserGit(['var', 'GIT_COMMITTER_IDENT'], { cwd: repository.root });
  const [, name, email] = /^(.*) <(.*)> \d+ [+-]\d+\s*$/s.exec(stdout.toString('utf8')) ?? [];
  return exitCode === 0 && name !== undefined && email !== undefined ? { name, email } : null;
}

/** The folder of the hooks that the user's own commits run. */
export async function hooksFolder(repository: Repository): Promise<string> {
  // Not through userGit, which disables hooks.
  const args = ['rev-parse', '--path-format=absolute', '--git-path', 'hooks'];
  const { stdout } = await runProgram('git', args, { cwd: repository.root, env: userEnvironment() });
  return stdout.toString('utf8').trimEnd();
}
