// Room workspace: dependencies, installed once per lockfile and tool version, then copied into every tree that wants them.
// Copies share no file with each other: through a hard link one candidate could write into another.
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, dirname, isAbsolute, join } from 'node:path';
import { canonicalJson } from '../contract/index.ts';
import { type CommandEnding, type DiskLimit, runCommand, runProgram } from '../exec/index.ts';
import { listUntracked } from '../git/index.ts';
import { decidesSetup, detectSetup } from './detect-setup.ts';

export interface SetupPlan {
  command: string;
  /** Equal keys give equal dependencies. */
  key: string;
  /** Where it may put things that other trees can use; null for a command of the user's, which may put them anywhere. */
  folders: readonly string[] | null;
}

/**
 * `setting` is the policy's: a command, "auto" or null for none; `topFiles` leads from the files at the top of the tree
 * to the hashes of their content. Null when there is nothing to install.
 */
export function planSetup(
  setting: string | null,
  topFiles: ReadonlyMap<string, string>,
  env: Readonly<Record<string, string>>,
): SetupPlan | null {
  if (setting === null) return null;
  const detected = detectSetup(new Set(topFiles.keys()));
  if (setting === 'auto' && detected === null) return null;
  const command = setting === 'auto' ? (detected?.command ?? '') : setting;
  const files = [...topFiles].filter(([name]) => decidesSetup(name)).sort(([a], [b]) => (a < b ? -1 : 1));
  const tool = detected?.tool ?? command.split(' ')[0] ?? '';
  const versions = [process.version, process.platform, process.arch, ...['node', tool].map((name) => toolStamp(name, env))];
  const key = createHash('sha256').update(canonicalJson({ command, files, versions })).digest('hex').slice(0, 32);
  return { command, key, folders: setting === 'auto' ? (detected?.folders ?? []) : null };
}

/** Where a program stands and when it was installed: another version differs in these, and asking it would take longer. */
export function toolStamp(program: string, env: Readonly<Record<string, string>>): string {
  for (const folder of (env.PATH ?? '').split(delimiter)) {
    const file = join(folder, program);
    if (folder === '' || !existsSync(file)) continue;
    const target = realpathSync(file);
    const { size, mtimeMs } = statSync(target);
    return `${target} ${size} ${mtimeMs}`;
  }
  return `${program} is missing`;
}

export interface SetupRequest {
  plan: SetupPlan;
  /** A checked-out tree, which afterwards has the dependencies. */
  workspace: string;
  env: Readonly<Record<string, string>>;
  /** Paths that Hydra put into the tree before. */
  brought: readonly string[];
  stdoutFile: string;
  stderrFile: string;
  timeoutMs: number;
  outputLimitBytes: number;
  disk: DiskLimit;
  signal: AbortSignal;
}

/** Installs, and on success keeps what was installed for others, when it can be theirs. */
export async function runSetup({ plan, workspace, brought, ...request }: SetupRequest): Promise<CommandEnding> {
  const ending = await runCommand({ ...request, command: plan.command, cwd: workspace });
  if (ending.ended !== 'exited' || ending.exitCode !== 0) return ending;
  const made = (await listUntracked(workspace)).filter(
    (path) => !brought.some((own) => isWithin(path, own) || isWithin(own, path)),
  );
  if (isShareable(made, plan.folders)) await keepInstalled(plan, workspace, made);
  return ending;
}

/** What stands elsewhere was made from the tree's own sources, such as a build that a script of the project starts. */
function isShareable(paths: readonly string[], folders: readonly string[] | null): boolean {
  if (folders === null) return true;
  return paths.every((path) => folders.some((folder) => `/${path}/`.includes(`/${folder}/`)));
}

function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}

const COMPLETE_FILE = 'complete.json';

interface Installed {
  /** The folder it was installed in, which scripts of virtual environments have written into them. */
  origin: string;
  paths: readonly string[];
}

export function isInstalled(plan: SetupPlan): boolean {
  return existsSync(join(setupFolder(plan), COMPLETE_FILE));
}

async function keepInstalled(plan: SetupPlan, workspace: string, paths: readonly string[]): Promise<void> {
  const folder = setupFolder(plan);
  const temporary = `${folder}.partial-${process.pid}`;
  rmSync(temporary, { recursive: true, force: true });
  for (const path of paths) await copy(join(workspace, path), join(temporary, 'files', path));
  mkdirSync(temporary, { recursive: true });
  const installed: Installed = { origin: workspace, paths };
  writeFileSync(join(temporary, COMPLETE_FILE), JSON.stringify(installed));
  try {
    renameSync(temporary, folder);
  } catch {
    // Another run was quicker with the same dependencies.
    rmSync(temporary, { recursive: true, force: true });
  }
}

export async function copyInstalled(plan: SetupPlan, workspace: string): Promise<void> {
  const folder = setupFolder(plan);
  const { origin, paths } = JSON.parse(readFileSync(join(folder, COMPLETE_FILE), 'utf8')) as Installed;
  for (const path of paths) await copy(join(folder, 'files', path), join(workspace, path));
  relocateEnvironment(join(workspace, '.venv'), origin, workspace);
  const now = new Date();
  utimesSync(folder, now, now);
}

/**
 * A Python environment has the folder it was made in written into it: its scripts name their interpreter by the full path,
 * and a project that is installed for editing is found by the full path of its sources, which would be another tree's.
 */
function relocateEnvironment(environment: string, from: string, to: string): void {
  const libraries = listIfPresent(join(environment, 'lib')).map((version) => join(environment, 'lib', version, 'site-packages'));
  const files = [
    ...listIfPresent(join(environment, 'bin')).map((name) => join(environment, 'bin', name)),
    ...libraries.flatMap((folder) =>
      listIfPresent(folder)
        .filter((name) => /\.(?:pth|egg-link)$|^__editable__.*\.py$/.test(name))
        .map((name) => join(folder, name)),
    ),
  ];
  for (const file of files) {
    const found = statSync(file, { throwIfNoEntry: false });
    if (!found?.isFile() || found.size > LARGEST_SCRIPT_BYTES) continue;
    const text = readFileSync(file, 'latin1');
    if (text.includes(from)) writeFileSync(file, text.replaceAll(from, to), 'latin1');
  }
}

const LARGEST_SCRIPT_BYTES = 256 * 1024;

function listIfPresent(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder).sort() : [];
}

/** Shares blocks where the file system can, which costs nothing until one side writes. */
async function copy(from: string, to: string): Promise<void> {
  mkdirSync(dirname(to), { recursive: true });
  const how = process.platform === 'darwin' ? ['-Rpc'] : ['-a', '--reflink=auto'];
  const { exitCode, stderr } = await runProgram('cp', [...how, '--', from, to], { env: { PATH: process.env.PATH ?? '' } });
  if (exitCode !== 0) throw new Error(`cp failed: ${stderr}`);
}

function setupFolder(plan: SetupPlan): string {
  const folder = commonFolder();
  mkdirSync(folder, { recursive: true });
  return join(folder, plan.key);
}

/** The folders of set-ups, of all repositories, that were last used before `before`. */
export function listOldSetups(before: Date): string[] {
  const paths = listIfPresent(commonFolder()).map((name) => join(commonFolder(), name));
  return paths.filter((path) => (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0) < before.getTime());
}

/** Outside every repository, where no tool of the user's comes across it. */
function commonFolder(): string {
  const { XDG_CACHE_HOME = '' } = process.env;
  return join(isAbsolute(XDG_CACHE_HOME) ? XDG_CACHE_HOME : join(homedir(), '.cache'), 'hydra', 'set-up');
}
