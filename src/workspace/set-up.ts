// Installs dependencies once per state of the manifests and tool version, then copies them into every checkout that needs them.
// Copies share no inodes: through a hard link one candidate could write into another.
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { basename, dirname, isAbsolute, join } from 'node:path';
import { hashOf } from '../contract/index.ts';
import { type CommandEnding, type DiskLimit, locateProgram, readRegularFile, runCommand } from '../exec/index.ts';
import { type CheckedOut, listUntracked } from '../git/index.ts';
import { openPrivateFolder } from '../store/index.ts';
import type { CheckoutConfinement, InstalledState } from './confinement.ts';
import { copyPath } from './copy-path.ts';
import { DEPENDENCY_FOLDERS, type DetectedSetup, detectSetup, LOCKFILES, withoutCleaning } from './detect-setup.ts';
import { lifecycleCommand } from './lifecycle-scripts.ts';
import type { Manifests } from './manifests.ts';

export interface SetupPlan {
  command: string;
  /** The command for a checkout that already has the dependencies; null if it cannot reuse those of another. */
  again: string | null;
  /** Equal keys give equal dependencies. Only on this machine. */
  key: string;
  /** Equal on equal machines: the command and the files that decide what it installs. */
  state: string;
  /** The folders it installs into that other checkouts can use. */
  folders: readonly string[];
}

export interface SetupQuestion {
  /** From the policy: a command, "auto" or null for none. */
  setting: string | null;
  manifests: Manifests;
  env: Readonly<Record<string, string>>;
  /** The current run. */
  run: string;
  /** The tree, if its manifests differ from the base's: no other tree uses what its scripts install. */
  tree: string | null;
  isConfined: boolean;
  /** Paths that Hydra adds to the checkout before. */
  copied: readonly string[];
}

/** Incremented when earlier cached installations can no longer be used. */
const SETUP_VERSION = 3;

/** Null if there is nothing to install. */
export function planSetup({ setting, manifests, env, run, copied, tree, isConfined }: SetupQuestion): SetupPlan | null {
  if (setting === null) return null;
  const detected = detectSetup(manifests.names, manifests.packageJson);
  if (setting === 'auto' && (detected === null || isBrought(detected, copied))) return null;
  const command = setting === 'auto' ? (detected?.command ?? '') : setting;
  const tool = detected?.tool ?? command.split(' ')[0] ?? '';
  const versions = [process.version, process.platform, process.arch, ...['node', tool].map((name) => toolStamp(name, env))];
  const state = hashOf({ version: SETUP_VERSION, command, files: manifests.files, tree }).slice(0, 32);
  const here = hashOf({ state, versions, isConfined }).slice(0, 32);
  const key = detected?.isLocked ? here : `${here}-${generationOf(here, run)}`;
  const own = { again: withoutCleaning(command), folders: DEPENDENCY_FOLDERS };
  const { again, folders } = setting === 'auto' && detected !== null ? detected : own;
  return { command, again, key, state, folders };
}

/** The user's own dependencies are already in the checkout. A lockfile is more specific: then they are installed anyway. */
function isBrought({ folders, isLocked }: DetectedSetup, copied: readonly string[]): boolean {
  return !isLocked && copied.some((path) => folders.includes(path));
}

/** Without a lockfile the versions depend on the time of the installation. */
const MAX_AGE_MS = 24 * 60 * 60 * 1000;
/** By state and run, so that all checkouts of a run get the same dependencies whatever other runs install meanwhile. */
const generations = new Map<string, string>();

/** The run whose installation is used: this one, or else the newest that is recent enough. */
function generationOf(state: string, run: string): string {
  const own = hashOf(run).slice(0, 12);
  const asked = `${state}-${own}`;
  const known = generations.get(asked) ?? (isComplete(join(commonFolder(), asked)) ? own : newestGeneration(state)) ?? own;
  generations.set(asked, known);
  return known;
}

function newestGeneration(state: string): string | null {
  const found = listIfPresent(commonFolder())
    .filter((name) => name.startsWith(`${state}-`) && !name.includes('.'))
    .map((name) => ({ name, age: Date.now() - timeOf(join(commonFolder(), name, COMPLETE_FILE)) }))
    .filter(({ age }) => age >= 0 && age < MAX_AGE_MS)
    .sort((a, b) => a.age - b.age);
  return found[0]?.name.slice(state.length + 1) ?? null;
}

/** Earlier installations of the same state that no run uses. */
function removeOutdated({ key }: SetupPlan): void {
  const [state, generation] = key.split('-');
  if (state === undefined || generation === undefined) return;
  const names = listIfPresent(commonFolder()).filter((name) => name.startsWith(`${state}-`) && name !== key);
  for (const folder of names.map((name) => join(commonFolder(), name))) {
    // Each use updates its time.
    if (Date.now() - timeOf(folder) > MAX_AGE_MS) rmSync(folder, { recursive: true, force: true });
  }
}

function timeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

/** The path and modification time of a program: another version differs in these, and running it would take longer. */
export function toolStamp(program: string, env: Readonly<Record<string, string>>): string {
  const file = locateProgram(program, env);
  if (file === null) return `${program} is missing`;
  const { size, mtimeMs } = statSync(file);
  return `${file} ${size} ${mtimeMs}`;
}

export interface SetupRequest {
  plan: SetupPlan;
  /** As returned by `setupCommand`. */
  command: string;
  /** A checkout, which has the dependencies afterwards. */
  checkout: CheckedOut;
  /** Null if commands run with all rights of the user. */
  confinement: CheckoutConfinement | null;
  /** Where output built from these sources is stored for further checkouts of the same tree; see `keptFolder`. */
  kept: string;
  env: Readonly<Record<string, string>>;
  /** Paths that Hydra added to the checkout before. */
  copied: readonly string[];
  stdoutFile: string;
  stderrFile: string;
  timeoutMs: number;
  outputLimitBytes: number;
  disk: DiskLimit;
  signal: AbortSignal;
}

/** In the work area of a run, and removed with it. */
export function keptFolder(area: string, plan: SetupPlan, tree: string): string {
  return join(area, 'set-up', `${plan.key}-${tree}`);
}

/** Whether a checkout needs nothing else after `copyInstalled`. */
export function isSetUp(plan: SetupPlan, kept: string): boolean {
  return isComplete(kept) || (isInstalled(plan) && readKept(setupFolder(plan)).isWhole);
}

/** The command for a checkout without set-up. */
export function setupCommand(plan: SetupPlan, workspace: string): string {
  const again = isInstalled(plan) ? (lifecycleCommand(plan.command, workspace) ?? plan.again) : null;
  return again ?? plan.command;
}

/** On success, stores the output: dependencies for all checkouts with the same key, everything else for this tree. */
export async function runSetup({ plan, checkout, kept, copied, confinement, ...request }: SetupRequest): Promise<CommandEnding> {
  const { folder: workspace } = checkout;
  // Packages are downloaded; checks have no network by default.
  const confined = confinement?.confine({ network: 'on', writable: [], readable: [], hostname: null, changes: 'kept' }) ?? null;
  const ending = await runCommand({ ...request, cwd: workspace, confinement: confined });
  if (ending.ended !== 'exited' || ending.exitCode !== 0) return ending;
  const made = (await listUntracked(checkout)).filter(
    (path) => !copied.some((own) => isWithin(path, own) || isWithin(own, path)),
  );
  const parts = made.map((path) => splitMade(workspace, path, plan.folders));
  const [dependencies, others] = [parts.flatMap((part) => part.dependencies), parts.flatMap((part) => part.others)];
  const isWhole = others.length === 0;
  const isShared = isWhole || plan.again !== null;
  const isFirst = isShared && !isInstalled(plan);
  if (isFirst) {
    await keep(setupFolder(plan), workspace, { paths: dependencies, isWhole }, confinement);
    removeOutdated(plan);
  }
  if (!isWhole && !isComplete(kept)) {
    const rest = { paths: isShared ? others : made, isWhole: true };
    await keep(kept, workspace, rest, isFirst ? null : confinement);
  }
  confinement?.use(installedStates(plan, kept));
  return ending;
}

/** What the installations of a checkout changed outside of it. */
function installedStates(plan: SetupPlan, kept: string): InstalledState[] {
  return [kept, setupFolder(plan)].filter(isComplete).map((folder) => ({ folder }));
}

interface Made {
  dependencies: readonly string[];
  others: readonly string[];
}

/** An untracked folder may contain packages with their own dependencies. */
function splitMade(workspace: string, path: string, folders: readonly string[]): Made {
  if (isDependency(path, folders)) return { dependencies: [path], others: [] };
  const isFolder = lstatSync(join(workspace, path)).isDirectory();
  const parts = isFolder
    ? readdirSync(join(workspace, path)).map((name) => splitMade(workspace, `${path}/${name}`, folders))
    : [];
  const dependencies = parts.flatMap((part) => part.dependencies);
  return { dependencies, others: dependencies.length === 0 ? [path] : parts.flatMap((part) => part.others) };
}

/** Other output may be built from the sources, for example by a script of the project. */
function isDependency(path: string, folders: readonly string[]): boolean {
  return LOCKFILES.has(basename(path)) || folders.some((folder) => `/${path}/`.includes(`/${folder}/`));
}

function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}

const COMPLETE_FILE = 'complete.json';

interface Kept {
  /** The folder it was installed in, which scripts of virtual environments contain. */
  origin: string;
  paths: readonly string[];
  /** False if the command created more than this, which each checkout must create itself. */
  isWhole: boolean;
}

export function isInstalled(plan: SetupPlan): boolean {
  return isComplete(setupFolder(plan));
}

/** A link could lead to files of somebody else. */
function isComplete(folder: string): boolean {
  const isFolder = lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() ?? false;
  return isFolder && existsSync(join(folder, COMPLETE_FILE));
}

function readKept(folder: string): Kept {
  return JSON.parse(readFileSync(join(folder, COMPLETE_FILE), 'utf8')) as Kept;
}

/** Numbers temporary folders. */
let keepings = 0;

/** With a confinement, also what the command changed outside the checkout. */
async function keep(
  folder: string,
  workspace: string,
  { paths, isWhole }: Omit<Kept, 'origin'>,
  confinement: CheckoutConfinement | null,
): Promise<void> {
  keepings += 1;
  const temporary = `${folder}.partial-${process.pid}-${keepings}`;
  rmSync(temporary, { recursive: true, force: true });
  for (const path of paths) await copyPath(join(workspace, path), join(temporary, 'files', path));
  for (const { name, from } of confinement?.changedState() ?? []) await copyPath(from, join(temporary, name));
  const home = confinement?.takeHome() ?? null;
  if (home !== null) await copyPath(home, join(temporary, 'home'));
  mkdirSync(temporary, { recursive: true });
  const kept: Kept = { origin: workspace, paths, isWhole };
  writeFileSync(join(temporary, COMPLETE_FILE), JSON.stringify(kept));
  try {
    renameSync(temporary, folder);
  } catch {
    // Another run stored the same dependencies first.
    rmSync(temporary, { recursive: true, force: true });
  }
}

/** The dependencies for the manifests of the tree, and the build output of an earlier checkout of the same tree. */
export async function copyInstalled(
  plan: SetupPlan,
  kept: string,
  { folder: workspace, confinement }: { folder: string; confinement: CheckoutConfinement | null },
): Promise<void> {
  const folder = setupFolder(plan);
  for (const from of [folder, kept].filter(isComplete)) {
    const { origin, paths } = readKept(from);
    for (const path of paths) await copyPath(join(from, 'files', path), join(workspace, path));
    relocateEnvironment(join(workspace, '.venv'), origin, workspace);
  }
  confinement?.use(installedStates(plan, kept));
  if (!isComplete(folder)) return;
  const now = new Date();
  utimesSync(folder, now, now);
}

/**
 * A Python environment contains its absolute path: its scripts name their interpreter by the full path,
 * and an editable installation contains the full path of its sources, which would be another checkout's.
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
    const text = readRegularFile(file, MAX_SCRIPT_BYTES)?.toString('latin1') ?? '';
    if (text.includes(from)) writeFileSync(file, text.replaceAll(from, to), 'latin1');
  }
}

const MAX_SCRIPT_BYTES = 256 * 1024;

function listIfPresent(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder).sort() : [];
}

function setupFolder(plan: SetupPlan): string {
  const folder = commonFolder();
  openPrivateFolder(dirname(folder));
  // What others could have written is installed again.
  if (openPrivateFolder(folder).wasWritable)
    for (const name of listIfPresent(folder)) rmSync(join(folder, name), { recursive: true, force: true });
  return join(folder, plan.key);
}

/** The folders of set-ups, of all repositories, last used before `before`. */
export function listOldSetups(before: Date): string[] {
  const paths = listIfPresent(commonFolder()).map((name) => join(commonFolder(), name));
  return paths.filter((path) => (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0) < before.getTime());
}

/** Outside every repository, so that the user's tools do not find it. */
function commonFolder(): string {
  const { XDG_CACHE_HOME = '' } = process.env;
  return join(isAbsolute(XDG_CACHE_HOME) ? XDG_CACHE_HOME : join(homedir(), '.cache'), 'hydra', 'set-up');
}
