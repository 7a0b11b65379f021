// Runs the user's own hooks on the result before any branch moves. They get the same environment as in
// `git commit`; hooks of a candidate are never run.
import { accessSync, constants, existsSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hydraError, type MergeStrategy } from '../contract/index.ts';
import { readRegularFile } from '../exec/index.ts';
import {
  checkOutStaged,
  hooksFolder,
  listIgnoredFolders,
  type ObjectStore,
  type Repository,
  runHook,
  stagedTree,
} from '../git/index.ts';

export interface HookRequest {
  repository: Repository;
  objects: ObjectStore;
  area: string;
  strategy: MergeStrategy;
  target: { branch: string; commit: string };
  result: { commit: string; tree: string };
  message: string;
  /** The command that repeats the merge. */
  again: string;
}

const OUTPUT_SHOWN = 600;

/** The message, which a hook may have edited. */
export async function runMergeHooks(request: HookRequest): Promise<string> {
  const { repository, objects, area, strategy, target, result, message, again } = request;
  const folder = await hooksFolder(repository);
  const beforeCommit = strategy === 'merge' ? 'pre-merge-commit' : 'pre-commit';
  const hooks = [beforeCommit, ...(strategy === 'rebase' ? [] : ['commit-msg'])].filter((name) => isHook(join(folder, name)));
  if (hooks.length === 0) return message;
  const tree = join(area, 'hooks/tree');
  const checkout = { repository, store: objects, commit: result.commit, folder: tree };
  await checkOutStaged({ ...checkout, branch: target.branch, head: target.commit });
  await bringDependencies(repository, tree);
  const messageFile = join(tree, '.git/COMMIT_EDITMSG');
  writeFileSync(messageFile, message);
  for (const name of hooks) {
    const args = name === 'commit-msg' ? ['.git/COMMIT_EDITMSG'] : [];
    const { exitCode, output } = await runHook(join(folder, name), args, tree);
    const exit = String(exitCode ?? 'none');
    if (exitCode !== 0) throw hydraError('hook_failed', { hook: name, exit, output: tail(output), again });
    if ((await stagedTree(tree)) !== result.tree) throw hydraError('hook_changes_files', { hook: name, again });
  }
  return readRegularFile(messageFile)?.toString('utf8') ?? message;
}

/** Hooks run linters, which are in folders that git ignores. */
async function bringDependencies(repository: Repository, tree: string): Promise<void> {
  if (repository.isBare) return;
  for (const name of await listIgnoredFolders(repository.root)) {
    if (name !== '.hydra' && !existsSync(join(tree, name))) symlinkSync(join(repository.root, name), join(tree, name));
  }
}

function isHook(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function tail(output: string): string {
  return output === '' ? 'it printed nothing.' : output.slice(-OUTPUT_SHOWN);
}
