// One isolated checkout with its own environment and temporary folder.
import { randomBytes } from 'node:crypto';
import { existsSync, lstatSync, lutimesSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { basename, delimiter, dirname, join } from 'node:path';
import type { Sandbox } from '../exec/index.ts';
import {
  type CheckedOut,
  type CheckoutSource,
  checkOut,
  listTracked,
  type ObjectStore,
  type ResolvedCommit,
  restoreTrackedFiles,
  switchCommit,
} from '../git/index.ts';
import { CheckoutConfinement, type ConfinementOptions } from './confinement.ts';
import { type CopiedPaths, copyUntrackedFiles } from './copy-untracked.ts';
import { makeWritable, removeFolder } from './remove-folder.ts';
import { UntrackedFiles } from './untracked-files.ts';

export interface Workspace extends CheckedOut, CheckoutSource {
  /** For reports that runners write; outside the checkout. Each check gets a new one, see `renewReports`. */
  reports: string;
  /** For the output of commands; not next to the checkout, where a command that deletes too much would delete it. */
  outputs: string;
  env: Record<string, string>;
  /** What differs from other checkouts, for an independent run; null for the usual ones. */
  identity: Identity | null;
  /** No command has run in the checkout since its files were restored. */
  isPristine: boolean;
  /** Null if commands run with all rights of the user. */
  confinement: CheckoutConfinement | null;
  /** Null if changes of a command go to a layer of their own. */
  untracked: UntrackedFiles | null;
}

/** The sandbox of all checkouts of a run. */
export interface WorkspaceSandbox {
  sandbox: Sandbox;
  /** Paths that commands may read besides the system's and the toolchains'. */
  readable: readonly string[];
}

/** Conditions that results must not depend on. */
export interface Identity {
  user: string;
  hostname: string;
  /** The modification time of every tracked file, in seconds. */
  fileTime: number;
}

/** Old enough that no build output is older, and accepted by archive formats. */
export const OTHER_IDENTITY: Identity = {
  user: 'someone',
  hostname: 'elsewhere',
  fileTime: Date.UTC(2020, 1, 2, 3, 4, 5) / 1000,
};

export interface WorkspaceRequest extends CheckoutSource {
  store: ObjectStore;
  commit: string;
  /** The folder of the run, outside the repository. */
  area: string;
  /** Numbers the workspaces of a run, so that each gets its own ports. */
  index: number;
  env: Readonly<Record<string, string>>;
  copied: CopiedPaths;
  sandbox: WorkspaceSandbox | null;
  /** For an independent run: the folder has another depth, and names differ. */
  identity?: Identity | null;
}

const FIRST_PORT = 20_000;
const PORTS_EACH = 100;

export async function createWorkspace(request: WorkspaceRequest): Promise<Workspace> {
  const { repository, store, base, commit, area, copied, identity = null } = request;
  const home = identity === null ? join(area, `w${request.index}`) : join(area, 'other', `x${request.index}`);
  const outputs = join(area, `o${request.index}`);
  const folder = join(home, identity === null ? 'tree' : 'copy');
  const temporary = join(home, 'tmp');
  const reports = join(home, reportsName());
  for (const path of [temporary, reports, outputs]) mkdirSync(path, { recursive: true });
  const index = join(outputs, 'index');
  const objects = await checkOut({ repository, store, base, commit, folder, index });
  copyUntrackedFiles(repository.root, folder, copied);
  const confinement = confinementOf(request, { place: home, tree: folder, objects });
  const own = confinement === null ? { TMPDIR: temporary } : confinement.variables;
  const env = { ...environmentIn(folder, request.index, { ...request.env, ...own }), ...namesOf(identity) };
  // A copied or linked file may have replaced a tracked file.
  const isPristine = copied.copy.length + copied.link.length === 0;
  const checkedOut = { repository, store, base, folder, index };
  const untracked = confinement?.canDiscard ? null : new UntrackedFiles(checkedOut, join(outputs, 'untracked'));
  return { ...checkedOut, reports, outputs, env, identity, isPristine, confinement, untracked };
}

function confinementOf(
  { repository, area, env, copied, sandbox }: WorkspaceRequest,
  own: { place: string; tree: string; objects: readonly string[] },
): CheckoutConfinement | null {
  if (sandbox === null) return null;
  const linked = copied.link.map((path) => join(repository.root, path));
  return new CheckoutConfinement({ ...sandbox, ...own, env, linked, secluded: [repository.root, repository.commonDir, area] });
}

function namesOf(identity: Identity | null): Record<string, string> {
  if (identity === null) return {};
  const { user, hostname } = identity;
  return { USER: user, LOGNAME: user, USERNAME: user, HOSTNAME: hostname };
}

/** A name that no earlier command knows: a report that one of them leaves behind is never collected. */
function reportsName(): string {
  return `r-${randomBytes(8).toString('hex')}`;
}

/** Removes the folder for reports and creates an empty one with another name. */
export function renewReports(workspace: Workspace): void {
  rmSync(workspace.reports, { recursive: true, force: true });
  workspace.reports = join(dirname(workspace.folder), reportsName());
  mkdirSync(workspace.reports, { recursive: true });
}

/** Gives a command a home and a temporary folder of its own, and decides whether what it changes stays in the checkout. */
export async function beginCommand(workspace: Workspace, changes: ConfinementOptions['changes']): Promise<void> {
  const { confinement, untracked, env } = workspace;
  confinement?.reset();
  if (changes === 'kept') untracked?.forget();
  else await untracked?.keep();
  if (confinement === null && env.TMPDIR !== undefined) await emptyFolder(env.TMPDIR);
  workspace.isPristine = changes === 'discarded' && untracked === null;
}

async function emptyFolder(folder: string): Promise<void> {
  await removeFolder(folder);
  mkdirSync(folder, { recursive: true });
}

/** Restores the checkout unless no command has run since. Callers mark it as used before they run a command. */
export async function resetWorkspace(workspace: Workspace): Promise<void> {
  if (!workspace.isPristine) await restoreWorkspace(workspace);
  workspace.isPristine = true;
}

/** Sets the times of tracked files to those of the identity. The next restore of the checkout resets them. */
export async function applyFileTimes({ identity, ...checkedOut }: Workspace): Promise<void> {
  if (identity === null) return;
  for (const path of await listTracked(checkedOut)) {
    try {
      lutimesSync(join(checkedOut.folder, path), identity.fileTime, identity.fileTime);
    } catch {
      // A submodule or an unusual name: its time stays.
    }
  }
}

/** Switches the checkout to another commit; builds of unchanged files stay valid. */
export async function switchWorkspace(workspace: Workspace, commit: ResolvedCommit): Promise<void> {
  removeLinks(workspace.folder);
  mkdirSync(workspace.folder, { recursive: true });
  const changed = await switchCommit(workspace, commit);
  for (const path of changed) removeBytecode(workspace.folder, path);
  workspace.isPristine = true;
}

/** Python treats bytecode as current when the time in seconds and the size of the source are equal. */
function removeBytecode(folder: string, path: string): void {
  if (!path.endsWith('.py')) return;
  const cache = join(folder, dirname(path), '__pycache__');
  const stem = `${basename(path, '.py')}.`;
  if (!existsSync(cache)) return;
  for (const name of readdirSync(cache)) if (name.startsWith(stem)) rmSync(join(cache, name), { force: true });
}

/** Restores the checkout before every check, whatever the previous one did; a removed checkout is not recreated. */
export async function restoreWorkspace(workspace: Workspace): Promise<void> {
  removeLinks(workspace.folder);
  if (!existsSync(workspace.folder)) return;
  try {
    await restoreTrackedFiles(workspace);
  } catch {
    makeWritable(workspace.folder);
    await restoreTrackedFiles(workspace);
  }
}

/** A command may have replaced the checkout by a link: the next one would run in the folder that it points to. */
function removeLinks(folder: string): void {
  for (const path of [dirname(folder), folder]) {
    if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink()) rmSync(path);
  }
}

export async function removeWorkspace({ folder, outputs }: Workspace): Promise<void> {
  await Promise.all([removeFolder(dirname(folder)), removeFolder(outputs)]);
}

function environmentIn(folder: string, index: number, env: Readonly<Record<string, string>>): Record<string, string> {
  const virtualEnvironment = join(folder, '.venv');
  const path = [join(virtualEnvironment, 'bin'), env.PATH ?? ''].join(delimiter);
  const port = String(FIRST_PORT + (index % 400) * PORTS_EACH);
  return { ...env, PATH: path, HYDRA_PORT_BASE: port };
}
