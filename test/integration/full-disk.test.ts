// A full or read-only disk is a problem of the machine: Hydra names the file and the reason.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { createRepository } from '../temporary-repository.ts';
import { ensureProgram, MAIN } from './run-hydra.ts';

beforeAll(ensureProgram);

const UNSHARE = ['--user', '--map-root-user', '--mount'];
/** A file system of its own needs a user namespace, which containers often refuse. */
const CAN_MOUNT = spawnSync('unshare', [...UNSHARE, 'mount', '-t', 'tmpfs', 'none', '/mnt']).status === 0;

const BASE = {
  'hydra.toml': `[scoring.commands]\nbuild = "node -e 0"\ntest = "node noise.js"\n[sandbox]\nmode = "off"\n`,
  'noise.js': "console.log('x'.repeat(3e6));\n",
  'code.js': 'a\n',
};

/** Runs Hydra in a repository in which `place` is a small or read-only file system. */
function runOn(
  place: string,
  mount: string,
  args: readonly string[],
  repository = createRepository(BASE, { a: { 'code.js': 'b\n' } }),
) {
  mkdirSync(join(repository, place), { recursive: true });
  const script = `${mount} && cd "$1" && shift && exec "$@"`;
  const own = ['sh', '-c', script, join(repository, place), repository, process.execPath, MAIN, ...args];
  const { status, stderr } = spawnSync('unshare', [...UNSHARE, ...own], { encoding: 'utf8' });
  return { status, stderr: stderr.replace(/\s+/g, ' ') };
}

const STACK = / at .*:\d+:\d+|fault of Hydra|node:fs/;
const FULL = 'mount -t tmpfs -o size=1m,mode=700 none "$0"';
const READ_ONLY = 'mount -t tmpfs -o mode=700 none "$0" && mount -o remount,ro "$0"';
const READ_ONLY_BIND = 'mount --rbind "$0" "$0" && mount -o remount,bind,ro "$0"';

describe.skipIf(!CAN_MOUNT)('names the file and the reason', () => {
  test('when the disk of the run folder is full', () => {
    const { status, stderr } = runOn('.hydra', FULL, ['score', '--base', 'main', 'a']);
    expect(status).toBe(2);
    expect(stderr).toMatch(/Cannot write the file: the disk is full\. at \S+\/\.hydra\/runs\//);
    expect(stderr).not.toMatch(STACK);
  });

  test.each([
    ['score', ['score', '--base', 'main', 'a']],
    ['doctor', ['doctor', '--prove']],
  ])('when the disk of the run folder is read-only: %s', (_name, args) => {
    const { status, stderr } = runOn('.hydra', READ_ONLY, args);
    expect(status).toBe(2);
    expect(stderr).toMatch(/Cannot write the file: the file system is read-only\. at \S+\/\.hydra\b/);
    expect(stderr).not.toMatch(STACK);
  });

  test('when the whole repository is read-only', () => {
    const repository = createRepository({ ...BASE, 'noise.js': '' }, { a: { 'code.js': 'b\n' } });
    execFileSync(process.execPath, [MAIN, 'score', '--base', 'main', 'a'], { cwd: repository, stdio: 'ignore' });
    const commands = [
      ['clean', '--keep', '0'],
      ['report', '--output', 'report.html'],
      ['merge', 'a', '--yes', '--force', '--reason', 'test'],
      ['init', '--force', '--no-run'],
    ];
    for (const args of commands) {
      const { status, stderr } = runOn('.', READ_ONLY_BIND, args, repository);
      expect([args, status, stderr]).toEqual([args, 2, expect.stringContaining('next: ')]);
      expect(stderr).not.toMatch(STACK);
    }
  });
});
