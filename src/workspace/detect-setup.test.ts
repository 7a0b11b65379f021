import { describe, expect, test } from 'vitest';
import { decidesSetup, detectSetup } from './detect-setup.ts';

describe('which command installs the dependencies', () => {
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
    expect(detectSetup(new Set(names))?.command ?? null).toBe(command);
  });
});

test('which files decide what is installed', () => {
  const names = ['package-lock.json', 'package.json', '.npmrc', 'requirements-dev.txt', 'constraints.txt', 'pyproject.toml'];
  expect(names.filter((name) => !decidesSetup(name))).toEqual([]);
  expect(['README.md', 'tsconfig.json', 'my-requirements.md', 'src'].filter(decidesSetup)).toEqual([]);
});
