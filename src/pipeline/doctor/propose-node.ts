// Commands of a project with a package.json: its scripts, the programs behind chained scripts, its workspaces.
import { isInstalled } from './installed-tools.ts';
import { distinct, NO_SETUP, type ProjectProposals, type Proposal, type ProposedCheck, type SetupProposal } from './proposal.ts';
import { partsFor, type ScriptPart } from './script-parts.ts';
import type { TopFolder } from './top-folder.ts';

interface Manifest {
  scripts: Record<string, string>;
  /** Names of all packages that an install brings. */
  dependencies: readonly string[];
  hasWorkspaces: boolean;
  packageManager: string | null;
}

type ManagerId = 'npm' | 'pnpm' | 'yarn' | 'bun';

const LOCKFILES: readonly { file: string; manager: ManagerId; install: string }[] = [
  { file: 'pnpm-lock.yaml', manager: 'pnpm', install: 'pnpm install --frozen-lockfile' },
  { file: 'bun.lock', manager: 'bun', install: 'bun install --frozen-lockfile' },
  { file: 'bun.lockb', manager: 'bun', install: 'bun install --frozen-lockfile' },
  { file: 'yarn.lock', manager: 'yarn', install: 'yarn install' },
  { file: 'package-lock.json', manager: 'npm', install: 'npm ci' },
  { file: 'npm-shrinkwrap.json', manager: 'npm', install: 'npm ci' },
];
/** How a manager starts a program of a package without installing anything. */
const EXEC: Record<ManagerId, string> = {
  npm: 'npx --no-install',
  pnpm: 'pnpm exec',
  yarn: 'yarn exec',
  bun: 'bunx --no-install',
};
const HOW_TO_INSTALL: Record<ManagerId, string> = {
  npm: 'It comes with Node.js.',
  pnpm: 'Install it with `npm install --global pnpm`.',
  yarn: 'Install it with `npm install --global yarn`.',
  bun: 'Install it with `npm install --global bun`.',
};
const NPM_INSTALL = 'npm install --no-audit --no-fund --no-package-lock';
const INSTALL_WITHOUT_LOCKFILE: Record<ManagerId, string> = {
  npm: NPM_INSTALL,
  pnpm: 'pnpm install --no-lockfile',
  yarn: 'yarn install',
  bun: 'bun install --no-save',
};

export function proposeNode(top: TopFolder): ProjectProposals {
  const manifest = readManifest(top);
  const wanted = wantedManager(top, manifest);
  const manager = isInstalled(wanted.manager) ? wanted.manager : 'npm';
  const notes =
    manager === wanted.manager
      ? []
      : [`${wanted.because}, but ${wanted.manager} is not installed; npm is tried instead. ${HOW_TO_INSTALL[wanted.manager]}`];
  return {
    profile: wanted.manager === 'bun' ? 'bun' : 'js-node',
    because: 'package.json is at the top of the repository',
    withoutInstall: manifest.dependencies.length === 0 && !manifest.hasWorkspaces ? [NO_SETUP] : [],
    installs: installsOf(top, manifest, manager, wanted.lockfile),
    checks: {
      build: proposeBuild(top, manifest, manager),
      test: proposeTest(top, manifest, manager),
      lint: proposeLint(top, manifest, manager),
    },
    notes,
  };
}

function wantedManager(top: TopFolder, { packageManager }: Manifest) {
  const lock = LOCKFILES.find(({ file }) => top.names.includes(file)) ?? null;
  const [, named] = /^(npm|pnpm|yarn|bun)@/.exec(packageManager ?? '') ?? [];
  if (named !== undefined) {
    const own = LOCKFILES.find(({ file, manager }) => manager === named && top.names.includes(file)) ?? null;
    return { manager: named as ManagerId, because: `package.json names ${packageManager}`, lockfile: own };
  }
  if (lock !== null) return { manager: lock.manager, because: `${lock.file} is here`, lockfile: lock };
  return { manager: 'npm' as const, because: 'package.json is here', lockfile: null };
}

/** From the most faithful to the most lenient; a later one is tried only where the one before it fails. */
function installsOf(
  top: TopFolder,
  { dependencies, hasWorkspaces }: Manifest,
  manager: ManagerId,
  lockfile: { file: string; manager: ManagerId; install: string } | null,
): SetupProposal[] {
  const own = (command: string, because: string) => ({ setup: command, link: [], command, because });
  const needsInstall = dependencies.length > 0 || hasWorkspaces;
  const installs: SetupProposal[] = [];
  if (lockfile !== null && lockfile.manager === manager) {
    // "auto" takes the first lockfile of its own order, which need not be the one of `packageManager`.
    const isFirst = LOCKFILES.find(({ file }) => top.names.includes(file)) === lockfile;
    const setup = isFirst ? 'auto' : lockfile.install;
    installs.push({ setup, link: [], command: lockfile.install, because: `${lockfile.file} is here` });
  }
  if (!needsInstall) return installs;
  const why =
    installs.length === 0 ? 'package.json has dependencies and there is no usable lockfile' : 'the lockfile does not install';
  installs.push(own(INSTALL_WITHOUT_LOCKFILE[manager], why));
  if (manager === 'npm') {
    installs.push(own(`${NPM_INSTALL} --ignore-scripts`, 'an install script of the project or of a dependency fails'));
    installs.push(own(`${NPM_INSTALL} --ignore-scripts --legacy-peer-deps`, 'the peer dependencies contradict each other'));
  }
  // Some tests run without any dependency.
  installs.push(NO_SETUP);
  return installs;
}

const NPM_PLACEHOLDER = 'no test specified';

function runScript(manager: ManagerId, name: string): string {
  return name === 'test' && manager !== 'bun' ? `${manager} test` : `${manager} run ${name}`;
}

/** The scripts of these names that are there, in this order. */
function scriptProposals({ scripts }: Manifest, manager: ManagerId, names: readonly string[]): Proposal[] {
  return names
    .filter((name) => Object.hasOwn(scripts, name) && !scripts[name]?.includes(NPM_PLACEHOLDER))
    .map((name) => ({ command: runScript(manager, name), because: `package.json has a script \`${name}\`` }));
}

const TEST_SCRIPTS = [
  'test',
  'tests',
  'test:unit',
  'unit',
  'test-unit',
  'test:ci',
  'test-ci',
  'test:node',
  'jest',
  'mocha',
  'vitest',
];
const LINT_SCRIPTS = ['lint', 'lint:js', 'eslint', 'check:lint', 'lint:check', 'lint:ci'];
const BUILD_SCRIPTS = ['build', 'compile', 'prepare', 'typecheck', 'type-check', 'check:types'];

function proposeTest(top: TopFolder, manifest: Manifest, manager: ManagerId): Proposal[] {
  const { scripts, hasWorkspaces } = manifest;
  const [own, ...others] = scriptProposals(manifest, manager, TEST_SCRIPTS);
  const parts = Object.hasOwn(scripts, 'test') ? programProposals('test', 'test', manifest, manager) : [];
  const linters = partsFor('lint', 'test', scripts).map(({ program }) => program);
  return distinct([
    ...(own === undefined ? [] : [withLinters(own, linters)]),
    ...parts,
    ...others,
    ...(hasWorkspaces ? [workspaceTests(manager)] : []),
    ...(manager === 'bun' ? [{ command: 'bun test', because: 'bun has a test runner' }] : []),
    ...installedRunners(manifest, manager),
    ...(hasNodeTests(top, manifest) ? [{ command: 'node --test', because: 'there are test files and no other runner' }] : []),
  ]);
}

/** A candidate whose linter fails first has no test result: the user should know. */
function withLinters(proposal: Proposal, linters: readonly string[]): Proposal {
  if (linters.length === 0) return proposal;
  return { ...proposal, because: `${proposal.because}, which also runs ${linters.join(' and ')}` };
}

function workspaceTests(manager: ManagerId): Proposal {
  const commands: Record<ManagerId, string> = {
    npm: 'npm test --workspaces --if-present',
    pnpm: 'pnpm --recursive test',
    yarn: 'yarn workspaces foreach --all run test',
    bun: "bun run --filter '*' test",
  };
  return { command: commands[manager], because: 'package.json has workspaces' };
}

/** Runners that package.json installs and no script starts. */
function installedRunners({ dependencies }: Manifest, manager: ManagerId): Proposal[] {
  const commands: readonly [string, string][] = [
    ['vitest', 'vitest run'],
    ['jest', 'jest'],
    ['ava', 'ava'],
    ['mocha', 'mocha'],
    ['tap', 'tap'],
  ];
  return commands
    .filter(([name]) => dependencies.includes(name))
    .map(([name, command]) => ({ command: `${EXEC[manager]} ${command}`, because: `package.json depends on ${name}` }));
}

function hasNodeTests(top: TopFolder, { dependencies }: Manifest): boolean {
  if (dependencies.some((name) => /^(?:vitest|jest|ava|mocha|tap)$/.test(name))) return false;
  return top.find(/\.test\.[cm]?js$/) !== undefined || top.list('test').some((name) => /\.[cm]?js$/.test(name));
}

function proposeLint(top: TopFolder, manifest: Manifest, manager: ManagerId): Proposal[] {
  const biome = top.find(/^biome\.jsonc?$/);
  const eslint = top.find(/^(?:eslint\.config\.[cm]?[jt]s|\.eslintrc(?:\..+)?)$/);
  const file = (name: string | undefined, command: string) =>
    name === undefined ? [] : [{ command: `${EXEC[manager]} ${command}`, because: `${name} is here` }];
  return distinct([
    ...scriptProposals(manifest, manager, LINT_SCRIPTS),
    ...['lint', 'test', 'pretest', 'posttest'].flatMap((name) => programProposals('lint', name, manifest, manager)),
    ...file(biome, 'biome lint .'),
    ...file(eslint, 'eslint .'),
  ]);
}

function proposeBuild(top: TopFolder, manifest: Manifest, manager: ManagerId): Proposal[] {
  const typescript = top.names.includes('tsconfig.json');
  return distinct([
    ...scriptProposals(
      manifest,
      manager,
      BUILD_SCRIPTS.filter((name) => name !== 'prepare'),
    ),
    ...['build', 'prepare'].flatMap((name) => programProposals('build', name, manifest, manager)),
    ...(typescript ? [{ command: `${EXEC[manager]} tsc --noEmit`, because: 'tsconfig.json is here' }] : []),
  ]);
}

function programProposals(check: ProposedCheck, script: string, { scripts }: Manifest, manager: ManagerId): Proposal[] {
  return partsFor(check, script, scripts).flatMap((part) => {
    const because = `the ${WORDS[check]} in the script \`${script}\` of package.json, ${part.program}`;
    const command = toCommand(part, manager);
    const named = check === 'test' ? namingReporter(part) : null;
    return [
      { command, because },
      ...(named === null ? [] : [{ command: `${command} ${named}`, because: `${because}, with names` }]),
    ];
  });
}

const WORDS: Record<ProposedCheck, string> = { build: 'build tool', test: 'test runner', lint: 'linter' };

function toCommand({ text, program }: ScriptPart, manager: ManagerId): string {
  if (/^(?:node|bun|deno)$/.test(program)) return text;
  const at = text.length - text.trimStart().length;
  const [assignments = ''] = /^(?:[A-Za-z_]\w*=(?:"[^"]*"|'[^']*'|\S*)\s+)*/.exec(text.slice(at)) ?? [];
  return `${assignments}${EXEC[manager]} ${text.slice(at + assignments.length)}`;
}

/** The option that makes a runner print every test by its name, where its own reporter need not. */
function namingReporter({ program, text }: ScriptPart): string | null {
  const options: Readonly<Record<string, string>> = { mocha: '--reporter spec', tap: '--reporter=tap', ava: '--tap' };
  const option = Object.hasOwn(options, program) ? options[program] : undefined;
  return option === undefined || /\s(?:-R|--reporter|--tap)\b/.test(text) ? null : option;
}

function readManifest(top: TopFolder): Manifest {
  const manifest = parseObject(top.read('package.json'));
  const scripts = Object.entries(asObject(manifest.scripts)).map(([name, script]) => [name, String(script)] as const);
  const groups = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies'];
  return {
    scripts: Object.fromEntries(scripts),
    dependencies: groups.flatMap((group) => Object.keys(asObject(manifest[group]))),
    hasWorkspaces: manifest.workspaces !== undefined || top.names.includes('pnpm-workspace.yaml'),
    packageManager: typeof manifest.packageManager === 'string' ? manifest.packageManager : null,
  };
}

function parseObject(text: string): Record<string, unknown> {
  try {
    return asObject(JSON.parse(text));
  } catch {
    return {};
  }
}

function asObject(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
