// Programs whose output is passed on line by line, and how they end.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolder, until } from '../../test/temporary-repository.ts';
import { findProcesses } from './processes.ts';
import { runLive } from './run-live.ts';

const PATH = process.env.PATH ?? '';

async function run(script: string, parts: Partial<Parameters<typeof runLive>[0]> = {}) {
  const lines: string[] = [];
  const ending = await runLive({
    confinement: null,
    program: '/bin/sh',
    args: ['-c', script],
    cwd: temporaryFolder(),
    env: { PATH },
    input: null,
    disk: { folder: temporaryFolder(), bytes: Number.MAX_SAFE_INTEGER },
    onDiskFull: () => {},
    signal: new AbortController().signal,
    onLine: (stream, line) => lines.push(`${stream}: ${line}`),
    beforeCleanup: async () => {},
    ...parts,
  });
  return { lines, ending };
}

describe('runLive', () => {
  test('passes on every line, including the last one without a newline', async () => {
    const { lines, ending } = await run('printf "one\\r\\ntwo\\nthree"; printf "oops\\n" >&2; exit 3');
    expect(lines.sort()).toEqual(['stderr: oops', 'stdout: one', 'stdout: three', 'stdout: two']);
    expect(ending).toMatchObject({ ended: 'exited', exitCode: 3, signal: null, leftBehind: 0 });
  });

  test('reports too much disk usage, and leaves stopping to the caller', async () => {
    const folder = temporaryFolder();
    const controller = new AbortController();
    const { ending } = await run('head -c 104857600 /dev/zero > large; sleep 60', {
      ...{ cwd: folder, disk: { folder, bytes: 80 * 1024 * 1024 } },
      ...{ onDiskFull: () => controller.abort(), signal: controller.signal },
    });
    expect(ending).toMatchObject({ ended: 'interrupted', exitCode: null });
  });

  test('reassembles characters that a pipe splits', async () => {
    const { lines } = await run("printf '\\303'; sleep 0.1; printf '\\244\\n'");
    expect(lines).toEqual(['stdout: ä']);
  });

  test('passes arguments unchanged', async () => {
    const args = ['-c', 'printf "%s\\n" "$1"', 'sh', '$(id) "x" \\'];
    expect((await run('', { args })).lines).toEqual(['stdout: $(id) "x" \\']);
  });

  test('writes the input, or closes stdin', async () => {
    expect((await run('cat', { input: 'task' })).lines).toEqual(['stdout: task']);
    expect((await run('cat; echo end')).lines).toEqual(['stdout: end']);
  });

  test('a missing program is a result, not an error', async () => {
    const { ending } = await run('', { program: '/nonexistent/agent' });
    expect(ending).toMatchObject({ ended: 'not_started', exitCode: null });
  });

  test('kills a program that ignores SIGTERM with all its children', async () => {
    const folder = temporaryFolder();
    const controller = new AbortController();
    const script = `trap "" TERM; setsid sh -c 'echo $$ > ${folder}/pid; exec sleep 600' & echo ready; while :; do sleep 1; done`;
    const running = run(script, {
      cwd: folder,
      signal: controller.signal,
      onLine: () => void until(() => existsSync(join(folder, 'pid'))).then(() => controller.abort()),
    });
    const { ending } = await running;
    expect(ending).toMatchObject({ ended: 'interrupted', exitCode: null, signal: 'SIGKILL' });
    expect(findProcesses({ group: null, marker: null, folder, files: [] })).toEqual([]);
  });

  test('the caller can end its own processes in the folder before they count as left running', async () => {
    const folder = temporaryFolder();
    const own = spawn('sleep', ['600'], { cwd: folder });
    const beforeCleanup = () => new Promise<void>((resolve) => own.once('close', () => resolve()).kill());
    expect((await run('true', { cwd: folder, beforeCleanup })).ending).toMatchObject({ ended: 'exited', leftBehind: 0 });
  });

  test('does not wait for a child that holds the pipe open', async () => {
    const { lines, ending } = await run('echo done; sleep 600 & exit 0');
    expect(lines).toEqual(['stdout: done']);
    expect(ending).toMatchObject({ ended: 'exited', exitCode: 0, leftBehind: 1 });
  });
});
