// The command that `hydra merge` prints to undo a merge, run with the real git.
import { execFileSync } from 'node:child_process';
import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { createRepository, git, temporaryFolder } from '../temporary-repository.ts';
import { ensureProgram, runHydra } from './run-hydra.ts';

const CONFIG = '[scoring.commands]\ntest = "sh test.sh"\n[scoring.tests]\nreruns = 0\n';
const TEST = 'echo 1..1; if grep -q fixed code.c; then echo "ok 1 - works"; else echo "not ok 1 - works"; exit 1; fi\n';

let scored: string;

beforeAll(async () => {
  await ensureProgram();
  scored = createRepository({ 'hydra.toml': CONFIG, 'test.sh': TEST, 'code.c': 'broken\n' });
  git(scored, 'config', 'user.name', 'Ada');
  git(scored, 'config', 'user.email', 'ada@example.org');
  git(scored, 'switch', '-c', 'good');
  for (const text of ['half fixed\n', 'fixed\n']) {
    writeFileSync(join(scored, 'code.c'), text);
    git(scored, 'commit', '--all', '-m', text.trim());
  }
  git(scored, 'switch', 'main');
  const { exitCode, stderr } = await runHydra(['score', 'good', '--base', 'main', '--task', 'Fix it\n\nAll of it.'], scored);
  if (exitCode !== 0) throw new Error(stderr);
}, 60_000);

async function mergeCopy(...args: string[]): Promise<{ folder: string; undo: string }> {
  const folder = join(temporaryFolder(), 'repository');
  cpSync(scored, folder, { recursive: true });
  git(folder, 'status', '--porcelain');
  const { exitCode, stdout, stderr } = await runHydra(['merge', '--yes', ...args], folder);
  if (exitCode !== 0) throw new Error(stderr);
  return { folder, undo: /^To undo: (.*)$/m.exec(stdout)?.[1] ?? '' };
}

describe('the command that undoes a merge', () => {
  test.each(['squash', 'merge', 'rebase'])('of strategy %s restores the files and keeps later commits', async (strategy) => {
    const { folder, undo } = await mergeCopy('--strategy', strategy);
    expect(git(folder, 'show', 'main:code.c')).toBe('fixed\n');
    writeFileSync(join(folder, 'later.c'), 'later\n');
    git(folder, 'add', 'later.c');
    git(folder, 'commit', '-m', 'later');
    git(folder, 'switch', '--quiet', 'good');
    execFileSync('sh', ['-c', undo], { cwd: folder, stdio: 'pipe' });
    expect(git(folder, 'show', 'main:code.c')).toBe('broken\n');
    expect(git(folder, 'show', 'main:later.c')).toBe('later\n');
    expect(git(folder, 'status', '--porcelain')).toBe('');
  });

  test('deletes a branch that the merge created', async () => {
    const name = "odd'name;$HOME";
    const { folder, undo } = await mergeCopy('--to-branch', name);
    expect(git(folder, 'show', `${name}:code.c`)).toBe('fixed\n');
    execFileSync('sh', ['-c', undo], { cwd: folder, stdio: 'pipe' });
    expect(git(folder, 'branch', '--format=%(refname:short)').trim().split('\n')).toEqual(['good', 'main']);
  });
});

test('the commit has the task and the facts, or each -m as a paragraph', async () => {
  const message = (folder: string) => git(folder, 'log', '-1', '--format=%B', 'main').split('\n\nHydra-Task: ')[0];
  expect(message((await mergeCopy()).folder)).toBe(
    'Fix it\n\nAll of it.\n\ngood: fixes 1 of 1 failing test, 2 changed lines in 1 file.',
  );
  const { folder } = await mergeCopy('-m', 'Title', '-m', 'First.', '-m', 'Second.');
  expect(message(folder)).toBe('Title\n\nFirst.\n\nSecond.');
  expect(git(folder, 'log', '-1', '--format=%(trailers:key=Hydra-Verdict,valueonly)', 'main').trim()).toMatch(
    /^decided by .*: good$/,
  );
});
