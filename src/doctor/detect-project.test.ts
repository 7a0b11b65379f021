import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createRepository, type Files, temporaryFolder, writeFiles } from '../../test/temporary-repository.ts';
import { detectProjects } from './detect-project.ts';
import { findProjectRoot } from './plan-settings.ts';
import type { ProjectProposals } from './proposal.ts';

const PATH_BEFORE = process.env.PATH;
const TOOLS = ['npm', 'python3', 'uv', 'bundle', 'composer', 'cargo-clippy', 'tox', 'make'];

/** A PATH with only TOOLS, so that the results do not depend on this machine. */
function usePath(tools: readonly string[]): void {
  const folder = temporaryFolder();
  for (const tool of tools) {
    writeFiles(folder, { [tool]: '#!/bin/sh\n' });
    chmodSync(join(folder, tool), 0o755);
  }
  process.env.PATH = folder;
}

beforeAll(() => usePath(TOOLS));
afterAll(() => {
  process.env.PATH = PATH_BEFORE;
});

async function detect(files: Files): Promise<ProjectProposals[]> {
  const folder = temporaryFolder();
  writeFiles(folder, files);
  return detectProjects(folder);
}

async function first(files: Files): Promise<ProjectProposals> {
  const [project] = await detect(files);
  if (project === undefined) throw new Error('nothing was detected');
  return project;
}

const commands = (proposals: readonly { command: string }[]) => proposals.map(({ command }) => command);
const scripts = (entries: Record<string, string>, more: object = {}) => JSON.stringify({ scripts: entries, ...more });

describe('proposes for a package.json', () => {
  test.each<[string, Files, string[], string[], string[]]>([
    [
      'its scripts',
      { 'package.json': scripts({ build: 'tsc', test: 'jest', lint: 'eslint' }) },
      ['npm run build', 'npx --no-install tsc'],
      ['npm test', 'npx --no-install jest'],
      ['npm run lint', 'npx --no-install eslint'],
    ],
    [
      'nothing for the placeholder of npm init',
      { 'package.json': scripts({ test: 'echo "Error: no test specified"' }) },
      [],
      [],
      [],
    ],
    ['nothing for a broken file', { 'package.json': '{' }, [], [], []],
    [
      'the programs behind a chained script',
      { 'package.json': scripts({ test: 'xo && ava && tsd' }) },
      [],
      ['npx --no-install ava', 'npx --no-install ava --tap', 'npm test'],
      ['npx --no-install xo'],
    ],
    [
      'the script before its parts where there is no linter in it',
      { 'package.json': scripts({ test: 'tsc && jest && tsd', lint: 'eslint .' }) },
      [],
      ['npm test', 'npx --no-install jest'],
      ['npm run lint', 'npx --no-install eslint .'],
    ],
    [
      'the runner where a linter runs before or behind the script',
      { 'package.json': scripts({ pretest: 'prettier --check .', test: 'tap', posttest: 'eslint .' }) },
      [],
      ['npx --no-install tap', 'npx --no-install tap --reporter=tap', 'npm test'],
      ['npx --no-install prettier --check .', 'npx --no-install eslint .'],
    ],
    [
      'all runners of a script with a linter together',
      { 'package.json': scripts({ test: 'standard | snazzy && jest && node --test test/more.js' }) },
      [],
      ['npx --no-install jest && node --test test/more.js', 'npm test', 'npx --no-install jest', 'node --test test/more.js'],
      ['npx --no-install standard'],
    ],
    [
      'the script where a linter and no known runner is in it',
      { 'package.json': scripts({ test: 'xo && ./run-tests && prettier --write "a|b"' }) },
      [],
      ['npm test'],
      ['npx --no-install xo'],
    ],
    [
      'the programs behind nested scripts',
      { 'package.json': scripts({ test: 'npm run lint && npm run unit', unit: 'c8 mocha -R dot', lint: 'standard' }) },
      [],
      ['npx --no-install mocha -R dot', 'npm test', 'npm run unit'],
      ['npm run lint', 'npx --no-install standard'],
    ],
    [
      'the tests of all workspaces',
      { 'package.json': JSON.stringify({ workspaces: ['a'] }) },
      [],
      ['npm test --workspaces --if-present'],
      [],
    ],
    [
      'a runner that is only a dependency',
      { 'package.json': JSON.stringify({ devDependencies: { vitest: '*' } }) },
      [],
      ['npx --no-install vitest run'],
      [],
    ],
    ['test files without a runner', { 'package.json': '{}', 'a.test.js': '' }, [], ['node --test'], []],
    ['no build for a tsconfig.json alone', { 'package.json': '{}', 'tsconfig.json': '' }, [], [], []],
    [
      'a script of another name that only lints',
      {
        'package.json': scripts({ check: 'gts lint', fix: 'gts fix', 'eslint:fix': 'eslint --fix .', fmt: 'prettier --check .' }),
      },
      [],
      [],
      ['npm run check'],
    ],
    [
      'Biome before ESLint',
      { 'package.json': '{}', 'biome.json': '', 'eslint.config.js': '' },
      [],
      [],
      ['npx --no-install biome lint .', 'npx --no-install eslint .'],
    ],
  ])('%s', async (_title, files, build, tests, lint) => {
    const { checks } = await first(files);
    expect([checks.build, checks.test, checks.lint].map(commands)).toEqual([build, tests, lint]);
  });

  test('the runner with the arguments of the script', async () => {
    const { checks } = await first({ 'package.json': scripts({ test: 'xo && ava && tsd' }) });
    const runner = 'the test runner in the script `test` of package.json, ava';
    expect(checks.test.map(({ because }) => because)).toEqual([
      `${runner}, without xo and tsd`,
      `${runner}, with names, without xo and tsd`,
      'package.json has a script `test`, which also runs xo and tsd',
    ]);
  });

  test('npm instead of a package manager that is not installed, with a note', async () => {
    const files = {
      'package.json': scripts(
        { test: 'pnpm lint && vitest run' },
        { packageManager: 'pnpm@10.0.0', devDependencies: { a: '1' } },
      ),
      'pnpm-lock.yaml': '',
    };
    const { checks, notes, installs } = await first(files);
    expect(commands(checks.test)).toEqual(['npm test', 'npx --no-install vitest run']);
    expect(installs[0]?.setup).toBe('npm install --no-audit --no-fund --no-package-lock');
    expect(notes).toEqual([
      'package.json names pnpm@10.0.0, but pnpm is not installed; npm is tried instead. Install it with `npm install --global pnpm`.',
    ]);
    usePath([...TOOLS, 'pnpm', 'yarn', 'bun']);
    const installed = await first(files);
    const [yarn, bun] = [
      await first({ 'package.json': scripts({ test: 'x' }), 'yarn.lock': '' }),
      await first({ 'package.json': scripts({ test: 'x' }), 'bun.lock': '' }),
    ];
    usePath(TOOLS);
    expect([commands(installed.checks.test), installed.installs[0]?.setup]).toEqual([
      ['pnpm test', 'pnpm exec vitest run'],
      'auto',
    ]);
    expect([commands(yarn.checks.test), commands(bun.checks.test), bun.profile]).toEqual([
      ['yarn test'],
      ['bun run test', 'bun test'],
      'bun',
    ]);
  });

  test.each<[string, Files, (string | null)[]]>([
    ['a lockfile', { 'package.json': '{}', 'package-lock.json': '' }, ['auto']],
    ['no dependencies', { 'package.json': '{}' }, []],
    [
      'dependencies without a lockfile',
      { 'package.json': '{"devDependencies":{"a":"1"}}' },
      [
        'npm install --no-audit --no-fund --no-package-lock',
        'npm install --no-audit --no-fund --no-package-lock --ignore-scripts',
        'npm install --no-audit --no-fund --no-package-lock --ignore-scripts --legacy-peer-deps',
        null,
      ],
    ],
  ])('set-up for %s', async (_title, files, expected) => {
    expect((await first(files)).installs.map(({ setup }) => setup)).toEqual(expected);
  });
});

describe('proposes for Python', () => {
  const test_ = (files: Files) => first(files).then(({ checks }) => commands(checks.test));

  test.each<[string, Files, string[]]>([
    ['unittest first where nothing names pytest', { 'setup.py': '' }, ['python3 -m unittest discover -v', 'python3 -m pytest']],
    [
      'pytest where the settings name it',
      { 'pyproject.toml': '[tool.pytest]' },
      ['python3 -m pytest', 'python3 -m unittest discover -v'],
    ],
    [
      'pytest where there is a conftest.py',
      { 'setup.py': '', 'tests/conftest.py': '' },
      ['python3 -m pytest', 'python3 -m unittest discover -v -s tests'],
    ],
    [
      'the sources of a src layout before an installed version',
      { 'pyproject.toml': 'pytest', 'src/pkg/__init__.py': '' },
      ['PYTHONPATH=src python3 -m pytest', 'PYTHONPATH=src python3 -m unittest discover -v'],
    ],
    [
      'no import path where pytest has one',
      { 'pyproject.toml': '[tool.pytest.ini_options]\npythonpath = ["src"]\n', 'src/pkg/__init__.py': '' },
      ['python3 -m pytest', 'python3 -m unittest discover -v'],
    ],
    ['tox where it is installed', { 'tox.ini': '' }, ['python3 -m unittest discover -v', 'python3 -m pytest', 'tox']],
    [
      'uv where it is installed',
      { 'pyproject.toml': 'pytest', 'uv.lock': '' },
      ['python3 -m pytest', 'uv run --frozen python -m pytest', 'python3 -m unittest discover -v'],
    ],
  ])('%s', async (_title, files, expected) => {
    expect(await test_(files)).toEqual(expected);
  });

  test('linters that the settings name', async () => {
    const { checks } = await first({ 'pyproject.toml': '[tool.ruff]\n', '.flake8': '', '.pylintrc': '' });
    expect(commands(checks.lint)).toEqual(['ruff check .', 'flake8', 'pylint --recursive=y .']);
  });

  test('no set-up first, then a virtual environment with the dependencies of the tests', async () => {
    const pyproject =
      '[project]\nname = "x"\n[dependency-groups]\ntest = [\n  # why\n  "coverage[toml]>=7",\n  "pretend",\n  "pytest>=6; python_version<\'4\'",\n  { include-group = "y" },\n]\n[project.optional-dependencies]\ntests = ["z"]\n';
    const { withoutInstall, installs } = await first({
      'pyproject.toml': pyproject,
      'tests/requirements.txt': '',
      '.venv/bin/python': '',
    });
    expect(withoutInstall.map(({ setup, link }) => [setup, link])).toEqual([
      [null, ['.venv']],
      [null, []],
    ]);
    expect(installs.map(({ setup }) => setup)).toEqual([
      'python3 -m venv --system-site-packages .venv && .venv/bin/python -m pip install --quiet -e \'.[tests]\' -r tests/requirements.txt "coverage[toml]>=7" "pretend" "pytest>=6; python_version<\'4\'"',
    ]);
  });

  test.each<[string, number, string, string[]]>([
    ['nothing for failing tests', 1, 'FAILED a.py', []],
    ['nothing where pytest is missing', 1, 'python3: No module named pytest', []],
    [
      'the rest of the tests where some files cannot be loaded',
      2,
      '!!! Interrupted: 2 errors during collection !!!',
      ['python3 -m pytest --continue-on-collection-errors'],
    ],
    [
      'no addopts where they name a missing plugin',
      4,
      'pytest: error: unrecognized arguments: --cov',
      ['python3 -m pytest -o addopts=""', 'python3 -m pytest -o addopts="" -o filterwarnings="" -o required_plugins=""'],
    ],
    [
      'no filterwarnings where they name a missing module',
      4,
      'ERROR: while parsing the following warning configuration:',
      ['python3 -m pytest -o filterwarnings=""', 'python3 -m pytest -o addopts="" -o filterwarnings="" -o required_plugins=""'],
    ],
  ])('after a failure: %s', async (_title, exitCode, output, expected) => {
    const { checks } = await first({ 'pyproject.toml': 'pytest' });
    expect(commands(checks.test[0]?.repair?.({ exitCode, output }) ?? [])).toEqual(expected);
  });
});

describe('proposes for other projects', () => {
  const CMAKE = 'cmake -S . -B build && cmake --build build';

  test.each<[string, Files, [string, string[], string[], string[]]]>([
    ['Deno', { 'deno.json': '{}' }, ['deno', ['deno check .'], ['deno test --allow-all'], ['deno lint']]],
    [
      'Rust',
      { 'Cargo.toml': '' },
      ['rust', ['cargo build --all-targets'], ['cargo test'], ['cargo clippy --all-targets -- -D warnings']],
    ],
    ['Go', { 'go.mod': '', '.golangci.yml': '' }, ['go', ['go build ./...'], ['go test ./...'], ['go vet ./...']]],
    ['Maven', { 'pom.xml': '' }, ['java-maven', ['mvn -B -DskipTests package'], ['mvn -B -fae test'], []]],
    [
      'a wrapper before the installed Maven',
      { 'pom.xml': '', mvnw: '' },
      [
        'java-maven',
        ['./mvnw -B -DskipTests package', 'mvn -B -DskipTests package'],
        ['./mvnw -B -fae test', 'mvn -B -fae test'],
        [],
      ],
    ],
    [
      'Gradle without a wrapper',
      { 'build.gradle.kts': '' },
      ['java-gradle', ['gradle --no-daemon assemble testClasses'], ['gradle --no-daemon test --continue'], []],
    ],
    [
      '.NET',
      { 'App.sln': '' },
      [
        'dotnet',
        ['dotnet build'],
        ['dotnet test', 'dotnet test --logger "console;verbosity=normal"'],
        ['dotnet format --verify-no-changes'],
      ],
    ],
    [
      'Ruby with rspec',
      { Gemfile: 'gem "rspec"\ngem "rubocop"\n' },
      [
        'ruby',
        [],
        ['bundle exec rspec', 'bundle exec rspec --format documentation', 'rspec', 'rspec --format documentation'],
        ['bundle exec rubocop', 'rubocop'],
      ],
    ],
    ['Ruby with a rake task', { Rakefile: 'Rake::TestTask.new' }, ['ruby', [], ['rake test TESTOPTS=-v', 'rake test'], []]],
    [
      'PHP',
      { 'composer.json': '{"scripts":{"test":"x"}}', 'phpunit.xml.dist': '' },
      ['php', [], ['vendor/bin/phpunit', 'vendor/bin/phpunit --testdox', 'composer test', 'phpunit', 'phpunit --testdox'], []],
    ],
    [
      'CMake with CTest',
      { 'CMakeLists.txt': 'enable_testing()\n' },
      ['make', [CMAKE], ['ctest --test-dir build --output-on-failure'], []],
    ],
    [
      'CMake with an option for its tests',
      { 'CMakeLists.txt': 'option(X_BUILD_TESTS "tests" OFF)\noption(X_FUZZ_TESTS "" OFF)\ninclude(CTest)\n' },
      [
        'make',
        ['cmake -S . -B build -DX_BUILD_TESTS=ON && cmake --build build', CMAKE],
        ['ctest --test-dir build --output-on-failure'],
        [],
      ],
    ],
    ['CMake without tests', { 'CMakeLists.txt': '' }, ['make', [CMAKE], [], []]],
    ['Meson', { 'meson.build': '' }, ['make', ['meson setup build && meson compile -C build'], ['meson test -C build'], []]],
    [
      'make',
      { makefile: 'build: x\ncheck:\nlint :\nall := 1\n' },
      ['make', ['make build', 'make'], ['make check'], ['make lint']],
    ],
    ['autotools', { configure: '' }, ['make', ['./configure && make'], ['make check'], []]],
  ])('%s', async (_title, files, expected) => {
    const { profile, checks } = await first(files);
    expect([profile, commands(checks.build), commands(checks.test), commands(checks.lint)]).toEqual(expected);
  });

  test('nothing without a known file', async () => {
    expect([await detect({ 'README.md': '' }), await detect({})]).toEqual([[], []]);
  });

  test('CTest before make, and make before a CMake without tests', async () => {
    const profiles = async (cmake: string) =>
      (await detect({ 'CMakeLists.txt': cmake, Makefile: 'test:\n' })).map(({ because }) => because.split(' ')[0]);
    expect(await profiles('enable_testing()')).toEqual(['CMakeLists.txt', 'Makefile']);
    expect(await profiles('')).toEqual(['Makefile', 'CMakeLists.txt']);
  });

  test('adds the option that newer CMake versions need for an older CMakeLists.txt', async () => {
    const { checks } = await first({ 'CMakeLists.txt': '' });
    const output = 'Compatibility with CMake < 3.5 has been removed from CMake.';
    expect(commands(checks.build[0]?.repair?.({ exitCode: 1, output }) ?? [])).toEqual([
      'cmake -S . -B build -DCMAKE_POLICY_VERSION_MINIMUM=3.5 && cmake --build build',
    ]);
  });
});

describe('commands of GitHub workflows', () => {
  const workflow = (...runs: string[]) =>
    `on: push\njobs:\n  a:\n    runs-on: ubuntu-latest\n    steps:\n${runs.map((run) => `      - run: ${run}\n`).join('')}`;
  const ofCi = async (text: string, name = 'ci.yml') => {
    const { checks } = await first({ Makefile: '', [`.github/workflows/${name}`]: text });
    return [checks.build, checks.test, checks.lint].map((proposals) =>
      commands(proposals).filter((command) => command !== 'make'),
    );
  };

  test('come last, by check', async () => {
    expect(await ofCi(workflow('make all-tests', 'make lint', 'npm run build', 'python3 -m pytest'))).toEqual([
      ['npm run build'],
      ['make all-tests', 'python3 -m pytest'],
      ['make lint'],
    ]);
  });

  test.each<[string, string]>([
    ['install or publish', workflow('npm install', 'npm ci', 'npm run test:publish', 'make test-upload')],
    ['start unknown tools', workflow('curl https://example.org/test', 'sudo make test', './test.sh')],
    [
      'use variables or a shell',
      workflow("'make test $X'", `'make test $${'{{ matrix.x }}'}'`, "'make test | tee x'", "'make test; rm x'"),
    ],
    ['are part of a script with other lines', workflow('|\n          cd x && y\n          make test')],
    ['run on another system', workflow('make test').replace('ubuntu', 'windows')],
    ['run in another folder', `${workflow('make test')}        working-directory: x\n`],
    ['are no YAML', 'a: [\n'],
    ['are an alias bomb', `a: &a [${'x,'.repeat(9)}x]\nb: &b [${'*a,'.repeat(9)}*a]\nc: &c [${'*b,'.repeat(9)}*b]\njobs: *c\n`],
  ])('are ignored if they %s', async (_title, text) => {
    expect(await ofCi(text)).toEqual([[], [], []]);
  });

  test('are ignored in workflows that release', async () => {
    expect(await ofCi(workflow('make test'), 'release.yml')).toEqual([[], [], []]);
  });
});

test('hydra.toml belongs to the root of a repository with a working tree', async () => {
  const outside = temporaryFolder();
  process.env.PATH = PATH_BEFORE;
  const repository = createRepository({ 'a.txt': '' });
  mkdirSync(join(repository, 'below'));
  expect(await findProjectRoot(join(repository, 'below'))).toBe(repository);
  await expect(findProjectRoot(outside)).rejects.toMatchObject({ code: 'not_a_repository' });
  await expect(findProjectRoot(join(repository, '.git'))).rejects.toMatchObject({
    code: expect.stringMatching(/repository|tree/),
  });
});
