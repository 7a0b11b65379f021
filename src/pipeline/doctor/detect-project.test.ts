import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createRepository, type Files, temporaryFolder, writeFiles } from '../../../test/temporary-repository.ts';
import { detectProject, findProjectRoot, missingTool } from './detect-project.ts';

const PATH_BEFORE = process.env.PATH;
/** A PATH with nothing but `here`, so that the answers do not depend on this machine. */
beforeAll(() => {
  const folder = temporaryFolder();
  writeFiles(folder, { here: '#!/bin/sh\n', plain: '' });
  chmodSync(join(folder, 'here'), 0o755);
  process.env.PATH = folder;
});
afterAll(() => {
  process.env.PATH = PATH_BEFORE;
});

/** The profile and the commands, `-` for none. */
function detected(files: Files): string[] | null {
  const folder = temporaryFolder();
  writeFiles(folder, files);
  const project = detectProject(folder);
  if (project === null) return null;
  const { build, test: tests, lint } = project.commands;
  return [project.profile, ...[build, tests, lint].map((found) => found?.command ?? '-')];
}

const scripts = (entries: Record<string, string>) => JSON.stringify({ scripts: entries });
const EMPTY = { 'package.json': '{}' };

describe('which commands a repository is built, tested and linted with', () => {
  test.each<[string, Files, string[] | null]>([
    ['nothing is known', { 'README.md': '' }, null],
    ['an empty folder', {}, null],
    [
      'scripts of npm',
      { 'package.json': scripts({ build: 'tsc', test: 'jest', lint: 'eslint' }) },
      ['js-node', 'npm run build', 'npm test', 'npm run lint'],
    ],
    [
      'the placeholder of npm init',
      { 'package.json': scripts({ test: 'echo "Error: no test specified"' }) },
      ['js-node', '-', '-', '-'],
    ],
    ['TypeScript without scripts', { ...EMPTY, 'tsconfig.json': '{}' }, ['js-node', 'npx --no-install tsc --noEmit', '-', '-']],
    ['ESLint without scripts', { ...EMPTY, 'eslint.config.mjs': '' }, ['js-node', '-', '-', 'npx --no-install eslint .']],
    ['ESLint of old', { ...EMPTY, '.eslintrc.json': '' }, ['js-node', '-', '-', 'npx --no-install eslint .']],
    [
      'Biome before ESLint',
      { ...EMPTY, 'biome.json': '', 'eslint.config.js': '' },
      ['js-node', '-', '-', 'npx --no-install biome lint .'],
    ],
    [
      'pnpm',
      { 'package.json': scripts({ test: 'x' }), 'pnpm-lock.yaml': '', 'tsconfig.json': '' },
      ['js-node', 'pnpm exec tsc --noEmit', 'pnpm test', '-'],
    ],
    ['yarn', { 'package.json': scripts({ lint: 'x' }), 'yarn.lock': '' }, ['js-node', '-', '-', 'yarn run lint']],
    ['bun', { ...EMPTY, 'bun.lock': '' }, ['bun', '-', 'bun test', '-']],
    [
      'bun with scripts',
      { 'package.json': scripts({ test: 'x', build: 'y' }), 'bun.lockb': '' },
      ['bun', 'bun run build', 'bun run test', '-'],
    ],
    ['package.json that is not JSON', { 'package.json': '{' }, ['js-node', '-', '-', '-']],
    ['Deno', { 'deno.json': '{}', 'package.json': '{}' }, ['deno', 'deno check .', 'deno test --allow-all', 'deno lint']],
    [
      'Rust',
      { 'Cargo.toml': '' },
      ['rust', 'cargo build --all-targets', 'cargo test', 'cargo clippy --all-targets -- -D warnings'],
    ],
    ['Go', { 'go.mod': '', Makefile: 'test:\n' }, ['go', 'go build ./...', 'go test ./...', 'go vet ./...']],
    ['Python', { 'setup.py': '' }, ['python', '-', 'python3 -m unittest discover -v', '-']],
    [
      'Python with pytest and ruff',
      { 'pyproject.toml': '[tool.pytest]\n[tool.ruff]\n' },
      ['python', '-', 'python3 -m pytest -q', 'ruff check .'],
    ],
    ['Python with conftest.py', { 'setup.py': '', 'conftest.py': '' }, ['python', '-', 'python3 -m pytest -q', '-']],
    [
      'Python with .flake8',
      { 'requirements.txt': 'requests\n', '.flake8': '' },
      ['python', '-', 'python3 -m unittest discover -v', 'flake8'],
    ],
    [
      'Python with pylint',
      { 'tox.ini': 'pylint\n' },
      ['python', '-', 'python3 -m unittest discover -v', 'pylint --recursive=y .'],
    ],
    ['Maven', { 'pom.xml': '' }, ['java-maven', 'mvn -B -DskipTests package', 'mvn -B -fae test', '-']],
    [
      'Gradle',
      { 'build.gradle.kts': '' },
      ['java-gradle', './gradlew --no-daemon assemble testClasses', './gradlew --no-daemon test --continue', '-'],
    ],
    ['.NET', { 'App.sln': '' }, ['dotnet', 'dotnet build', 'dotnet test', 'dotnet format --verify-no-changes']],
    [
      'Ruby with what the Gemfile names',
      { Gemfile: 'gem "rspec"\ngem "rubocop"\n' },
      ['ruby', '-', 'bundle exec rspec', 'bundle exec rubocop'],
    ],
    ['Ruby with a Rakefile', { Gemfile: '', Rakefile: '' }, ['ruby', '-', 'bundle exec rake test', '-']],
    ['Ruby without bundler', { Rakefile: '', '.rubocop.yml': '' }, ['ruby', '-', 'rake test', 'rubocop']],
    ['a gem with a folder of specs', { 'x.gemspec': '', 'spec/x_spec.rb': '' }, ['ruby', '-', 'rspec', '-']],
    ['Ruby of which nothing is known', { Gemfile: '' }, ['ruby', '-', '-', '-']],
    [
      'CMake',
      { 'CMakeLists.txt': 'project(x C)\nenable_testing()\n' },
      ['make', 'cmake -S . -B build && cmake --build build', 'ctest --test-dir build --output-on-failure', '-'],
    ],
    ['CMake without tests', { 'CMakeLists.txt': '' }, ['make', 'cmake -S . -B build && cmake --build build', '-', '-']],
    ['make before CMake', { 'CMakeLists.txt': '', Makefile: 'test:\n' }, ['make', 'make', 'make test', '-']],
    ['PHP', { 'composer.json': '{}' }, ['php', '-', 'vendor/bin/phpunit', 'vendor/bin/phpstan analyse --no-progress']],
    ['make', { Makefile: 'all:\n' }, ['make', 'make', '-', '-']],
    ['make with targets', { makefile: 'build: x\n\tcc\ncheck:\nlint :\n' }, ['make', 'make build', 'make check', 'make lint']],
  ])('%s', (_title, files, expected) => {
    expect(detected(files)).toEqual(expected);
  });
});

test('every answer says what it rests on, and which program is missing', () => {
  const folder = temporaryFolder();
  writeFiles(folder, { Makefile: 'test:\n' });
  expect(detectProject(folder)).toEqual({
    profile: 'make',
    because: 'Makefile is at the top of the repository',
    commands: {
      build: { command: 'make', because: 'a Makefile is here', missing: 'make' },
      test: { command: 'make test', because: 'the Makefile has a target `test`', missing: 'make' },
      lint: null,
    },
  });
});

test.each([
  ['here --flag', null],
  ['  here', null],
  ['gone --flag', 'gone'],
  // A file that may not be executed is no program.
  ['plain', 'plain'],
  ['./gradlew test', null],
  ['NAME=value gone', null],
  ['"gone"', null],
  ['$TOOL test', null],
])('the program that %j misses: %s', (command, missing) => {
  expect(missingTool(command)).toBe(missing);
});

test('hydra.toml belongs at the top of the repository, or here', async () => {
  const outside = temporaryFolder();
  process.env.PATH = PATH_BEFORE;
  const repository = createRepository({ 'a.txt': '' });
  mkdirSync(join(repository, 'below'));
  expect(await findProjectRoot(join(repository, 'below'))).toBe(repository);
  expect(await findProjectRoot(outside)).toBe(outside);
});
