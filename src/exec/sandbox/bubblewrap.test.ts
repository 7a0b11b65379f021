import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../../test/temporary-repository.ts';
import { type CommandRequest, runCommand } from '../run-command.ts';
import { canBeLayer, overlayIn } from './bubblewrap.ts';
import { probeSandbox } from './probe.ts';
import type { SandboxView } from './view.ts';

const probed = await probeSandbox();
const LONG_MS = 60_000;

interface Confined {
  tree: string;
  run(command: string, view?: Partial<SandboxView>, changes?: Partial<CommandRequest>): ReturnType<typeof runConfined>;
}

function checkout(): Confined {
  const place = temporaryFolder();
  const tree = join(place, 'tree');
  mkdirSync(tree);
  return { tree, run: (command, view = {}, changes = {}) => runConfined(place, tree, command, view, changes) };
}

async function runConfined(
  place: string,
  tree: string,
  command: string,
  view: Partial<SandboxView>,
  changes: Partial<CommandRequest>,
) {
  if (probed.sandbox === null) throw new Error(probed.reason);
  const files = { stdoutFile: join(place, 'stdout'), stderrFile: join(place, 'stderr') };
  const nothing = { readable: [], mounts: [], overlays: [], hidden: [], hostname: null };
  const ending = await runCommand({
    ...{ command, cwd: tree, env: { PATH: process.env.PATH ?? '' }, timeoutMs: LONG_MS, outputLimitBytes: 1e6, ...files },
    confinement: { sandbox: probed.sandbox, view: { ...nothing, writable: [tree], network: 'loopback', ...view } },
    ...changes,
  });
  return { ...ending, stdout: readFileSync(files.stdoutFile, 'utf8'), stderr: readFileSync(files.stderrFile, 'utf8') };
}

const why = probed.sandbox === null ? `: ${probed.reason}` : '';
describe.skipIf(probed.sandbox?.kind !== 'bubblewrap')(`a command in bubblewrap${why}`, () => {
  test('runs in its folder and gives its exit code and output', async () => {
    const { tree, run } = checkout();
    expect(await run('pwd; echo written > file; exit 3')).toMatchObject({
      ended: 'exited',
      exitCode: 3,
      stdout: `${tree}\n`,
      leftBehind: 0,
    });
    expect(readFileSync(join(tree, 'file'), 'utf8')).toBe('written\n');
  });

  test('sees no file outside and cannot write to system folders', async () => {
    const { tree, run } = checkout();
    const secret = join(temporaryFolder(), 'secret');
    writeFileSync(secret, 'secret');
    const { stdout } = await run(`cat ${secret} /etc/shadow; touch /evil /usr/evil; ls ${join(tree, '..')}`);
    expect(stdout).toBe('tree\n');
  });

  test('reads what the view lists, except hidden files', async () => {
    const { run } = checkout();
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'open'), 'open\n');
    writeFileSync(join(folder, 'hidden'), 'hidden\n');
    const { stdout, stderr } = await run(`cat ${folder}/*; echo x > ${folder}/open`, {
      readable: [folder],
      hidden: [join(folder, 'hidden')],
    });
    expect({ stdout, isRefused: /Read-only/.test(stderr) }).toEqual({ stdout: 'open\n', isRefused: true });
  });

  test('mounts a private folder over another path', async () => {
    const { run } = checkout();
    const own = temporaryFolder();
    await run('echo mine > /srv/file', { mounts: [{ from: own, to: '/srv' }] });
    expect(readFileSync(join(own, 'file'), 'utf8')).toBe('mine\n');
  });

  test.skipIf(!probed.sandbox?.hasOverlays)('writes to an upper layer and leaves the lower ones unchanged', async () => {
    const { run } = checkout();
    const [cache, installed, layers] = [temporaryFolder(), temporaryFolder(), temporaryFolder()];
    writeFileSync(join(cache, 'a'), 'cached\n');
    writeFileSync(join(installed, 'b'), 'installed\n');
    const overlay = overlayIn(layers, cache, [installed, cache]);
    for (const folder of [overlay.upper, overlay.work, overlay.merged]) mkdirSync(folder);
    const view = { overlays: [overlay] };
    expect((await run(`cat ${cache}/a ${cache}/b; echo changed > ${cache}/a; rm ${cache}/b`, view)).stdout).toBe(
      'cached\ninstalled\n',
    );
    expect((await run(`cat ${cache}/a; ls ${cache}`, view)).stdout).toBe('changed\na\n');
    expect(readFileSync(join(cache, 'a'), 'utf8') + readFileSync(join(installed, 'b'), 'utf8')).toBe('cached\ninstalled\n');
  });

  test('has ports of its own: two commands listen on the same one at the same time', async () => {
    const listens = `node -e "require('node:net').createServer().listen(40404, '127.0.0.1', () => setTimeout(() => process.exit(0), 300))"`;
    const endings = await Promise.all([checkout().run(listens), checkout().run(listens)]);
    expect(endings.map(({ exitCode, stderr }) => [exitCode, stderr])).toEqual([
      [0, ''],
      [0, ''],
    ]);
  });

  test('sees only its own processes', async () => {
    const { stdout } = await checkout().run('ls /proc | grep -c "^[0-9]"; cat /proc/1/comm');
    const [count, first] = stdout.split('\n');
    expect({ isFew: Number(count) < 10, first }).toEqual({ isFew: true, first: 'bwrap' });
  });

  test('leaves no process behind, and their number is known', async () => {
    const mark = `8111${process.pid}`;
    const { leftBehind, exitCode } = await checkout().run(`sleep ${mark} & setsid sleep ${mark} & exit 0`);
    expect({ leftBehind, exitCode }).toEqual({ leftBehind: 2, exitCode: 0 });
    const { stdout } = await checkout().run('true');
    expect(stdout).toBe('');
    expect(existsSync(`/proc/${mark}`)).toBe(false);
  });

  test('that is stopped may still write its result', async () => {
    const command = 'trap "echo result; exit 1" TERM; while true; do sleep 0.05; done';
    expect(await checkout().run(command, {}, { timeoutMs: 500 })).toMatchObject({ ended: 'timed_out', stdout: 'result\n' });
  });

  test('that ignores the signal is killed with all its processes', async () => {
    const command = 'trap "" TERM; sleep 1000 & while true; do sleep 0.05; done';
    expect(await checkout().run(command, {}, { timeoutMs: 300 })).toMatchObject({ ended: 'timed_out', exitCode: null });
  });

  test('that kills its parent fails', async () => {
    const { ended, exitCode } = await checkout().run('kill -9 $PPID; sleep 100');
    expect({ ended, isZero: exitCode === 0 }).toEqual({ ended: 'exited', isZero: false });
  });

  test('cannot reach the pipe that reports to Hydra', async () => {
    const { leftBehind, stderr } = await checkout().run('echo 77 >&3');
    expect({ leftBehind, isClosed: /Bad file descriptor/.test(stderr) }).toEqual({ leftBehind: 0, isClosed: true });
  });

  test('in a folder that does not exist is not started', async () => {
    const { run } = checkout();
    expect(await run('true', {}, { cwd: temporaryFolder() })).toMatchObject({ ended: 'not_started', exitCode: null });
  });

  test('may not write a setting of the kernel, also from a namespace of its own', async () => {
    const settings =
      '/proc/sysrq-trigger /proc/mtrr /proc/sys/*/* /proc/irq/*/* /proc/bus/*/* /proc/fs/*/* /proc/acpi/* /sys/kernel/*';
    const list = `for each in ${settings}; do if test -w "$each"; then echo "$each"; fi; done`;
    const { stdout } = await checkout().run(`${list}; unshare --user --mount sh -c '${list}'; head -c 1 /proc/kmsg | wc -c`);
    expect(stdout).toBe('0\n');
  });

  test('has another host name if asked', async () => {
    expect((await checkout().run('cat /proc/sys/kernel/hostname', { hostname: 'elsewhere' })).stdout).toBe('elsewhere\n');
  });
});

test.each(['/a:b', '/a,b', '/a\\b'])('%s cannot be a layer', (path) => {
  expect([canBeLayer(path), canBeLayer('/a-b')]).toEqual([false, true]);
});
