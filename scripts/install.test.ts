import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { TemporaryProject } from './temporary-project.ts';

const FLAGS = '--ignore-scripts --include=dev --no-audit --no-fund --loglevel=error';
const SILENT = { exitCode: 0, stdout: '', stderr: '' };
const INSTALLING = { exitCode: 0, stdout: '', stderr: 'Installing dependencies (once)...\n' };

test('installs once and hides the output of npm', async () => {
  const project = new TemporaryProject();
  project.replaceNpm("console.log('added 84 packages');");
  expect(await project.run('install.mjs')).toEqual(INSTALLING);
  expect(await project.run('install.mjs')).toEqual(SILENT);
  expect(project.npmCalls()).toEqual([`ci ${FLAGS}`]);
});

test('installs again when package-lock.json changes', async () => {
  const project = new TemporaryProject();
  await project.run('install.mjs');
  project.write('package-lock.json', `${project.read('package-lock.json')}\n`);
  expect(await project.run('install.mjs')).toEqual(INSTALLING);
  expect(project.npmCalls()).toHaveLength(2);
});

test('installs once when two processes start at the same time', async () => {
  const project = new TemporaryProject();
  const both = await Promise.all([project.run('install.mjs'), project.run('install.mjs')]);
  expect(both.map(({ exitCode }) => exitCode)).toEqual([0, 0]);
  expect(project.npmCalls()).toHaveLength(1);
});

test('takes over the lock of a killed process', async () => {
  const project = new TemporaryProject();
  const { pid } = spawnSync(process.execPath, ['-e', '0']);
  project.write('.build/lock', String(pid));
  expect(await project.run('install.mjs')).toEqual(INSTALLING);
  expect(existsSync(join(project.root, '.build/lock'))).toBe(false);
});

test('shows the output of a failed npm and the next step, and tries again', async () => {
  const project = new TemporaryProject();
  project.replaceNpm("console.error('npm error code ENOTFOUND'); process.exit(1);");
  const { exitCode, stderr } = await project.run('install.mjs');
  expect(exitCode).toBe(2);
  expect(stderr).toContain('\nnpm error code ENOTFOUND\n');
  expect(stderr).toContain('\nNext step: check the network');
  expect(project.npmCalls()).toEqual([`ci ${FLAGS}`]);
  project.replaceNpm('');
  expect(await project.run('install.mjs')).toEqual(INSTALLING);
});
