import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Files, temporaryFolder, writeFiles } from '../../test/temporary-repository.ts';
import { lifecycleCommand } from './lifecycle-scripts.ts';

function commandOf(manifest: object | string, install = 'npm ci', more: Files = {}): string | null {
  const folder = temporaryFolder();
  writeFiles(folder, { 'package.json': typeof manifest === 'string' ? manifest : JSON.stringify(manifest), ...more });
  return lifecycleCommand(install, folder);
}

const scripts = (...names: string[]) => ({ scripts: Object.fromEntries(names.map((name) => [name, `run ${name}`])) });

describe('runs the scripts of the project', () => {
  test.each<[string[], string]>([
    [['test', 'prepare'], 'npm run prepare'],
    [['prepare', 'preprepare', 'postprepare'], 'npm run prepare'],
    [['postinstall', 'prepare'], 'npm run postinstall && npm run prepare'],
    [['prepare', 'prepublish', 'install', 'preinstall'], 'npm run install && npm run prepublish && npm run prepare'],
    [['postprepare', 'preinstall'], 'npm run preinstall && npm run postprepare'],
  ])('%j', (names, expected) => {
    expect(commandOf(scripts(...names))).toBe(expected);
  });

  test.each(['npm ci', 'npm install --no-audit --no-fund --no-package-lock', 'npm i --prefer-offline --legacy-peer-deps'])(
    'instead of %s',
    (install) => expect(commandOf(scripts('prepare'), install)).toBe('npm run prepare'),
  );
});

describe('leaves these to npm', () => {
  test.each<[string, string | null]>([
    ['a project without such scripts', commandOf(scripts('build', 'prebuild'))],
    ['an empty script', commandOf({ scripts: { prepare: '' } })],
    ['a broken package.json', commandOf('{')],
    ['a package.json that is no object', commandOf('null')],
    ['workspaces', commandOf({ ...scripts('prepare'), workspaces: ['a'] })],
    ['linked packages', commandOf({ ...scripts('prepare'), dependencies: { a: 'file:./a' } })],
    ['an addon', commandOf(scripts('prepare'), 'npm ci', { 'binding.gyp': '{}' })],
    ['an install without scripts', commandOf(scripts('prepare'), 'npm ci --ignore-scripts')],
    ['an install for production, which scripts can see', commandOf(scripts('prepare'), 'npm ci --omit=dev')],
    ['a package by its name', commandOf(scripts('prepare'), 'npm install left-pad')],
    ['a chain', commandOf(scripts('prepare'), 'npm ci && make')],
    ['another package manager', commandOf(scripts('prepare'), 'pnpm install --frozen-lockfile')],
    ['a tree without package.json', lifecycleCommand('npm ci', temporaryFolder())],
  ])('%s', (_title, command) => {
    expect(command).toBeNull();
  });
});

test('runs the same scripts in the same order as npm ci', () => {
  const names = ['preinstall', 'install', 'postinstall', 'prepublish', 'preprepare', 'prepare', 'postprepare'];
  const entries = [...names, 'build', 'test'].map((name) => [name, `echo ${name} >> ran.txt`]);
  const folder = temporaryFolder();
  writeFiles(folder, {
    'package.json': JSON.stringify({ name: 'x', version: '1.0.0', scripts: Object.fromEntries(entries) }),
    'package-lock.json': '{ "name": "x", "version": "1.0.0", "lockfileVersion": 3, "packages": {} }',
  });
  const ran = (command: string) => {
    rmSync(join(folder, 'ran.txt'), { force: true });
    execFileSync('sh', ['-c', command], { cwd: folder, stdio: 'ignore' });
    return existsSync(join(folder, 'ran.txt')) ? readFileSync(join(folder, 'ran.txt'), 'utf8').trim().split('\n') : [];
  };
  expect(ran('npm ci --offline')).toEqual(names);
  expect(ran(lifecycleCommand('npm ci', folder) ?? '')).toEqual(names);
});
