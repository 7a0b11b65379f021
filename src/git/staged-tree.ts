// Prepares a result as it would be just before `git commit`: the files in a working tree, the change staged.

import { join } from 'node:path';
import { runProgram } from '../exec/index.ts';
import { type CheckoutRequest, checkOutSubmodules } from './checkout.ts';
import { writeRepository } from './checkout-repository.ts';
import { userEnvironment, userGit } from './git-as-user.ts';
import { lfsEnvironment } from './lfs.ts';
import { git, gitText } from './run-git.ts';

export interface StagedRequest extends Omit<CheckoutRequest, 'base' | 'index'> {
  /** The branch to report as checked out, and its commit. */
  branch: string;
  head: string;
}

/** With all objects of the user's repository, which the user's own hooks may read. */
export async function checkOutStaged({ branch, head, ...request }: StagedRequest): Promise<void> {
  const { store, commit, folder: cwd } = request;
  writeRepository(join(cwd, '.git'), store, join(store.folder, 'objects'), commit);
  await git(['reset', '--hard', '--quiet'], { cwd, env: lfsEnvironment(store.folder, store.lfsContent) });
  await checkOutSubmodules(request, commit);
  await git(['update-ref', `refs/heads/${branch}`, head], { cwd });
  await git(['symbolic-ref', 'HEAD', `refs/heads/${branch}`], { cwd });
}

/** The tree that a commit would have now. */
export function stagedTree(folder: string): Promise<string> {
  return gitText(['write-tree'], { cwd: folder });
}

/** Git-ignored folders at the root, such as installed dependencies. */
export async function listIgnoredFolders(worktree: string): Promise<string[]> {
  const args = ['ls-files', '--others', '--ignored', '--exclude-standard', '--directory', '-z'];
  const listing = await userGit(args, { cwd: worktree });
  return listing.split('\0').flatMap((path) => (/^[^/]+\/$/.test(path) ? [path.slice(0, -1)] : []));
}

export interface HookEnding {
  exitCode: number | null;
  output: string;
}

/** Runs the user's own hook in the user's own environment. */
export async function runHook(file: string, args: readonly string[], folder: string): Promise<HookEnding> {
  const { exitCode, stdout, stderr } = await runProgram(file, args, { cwd: folder, env: userEnvironment() });
  return { exitCode, output: `${stdout.toString('utf8')}${stderr}`.trim() };
}
