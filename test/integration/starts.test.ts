// Candidates that started before the newest commit of the base: what is compared, and what a merge may change.
import { spawn } from 'node:child_process';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Run, Scorecard } from '../../src/contract/index.ts';
import { commit, createRepository, git, temporaryFolder, until, writeFiles } from '../temporary-repository.ts';
import { ensureProgram, MAIN, runHydra } from './run-hydra.ts';

beforeAll(ensureProgram);

const CONFIG = `[scoring.commands]
test = "sh test.sh"
[scoring.tests]
reruns = 0
`;
const BASE = {
  'test.sh': `echo "TAP version 13"; echo 1..2; echo "ok 1 - keeps"
if grep -q fixed code.c; then echo "ok 2 - fixed"; else echo "not ok 2 - fixed"; exit 1; fi
`,
  'code.c': 'one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\nnine\n',
};
const FIXED = BASE['code.c'].replace('two', 'fixed');
const NEWER = ['hydra.toml', 'lib/newer.c', 'newer.txt'];

/** Two worktrees and a plain copy of the first commit; main has two commits more, one of which is hydra.toml. */
function movedOn(): { root: string; home: string } {
  const root = createRepository(BASE, { 'feat/a': {} });
  const home = temporaryFolder();
  git(root, 'config', 'user.name', 'Ada');
  git(root, 'config', 'user.email', 'ada@example.org');
  for (const name of ['wt-a', 'wt-b']) git(root, 'worktree', 'add', '--quiet', '--detach', join(home, name), 'main');
  writeFiles(join(home, 'wt-a'), { 'code.c': FIXED });
  writeFiles(join(home, 'wt-b'), { 'code.c': FIXED.replace('nine', 'NINE'), 'note.txt': 'b\n' });
  cpSync(join(home, 'wt-a'), join(home, 'copy'), { recursive: true, filter: (path) => !path.endsWith('.git') });
  writeFileSync(join(home, 'c.patch'), git(join(home, 'wt-a'), 'diff'));
  commit(root, { 'hydra.toml': CONFIG }, 'settings');
  commit(root, { 'newer.txt': 'newer\n', 'lib/newer.c': 'x\n', 'code.c': BASE['code.c'].replace('seven', 'SEVEN') }, 'newer');
  return { root, home };
}

const filesOf = (root: string, ref: string) => git(root, 'ls-tree', '-r', '--name-only', ref).trim().split('\n');
const MERGED = ['code.c', ...NEWER, 'test.sh'].sort();

async function lastRun(root: string): Promise<Run> {
  const { run_id: id } = JSON.parse((await runHydra(['show', '--json'], root)).stdout) as Scorecard;
  return JSON.parse(readFileSync(join(root, '.hydra/runs', id, 'run.json'), 'utf8')) as Run;
}

describe('worktrees from before the newest commits', () => {
  test('have only their own changes, and a merge keeps the files of newer commits', async () => {
    const { root, home } = movedOn();
    const scored = await runHydra(['score', `a=${home}/wt-a`, `b=${home}/wt-b`, '--base', 'main', '--json'], root);
    expect(scored.exitCode).toBe(0);
    expect((JSON.parse(scored.stdout) as Scorecard).starts).toBeUndefined();
    const run = await lastRun(root);
    expect(run.base).toMatchObject({ ref: 'main', commit: git(root, 'rev-parse', 'main~2').trim() });
    expect((await runHydra(['merge', 'a', '--yes'], root)).exitCode).toBe(0);
    expect(filesOf(root, 'main')).toEqual(MERGED);
    expect(git(root, 'show', 'main:code.c')).toBe(FIXED.replace('seven', 'SEVEN'));
    expect(git(root, 'status', '--porcelain')).toBe('');
    expect((await runHydra(['replay', run.run_id, '--json'], root)).stdout).toBe(scored.stdout);
  });

  test('a killed merge never loses a file, and the next one completes it', async () => {
    const { root, home } = movedOn();
    await runHydra(['score', `a=${home}/wt-a`, '--base', 'main'], root);
    const { run_id: id } = await lastRun(root);
    for (const milliseconds of [150, 300, 450, 600, 900, 1200, 1500, 1800]) {
      const child = spawn(process.execPath, [MAIN, 'merge', id, '--yes'], { cwd: root, stdio: 'ignore', detached: true });
      let hasEnded = false;
      child.once('exit', () => {
        hasEnded = true;
      });
      const end = performance.now() + milliseconds;
      await until(() => hasEnded || performance.now() >= end);
      if (!hasEnded && child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
      await until(() => hasEnded);
      expect(filesOf(root, 'main')).toEqual(MERGED);
    }
    const { exitCode, stderr } = await runHydra(['merge', id, '--yes'], root);
    expect([0, 2]).toContain(exitCode);
    if (exitCode === 2) expect(stderr).toContain('`main` already contains all changes of `a`.');
    expect(filesOf(root, 'main')).toEqual(MERGED);
    expect(git(root, 'show', 'main:code.c')).toBe(FIXED.replace('seven', 'SEVEN'));
    expect(git(root, 'status', '--porcelain')).toBe('');
  });
});

describe('a branch, a worktree and a patch with different starts', () => {
  test('are scored on --base; every view names the starts; the winner merges', async () => {
    const { root, home } = movedOn();
    git(root, 'worktree', 'add', '--quiet', join(home, 'feat'), 'feat/a');
    commit(join(home, 'feat'), { 'code.c': FIXED.replace('nine', 'Nine') }, 'fix');
    const args = ['score', 'a=feat/a', `${home}/wt-b`, `c=${home}/c.patch`, '--base', 'main'];
    const { stdout, exitCode } = await runHydra(args, root);
    const [first, tip] = ['main~2', 'main'].map((ref) => git(root, 'rev-parse', ref).trim());
    const note = `The candidates start from different commits: a and wt-b from ${first?.slice(0, 10)}, c from ${tip?.slice(0, 10)}. The change of each since its own start was applied to ${tip?.slice(0, 10)} (main) and measured there.`;
    expect([exitCode, stdout.replace(/\s+/g, ' ')]).toEqual([0, expect.stringContaining(note)]);
    for (const option of ['--verbose', '--markdown']) {
      const shown = (await runHydra(['show', option], root)).stdout.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(code));
      expect(shown.replace(/\s+/g, ' ')).toContain(note);
    }
    const scorecard = JSON.parse((await runHydra(['show', '--json'], root)).stdout) as Scorecard;
    expect(scorecard.starts).toEqual({
      base: { ref: 'main', commit: tip },
      candidates: [
        { name: 'a', commit: first },
        { name: 'wt-b', commit: first },
        { name: 'c', commit: tip },
      ],
    });
    expect((await runHydra(['verify'], root)).exitCode).toBe(0);
    // A moved branch is one commit, whatever the strategy.
    expect((await runHydra(['merge', 'a', '--strategy', 'rebase', '--yes'], root)).exitCode).toBe(0);
    expect([filesOf(root, 'main'), git(root, 'rev-parse', 'main~1').trim()]).toEqual([MERGED, tip]);
    expect(git(root, 'show', 'main:code.c')).toBe(FIXED.replace('nine', 'Nine').replace('seven', 'SEVEN'));
  });
});

describe('a plain copy from before the newest commits', () => {
  test('is refused with its files and the choices, and scored with the commit that it was copied from', async () => {
    const { root, home } = movedOn();
    const refused = await runHydra(['score', `${home}/copy`, '--base', 'main'], root);
    expect([refused.exitCode, refused.stderr]).toEqual([
      2,
      expect.stringContaining(`it lacks changes of newer commits of main: code.c, ${NEWER.join(', ')}.`),
    ]);
    expect(refused.stderr).toContain(`\`copy=${home}/copy@COMMIT\``);
    expect((await runHydra(['score', `${home}/copy@main~2`, '--base', 'main'], root)).exitCode).toBe(0);
    expect((await runHydra(['merge', '--yes'], root)).exitCode).toBe(0);
    expect(filesOf(root, 'main')).toEqual(MERGED);
  });
});

describe('a base that is not a branch', () => {
  test('merges onto the current branch if that contains it, else asks for --onto', async () => {
    const { root, home } = movedOn();
    git(root, 'tag', 'v1', 'main~2');
    for (const base of ['main~2', 'v1', git(root, 'rev-parse', 'main~2').trim()]) {
      const scored = await runHydra(['score', `a=${home}/wt-a`, '--base', base], root);
      expect(scored.exitCode).toBe(0);
      const { stdout } = await runHydra(['merge', '--dry-run'], root);
      expect(stdout).toContain(`as one commit onto main (now ${git(root, 'rev-parse', 'main').slice(0, 10)}, checked out here)`);
    }
    git(root, 'checkout', '--quiet', '--orphan', 'other');
    git(root, 'commit', '--quiet', '-m', 'other');
    const asked = await runHydra(['merge', '--yes'], root);
    expect([asked.exitCode, asked.stderr]).toEqual([
      2,
      expect.stringContaining('the current branch `other` does not contain its commit'),
    ]);
    expect(asked.stderr).toContain('--onto BRANCH');
    const unknown = await runHydra(['merge', '--yes', '--onto', 'main~1'], root);
    expect([unknown.exitCode, unknown.stderr]).toEqual([2, expect.stringContaining('There is no branch `main~1`.')]);
    expect((await runHydra(['merge', '--yes', '--onto', 'main'], root)).exitCode).toBe(0);
    expect(filesOf(root, 'main')).toEqual(MERGED);
  });
});
