import { spawn } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { temporaryFolder, until } from '../../test/temporary-repository.ts';
import { endProcesses, endProcessesIn, findGroup, findProcesses, identityOf, isAlive } from './processes.ts';

const NOBODY = { group: null, marker: null, folder: null, files: [] };
const started: number[] = [];
afterAll(() => {
  for (const pid of started) if (isAlive(identityOf(pid))) process.kill(pid, 'SIGKILL');
});

/** A process that runs until it is killed; `ended` gives the signal. */
async function stay(options: { cwd: string; env: Record<string, string> }) {
  const child = spawn('/bin/sleep', ['600'], { ...options, detached: true, stdio: 'ignore' });
  const { pid } = child;
  if (pid === undefined) throw new Error('sleep could not be started');
  started.push(pid);
  const ended = new Promise<string | null>((resolve) => child.once('exit', (_code, signal) => resolve(signal)));
  // Between fork and exec it still looks like this process.
  await until(() => findGroup(pid).includes(pid));
  return { pid, ended };
}

/** Only Linux supports finding processes by working folder. */
const HAS_PROC = existsSync('/proc/self/stat');

test.skipIf(!HAS_PROC)('finds a process by each of its properties, and no other', async () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'below'));
  const { pid } = await stay({ cwd: join(folder, 'below'), env: { MARK: 'x-12;' } });
  await until(() => findProcesses({ ...NOBODY, marker: 'MARK=x-12;' }).length === 1);
  const found = (traits: Partial<typeof NOBODY | Parameters<typeof findProcesses>[0]>) => findProcesses({ ...NOBODY, ...traits });
  expect(found({ group: pid })).toEqual([pid]);
  expect(found({ marker: 'MARK=x-1' })).toEqual([pid]);
  expect(found({ folder })).toEqual([pid]);
  expect(found({ folder: join(folder, 'below') })).toEqual([pid]);
  expect(found({ folder: join(folder, 'bel') })).toEqual([]);
  expect(found({ marker: 'MARK=x-13' })).toEqual([]);
  expect(found({})).toEqual([]);
  expect(findGroup(pid)).toEqual([pid]);
});

test.skipIf(!HAS_PROC)('kills all processes in a folder, and those with a temporary folder there', async () => {
  const [folder, elsewhere] = [temporaryFolder(), temporaryFolder()];
  const inside = await stay({ cwd: folder, env: {} });
  const outside = await stay({ cwd: elsewhere, env: { TMPDIR: `${folder}/w0/tmp` } });
  const other = await stay({ cwd: elsewhere, env: { TMPDIR: `${folder}-2/w0/tmp` } });
  await until(() => findProcesses({ ...NOBODY, marker: `TMPDIR=${folder}/` }).length === 1);
  await endProcessesIn(folder);
  expect(await Promise.all([inside.ended, outside.ended])).toEqual(['SIGKILL', 'SIGKILL']);
  expect([isAlive(identityOf(other.pid)), findGroup(other.pid), findGroup(inside.pid)]).toEqual([true, [other.pid], []]);
});

test('repeats until no process is left', async () => {
  const folder = temporaryFolder();
  const first = await stay({ cwd: folder, env: {} });
  const second = await stay({ cwd: folder, env: {} });
  const rounds = [[first.pid], [second.pid], []];
  await endProcesses(() => rounds.shift() ?? []);
  expect([await first.ended, await second.ended, rounds]).toEqual(['SIGKILL', 'SIGKILL', []]);
});

test('distinguishes a process from a later one with the same id', async () => {
  const self = identityOf(process.pid);
  expect(self.pid).toBe(process.pid);
  expect(isAlive(self)).toBe(true);
  expect(isAlive({ pid: process.pid, startedAt: '' })).toBe(true);
  if (self.startedAt !== '') expect(isAlive({ pid: process.pid, startedAt: '1' })).toBe(false);
  const { pid, ended } = await stay({ cwd: temporaryFolder(), env: {} });
  const identity = identityOf(pid);
  process.kill(pid, 'SIGKILL');
  await ended;
  expect(isAlive(identity)).toBe(false);
});
