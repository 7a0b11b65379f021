// Interrupted runs, and what later runs reuse of earlier ones.
import { spawn } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Capture, Run, Scorecard } from '../../src/contract/index.ts';
import { commit, createRepository, git, temporaryFolder, until, writeFiles } from '../temporary-repository.ts';
import { type Ending, ensureProgram, MAIN, runHydra, startHydra, WITHOUT_SANDBOX } from './run-hydra.ts';

beforeAll(ensureProgram);

const CONFIG = `[scoring]
timeout_per_check_seconds = 20
[scoring.commands]
build = "sh build.sh"
test = "sh test.sh"
`;
const PASSING = "printf '%s\\n' 'TAP version 13' '1..2' 'ok 1 - one' 'ok 2 - two'\n";
const BASE = { 'hydra.toml': CONFIG, 'build.sh': 'exit 0\n', 'test.sh': PASSING, 'code.js': 'old\n', '.gitignore': 'out\n' };

async function score(folder: string, ...args: string[]): Promise<Scorecard> {
  return cardOf(await runHydra(['score', '--json', '--base', 'main', ...args], folder));
}

function cardOf({ stdout, stderr }: Ending): Scorecard {
  if (stdout === '') throw new Error(stderr);
  return JSON.parse(stdout) as Scorecard;
}

let original: Promise<string> | null = null;

/** A copy of a repository with the candidate `a` and one run of it. */
async function scoredOnce(): Promise<{ folder: string; id: string }> {
  original ??= scoreNew();
  const folder = join(temporaryFolder(), 'repository');
  cpSync(await original, folder, { recursive: true, preserveTimestamps: true });
  return { folder, id: runsOf(folder)[0] ?? '' };
}

async function scoreNew(): Promise<string> {
  const folder = createRepository(BASE, { a: { 'code.js': 'a\n' } });
  await score(folder, 'a');
  return folder;
}

/** The sandbox prevents what some of these checks do. */
const UNCONFINED = { ...BASE, 'hydra.toml': `${CONFIG}${WITHOUT_SANDBOX}` };

const breakdownOf = ({ rankings }: Scorecard, name: string) => rankings.find(({ agent }) => agent === name)?.breakdown;
const runsOf = (folder: string) => readdirSync(join(folder, '.hydra/runs')).sort();
const readJson = <Value>(...path: string[]) => JSON.parse(readFileSync(join(...path), 'utf8')) as Value;

/** Presses Ctrl-C when the first result of the run is read, and prints which results are read from then on. */
const INTERRUPT_AT_FIRST_RESULT = String.raw`
const fs = require('node:fs');
const { openSync } = fs;
const read = new Set();
fs.openSync = (file, ...rest) => {
  const [, result] = /runs\/[^/]+\/(.*test)\/stdout\.log$/.exec(file) ?? [];
  if (result !== undefined && read.size === 0) process.kill(process.pid, 'SIGINT');
  if (result !== undefined) read.add(result);
  return openSync(file, ...rest);
};
require('node:module').syncBuiltinESMExports();
process.on('exit', () => fs.writeSync(2, 'read after Ctrl-C: ' + [...read].join(' ') + '\n'));
`;

describe('Ctrl-C', () => {
  test('exits with 130, and running checks are measured again', async () => {
    const marks = temporaryFolder();
    const waiting = `[ -e slow ] && [ ! -e ${marks}/go ] && { touch ${marks}/waiting; while :; do sleep 0.05; done; }\nexit 0\n`;
    const folder = createRepository(
      { ...BASE, 'hydra.toml': `${CONFIG}${WITHOUT_SANDBOX}`, 'build.sh': waiting },
      { a: { slow: '', 'code.js': 'a\n' } },
    );
    const child = spawn(process.execPath, [MAIN, 'score', '--base', 'main', 'a'], {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let stderr = '';
    child.stderr.on('data', (text) => {
      stderr += text;
    });
    const ended = new Promise((resolve) => child.once('close', resolve));
    await until(() => existsSync(join(marks, 'waiting')));
    child.kill('SIGINT');
    expect(await ended).toBe(130);
    expect(stderr).toContain('hydra: Interrupted. Finished checks are kept.\n  next: Resume with `hydra score --resume`.');
    const run = join(folder, '.hydra/runs', runsOf(folder)[0] ?? '');
    expect(existsSync(join(run, 'candidates/a/build'))).toBe(false);
    expect(existsSync(join(run, 'live.json'))).toBe(false);

    writeFileSync(join(marks, 'go'), '');
    const { stdout, exitCode } = await runHydra(['score', '--resume', '--json'], folder);
    expect([exitCode, breakdownOf(JSON.parse(stdout), 'a')]).toMatchObject([0, { build: 100, tests: 100 }]);
    expect((await runHydra(['verify'], folder)).stdout).toContain('every file is as it was');
  });

  test('is answered between two results while Hydra reads and plans', async () => {
    const names = ['a', 'b', 'c', 'd', 'e'];
    const folder = createRepository(BASE, Object.fromEntries(names.map((name) => [name, { 'code.js': `${name}\n` }])));
    await score(folder, ...names);
    const preload = join(temporaryFolder(), 'interrupt.cjs');
    writeFileSync(preload, INTERRUPT_AT_FIRST_RESULT);
    vi.stubEnv('NODE_OPTIONS', `--require ${preload}`);
    onTestFinished(() => void vi.unstubAllEnvs());
    const { stdout, stderr, exitCode } = await startHydra(['score', '--base', 'main', ...names], folder);
    expect([exitCode, stdout, stderr]).toEqual([130, '', expect.stringContaining('hydra: Interrupted.')]);
    const read = /read after Ctrl-C: (.*)/.exec(stderr)?.[1]?.split(' ');
    // The signal may arrive a little later: on a busy machine a few more are read, but not all.
    expect([read?.[0], read?.includes('candidates/e/test')]).toEqual(['baseline/test', false]);
  });

  test('refuses to resume on another kind of machine, and names the difference', async () => {
    const { folder } = await scoredOnce();
    writeFiles(join(folder, '.hydra/runs', runsOf(folder)[0] ?? ''), { 'manifest.json': null });
    vi.stubEnv('HYDRA_IMAGE', 'sha256:other');
    onTestFinished(() => void vi.unstubAllEnvs());
    const { stderr, exitCode } = await runHydra(['score', '--resume', '--json'], folder);
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining('another kind of machine: image null and sha256:other.')]);
  });

  test('a resumed run needs neither its branches nor the temporary files of a killed one', async () => {
    const folder = createRepository({ ...BASE, 'build.sh': 'exit 3\n' }, { a: { 'code.js': 'a\n', 'build.sh': 'exit 0\n' } });
    await score(folder, 'a');
    const run = join(folder, '.hydra/runs', runsOf(folder)[0] ?? '');
    const before = readJson<Run>(run, 'run.json');
    for (const file of ['manifest.json', 'candidates/a/test/capture.json']) writeFiles(run, { [file]: null });
    writeFiles(run, { 'candidates/a/test~1-1/stdout.log': '', 'scorecard.json~1-2': '' });
    expect((await runHydra(['score', '--resume', '--json'], folder)).exitCode).toBe(0);
    expect(readJson<Run>(run, 'run.json').candidates).toEqual(before.candidates);
    expect(readdirSync(join(run, 'candidates/a')).filter((name) => name.includes('~'))).toEqual([]);

    for (const file of ['manifest.json', 'candidates/a/test/capture.json']) writeFiles(run, { [file]: null });
    git(folder, 'branch', '--quiet', '-D', 'a');
    git(folder, 'reflog', 'expire', '--expire=now', '--all');
    git(folder, 'gc', '--quiet', '--prune=now');
    const { exitCode, stderr } = await runHydra(['score', '--resume', '--json'], folder);
    expect({ exitCode, stderr: stderr.includes('hydra:') }).toEqual({ exitCode: 0, stderr: false });
    expect(readJson<Run>(run, 'run.json').candidates[0]).toMatchObject({ name: 'a', tree: before.candidates[0]?.tree });
  });

  test.each([
    [[], true],
    [['--no-cache'], false],
  ])('a resumed run that was started with %j uses cached results: %j', async (options, isCached) => {
    const { folder } = await scoredOnce();
    const { run_id: id } = await score(folder, 'a', ...options);
    const run = join(folder, '.hydra/runs', id);
    for (const file of ['manifest.json', 'candidates/a/test/capture.json']) writeFiles(run, { [file]: null });
    expect((await runHydra(['score', '--resume'], folder)).exitCode).toBe(0);
    expect(readJson<Capture>(run, 'candidates/a/test/capture.json').from_cache).toBe(isCached);
  });

  test('rejects settings that a resumed run cannot change', async () => {
    const { stderr, exitCode } = await runHydra(['score', '--resume', 'a', '--weight', 'tests=1'], createRepository(BASE));
    expect(exitCode).toBe(2);
    expect(stderr).toContain(
      '--resume uses the candidates and settings of the interrupted run, so `a`, --weight cannot be given.',
    );
  });
});

/** Folders of Hydra in a temporary folder, and what is in them. Tests keep their own there too. */
function listHydraFolders(temporary: string): string[] {
  const folders = readdirSync(temporary).filter((name) => !name.startsWith('hydra-test-'));
  return folders.flatMap((name) => [name, ...readdirSync(join(temporary, name))]);
}

/** Notes which work folders exist when Hydra prints. */
const NOTE_FOLDERS = `
import { appendFileSync, readdirSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
const write = process.stdout.write;
process.stdout.write = function (...given) {
  appendFileSync(process.env.FOLDERS_FILE, readdirSync(tmpdir() + '/hydra-' + userInfo().uid).join('\\n'));
  return write.apply(this, given);
};
`;

test('prints the result before it removes the checkouts', async () => {
  const folder = createRepository(BASE, { a: { 'code.js': 'a\n' } });
  const [hooks, temporary] = [temporaryFolder(), temporaryFolder()];
  writeFileSync(join(hooks, 'note.mjs'), NOTE_FOLDERS);
  vi.stubEnv('TMPDIR', temporary);
  vi.stubEnv('NODE_OPTIONS', `--import=${join(hooks, 'note.mjs')}`);
  vi.stubEnv('FOLDERS_FILE', join(hooks, 'folders'));
  onTestFinished(() => void vi.unstubAllEnvs());
  const { run_id: id } = cardOf(await startHydra(['score', '--json', '--base', 'main', 'a'], folder));
  expect(readFileSync(join(hooks, 'folders'), 'utf8')).toBe(id);
  expect(listHydraFolders(temporary)).toEqual([`hydra-${userInfo().uid}`]);
});

describe('a kill', () => {
  test.runIf(process.platform === 'linux')('during the sandbox check leaves no folder after the next run', async () => {
    const [marks, programs, temporary] = [temporaryFolder(), temporaryFolder(), temporaryFolder()];
    const waiting = `#!/bin/sh\ntouch ${marks}/waiting\nuntil [ -e ${marks}/go ]; do sleep 0.05; done\nexit 1\n`;
    writeFileSync(join(programs, 'bwrap'), waiting);
    chmodSync(join(programs, 'bwrap'), 0o755);
    const folder = createRepository(BASE, { a: { 'code.js': 'a\n' } });
    vi.stubEnv('TMPDIR', temporary);
    vi.stubEnv('PATH', `${programs}:${process.env.PATH}`);
    onTestFinished(() => void vi.unstubAllEnvs());
    const child = spawn(process.execPath, [MAIN, 'score', '--base', 'main', 'a'], { cwd: folder, stdio: 'ignore' });
    const ended = new Promise((resolve) => child.once('close', resolve));
    await until(() => existsSync(join(marks, 'waiting')));
    child.kill('SIGKILL');
    await ended;
    expect(listHydraFolders(temporary).length).toBeGreaterThan(1);
    writeFileSync(join(marks, 'go'), '');
    // In another process: this one knows its sandbox already.
    expect((await startHydra(['score', '--base', 'main', 'a'], folder)).exitCode).toBe(0);
    expect(listHydraFolders(temporary)).toEqual([`hydra-${userInfo().uid}`]);
  });
});

describe('the cache', () => {
  test('a check in a new checkout finds the build output', async () => {
    const files = { 'build.sh': 'mkdir -p out && echo built > out/it\n', 'test.sh': `cat out/it || exit 1\n${PASSING}` };
    const folder = createRepository({ ...BASE, ...files }, { a: { 'code.js': 'a\n' } });
    await score(folder, 'a');
    // Another test command: the build is cached, its output is not there.
    writeFileSync(join(folder, 'other.toml'), CONFIG.replace('sh test.sh', 'sh ./test.sh'));
    expect(breakdownOf(await score(folder, 'a', '--config', 'other.toml'), 'a')).toMatchObject({ build: 100, tests: 100 });
  });

  test('another build command invalidates the tests', async () => {
    const folder = createRepository(
      { ...BASE, 'build.sh': 'mkdir -p out && touch out/it\n', 'test.sh': `test -e out/it || exit 1\n${PASSING}` },
      { a: { 'code.js': 'a\n' } },
    );
    expect(breakdownOf(await score(folder, 'a'), 'a')).toMatchObject({ tests: 100 });
    writeFileSync(join(folder, 'other.toml'), CONFIG.replace('sh build.sh', 'true'));
    const { run_id: id } = await score(folder, 'a', '--config', 'other.toml');
    const capture = readJson<Capture>(folder, '.hydra/runs', id, 'candidates/a/test/capture.json');
    expect([capture.exit_code, capture.from_cache]).toEqual([1, false]);
  });

  test('ignores a damaged entry and a damaged earlier run', async () => {
    const { folder } = await scoredOnce();
    const cache = join(folder, '.hydra/cache');
    for (const name of readdirSync(cache)) writeFiles(cache, { [`${name}/capture/capture.json`]: '{' });
    const earlier = join(folder, '.hydra/runs', runsOf(folder)[0] ?? '');
    writeFiles(earlier, { 'run.json': '{', 'baseline/build/capture.json': '{' });
    const card = await score(folder, 'a');
    expect(breakdownOf(card, 'a')).toMatchObject({ build: 100, tests: 100 });
    const build = readJson<Capture>(folder, '.hydra/runs', card.run_id, 'baseline/build/capture.json');
    expect(build.from_cache).toBe(false);
    const { stdout, exitCode } = await runHydra(['list'], folder);
    expect([
      exitCode,
      stdout
        .split('\n')
        .map((line) => line.slice(24).trim())
        .slice(0, 2),
    ]).toEqual([0, ['winner a    a on main', 'unreadable']]);
  });

  test.each(['{', '{}', null])('lists a run whose scorecard.json is %j as damaged, with the next step', async (text) => {
    const { folder, id: damaged } = await scoredOnce();
    const { run_id: sound } = await score(folder, 'a');
    const file = join(folder, '.hydra/runs', damaged, 'scorecard.json');
    if (text === null) rmSync(file);
    else writeFileSync(file, text);
    const { stdout, exitCode } = await runHydra(['list'], folder);
    const [first, second, reason, next] = stdout.split('\n');
    expect([exitCode, first, second]).toEqual([0, `${sound}  winner a    a on main`, `${damaged}  unreadable  a on main`]);
    expect(reason).toContain(`  Run ${damaged} is damaged: `);
    expect(reason).toContain('scorecard.json');
    expect(next).toContain(`  next: See what was changed with \`hydra verify ${damaged}\`.`);
    const asJson = await runHydra(['list', '--json'], folder);
    expect(JSON.parse(asJson.stdout).map(({ state }: { state: string }) => state)).toEqual(['finished', 'unreadable']);
  });
});

describe('a candidate cannot affect anything beyond its check', () => {
  test('a build that rewrites and commits the tests is tested with the submitted tests', async () => {
    const folder = createRepository(
      { ...BASE, 'test.sh': `${PASSING}exit 0\n` },
      {
        a: {
          'code.js': 'a\n',
          'build.sh':
            'echo "exit 7" > test.sh; git -c user.name=a -c user.email=a@b commit -qam x; git config core.worktree /; exit 0\n',
        },
      },
    );
    expect(breakdownOf(await score(folder, 'a'), 'a')).toMatchObject({ build: 100, tests: 100 });
  });

  test('a check that removes the folder above its checkout only has no result', async () => {
    const folder = createRepository(UNCONFINED, {
      good: { 'code.js': 'a\n' },
      wild: { 'build.sh': 'echo before; rm -rf "$(dirname "$PWD")"; exit 0\n' },
    });
    const card = await score(folder, 'good', 'wild');
    expect(card.rankings.map(({ agent, mergeable }) => [agent, mergeable])).toEqual([
      ['good', true],
      ['wild', false],
    ]);
    const run = join(folder, '.hydra/runs', card.run_id);
    expect(readFileSync(join(run, 'candidates/wild/build/stdout.log'), 'utf8')).toBe('before\n');
  });

  test.skipIf(!existsSync('/proc/self/fd'))('a check that replaces its own output has none', async () => {
    const folder = createRepository(UNCONFINED, {
      a: { 'build.sh': 'out=$(readlink /proc/$$/fd/1); echo before; rm -f "$out"; mkfifo "$out"; exit 0\n' },
    });
    const card = await score(folder, 'a');
    const stdout = join(folder, '.hydra/runs', card.run_id, 'candidates/a/build/stdout.log');
    expect(readFileSync(stdout, 'utf8')).toBe('');
  });
});

describe('commands for stored runs', () => {
  test('clean previews, removes exactly that, and keeps what is requested', async () => {
    const { folder } = await scoredOnce();
    await score(folder, 'a');
    mkdirSync(join(folder, '.hydra/runs/20200101-000000-abcdef'));
    const [unbegun, oldest, newest] = runsOf(folder);
    const would = await runHydra(['clean', '--keep', '1', '--dry-run'], folder);
    expect(would.stdout).toBe(`Would remove 2 runs, 0 cached captures and 0 set-ups.\n  ${oldest}\n  ${unbegun}\n`);
    expect(runsOf(folder)).toHaveLength(3);
    await runHydra(['clean', '--keep', '1'], folder);
    expect(runsOf(folder)).toEqual([newest]);
  });

  test('explains a candidate whose name is the start of every run id', async () => {
    const folder = createRepository(BASE, { a: { 'code.js': 'a\n' } });
    await score(folder, '2=a');
    await score(folder, '2=a');
    const { stdout, exitCode } = await runHydra(['explain', '2', 'build'], folder);
    expect([exitCode, stdout.startsWith('2: ')]).toEqual([0, true]);
  });

  test('init writes hydra.toml at the root of the repository', async () => {
    const folder = createRepository({ Makefile: 'test:\n', 'below/x': '' });
    const { stdout } = await runHydra(['init'], join(folder, 'below'));
    expect(stdout).toContain('Wrote ../hydra.toml with the profile make');
    expect(existsSync(join(folder, 'hydra.toml'))).toBe(true);
    const { stderr, exitCode } = await runHydra(['init'], folder);
    expect([exitCode, stderr.split('\n').slice(0, 2)]).toEqual([2, ['hydra: hydra.toml already exists.', '  at hydra.toml']]);
  });

  test('the current branch does not change the merge base of the others', async () => {
    const folder = createRepository(BASE, { a: { 'code.js': 'a\n' }, b: { 'code.js': 'b\n' } });
    git(folder, 'checkout', '--quiet', 'a');
    const { stderr } = await runHydra(['score', 'a', 'b'], folder);
    expect(stderr).toContain('next: Pass the branch that all candidates started from: `--base BRANCH`.');
    commit(folder, {}, 'empty');
    expect((await score(folder, 'a', 'b')).rankings).toHaveLength(2);
  });
});
