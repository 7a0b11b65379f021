// Room workspace: which command installs a repository's dependencies, told from its lockfile.

export interface DetectedSetup {
  lockfile: string;
  command: string;
  /** The program whose version the result depends on. */
  tool: string;
  /** Where it puts what it installs, at the top or in a package below. */
  folders: readonly string[];
}

const OF_NODE = ['node_modules', '.yarn', '.pnp.cjs', '.pnp.loader.mjs', '.husky/_'];
const OF_PYTHON = ['.venv'];

/** The first lockfile that a tree has at its top decides; more specific package managers stand first. */
const SETUPS: readonly DetectedSetup[] = [
  { lockfile: 'pnpm-lock.yaml', command: 'pnpm install --frozen-lockfile', tool: 'pnpm', folders: OF_NODE },
  { lockfile: 'bun.lock', command: 'bun install --frozen-lockfile', tool: 'bun', folders: OF_NODE },
  { lockfile: 'bun.lockb', command: 'bun install --frozen-lockfile', tool: 'bun', folders: OF_NODE },
  {
    lockfile: 'yarn.lock',
    command: 'yarn install --immutable || yarn install --frozen-lockfile',
    tool: 'yarn',
    folders: OF_NODE,
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
  },
  {
    lockfile: 'Gemfile.lock',
    command: 'bundle config set --local path vendor/bundle && bundle install',
    tool: 'bundle',
    folders: ['vendor/bundle', 'vendor', '.bundle'],
  },
  { lockfile: 'composer.lock', command: 'composer install --no-interaction', tool: 'composer', folders: ['vendor'] },
  { lockfile: 'go.sum', command: 'go mod download', tool: 'go', folders: [] },
  { lockfile: 'Cargo.lock', command: 'cargo fetch --locked', tool: 'cargo', folders: [] },
];

const LOCKFILES = new Set(SETUPS.map(({ lockfile }) => lockfile));
/** Files at the top that say what is installed and how, beside the lockfiles. */
const MANIFESTS = new Set([
  ...['package.json', 'pnpm-workspace.yaml', '.npmrc', '.yarnrc', '.yarnrc.yml', '.pnpmfile.cjs', 'bunfig.toml'],
  ...['pyproject.toml', 'setup.py', 'setup.cfg', 'Pipfile', 'Gemfile', 'composer.json', 'go.mod', 'Cargo.toml'],
  ...['.nvmrc', '.node-version', '.python-version', '.ruby-version', '.tool-versions', 'rust-toolchain', 'rust-toolchain.toml'],
]);
const REQUIREMENTS = /^(?:requirements|constraints)[\w.-]*\.(?:txt|in)$/;

export function decidesSetup(name: string): boolean {
  return LOCKFILES.has(name) || MANIFESTS.has(name) || REQUIREMENTS.test(name);
}

/** `names` are the files at the top of a tree. */
export function detectSetup(names: ReadonlySet<string>): DetectedSetup | null {
  return SETUPS.find(({ lockfile }) => names.has(lockfile)) ?? null;
}
