import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Facts, Scorecard } from '../../src/contract/index.ts';
import { runningCommands } from '../running-commands.ts';
import { commit, createRepository, type Files, git, temporaryFolder, writeFiles } from '../temporary-repository.ts';
import { ensureProgram, MAIN, PROJECT, runHydra } from './run-hydra.ts';

beforeAll(ensureProgram, 120_000);

/** The output of `hydra init` and the file it writes; stderr has the attempts. */
async function init(folder: string, ...flags: string[]) {
  const { stdout, stderr, exitCode } = await runHydra(['init', ...flags], folder);
  const file = join(folder, 'hydra.toml');
  return { stdout, stderr, exitCode, toml: existsSync(file) ? readFileSync(file, 'utf8') : null };
}

function starts(program: string, ...args: string[]): boolean {
  return spawnSync(program, args, { stdio: 'ignore' }).status === 0;
}

const testMake = test.skipIf(!starts('make', '--version'));

const TAP = "@printf 'TAP version 13\\n1..2\\nok 1 - a\\nok 2 - b\\n'";
const NODE_TEST =
  "const { test } = require('node:test');\ntest('adds', () => {});\ntest('fails', () => { throw new Error(); });\n";
const CHAINED: Files = {
  'package.json': JSON.stringify({ scripts: { test: 'no-such-linter && node --test', lint: 'no-such-linter' } }),
  'test/a.test.js': NODE_TEST,
};

describe('keeps the first command that gives a measurement', { timeout: 120_000 }, () => {
  test('the test runner of a script whose linter is not installed', async () => {
    const folder = createRepository(CHAINED, { a: { 'a.txt': 'a\n' } });
    const { stdout, stderr, exitCode, toml } = await init(folder);
    expect(exitCode).toBe(0);
    expect(stderr).toMatch(/^test: npm test \.\.\. .*no-such-linter: not found; trying node --test$/m);
    expect(stderr).toMatch(/^test: node --test \.\.\. 2 tests, 1 fail on the base in [\d.]+ s \(exact\)$/m);
    expect(stdout).toContain('  test: node --test (2 tests, 1 fail on the base, exact; the test runner in the script `test`');
    expect(stdout).toMatch(
      / {2}lint: none works\n {4}`npm run lint` failed: .*no-such-linter: not found\n {4}Install no-such-linter, or/,
    );
    expect(toml).toContain('Measured: 2 tests, 1 fail on the base, exact.\ntest = "node --test"\n');
    expect(toml).toContain('lint = false\n');
    const scored = await runHydra(['score', 'a', '--json'], folder);
    expect(JSON.parse(scored.stdout).rankings).toHaveLength(1);
  });

  testMake('targets of a Makefile', async () => {
    const folder = createRepository({ Makefile: `all:\n\ttrue\ntest:\n\t${TAP}\n` });
    const { exitCode, toml } = await init(folder);
    expect(exitCode).toBe(0);
    expect(toml).toContain('# The Makefile has a target `all`. Measured: passes on the base.\nbuild = "make all"\n');
    expect(toml).toContain('# The Makefile has a target `test`. Measured: 2 tests, exact.\ntest = "make test"\n');
  });

  testMake('another ecosystem if the first one has no tests', async () => {
    const folder = createRepository({ 'package.json': '{}', Makefile: `test:\n\t${TAP}\n` });
    const { stdout, toml } = await init(folder);
    expect(stdout).toContain('with the profile make: Makefile is at the top');
    expect(toml).toContain('test = "make test"');
  });

  test('an install command if package.json has dependencies and no lockfile', async () => {
    const folder = createRepository({
      'package.json': JSON.stringify({ scripts: { test: 'node --test' }, dependencies: { thing: 'file:./thing' } }),
      'thing/package.json': JSON.stringify({ name: 'thing', version: '1.0.0' }),
      'thing/index.js': 'module.exports = 1;\n',
      'test/a.test.js': "require('node:test').test('a', () => require('thing'));\n",
    });
    const { exitCode, toml } = await init(folder);
    expect(exitCode).toBe(0);
    expect(toml).toContain('\n[workspace]\n# package.json has dependencies and there is no usable lockfile.\n');
    expect(toml).toContain('setup = "npm install --no-audit --no-fund --no-package-lock"\n');
    expect(toml).toContain('Measured: 1 test, exact.\ntest = "npm test"\n');
  });

  test('a command with test names before one with totals', async () => {
    const folder = createRepository({
      'package.json': JSON.stringify({ scripts: { test: 'echo; echo "# tests 1"', 'test:ci': 'node --test' } }),
      'test/a.test.js': "require('node:test').test('adds', () => {});\n",
    });
    expect((await init(folder)).toml).toContain('test = "npm run test:ci"');
  });

  test("the project's own passing command before one that names the tests and fails", async () => {
    const folder = createRepository({
      'package.json': JSON.stringify({ scripts: { test: 'node check.js' } }),
      'check.js': 'process.exit(0);\n',
      'test/a.test.js': NODE_TEST,
    });
    const { stdout, toml, exitCode } = await init(folder);
    expect(exitCode).toBe(0);
    expect(stdout).toContain('  test: npm test (exit code 0 on the base; no test results can be read, exit-code; package.json');
    expect(stdout).toContain('    not `node --test`: 2 tests, 1 fail on the base; `npm test` passes\n');
    expect(toml).toContain('# Not `node --test`: 2 tests, 1 fail on the base; `npm test` passes.\ntest = "npm test"\n');
  });

  test('measures tests without what a failed build left behind', async () => {
    const folder = createRepository({
      'package.json': JSON.stringify({ scripts: { build: 'node build.js', test: 'node --test' } }),
      '.gitignore': 'out.json\n',
      'build.js': "require('node:fs').writeFileSync('out.json', '{}');\nthrow new Error('half of it is built');\n",
      'test/a.test.js':
        "const { test } = require('node:test');\ntest('a', () => {});\ntest('b', () => require('../out.json'));\n",
    });
    const { stdout, toml } = await init(folder);
    expect(stdout).toContain('    `npm run build` failed: Error: half of it is built\n');
    expect(toml).toContain('build = false\n');
    expect(toml).toContain('Measured: 2 tests, 1 fail on the base, exact.\ntest = "npm test"\n');
  });

  test('does not wait for a program of npm that nothing installs', async () => {
    const folder = createRepository({ 'package.json': '{}', '.eslintrc.json': '{}', Makefile: `test:\n\t${TAP}\n` });
    const { stderr } = await init(folder);
    expect(stderr).not.toContain('npx --no-install eslint');
  });

  const hasPytest = starts('python3', '-m', 'pytest', '--version');
  test.skipIf(!hasPytest)(hasPytest ? 'pytest without options of a missing plugin' : 'pytest is not installed', async () => {
    const folder = createRepository({
      'pyproject.toml': '[tool.pytest.ini_options]\naddopts = "--no-such-option"\n',
      'requirements.txt': 'no-such-package-at-all==1\n',
      'src/thing/__init__.py': 'VALUE = 1\n',
      'tests/test_a.py': 'from thing import VALUE\n\ndef test_a():\n    assert VALUE == 1\n',
    });
    const { exitCode, stderr, toml } = await init(folder);
    expect(exitCode).toBe(0);
    expect(stderr).toContain('unrecognized arguments: --no-such-option; trying PYTHONPATH=src python3 -m pytest -o addopts=""\n');
    expect(toml).toContain('without addopts, which pytest cannot load here. Measured: 1 test, exact.\n');
    expect(toml).toContain('test = "PYTHONPATH=src python3 -m pytest -o addopts=\\"\\""\n');
    // "auto" would install dependencies that the tests do not need.
    expect(toml).toContain('setup = false\n');
  });

  const hasCMake = starts('ctest', '--version') && starts('cc', '--version');
  test.skipIf(!hasCMake)(hasCMake ? 'CMake with its option for tests' : 'cmake or a C compiler is not installed', async () => {
    const cmake = [
      'cmake_minimum_required(VERSION 3.10)',
      'project(x C)',
      'option(X_BUILD_TESTS "Build the tests" OFF)',
      'if(X_BUILD_TESTS)',
      '  enable_testing()',
      '  add_executable(a a.c)',
      '  add_test(NAME a COMMAND a)',
      'endif()',
    ];
    const folder = createRepository({
      'CMakeLists.txt': `${cmake.join('\n')}\n`,
      'a.c': 'int main(void) { return 0; }\n',
      Makefile: 'all:\n\tfalse\n',
    });
    const { exitCode, toml } = await init(folder);
    expect(exitCode).toBe(0);
    expect(toml).toContain('build = "cmake -S . -B build -DX_BUILD_TESTS=ON && cmake --build build"\n');
    expect(toml).toContain('Measured: 1 test, exact.\ntest = "ctest --test-dir build --output-on-failure"\n');
  });
});

const ESLINT_BIN = 'node_modules/.bin/eslint';

/** The linter of this project as a tracked program, so that nothing is installed. */
const ESLINT: Files = {
  [ESLINT_BIN]: `#!/usr/bin/env node\nimport(${JSON.stringify(pathToFileURL(join(PROJECT, 'node_modules/eslint/bin/eslint.js')))});\n`,
  'eslint.config.js': "module.exports = [{ files: ['src/**'], rules: { 'no-var': 'error' } }];\n",
  'src/sum.js': 'exports.sum = (a, b) => a + b;\n',
  'test/sum.test.js': `const assert = require('node:assert');
const { test } = require('node:test');
test('adds', () => assert.equal(require('../src/sum.js').sum(1, 2), 3));
`,
  '.gitignore': 'table.json\n',
};

function createLinted(scripts: Record<string, string>, more: Files = {}): string {
  const manifest = JSON.stringify({ scripts });
  const folder = createRepository({ ...ESLINT, 'package.json': manifest, ...more });
  git(folder, 'update-index', '--chmod=+x', ESLINT_BIN);
  git(folder, 'commit', '--quiet', '--amend', '--no-edit');
  git(folder, 'checkout', '--quiet', '--force', 'main');
  return folder;
}

describe('a test script that also starts a linter', { timeout: 180_000 }, () => {
  // Checks in a sandbox see the folders of this variable.
  beforeAll(() => vi.stubEnv('NODE_PATH', join(PROJECT, 'node_modules')));
  afterAll(() => vi.unstubAllEnvs());

  test('is replaced by its runner, so that a lint error hides no test result', async () => {
    const folder = createLinted({ test: 'eslint src && node --test' });
    git(folder, 'checkout', '--quiet', '-b', 'messy');
    commit(folder, { 'src/sum.js': 'var s = (a, b) => a + b;\nexports.sum = s;\n' }, 'messy');
    git(folder, 'checkout', '--quiet', 'main');
    const { exitCode, toml } = await init(folder);
    expect(exitCode).toBe(0);
    expect(
      toml,
    ).toContain(`# The test runner in the script \`test\` of package.json, node, without eslint. Measured: 1 test, exact.
test = "node --test"
# The linter in the script \`test\` of package.json, eslint. Measured: no findings on the base, exit-code.
lint = "npx --no-install eslint src"
`);
    const { stdout } = await runHydra(['score', '--json', 'messy'], folder);
    const { run_id } = JSON.parse(stdout) as Scorecard;
    const facts = JSON.parse(readFileSync(join(folder, '.hydra/runs', run_id, 'facts.json'), 'utf8')) as Facts;
    expect(facts.candidates[0]).toMatchObject({
      tests: { state: 'measured', precision: 'exact', passed: 1, failed: 0 },
      lint: { state: 'measured', precision: 'exact', errors: 1, warnings: 0 },
    });
  });

  test('is joined by no linter that the project does not run and that reports errors on the base', async () => {
    const folder = createLinted({ test: 'node --test' }, { 'src/old.js': 'var a = 1;\nexports.a = a;\n' });
    const { stdout, toml } = await init(folder);
    expect(toml).toContain('lint = false\n');
    expect(stdout).toContain('`npx --no-install eslint .` failed: 1 error on the base, and no script of the project runs it\n');
  });

  test('is kept if more tests pass with all of it', async () => {
    const scripts = { pretest: 'eslint src && node make.js', test: 'node --test' };
    const needsTable = "require('node:test').test('has its table', () => require('../table.json'));\n";
    const makeTable = "require('node:fs').writeFileSync('table.json', '{}');\n";
    const folder = createLinted(scripts, { 'make.js': makeTable, 'test/table.test.js': needsTable });
    const { stderr, toml } = await init(folder);
    expect(stderr).toMatch(/^test: node --test \.\.\. 2 tests, 1 fail on the base in [\d.]+ s \(exact\); trying npm test$/m);
    expect(toml).toContain(`# package.json has a script \`test\`, which also runs eslint. Measured: 2 tests, exact.
# Not \`node --test\`: 2 tests, 1 fail on the base; \`npm test\` passes.
test = "npm test"
`);
  });
});

describe('reports what is missing', { timeout: 60_000 }, () => {
  testMake('exits with 1 if nothing can be measured, and escapes foreign output', async () => {
    const hostile = '\\033[31merror\\033[0m: \\342\\200\\256broken';
    const folder = createRepository({ Makefile: `all:\n\tfalse\ntest:\n\t@printf '${hostile}\\n'; exit 3\n` });
    const { stdout, exitCode, toml } = await init(folder);
    expect(exitCode).toBe(1);
    expect(stdout).toContain('  test: none works\n    `make test` failed: error: \\u202ebroken\n');
    expect(stdout).toContain('Next: write the commands you use into [scoring.commands], then `hydra doctor`.');
    expect(toml).toContain('# `make test` failed: error: \\u202ebroken\ntest = false\n');
    expect((await runHydra(['explain', '--policy'], folder)).exitCode).toBe(0);
  });

  test('a failed set-up, with its first error line', async () => {
    const folder = createRepository({
      'package.json': JSON.stringify({ scripts: { test: 'false' }, dependencies: { thing: 'file:./no-such-folder' } }),
      'package-lock.json': '{}',
    });
    const { stdout, exitCode, toml } = await init(folder);
    expect(exitCode).toBe(1);
    expect(stdout).toMatch(/^ {2}set-up: `npm ci` failed: npm error .{10}/m);
    expect(toml).toContain('# The lockfile does not install.\nsetup = "npm install --no-audit --no-fund --no-package-lock"\n');
  });

  test('gives up on an installation after one network error', async () => {
    const folder = createRepository({
      'package.json': JSON.stringify({
        scripts: { test: 'node --test' },
        dependencies: { thing: 'http://127.0.0.1:9/thing.tgz' },
      }),
      '.npmrc': 'fetch-retries=0\n',
      'test/a.test.js': "require('node:test').test('a', () => {});\n",
    });
    const { stderr, toml } = await init(folder);
    expect(stderr.match(/^set-up: /gm)).toHaveLength(1);
    expect(stderr).toMatch(/^set-up: npm install .*ECONNREFUSED/m);
    expect(toml).toContain('Measured: 1 test, exact.\ntest = "npm test"\n');
  });

  test('exits with 1 without a known file', async () => {
    const { stdout, exitCode, toml } = await init(createRepository({ 'a.txt': '' }));
    expect([exitCode, stdout.split('\n')[0]]).toEqual([
      1,
      'Wrote hydra.toml: no file at the top of the repository shows how it is built and tested.',
    ]);
    expect(toml).toContain('# test = "..."\n');
  });
});

describe('without trying commands', () => {
  testMake('--no-run writes the first proposals', async () => {
    const folder = createRepository({ Makefile: 'test:\n\ttouch ran\n' });
    const { stdout, stderr, exitCode, toml } = await init(folder, '--no-run');
    expect([exitCode, stderr]).toEqual([0, '']);
    expect(stdout).toContain('  test: make test (the Makefile has a target `test`)\n');
    expect(toml).toContain('# The Makefile has a target `test`.\ntest = "make test"\n');
    expect(existsSync(join(folder, '.hydra'))).toBe(false);
  });

  test('a folder outside git is an error and nothing is written; a repository without a commit gets proposals and a note', async () => {
    const folder = temporaryFolder();
    writeFiles(folder, { Makefile: 'test:\n' });
    for (const flags of [[], ['--no-run'], ['--force']]) {
      const outside = await init(folder, ...flags);
      expect([outside.exitCode, outside.stdout, outside.toml]).toEqual([2, '', null]);
      expect(outside.stderr).toContain(`hydra: The folder ${folder} is not in a git repository.\n`);
    }
    expect(readdirSync(folder)).toEqual(['Makefile']);
    git(folder, 'init', '--quiet');
    const { exitCode, stdout } = await init(folder, '--force');
    expect([exitCode, stdout]).toEqual([
      0,
      expect.stringContaining('note: There is no commit yet; the commands were not tried.'),
    ]);
  });
});

testMake('an interrupted init does not change hydra.toml', { timeout: 60_000 }, async () => {
  // Unique, so that the process is found.
  const mark = `300.0${process.pid}`;
  const isRunning = () => runningCommands().includes(`sleep ${mark}`);
  const folder = createRepository({ Makefile: `all:\n\tsleep ${mark}\n` });
  const run = async (...flags: string[]) => {
    const child = spawn(process.execPath, [MAIN, 'init', ...flags], { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
    let stderr = '';
    child.stderr.on('data', (text) => {
      stderr += text;
    });
    const ended = new Promise((resolve) => child.once('close', resolve));
    while (!isRunning()) await new Promise((resolve) => setTimeout(resolve, 50));
    child.kill('SIGINT');
    return [await ended, stderr];
  };
  expect(await run()).toEqual([
    130,
    expect.stringContaining('hydra: Interrupted while trying commands. hydra.toml was not written.'),
  ]);
  expect(readdirSync(folder).sort()).toEqual(['.git', '.hydra', 'Makefile']);
  writeFiles(folder, { 'hydra.toml': '# mine\n' });
  expect((await run('--force'))[0]).toBe(130);
  expect(readFileSync(join(folder, 'hydra.toml'), 'utf8')).toBe('# mine\n');
});
