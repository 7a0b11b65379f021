// Detects the command that installs a repository's dependencies, from its lockfile or, without one, from package.json.

export interface DetectedSetup {
  command: string;
  /** The program whose version affects the result. */
  tool: string;
  /** The folders it installs into, at the root or in a package below. */
  folders: readonly string[];
  /** The same files always give the same versions. */
  isLocked: boolean;
  /** The command for a checkout that already has the folders; null if that would skip output of scripts. */
  again: string | null;
}

const OF_NODE = ['node_modules', '.yarn', '.pnp.cjs', '.pnp.loader.mjs', '.husky/_'];
const OF_PYTHON = ['.venv'];
const OF_RUBY = ['vendor/bundle', 'vendor', '.bundle'];
const OF_PHP = ['vendor'];

/** Folders with dependencies, for any command. */
export const DEPENDENCY_FOLDERS: readonly string[] = [
  ...new Set([...OF_NODE, ...OF_PYTHON, ...OF_RUBY, ...OF_PHP]),
  ...['venv', 'deps', 'bower_components', 'jspm_packages', 'elm-stuff', 'Pods', 'Carthage', '.dart_tool', '.pnpm-store'],
];

/** Removes `node_modules` first; the other form keeps it and only runs the scripts of the project. */
const NPM_CLEAN_INSTALL = /\bnpm (?:ci|clean-install)\b/;
const NPM_INSTALL = 'npm install --prefer-offline --no-audit --no-fund';

/** The form of a command for a checkout that already has its dependency folders. */
export function withoutCleaning(command: string): string {
  return command.replace(NPM_CLEAN_INSTALL, NPM_INSTALL);
}

interface LockedSetup extends Omit<DetectedSetup, 'isLocked' | 'again'> {
  lockfile: string;
  /** With or without pinned versions: the file name does not say. */
  mayDrift?: boolean;
  /** Skips the scripts of the project if the dependencies are installed. */
  skipsScripts?: boolean;
}

/** The first lockfile at the root decides; more specific package managers come first. */
const SETUPS: readonly LockedSetup[] = [
  { lockfile: 'pnpm-lock.yaml', command: 'pnpm install --frozen-lockfile', tool: 'pnpm', folders: OF_NODE },
  { lockfile: 'bun.lock', command: 'bun install --frozen-lockfile', tool: 'bun', folders: OF_NODE },
  { lockfile: 'bun.lockb', command: 'bun install --frozen-lockfile', tool: 'bun', folders: OF_NODE },
  {
    lockfile: 'yarn.lock',
    command: 'yarn install --immutable || yarn install --frozen-lockfile',
    tool: 'yarn',
    folders: OF_NODE,
    skipsScripts: true,
  },
  { lockfile: 'package-lock.json', command: 'npm ci', tool: 'npm', folders: OF_NODE },
  { lockfile: 'npm-shrinkwrap.json', command: 'npm ci', tool: 'npm', folders: OF_NODE },
  { lockfile: 'uv.lock', command: 'uv sync --frozen', tool: 'uv', folders: OF_PYTHON },
  {
    lockfile: 'poetry.lock',
    command: 'POETRY_VIRTUALENVS_IN_PROJECT=true poetry install --no-interaction',
    tool: 'poetry',
    folders: OF_PYTHON,
  },
  {
    lockfile: 'requirements.txt',
    command: 'python3 -m venv --system-site-packages .venv && .venv/bin/python -m pip install --quiet -r requirements.txt',
    tool: 'python3',
    folders: OF_PYTHON,
    mayDrift: true,
  },
  {
    lockfile: 'Gemfile.lock',
    command: 'bundle config set --local path vendor/bundle && bundle install',
    tool: 'bundle',
    folders: OF_RUBY,
  },
  { lockfile: 'composer.lock', command: 'composer install --no-interaction', tool: 'composer', folders: OF_PHP },
  { lockfile: 'go.sum', command: 'go mod download', tool: 'go', folders: [] },
  { lockfile: 'Cargo.lock', command: 'cargo fetch --locked', tool: 'cargo', folders: [] },
];

/** Also lockfiles that a set-up creates if the tree has none. */
export const LOCKFILES: ReadonlySet<string> = new Set(SETUPS.map(({ lockfile }) => lockfile));
/** Files at the root, besides lockfiles, that determine what is installed and how. */
const MANIFESTS = new Set([
  ...['package.json', 'pnpm-workspace.yaml', '.npmrc', '.yarnrc', '.yarnrc.yml', '.pnpmfile.cjs', 'bunfig.toml'],
  ...['pyproject.toml', 'setup.py', 'setup.cfg', 'Pipfile', 'Gemfile', 'composer.json', 'go.mod', 'Cargo.toml'],
  ...['.nvmrc', '.node-version', '.python-version', '.ruby-version', '.tool-versions', 'rust-toolchain', 'rust-toolchain.toml'],
]);
const REQUIREMENTS = /^(?:requirements|constraints)[\w.-]*\.(?:txt|in)$/;

export function decidesSetup(name: string): boolean {
  return LOCKFILES.has(name) || MANIFESTS.has(name) || REQUIREMENTS.test(name);
}

/**
 * `names` are the files at the root of a tree. `manifest` is the text of its package.json, which decides without a
 * lockfile; null if it was not read or does not exist.
 */
export function detectSetup(names: ReadonlySet<string>, manifest: string | null): DetectedSetup | null {
  const locked = SETUPS.find(({ lockfile }) => names.has(lockfile));
  if (locked === undefined) return manifest === null ? null : setupOfManifest(manifest);
  const { command, tool, folders, mayDrift = false, skipsScripts = false } = locked;
  return { command, tool, folders, isLocked: !mayDrift, again: skipsScripts ? null : withoutCleaning(command) };
}

/** Whether the set-up depends on the text of package.json. */
export function isManifestAsked(names: ReadonlySet<string>): boolean {
  return names.has('package.json') && detectSetup(names, null)?.isLocked !== true;
}

/** Creates no lockfile: one that only this run creates would not belong to the project. */
const UNLOCKED: readonly { manager: RegExp; tool: string; command: string; again: boolean }[] = [
  { manager: /^pnpm@/, tool: 'pnpm', command: 'pnpm install --no-lockfile', again: true },
  { manager: /^bun@/, tool: 'bun', command: 'bun install --no-save', again: true },
  { manager: /^yarn@[01]\./, tool: 'yarn', command: 'yarn install --no-lockfile --non-interactive', again: true },
  // In CI it refuses to create a lockfile without this option.
  { manager: /^yarn@/, tool: 'yarn', command: 'yarn install --no-immutable', again: false },
];
const NPM_UNLOCKED = { tool: 'npm', command: 'npm install --no-audit --no-fund --no-package-lock', again: true };

function setupOfManifest(manifest: string): DetectedSetup | null {
  const { packageManager, ...members } = readManifest(manifest);
  const kinds = ['dependencies', 'devDependencies', 'optionalDependencies'];
  const hasDependencies = kinds.some((kind) => Object.keys(Object(members[kind])).length > 0);
  if (!hasDependencies && members.workspaces === undefined) return null;
  const named = typeof packageManager === 'string' ? packageManager : '';
  const { command, tool, again } = UNLOCKED.find(({ manager }) => manager.test(named)) ?? NPM_UNLOCKED;
  return { command, tool, folders: OF_NODE, isLocked: false, again: again ? command : null };
}

function readManifest(text: string): Record<string, unknown> {
  try {
    const manifest: unknown = JSON.parse(text);
    return typeof manifest === 'object' && manifest !== null ? { ...manifest } : {};
  } catch {
    // The checks will report it.
    return {};
  }
}

/** Whether package.json depends on other folders of the tree, whose own package.json then counts too. */
export function hasLocalPackages(manifest: string): boolean {
  return /"workspaces"|"(?:file|link|portal|workspace):/.test(manifest);
}
