import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolder, until, writeFiles } from '../../test/temporary-repository.ts';
import { openControlGroup, RESOURCE_LIMITS } from './control-group.ts';
import { identityOf, isAlive } from './processes.ts';
import { type CommandEnding, type CommandRequest, runCommand } from './run-command.ts';

const LONG_MS = 50_000;

interface Ran extends CommandEnding {
  stdout: string;
  stderr: string;
}

/** `folder` is the working folder; the outputs are next to it. */
async function run(command: string, changes: Partial<CommandRequest> = {}, folder = temporaryFolder()): Promise<Ran> {
  const outputs = temporaryFolder();
  const request = {
    command,
    cwd: folder,
    env: { PATH: process.env.PATH ?? '' },
    stdoutFile: join(outputs, 'stdout'),
    stderrFile: join(outputs, 'stderr'),
    timeoutMs: LONG_MS,
    outputLimitBytes: 1_000_000,
    confinement: null,
    ...changes,
  };
  const ending = await runCommand(request);
  return {
    ...ending,
    stdout: readFileSync(request.stdoutFile, 'latin1'),
    stderr: readFileSync(request.stderrFile, 'latin1'),
  };
}

const EXITED = { ended: 'exited', signal: null, leftBehind: 0, stdout: '', stderr: '' };

describe('reports how a command ended', () => {
  test.each([
    ['true', { exitCode: 0 }],
    ['exit 3', { exitCode: 3 }],
    ['echo out; echo err >&2; exit 1', { exitCode: 1, stdout: 'out\n', stderr: 'err\n' }],
    // For a command killed by a signal, the shell exits with 128 plus the signal number.
    ['kill -9 $$', { exitCode: 137 }],
    // The shell above the command was killed, so its exit code is unknown.
    ['kill -9 $PPID; exit 0', { exitCode: null, signal: 'SIGKILL' }],
  ])('%s', async (command, expected) => {
    const { durationMs, stderr, ...ending } = await run(command);
    const { stderr: printed = '', ...others } = { ...EXITED, ...expected };
    expect(ending).toEqual(others);
    // A shell may print that a process was killed.
    expect(stderr).toContain(printed);
    expect(durationMs).toBeGreaterThan(0);
  });

  test('a time limit that no timer can hold is no limit', async () => {
    const { ended, exitCode } = await run('sleep 0.2; exit 3', { timeoutMs: 1e13 });
    expect([ended, exitCode]).toEqual(['exited', 3]);
  });

  test('a missing program is a failed command', async () => {
    const { exitCode, ended, stderr } = await run('no-such-program-at-all');
    expect([ended, exitCode]).toEqual(['exited', 127]);
    expect(stderr).toContain('not found');
  });

  test('a missing folder is a command that could not be started', async () => {
    const { durationMs: _unused, ...ending } = await run('true', { cwd: join(temporaryFolder(), 'gone') });
    expect(ending).toEqual({ ...EXITED, ended: 'not_started', exitCode: null });
  });
});

test('the command gets exactly the given environment and no input', async () => {
  const { stdout } = await run('cat; env | cut -d= -f1 | sort | grep -v -e "^_$" -e PWD -e SHLVL -e OLDPWD', {
    env: { PATH: process.env.PATH ?? '', ONE: '1' },
  });
  expect(stdout).toBe('HYDRA_COMMAND_ID\nONE\nPATH\n');
});

test('a command that reopens stderr leaves no hole in the file', async () => {
  const { stderr } = await run('echo "a first line that is rather long" >&2; echo two > /dev/stderr; echo three >&2');
  expect(stderr).toBe('two\nthree\n');
});

describe('the time limit', () => {
  const timedOut = { ended: 'timed_out', exitCode: null };

  test('a command may clean up, also behind a shell that exits at once', async () => {
    const tidy = `trap 'i=0; while [ $i -lt 20 ]; do i=$((i+1)); sleep 0.01; done; echo tidied; exit 0' TERM`;
    const script = `${tidy}\necho started\nwhile :; do sleep 0.02; done\n`;
    const folder = temporaryFolder();
    writeFiles(folder, { 'script.sh': script });
    const ran = await run('sh script.sh; echo never', { timeoutMs: 1_000 }, folder);
    expect(ran).toMatchObject({ ...timedOut, stdout: 'started\ntidied\n', leftBehind: 0 });
  });

  test('kills a command that ignores SIGTERM', async () => {
    const ran = await run(`trap '' TERM; while :; do sleep 0.02; done`, { timeoutMs: 300 });
    expect(ran).toMatchObject({ ...timedOut, leftBehind: 0 });
  });
});

/** Other systems only support groups and environments, and have no setsid. */
const HAS_PROC = existsSync('/proc/self/stat');

describe.skipIf(!HAS_PROC)('kills processes that outlive the command', () => {
  /** Starts a child in its own session, which writes its process id and keeps running. */
  const stay = (before: string, redirect: string) => {
    const child = `echo $$ > pid; ${before}; exec sleep 600`;
    return `(setsid ${before.includes('env -i') ? 'env -i ' : ''}sh -c '${child.replace('env -i', ':')}' ${redirect} &); while [ ! -s pid ]; do sleep 0.01; done`;
  };

  test.each([
    ['in the folder, with an environment of its own and its files closed', stay('env -i', '>/dev/null 2>&1')],
    ['elsewhere, with its files closed and the environment', stay('cd /', '>/dev/null 2>&1')],
    ['elsewhere, without the environment, with the output open', stay('env -i; cd /', '')],
    ['in the same group', `(sh -c 'echo $$ > pid; exec sleep 600' &); while [ ! -s pid ]; do sleep 0.01; done`],
  ])('%s', async (_title, command) => {
    const folder = temporaryFolder();
    const ran = await run(command, {}, folder);
    expect(ran).toMatchObject({ ended: 'exited', exitCode: 0, leftBehind: 1 });
    const pid = Number(readFileSync(join(folder, 'pid'), 'utf8'));
    // Its new parent may not have reaped it yet.
    await until(() => !isAlive(identityOf(pid)) || isZombie(pid));
  });

  test('also in a removed folder', async () => {
    const folder = temporaryFolder();
    const command = `${stay('env -i', '>/dev/null 2>&1')}; rm -rf "$PWD"`;
    expect(await run(command, {}, folder)).toMatchObject({ exitCode: 0, leftBehind: 1 });
    expect(existsSync(folder)).toBe(false);
  });
});

function isZombie(pid: number): boolean {
  const file = `/proc/${pid}/stat`;
  return !existsSync(file) || / Z /.test(readFileSync(file, 'latin1'));
}

describe('the output limit', () => {
  test('stops a command at the limit and truncates the output', async () => {
    const { ended, exitCode, stdout } = await run('yes', { outputLimitBytes: 10_000 });
    expect([ended, exitCode, stdout]).toEqual(['output_limit', null, 'y\n'.repeat(5_000)]);
  });

  test('applies to both streams together, and to output that ends before the next check', async () => {
    const bytes = (count: number) => `head -c ${count} /dev/zero`;
    const { ended, stdout, stderr } = await run(`${bytes(6_000)}; ${bytes(6_000)} >&2`, { outputLimitBytes: 10_000 });
    expect([ended, stdout.length, stderr.length]).toEqual(['output_limit', 6_000, 4_000]);
  });

  test('keeps an output of exactly that size', async () => {
    const { ended, exitCode, stdout } = await run('head -c 10000 /dev/zero', { outputLimitBytes: 10_000 });
    expect([ended, exitCode, stdout.length]).toEqual(['exited', 0, 10_000]);
  });
});

describe('the disk limit', () => {
  const MEGABYTE = 1024 * 1024;
  /** Usually more than other processes free meanwhile; otherwise it takes longer. */
  const write = (file: string) => `dd if=/dev/zero of=${file} bs=1M count=100 2>/dev/null`;
  const limited = (command: string, bytes: number) => {
    const folder = temporaryFolder();
    return run(command, { disk: { folder, bytes } }, folder);
  };

  test.each([
    ['in one file', `${write('large')}; sleep 60`],
    ['in many files, in folders', `for i in 1 2 3; do mkdir -p a/$i; ${write('a/$i/x')}; done; sleep 60`],
    ['in a file that has no name any more', `exec 3>large; rm large; ${write('/proc/self/fd/3')}; sleep 60`],
  ])('stops a command that writes too much: %s', async (_title, command) => {
    const { ended, exitCode } = await limited(command, 80 * MEGABYTE);
    expect([ended, exitCode]).toEqual(['disk_limit', null]);
  });

  test('ignores existing files, files of other processes, and hard links', async () => {
    const [folder, elsewhere] = [temporaryFolder(), temporaryFolder()];
    writeFiles(folder, { before: 'x'.repeat(90 * MEGABYTE) });
    const command = `${write(join(elsewhere, 'a'))}; ${write('mine')}; ln mine second; ${write(join(elsewhere, 'b'))}; sleep 0.5`;
    const { ended, exitCode } = await run(command, { disk: { folder, bytes: 150 * MEGABYTE } }, folder);
    expect([ended, exitCode]).toEqual(['exited', 0]);
  });
});

const group = openControlGroup(RESOURCE_LIMITS);
group?.remove();

describe.skipIf(group === null)('the limits of a control group', () => {
  const MEGABYTE = 1024 * 1024;

  test('a command that uses too much memory is stopped and named', async () => {
    const resources = { ...RESOURCE_LIMITS, memoryBytes: 150 * MEGABYTE };
    const { ended, exitCode } = await run(`node -e 'Buffer.alloc(${400 * MEGABYTE}, 1)'`, { resources });
    expect([ended, exitCode]).toEqual(['memory_limit', null]);
  });

  test('a command that starts too many processes is named', async () => {
    const command = 'for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do sleep 60 & done; wait';
    const { ended, exitCode } = await run(command, { resources: { ...RESOURCE_LIMITS, processes: 10 } });
    expect([ended, exitCode]).toEqual(['process_limit', null]);
  });

  test('memory that is only reserved does not count', async () => {
    const resources = { ...RESOURCE_LIMITS, memoryBytes: 300 * MEGABYTE };
    const reserve = 'new WebAssembly.Memory({ initial: 1, maximum: 65536 })';
    expect((await run(`node -e '${reserve}'`, { resources })).exitCode).toBe(0);
  });
});

describe('aborting', () => {
  test('during the run', async () => {
    const folder = temporaryFolder();
    const controller = new AbortController();
    const running = run('echo > started; sleep 600', { signal: controller.signal }, folder);
    await until(() => existsSync(join(folder, 'started')));
    controller.abort();
    expect(await running).toMatchObject({ ended: 'interrupted', exitCode: null, leftBehind: 0 });
  });

  test('before the run starts nothing', async () => {
    const outputs = temporaryFolder();
    const stdoutFile = join(outputs, 'stdout');
    const request = { command: 'true', cwd: outputs, env: {}, stdoutFile, stderrFile: stdoutFile, confinement: null };
    const ending = await runCommand({ ...request, timeoutMs: LONG_MS, outputLimitBytes: 1, signal: AbortSignal.abort() });
    expect(ending).toEqual({ ended: 'interrupted', exitCode: null, signal: null, durationMs: 0, leftBehind: 0 });
    expect(statSync(stdoutFile, { throwIfNoEntry: false })).toBeUndefined();
  });
});
