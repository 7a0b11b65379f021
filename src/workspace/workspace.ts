// One tree, checked out by itself, with an environment and a temporary folder of its own.
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { basename, delimiter, dirname, join } from 'node:path';
import {
  type CheckedOut,
  checkOut,
  type ObjectStore,
  type Repository,
  type ResolvedCommit,
  restoreTrackedFiles,
  switchCommit,
} from '../git/index.ts';
import { type BroughtPaths, copyUntrackedFiles } from './copy-untracked.ts';
import { makeWritable, removeFolder } from './remove-folder.ts';

export interface Workspace extends CheckedOut {
  /** For reports that runners are asked to write; outside the tree. */
  reports: string;
  /** For what commands print; not beside the tree, where one that removes too much would take it along. */
  outputs: string;
  env: Record<string, string>;
  /** No command has run in the tree since its files were put in order. */
  isPristine: boolean;
}

export interface WorkspaceRequest {
  repository: Repository;
  store: ObjectStore;
  commit: string;
  tags: string;
  /** The folder of the run, outside the repository. */
  area: string;
  /** Numbers workspaces of one run: each gets ports of its own. */
  index: number;
  env: Readonly<Record<string, string>>;
  brought: BroughtPaths;
}

const FIRST_PORT = 20_000;
const PORTS_EACH = 100;

export async function createWorkspace(request: WorkspaceRequest): Promise<Workspace> {
  const { repository, store, commit, tags, area, brought } = request;
  const home = join(area, `w${request.index}`);
  const outputs = join(area, `o${request.index}`);
  const folder = join(home, 'tree');
  const temporary = join(home, 'tmp');
  const reports = join(home, 'reports');
  for (const path of [temporary, reports, outputs]) mkdirSync(path, { recursive: true });
  const index = join(outputs, 'index');
  await checkOut({ repository, store, commit, folder, index, tags });
  copyUntrackedFiles(repository.root, folder, brought);
  const env = environmentIn(folder, temporary, request.index, request.env);
  // What is brought along may have taken the place of a tracked file.
  const isPristine = brought.copy.length + brought.link.length === 0;
  return { store, folder, index, reports, outputs, env, isPristine };
}

/** Restores the tree unless nothing has run in it since. Whoever runs a command there first says that it is not in order. */
export async function resetWorkspace(workspace: Workspace): Promise<void> {
  if (!workspace.isPristine) await restoreWorkspace(workspace);
  workspace.isPristine = true;
}

/** Puts another commit into the tree; what a build made of the files that stay is still valid. */
export async function switchWorkspace(workspace: Workspace, commit: ResolvedCommit): Promise<void> {
  const changed = await switchCommit(workspace, commit);
  for (const path of changed) removeBytecode(workspace.folder, path);
  workspace.isPristine = true;
}

/** Python takes bytecode for current when time, in seconds, and size of the source are equal. */
function removeBytecode(folder: string, path: string): void {
  if (!path.endsWith('.py')) return;
  const cache = join(folder, dirname(path), '__pycache__');
  const stem = `${basename(path, '.py')}.`;
  if (!existsSync(cache)) return;
  for (const name of readdirSync(cache)) if (name.startsWith(stem)) rmSync(join(cache, name), { force: true });
}

/** Every check starts from the tree as it is, whatever the one before did to it; one that removed its tree has none. */
export async function restoreWorkspace(workspace: Workspace): Promise<void> {
  if (!existsSync(workspace.folder)) return;
  try {
    await restoreTrackedFiles(workspace);
  } catch {
    makeWritable(workspace.folder);
    await restoreTrackedFiles(workspace);
  }
}

export async function removeWorkspace({ folder, outputs }: Workspace): Promise<void> {
  await Promise.all([removeFolder(dirname(folder)), removeFolder(outputs)]);
}

function environmentIn(
  folder: string,
  temporary: string,
  index: number,
  env: Readonly<Record<string, string>>,
): Record<string, string> {
  const virtualEnvironment = join(folder, '.venv');
  const path = [join(virtualEnvironment, 'bin'), env.PATH ?? ''].join(delimiter);
  const port = String(FIRST_PORT + (index % 400) * PORTS_EACH);
  return { ...env, PATH: path, TMPDIR: temporary, HYDRA_PORT_BASE: port };
}
