// `hydra score` from branches to a ranking that replays, with real git and real processes.
import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Scorecard } from '../../src/contract/index.ts';
import { commit, createRepository, git, stateOf, temporaryFolder, until, writeFiles } from '../temporary-repository.ts';
import { type Ending, ensureProgram, MAIN, runHydra, startHydra, WITHOUT_SANDBOX } from './run-hydra.ts';

beforeAll(ensureProgram);

const CONFIG = `[scoring]
timeout_per_check_seconds = 20
[scoring.commands]
build = "sh build.sh"
test = "sh test.sh"
[scoring.tests]
reruns = 0
`;

/** For tests that count executions or files. */
const RUNS_ONCE = '[scoring.integrity]\nindependent = false\n';
/** The output of the test command: the results are in a source file, which stands for the product. */
function tap(...results: string[]): string {
  const lines = results.map((name, index) => `${name.startsWith('!') ? 'not ok' : 'ok'} ${index + 1} - ${name.replace('!', '')}`);
  return ['TAP version 13', `1..${results.length}`, ...lines, ''].join('\n');
}

const BASE = {
  'hydra.toml': CONFIG,
  'build.sh': 'exit 0\n',
  'test.sh': 'cat results.c; ! grep -q "^not ok" results.c\n',
  'results.c': tap('one', 'two', '!three'),
  'code.c': 'old\n',
};

type Card = Scorecard & { exitCode: number };

async function score(folder: string, ...args: string[]): Promise<Card> {
  return cardOf(await runHydra(['score', '--json', '--base', 'main', ...args], folder));
}

/** In a process of its own, so that two can run at once. */
async function scoreBeside(folder: string, ...args: string[]): Promise<Card> {
  return cardOf(await startHydra(['score', '--json', '--base', 'main', ...args], folder));
}

function cardOf({ stdout, stderr, exitCode }: Ending): Card {
  if (stdout === '') throw new Error(stderr);
  return { ...(JSON.parse(stdout) as Scorecard), exitCode };
}

function ranks({ rankings }: Scorecard): string[] {
  return rankings.map(({ agent, total, mergeable }) => `${agent} ${total} ${mergeable ? 'mergeable' : 'refused'}`);
}

function newestRun(folder: string): string {
  const runs = join(folder, '.hydra/runs');
  return join(runs, readdirSync(runs).sort().at(-1) ?? '');
}

describe('a run', () => {
  test('ranks branches, does not change the repository, replays and verifies', async () => {
    const folder = createRepository(BASE, {
      good: { 'results.c': tap('one', 'two', 'three'), 'code.c': 'new\n' },
      bad: { 'results.c': tap('one', '!two', 'three'), 'code.c': 'worse\n' },
      broken: { 'build.sh': 'exit 3\n' },
      idle: {},
    });
    // Runs once, so that .git/info/exclude exists before the comparison.
    await score(folder, 'idle');
    const before = stateOf(folder);
    const card = await score(folder, 'good', 'second=bad', 'broken', 'idle');
    expect(stateOf(folder)).toBe(before);
    expect(ranks(card)).toEqual(['good 100 mergeable', 'second 74.7 refused', 'idle 66.7 refused', 'broken 46.7 refused']);
    expect([card.winner, card.exitCode]).toEqual(['good', 0]);

    const run = newestRun(folder);
    expect(readdirSync(run).sort()).toEqual([
      'baseline',
      'candidates',
      'events.jsonl',
      'facts.json',
      'manifest.json',
      'run.json',
      'scorecard.json',
    ]);
    expect(readdirSync(join(run, 'candidates/good')).sort()).toEqual([
      ...['build', 'diff.json', 'diff.patch', 'independent', 'independent-build', 'test'],
    ]);
    expect(readdirSync(join(run, 'baseline/test')).sort()).toEqual(['capture.json', 'stderr.log', 'stdout.log']);

    const replayed = await runHydra(['replay', '--json'], folder);
    expect(replayed.stdout).toBe(readFileSync(join(run, 'scorecard.json'), 'utf8'));
    expect((await runHydra(['verify'], folder)).exitCode).toBe(0);
    expect(workAreas(run)).toEqual([]);
  });

  test('a copied run folder verifies and replays, and a changed byte is detected and named', async () => {
    const base = { ...BASE, 'hydra.toml': `${CONFIG}${RUNS_ONCE}` };
    const folder = createRepository(base, { good: { 'results.c': tap('one', 'two', 'three') } });
    await score(folder, 'good');
    const elsewhere = temporaryFolder();
    const copy = join(elsewhere, 'run');
    cpSync(newestRun(folder), copy, { recursive: true });
    expect((await runHydra(['verify', './run'], elsewhere)).exitCode).toBe(0);
    expect((await runHydra(['replay', './run'], elsewhere)).stdout).toContain(
      'every byte of facts.json and scorecard.json is the same',
    );

    for (const file of readdirSync(copy, { recursive: true, encoding: 'utf8' }).filter((path) =>
      statSync(join(copy, path)).isFile(),
    )) {
      const path = join(copy, file);
      const bytes = readFileSync(path);
      if (bytes.length === 0) continue;
      const changed = Buffer.from(bytes);
      changed[Math.floor(bytes.length / 2)] = (changed[Math.floor(bytes.length / 2)] ?? 0) ^ 1;
      writeFileSync(path, changed);
      const { stdout, exitCode } = await runHydra(['verify', './run'], elsewhere);
      expect({ file, exitCode }).toEqual({ file, exitCode: 1 });
      if (file !== 'manifest.json') expect(stdout).toContain(file);
      writeFileSync(path, bytes);
    }
  });

  test('the second run uses cached results', async () => {
    const counter = join(temporaryFolder(), 'count');
    const folder = createRepository(
      { ...BASE, 'hydra.toml': `${CONFIG}${RUNS_ONCE}${WITHOUT_SANDBOX}`, 'build.sh': `echo x >> ${counter}\n` },
      { a: { 'code.c': 'a' }, b: { 'code.c': 'b' } },
    );
    const builds = () => readFileSync(counter, 'utf8').length / 2;
    const first = await score(folder, 'a');
    expect(builds()).toBe(2);
    await score(folder, 'a', 'b');
    expect(builds()).toBe(3);
    const third = await score(folder, 'a', '--no-cache');
    expect(builds()).toBe(5);
    expect(ranks(third)).toEqual(ranks(first));
    expect(JSON.parse(readFileSync(join(newestRun(folder), 'baseline/build/capture.json'), 'utf8'))).toMatchObject({
      from_cache: false,
    });
  });

  test('progress shows how many tests a check has run', async () => {
    const folder = createRepository({ ...BASE, 'test.sh': 'cat results.c\n' }, { a: { 'code.c': 'a' } });
    // The check continues when the event has been written.
    const waits = `until grep -q check_progress ${folder}/.hydra/runs/*/events.jsonl; do sleep 0.05; done`;
    commit(folder, { 'test.sh': `cat results.c\n${waits}\n`, 'hydra.toml': `${CONFIG}${WITHOUT_SANDBOX}` }, 'waits');
    git(folder, 'branch', '--force', 'a', 'main');
    await score(folder, 'a');
    const events = readFileSync(join(newestRun(folder), 'events.jsonl'), 'utf8')
      .trim()
      .split('\n');
    const seen = events.map((line) => JSON.parse(line)).filter(({ type }) => type === 'check_progress');
    expect(seen[0]).toMatchObject({ check: 'test', tests_seen: 3 });
    expect((await runHydra(['verify'], folder)).exitCode).toBe(0);
  });

  test('two runs at once in one repository', async () => {
    const folder = createRepository(BASE, { a: { 'code.c': 'a' }, b: { 'code.c': 'b' } });
    const [one, two] = await Promise.all(
      [
        ['a', 'b'],
        ['b', 'a'],
      ].map((names) => scoreBeside(folder, ...names)),
    );
    if (one === undefined || two === undefined) throw new Error('there are two runs');
    expect(ranks(one)).toEqual(ranks(two));
    expect(one.run_id).not.toBe(two.run_id);
  });
});

function workAreas(run: string): string[] {
  const home = join(tmpdir(), `hydra-${userInfo().uid}`);
  return existsSync(home) ? readdirSync(home).filter((name) => run.endsWith(name)) : [];
}

describe('kinds of candidates', () => {
  test('a folder with uncommitted and untracked files, without ignored ones', async () => {
    const folder = createRepository({ ...BASE, '.gitignore': 'secret\n' });
    const other = join(temporaryFolder(), 'a folder');
    cpSync(folder, other, { recursive: true });
    writeFiles(other, { 'code.c': 'changed\n', 'new file.txt': 'n\n', secret: 's\n', 'build.sh': null, '.hydra/x': 'y' });
    await score(folder, `mine=${other}`);
    const { files } = JSON.parse(readFileSync(join(newestRun(folder), 'candidates/mine/diff.json'), 'utf8'));
    expect(files.map(({ path, status }: { path: string; status: string }) => `${status} ${path}`)).toEqual([
      'deleted build.sh',
      'modified code.c',
      'added new file.txt',
    ]);
  });

  test('a patch file, and one that does not apply', async () => {
    const folder = createRepository(BASE, { a: { 'code.c': 'a\n' } });
    const patch = join(temporaryFolder(), 'fix.patch');
    writeFileSync(patch, git(folder, 'diff', 'main', 'a'));
    const card = await score(folder, patch, 'a');
    expect(card.rankings.map(({ agent, total }) => [agent, total])).toEqual([
      ['a', card.rankings[0]?.total],
      ['fix', card.rankings[0]?.total],
    ]);
    writeFileSync(patch, '--- a/none\n+++ b/none\n@@ -1 +1 @@\n-x\n+y\n');
    const { stderr, exitCode } = await runHydra(['score', patch], folder);
    expect(exitCode).toBe(2);
    expect(stderr).toContain('The patch does not apply to the base');
  });

  test('branches are compared with their merge base, also if the base has moved on', async () => {
    const folder = createRepository(BASE, { a: { 'code.c': 'a\n' } });
    commit(folder, { 'later.txt': 'later\n' }, 'later');
    await score(folder, 'a');
    const { files } = JSON.parse(readFileSync(join(newestRun(folder), 'candidates/a/diff.json'), 'utf8'));
    expect(files.map(({ path }: { path: string }) => path)).toEqual(['code.c']);
  });

  test('preserves modes, links, renames, binary files and unusual names', async () => {
    const folder = createRepository({ ...BASE, 'old name': 'some content\nof two lines\n' });
    git(folder, 'checkout', '--quiet', '-b', 'odd');
    git(folder, 'mv', 'old name', 'new\nname "quoted"');
    symlinkSync('code.c', join(folder, 'link'));
    writeFileSync(join(folder, 'binary'), Buffer.from([0, 1, 2, 255]));
    writeFileSync(Buffer.concat([Buffer.from(`${folder}/`), Buffer.from([0x66, 0xff])]), 'x\n');
    git(folder, 'add', '--all');
    git(folder, 'update-index', '--chmod=+x', 'build.sh');
    git(folder, 'commit', '--quiet', '-m', 'odd');
    git(folder, 'checkout', '--quiet', '--force', 'main');
    await score(folder, 'odd');
    const { files } = JSON.parse(readFileSync(join(newestRun(folder), 'candidates/odd/diff.json'), 'utf8'));
    const lines = files.map(
      (file: { status: string; path: string; mode: string; binary: boolean }) =>
        `${file.status} ${file.path} ${file.mode} ${file.binary}`,
    );
    expect(lines).toEqual([
      'added binary 100644 true',
      'modified build.sh 100755 false',
      'added f\\xff 100644 false',
      'added link 120000 false',
      'renamed new\nname "quoted" 100644 false',
    ]);
  });

  test('supports bare, shallow and linked repositories; refuses one without a commit', async () => {
    const origin = createRepository(BASE, { a: { 'results.c': tap('one', 'two', 'three') } });
    const home = temporaryFolder();
    git(home, 'clone', '--quiet', '--bare', origin, 'bare.git');
    expect((await score(join(home, 'bare.git'), 'a')).winner).toBe('a');
    git(home, 'clone', '--quiet', '--depth', '1', '--no-single-branch', `file://${origin}`, 'shallow');
    expect((await runHydra(['score', '--json', '--base', 'origin/main', 'a=origin/a'], join(home, 'shallow'))).exitCode).toBe(0);
    git(origin, 'worktree', 'add', '--quiet', join(home, 'linked'), 'a');
    expect((await score(join(home, 'linked'), 'mine=.')).rankings[0]?.agent).toBe('mine');
    mkdirSync(join(home, 'empty'));
    git(join(home, 'empty'), 'init', '--quiet');
    const { stderr, exitCode } = await runHydra(['score', 'a'], join(home, 'empty'));
    expect(exitCode).toBe(2);
    expect(stderr).toContain('The repository has no commit yet');
  });

  test('checks out submodules from the local copy, or refuses', async () => {
    const library = createRepository({ 'lib.txt': 'library\n' });
    const folder = createRepository({ ...BASE, 'build.sh': 'grep -q library vendor/lib/lib.txt\n' });
    git(folder, '-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', library, 'vendor/lib');
    git(folder, 'commit', '--quiet', '--all', '-m', 'submodule');
    git(folder, 'checkout', '--quiet', '-b', 'a');
    commit(folder, { 'code.c': 'a\n' }, 'a');
    git(folder, 'checkout', '--quiet', 'main');
    expect((await score(folder, 'a')).rankings[0]?.breakdown.build).toBe(100);
    rmSync(join(folder, '.git/modules'), { recursive: true });
    const { stderr, exitCode } = await runHydra(['score', '--no-cache', 'a'], folder);
    expect(exitCode).toBe(2);
    expect(stderr).toContain('The submodule vendor/lib lacks the commit');
  });

  test.each([
    [['score'], 'No candidates were given'],
    [['score', 'nowhere'], 'There is no commit, folder or patch file `nowhere`'],
    [['score', '--base', 'nowhere', 'a'], 'There is no commit, folder or patch file `nowhere`'],
    [['score', 'a', 'a'], 'Two candidates have the name `a`'],
    [['score', 'b d=a'], 'A candidate name may contain'],
    [['score', '--jobs', 'many', 'a'], 'Expected --jobs to be a number'],
    [['score', '--resume'], 'There is no interrupted run'],
    [['score', '--profile', 'rsut', 'a'], 'There is no profile `rsut`'],
  ])('rejects %j', async (args, sentence) => {
    const folder = createRepository(BASE, { a: { 'code.c': 'a\n' } });
    const { stdout, stderr, exitCode } = await runHydra(args, folder);
    expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 2 });
    expect(stderr).toContain(sentence);
  });
});

describe('set-up', () => {
  const setup = (command: string) => `${CONFIG}[workspace]\nsetup = ${JSON.stringify(command)}\n`;

  test('runs once per lockfile, and again for a candidate that changes it', async () => {
    const counter = join(temporaryFolder(), 'count');
    const config = `${setup(`echo x >> ${counter} && mkdir -p deps && cp package-lock.json deps/installed`)}${WITHOUT_SANDBOX}`;
    const build = 'test "$(cat deps/installed)" = "$(cat package-lock.json)"\n';
    const folder = createRepository(
      { ...BASE, 'hydra.toml': config, 'build.sh': build, 'package-lock.json': `${counter} 1\n`, '.gitignore': 'deps\n' },
      { a: { 'code.c': 'a\n' }, b: { 'code.c': 'b\n' }, c: { 'package-lock.json': `${counter} 2\n` } },
    );
    const card = await score(folder, 'a', 'b', 'c');
    expect(card.rankings.map(({ breakdown }) => breakdown.build)).toEqual([100, 100, 100]);
    expect(readFileSync(counter, 'utf8')).toBe('x\nx\n');
  });

  test('that fails on a candidate is its failure; on the base it stops the run with the log', async () => {
    const config = setup('echo installing; test ! -e fail.c');
    const folder = createRepository(
      { ...BASE, 'hydra.toml': config, 'package-lock.json': '1\n' },
      { a: { 'fail.c': '', 'package-lock.json': '2\n' } },
    );
    const card = await score(folder, 'a');
    expect(card.rankings[0]).toMatchObject({ mergeable: false, breakdown: { build: 0, tests: 0 } });
    expect(readFileSync(join(newestRun(folder), 'candidates/a/setup/stdout.log'), 'utf8')).toBe('installing\n');

    commit(folder, { 'fail.c': '', 'package-lock.json': '3\n' }, 'breaks the base');
    git(folder, 'branch', 'later');
    const { stderr, exitCode } = await runHydra(['score', 'later'], folder);
    expect(exitCode).toBe(2);
    expect(stderr).toContain('failed on the base: exit code 1');
  });
});

test('credentials in the output are never stored', async () => {
  const token = `ghp_${'a1B2'.repeat(9)}`;
  const folder = createRepository(
    { ...BASE, 'build.sh': `echo "token ${token} and $MY_SECRET_VALUE and hunter22hunter22"\n` },
    { a: { 'code.c': 'a\n' } },
  );
  process.env.MY_API_TOKEN = 'hunter22hunter22';
  try {
    await score(folder, 'a');
  } finally {
    delete process.env.MY_API_TOKEN;
  }
  expect(readFileSync(join(newestRun(folder), 'baseline/build/stdout.log'), 'utf8')).toBe('token *** and  and ***\n');
});

test('a killed run is resumed without repeating its captures', async () => {
  const counter = join(temporaryFolder(), 'count');
  const gate = join(temporaryFolder(), 'gate');
  const waiting = `echo x >> ${counter}\nwhile [ ! -e ${gate} ] && [ -e slow.c ]; do sleep 0.05; done\n`;
  const config = `${CONFIG.replace('build = "sh build.sh"\n', '')}${RUNS_ONCE}${WITHOUT_SANDBOX}`;
  const folder = createRepository(
    { ...BASE, 'hydra.toml': config, 'test.sh': waiting + BASE['test.sh'] },
    { a: { 'slow.c': '', 'results.c': tap('one', 'two', 'three') } },
  );
  const child = spawn(process.execPath, [MAIN, 'score', '--jobs', '1', '--base', 'main', 'a'], {
    cwd: folder,
    stdio: 'ignore',
  });
  const ended = new Promise((resolve) => child.once('close', resolve));
  await until(() => existsSync(counter) && readFileSync(counter, 'utf8') === 'x\nx\n');
  child.kill('SIGKILL');
  await ended;
  expect((await runHydra(['list'], folder)).stdout).toMatch(
    /^\S+ {2}interrupted {2}.*\n {2}Run \S+ was interrupted\.\n {2}next: Resume it with `hydra score --resume`\.\n$/,
  );
  writeFileSync(gate, '');
  const { stdout, exitCode } = await runHydra(['score', '--resume', '--json'], folder);
  expect(exitCode).toBe(0);
  expect((JSON.parse(stdout) as Scorecard).winner).toBe('a');
  // The base once, the candidate twice: the running check was lost.
  expect(readFileSync(counter, 'utf8')).toBe('x\nx\nx\n');
  expect((await runHydra(['verify'], folder)).exitCode).toBe(0);
});
