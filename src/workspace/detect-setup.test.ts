import { describe, expect, test } from 'vitest';
import { decidesSetup, detectSetup, hasLocalPackages, isManifestAsked, withoutCleaning } from './detect-setup.ts';

describe('detects the command that installs the dependencies', () => {
  test.each([
    [['package.json'], null],
    [[], null],
    [['package-lock.json'], 'npm ci'],
    [['npm-shrinkwrap.json'], 'npm ci'],
    [['package-lock.json', 'pnpm-lock.yaml'], 'pnpm install --frozen-lockfile'],
    [['package-lock.json', 'bun.lock'], 'bun install --frozen-lockfile'],
    [['bun.lockb'], 'bun install --frozen-lockfile'],
    [['package-lock.json', 'yarn.lock'], 'yarn install --immutable || yarn install --frozen-lockfile'],
    [['uv.lock', 'requirements.txt'], 'uv sync --frozen'],
    [['poetry.lock'], 'POETRY_VIRTUALENVS_IN_PROJECT=true poetry install --no-interaction'],
    [
      ['requirements.txt'],
      'python3 -m venv --system-site-packages .venv && .venv/bin/python -m pip install --quiet -r requirements.txt',
    ],
    [['Gemfile.lock'], 'bundle config set --local path vendor/bundle && bundle install'],
    [['composer.lock'], 'composer install --no-interaction'],
    [['go.sum'], 'go mod download'],
    [['Cargo.lock'], 'cargo fetch --locked'],
  ])('%j', (names, command) => {
    expect(detectSetup(new Set(names), null)?.command ?? null).toBe(command);
  });
});

describe('without a lockfile, package.json decides', () => {
  const npm = 'npm install --no-audit --no-fund --no-package-lock';
  test.each([
    [{ dependencies: { a: '1' } }, npm],
    [{ devDependencies: { a: '1' } }, npm],
    [{ optionalDependencies: { a: '1' } }, npm],
    [{ workspaces: ['packages/*'] }, npm],
    [{ dependencies: { a: '1' }, packageManager: 'npm@10.1.0' }, npm],
    [{ dependencies: { a: '1' }, packageManager: 'pnpm@9.1.0+sha512.x' }, 'pnpm install --no-lockfile'],
    [{ dependencies: { a: '1' }, packageManager: 'yarn@1.22.22' }, 'yarn install --no-lockfile --non-interactive'],
    [{ dependencies: { a: '1' }, packageManager: 'yarn@4.1.0' }, 'yarn install --no-immutable'],
    [{ dependencies: { a: '1' }, packageManager: 'bun@1.2.0' }, 'bun install --no-save'],
    [{ dependencies: {}, peerDependencies: { a: '1' } }, null],
    [{ name: 'a' }, null],
    [[], null],
    [null, null],
  ])('%j', (manifest, command) => {
    expect(detectSetup(new Set(['package.json']), JSON.stringify(manifest))?.command ?? null).toBe(command);
  });

  test('installs nothing for an unreadable package.json', () => {
    expect(detectSetup(new Set(['package.json']), '{ "dependencies": ')).toBeNull();
  });

  test('reads package.json only without a lockfile', () => {
    expect(isManifestAsked(new Set(['package.json']))).toBe(true);
    expect(isManifestAsked(new Set(['package.json', 'requirements.txt']))).toBe(true);
    expect(isManifestAsked(new Set(['package.json', 'package-lock.json']))).toBe(false);
    expect(isManifestAsked(new Set(['pyproject.toml']))).toBe(false);
  });

  test('counts packages of the same tree if package.json depends on them', () => {
    expect(hasLocalPackages('{ "workspaces": ["a"] }')).toBe(true);
    expect(hasLocalPackages('{ "dependencies": { "a": "file:./a" } }')).toBe(true);
    expect(hasLocalPackages('{ "dependencies": { "a": "^1.0.0" } }')).toBe(false);
  });
});

test('with installed dependencies npm does not start from scratch', () => {
  expect(withoutCleaning('npm ci && npm run build')).toBe('npm install --prefer-offline --no-audit --no-fund && npm run build');
  expect(withoutCleaning('npm install')).toBe('npm install');
  expect(detectSetup(new Set(['package-lock.json']), null)?.again).toBe('npm install --prefer-offline --no-audit --no-fund');
  expect(detectSetup(new Set(['yarn.lock']), null)?.again).toBeNull();
});

test('lists the files that decide what is installed', () => {
  const names = ['package-lock.json', 'package.json', '.npmrc', 'requirements-dev.txt', 'constraints.txt', 'pyproject.toml'];
  expect(names.filter((name) => !decidesSetup(name))).toEqual([]);
  expect(['README.md', 'tsconfig.json', 'my-requirements.md', 'src'].filter(decidesSetup)).toEqual([]);
});
