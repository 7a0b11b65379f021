// Proposals for a project with a package.json: installation, build and linter.
import { isInstalled } from './installed-tools.ts';
import { EXEC, type ManagerId, type Manifest, programProposals, readManifest, scriptProposals } from './node-project.ts';
import { distinct, NO_SETUP, type ProjectProposals, type Proposal, type SetupProposal } from './proposal.ts';
import { proposeNodeTests } from './propose-node-tests.ts';
import { scriptsOnlyFor } from './script-parts.ts';
import type { TopFolder } from './top-folder.ts';

const LOCKFILES: readonly { file: string; manager: ManagerId; install: string }[] = [
  { file: 'pnpm-lock.yaml', manager: 'pnpm', install: 'pnpm install --frozen-lockfile' },
  { file: 'bun.lock', manager: 'bun', install: 'bun install --frozen-lockfile' },
  { file: 'bun.lockb', manager: 'bun', install: 'bun install --frozen-lockfile' },
  { file: 'yarn.lock', manager: 'yarn', install: 'yarn install' },
  { file: 'package-lock.json', manager: 'npm', install: 'npm ci' },
  { file: 'npm-shrinkwrap.json', manager: 'npm', install: 'npm ci' },
];
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
      build: proposeBuild(manifest, manager),
      test: proposeNodeTests(top, manifest, manager),
      lint: proposeLint(top, manifest, manager),
    },
    provides: providesPackage(top, manifest),
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

/** From the strictest to the most lenient; a later one is tried only if the previous one fails. */
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
    // "auto" uses the first lockfile in its own order, which may not be that of `packageManager`.
    const isFirst = LOCKFILES.find(({ file }) => top.names.includes(file)) === lockfile;
    const setup = isFirst ? 'auto' : lockfile.install;
    installs.push({ setup, link: [], command: lockfile.install, because: `${lockfile.file} is here` });
  }
  if (!needsInstall) return installs;
  const why =
    installs.length === 0 ? 'package.json has dependencies and there is no usable lockfile' : 'the lockfile does not install';
  installs.push(own(INSTALL_WITHOUT_LOCKFILE[manager], why));
  if (manager === 'npm') {
    const quiet = (command: string, because: string) => ({ ...own(command, because), skipsScripts: true });
    installs.push(quiet(`${NPM_INSTALL} --ignore-scripts`, 'an install script of the project or of a dependency fails'));
    installs.push(quiet(`${NPM_INSTALL} --ignore-scripts --legacy-peer-deps`, 'the peer dependencies contradict each other'));
  }
  // Some tests run without any dependency.
  installs.push(NO_SETUP);
  return installs;
}

const LINT_SCRIPTS = ['lint', 'lint:js', 'eslint', 'check:lint', 'lint:check', 'lint:ci'];
const BUILD_SCRIPTS = ['build', 'compile', 'typecheck', 'type-check', 'check:types'];
/** Packages that bring ESLint with them. */
const WITH_ESLINT = /eslint|^(?:gts|next|react-scripts|semistandard|standard|ts-standard|xo)$/;

function proposeLint(top: TopFolder, manifest: Manifest, manager: ManagerId): Proposal[] {
  const biome = top.find(/^biome\.jsonc?$/);
  const eslint = top.find(/^(?:eslint\.config\.[cm]?[jt]s|\.eslintrc(?:\..+)?)$/);
  const file = (name: string | undefined, command: string, provider: string) =>
    name === undefined ? [] : [{ command: `${EXEC[manager]} ${command}`, because: `${name} is here`, provider }];
  return distinct([
    ...scriptProposals(manifest, manager, [...LINT_SCRIPTS, ...scriptsOnlyFor('lint', manifest.scripts)]),
    ...['lint', 'test', 'pretest', 'posttest'].flatMap((name) => programProposals('lint', name, manifest, manager)),
    ...file(biome, 'biome lint .', '@biomejs/biome'),
    ...file(eslint, 'eslint .', 'eslint'),
  ]);
}

/** A tsconfig.json alone is no build: it may serve only the editor. */
function proposeBuild(manifest: Manifest, manager: ManagerId): Proposal[] {
  return distinct([
    ...scriptProposals(manifest, manager, BUILD_SCRIPTS),
    ...['build', 'prepare'].flatMap((name) => programProposals('build', name, manifest, manager)),
  ]);
}

function providesPackage(top: TopFolder, { dependencies }: Manifest): (name: string) => boolean {
  return (name) =>
    dependencies.includes(name) ||
    (name === 'eslint' && dependencies.some((dependency) => WITH_ESLINT.test(dependency))) ||
    LOCKFILES.some(({ file }) => top.read(file).includes(name));
}
