// Room pipeline: what a repository is built, tested and linted with, told from the files at its top.
// Every answer comes with the file it rests on.
import { accessSync, constants, existsSync, readdirSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type CheckId, HydraError } from '../../contract/index.ts';
import { findRepository } from '../../git/index.ts';
import { PROFILES, type ProfileId } from '../../profiles/index.ts';

export interface DetectedCommand {
  command: string;
  /** Why this one: "package.json has a script `lint`". */
  because: string;
  /** The program it starts, when that is not on the PATH. */
  missing: string | null;
}

export interface DetectedProject {
  profile: ProfileId;
  because: string;
  commands: Record<Exclude<CheckId, 'security'>, DetectedCommand | null>;
}

type Candidates = Record<Exclude<CheckId, 'security'>, Omit<DetectedCommand, 'missing'> | null>;

/** The first file that is there decides; null when none is. */
const MARKERS: readonly { file: RegExp; profile: ProfileId; detect: (top: TopFolder) => Candidates }[] = [
  { file: /^deno\.jsonc?$/, profile: 'deno', detect: () => ofProfile('deno', 'deno.json is here') },
  { file: /^bun\.lockb?$/, profile: 'bun', detect: (top) => ofNode(top, 'bun') },
  { file: /^package\.json$/, profile: 'js-node', detect: (top) => ofNode(top, packageManager(top)) },
  { file: /^Cargo\.toml$/, profile: 'rust', detect: () => ofProfile('rust', 'Cargo.toml is here') },
  { file: /^go\.mod$/, profile: 'go', detect: () => ofProfile('go', 'go.mod is here') },
  { file: /^(?:pyproject\.toml|setup\.py|setup\.cfg|requirements\.txt|tox\.ini)$/, profile: 'python', detect: ofPython },
  { file: /^pom\.xml$/, profile: 'java-maven', detect: () => ofProfile('java-maven', 'pom.xml is here') },
  { file: /^build\.gradle(?:\.kts)?$/, profile: 'java-gradle', detect: () => ofProfile('java-gradle', 'build.gradle is here') },
  { file: /\.(?:sln|slnx|csproj)$/, profile: 'dotnet', detect: () => ofProfile('dotnet', 'a .NET project is here') },
  { file: /^(?:Gemfile|Rakefile|.+\.gemspec)$/, profile: 'ruby', detect: ofRuby },
  { file: /^composer\.json$/, profile: 'php', detect: () => ofProfile('php', 'composer.json is here') },
  { file: /^(?:GNUm|M|m)akefile$/, profile: 'make', detect: ofMake },
  { file: /^CMakeLists\.txt$/, profile: 'make', detect: ofCMake },
];

interface TopFolder {
  path: string;
  names: readonly string[];
  read(name: string): string;
}

/** The top of the repository, where hydra.toml is looked for; the folder itself when it is in none. */
export async function findProjectRoot(folder: string): Promise<string> {
  try {
    return (await findRepository(folder)).root;
  } catch (error) {
    if (error instanceof HydraError) return folder;
    throw error;
  }
}

export function detectProject(folder: string): DetectedProject | null {
  const names = readdirSync(folder).sort();
  const read = (name: string) => (existsSync(join(folder, name)) ? readFileSync(join(folder, name), 'utf8') : '');
  const top: TopFolder = { path: folder, names, read };
  for (const { file, profile, detect } of MARKERS) {
    const marker = names.find((name) => file.test(name));
    if (marker === undefined) continue;
    const { build, test, lint } = detect(top);
    const commands = { build: withTool(build), test: withTool(test), lint: withTool(lint) };
    return { profile, because: `${marker} is at the top of the repository`, commands };
  }
  return null;
}

function withTool(found: Omit<DetectedCommand, 'missing'> | null): DetectedCommand | null {
  return found === null ? null : { ...found, missing: missingTool(found.command) };
}

/** The first word of a command when nothing on the PATH has that name. */
export function missingTool(command: string): string | null {
  const [program = ''] = command.trim().split(/\s+/);
  if (program.includes('/') || /[=$"'(]/.test(program)) return null;
  const isThere = (process.env.PATH ?? '').split(delimiter).some((folder) => isExecutable(join(folder, program)));
  return isThere ? null : program;
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function ofProfile(profile: ProfileId, because: string): Candidates {
  const { build, test, lint } = PROFILES[profile].commands;
  const with_ = (command: string | null) => (command === null ? null : { command, because });
  return { build: with_(build), test: with_(test), lint: with_(lint) };
}

function packageManager({ names }: TopFolder): string {
  if (names.includes('pnpm-lock.yaml')) return 'pnpm';
  return names.includes('yarn.lock') ? 'yarn' : 'npm';
}

const NPM_PLACEHOLDER = 'no test specified';

function ofNode(top: TopFolder, manager: string): Candidates {
  const scripts = scriptsOf(top);
  const script = (name: string) => {
    const text = scripts[name];
    if (text === undefined || text.includes(NPM_PLACEHOLDER)) return null;
    const command = name === 'test' && manager !== 'bun' ? `${manager} test` : `${manager} run ${name}`;
    return { command, because: `package.json has a script \`${name}\`` };
  };
  const has = (pattern: RegExp) => top.names.find((name) => pattern.test(name));
  const run = manager === 'pnpm' ? 'pnpm exec' : 'npx --no-install';
  const typescript = has(/^tsconfig\.json$/);
  const biome = has(/^biome\.jsonc?$/);
  const eslint = has(/^(?:eslint\.config\.[cm]?[jt]s|\.eslintrc(?:\..+)?)$/);
  return {
    build:
      script('build') ?? (typescript === undefined ? null : { command: `${run} tsc --noEmit`, because: 'tsconfig.json is here' }),
    test: script('test') ?? (manager === 'bun' ? { command: 'bun test', because: 'bun has a test runner of its own' } : null),
    lint:
      script('lint') ??
      (biome === undefined ? null : { command: `${run} biome lint .`, because: `${biome} is here` }) ??
      (eslint === undefined ? null : { command: `${run} eslint .`, because: `${eslint} is here` }),
  };
}

function scriptsOf(top: TopFolder): Record<string, string> {
  try {
    const { scripts = {} } = JSON.parse(top.read('package.json')) as { scripts?: Record<string, unknown> };
    return Object.fromEntries(Object.entries(scripts).map(([name, script]) => [name, String(script)]));
  } catch {
    return {};
  }
}

function ofPython(top: TopFolder): Candidates {
  const settings = ['pyproject.toml', 'setup.cfg', 'tox.ini', 'requirements.txt', 'requirements-dev.txt']
    .map(top.read)
    .join('\n');
  const usesPytest = settings.includes('pytest') || top.names.includes('pytest.ini') || top.names.includes('conftest.py');
  const linter = ['ruff', 'flake8', 'pylint'].find(
    (tool) => settings.includes(tool) || top.names.includes(`.${tool}`) || top.names.includes(`${tool}.toml`),
  );
  const lintCommands: Record<string, string> = { ruff: 'ruff check .', flake8: 'flake8', pylint: 'pylint --recursive=y .' };
  return {
    build: null,
    test: usesPytest
      ? { command: 'python3 -m pytest -q', because: 'the settings speak of pytest' }
      : { command: 'python3 -m unittest discover -v', because: 'nothing speaks of another runner' },
    lint: linter === undefined ? null : { command: lintCommands[linter] ?? linter, because: `the settings speak of ${linter}` },
  };
}

function ofMake(top: TopFolder): Candidates {
  const text = top.read(top.names.find((name) => /^(?:GNUm|M|m)akefile$/.test(name)) ?? 'Makefile');
  const target = (name: string) =>
    new RegExp(`^${name}\\s*:`, 'm').test(text)
      ? { command: `make ${name}`, because: `the Makefile has a target \`${name}\`` }
      : null;
  return {
    build: target('build') ?? { command: 'make', because: 'a Makefile is here' },
    test: target('test') ?? target('check'),
    lint: target('lint'),
  };
}

function ofRuby(top: TopFolder): Candidates {
  const gems = `${top.read('Gemfile')}${top.names
    .filter((name) => name.endsWith('.gemspec'))
    .map(top.read)
    .join('')}`;
  const run = top.names.includes('Gemfile') ? 'bundle exec ' : '';
  const usesRspec = top.names.includes('.rspec') || top.names.includes('spec') || gems.includes('rspec');
  const usesRubocop = top.names.includes('.rubocop.yml') || gems.includes('rubocop');
  const rake = top.names.includes('Rakefile') ? { command: `${run}rake test`, because: 'Rakefile is here' } : null;
  return {
    build: null,
    test: usesRspec ? { command: `${run}rspec`, because: 'the project speaks of rspec' } : rake,
    lint: usesRubocop ? { command: `${run}rubocop`, because: 'the project speaks of rubocop' } : null,
  };
}

function ofCMake(top: TopFolder): Candidates {
  const hasTests = /\b(?:enable_testing|include\s*\(\s*CTest)\b/i.test(top.read('CMakeLists.txt'));
  return {
    build: { command: 'cmake -S . -B build && cmake --build build', because: 'CMakeLists.txt is here' },
    test: hasTests ? { command: 'ctest --test-dir build --output-on-failure', because: 'CMakeLists.txt enables tests' } : null,
    lint: null,
  };
}
