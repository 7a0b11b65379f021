// `hydra merge` with real git: the winner onto a branch, every refusal, and a kill at any moment.
import { spawn } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import type { MergeDecision } from '../../src/contract/index.ts';
import {
  commit,
  createRepository,
  type Files,
  git,
  stateOf,
  temporaryFolder,
  until,
  writeFiles,
} from '../temporary-repository.ts';
import { ensureProgram, MAIN, runHydra } from './run-hydra.ts';

beforeAll(ensureProgram);

const CONFIG = `[scoring]
timeout_per_check_seconds = 20
[scoring.commands]
build = "sh build.sh"
test = "sh test.sh"
[scoring.tests]
reruns = 0
[scoring.diff_scope]
max_files_soft = 4
max_churn_soft = 8
`;

/** The fix works, and so do strict rules, but not both together. */
const BASE = {
  'hydra.toml': CONFIG,
  'build.sh': 'exit 0\n',
  'test.sh': `echo "TAP version 13"; echo 1..2
if grep -q fixed code.c && grep -q strict rules.txt; then echo "not ok 1 - keeps"; bad=1; else echo "ok 1 - keeps"; fi
if grep -q fixed code.c; then echo "ok 2 - fixed"; else echo "not ok 2 - fixed"; bad=1; fi
exit \${bad:-0}
`,
  'rules.txt': 'lax\n',
  'code.c': 'one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\nnine\n',
  'other.c': 'a\nb\nc\nd\ne\nf\ng\nh\n',
};
const FIXED = BASE['code.c'].replace('two', 'fixed');
const GOOD = { 'code.c': FIXED };
const BRANCHES = {
  good: GOOD,
  wide: { 'code.c': FIXED.replace('nine', 'NINE'), 'other.c': BASE['other.c'].replace('b', 'B').replace('h', 'H') },
  broken: { 'build.sh': 'exit 3\n' },
};

const made = new Map<string, Promise<string>>();

/** Scored once for all tests with the same setup; each test gets a copy. */
async function scored(branches: Record<string, Files> = BRANCHES, base: Record<string, string> = BASE): Promise<string> {
  const key = JSON.stringify([branches, base]);
  const original = made.get(key) ?? scoreAnew(branches, base);
  made.set(key, original);
  const folder = join(temporaryFolder(), 'repository');
  cpSync(await original, folder, { recursive: true, preserveTimestamps: true });
  // The times and inodes of the copies are new to git.
  git(folder, 'status', '--porcelain');
  return folder;
}

async function scoreAnew(branches: Record<string, Files>, base: Record<string, string>): Promise<string> {
  const folder = createRepository(base, branches);
  git(folder, 'config', 'user.name', 'Ada');
  git(folder, 'config', 'user.email', 'ada@example.org');
  const { exitCode, stderr } = await runHydra(['score', ...Object.keys(branches), '--base', 'main'], folder);
  if (exitCode > 1) throw new Error(stderr);
  return folder;
}

const merge = (folder: string, ...args: string[]) => runHydra(['merge', ...args], folder);

function runs(folder: string): string[] {
  return readdirSync(join(folder, '.hydra/runs')).sort();
}

function decisions(folder: string): MergeDecision[] {
  return runs(folder).flatMap((id) => {
    const place = join(folder, '.hydra/runs', id, 'decisions');
    if (!existsSync(place)) return [];
    return readdirSync(place)
      .sort()
      .map((name) => JSON.parse(readFileSync(join(place, name), 'utf8')) as MergeDecision);
  });
}

function refsOf(folder: string): string {
  return git(folder, 'for-each-ref', '--format=%(refname) %(objectname)');
}

/** Refused, and the repository is unchanged. */
async function refused(folder: string, args: string[], sentence: string | RegExp, next: string | RegExp): Promise<void> {
  const before = stateOf(folder).replace(/"objects": .*/, '');
  const { exitCode, stdout, stderr } = await merge(folder, ...args);
  expect([exitCode, stdout]).toEqual([2, '']);
  expect(stderr).toMatch(sentence);
  expect(stderr).toMatch(next);
  expect(stateOf(folder).replace(/"objects": .*/, '')).toBe(before);
  expect(decisions(folder)).toEqual([]);
  expect(existsSync(join(folder, '.hydra/merging.json'))).toBe(false);
}

describe('the winner', () => {
  test('is squashed onto the current branch, with the trailers', async () => {
    const folder = await scored();
    const before = refsOf(folder).replace(/refs\/heads\/main .*\n/, '');
    const parent = git(folder, 'rev-parse', 'main').trim();
    const { exitCode, stdout } = await merge(folder, '--yes');
    expect(exitCode).toBe(0);
    const tip = git(folder, 'rev-parse', 'main').trim();
    const undo = `git switch main && git revert --no-edit ${tip}`;
    expect(stdout).toBe(`Merged: main is now ${tip.slice(0, 10)}.\nTo undo: ${undo}\n`);
    expect(git(folder, 'rev-parse', 'main^').trim()).toBe(parent);
    expect(git(folder, 'rev-parse', 'main^{tree}')).toBe(git(folder, 'rev-parse', 'good^{tree}'));
    expect(git(folder, 'status', '--porcelain')).toBe('');
    expect(readFileSync(join(folder, 'code.c'), 'utf8')).toBe(FIXED);
    expect(refsOf(folder).replace(/refs\/heads\/main .*\n/, '')).toBe(before);
    expect(git(folder, 'log', '-1', '--format=%an <%ae>|%s', 'main').trim()).toBe('Ada <ada@example.org>|Merge good');
    const trailers = git(folder, 'log', '-1', '--format=%(trailers:only)', 'main').trim().split('\n');
    expect(trailers.map((line) => line.replace(/(?<=Run: |sha256:).*/, '?'))).toEqual([
      'Hydra-Run: ?',
      'Hydra-Agent: good',
      'Hydra-Verdict: decided by quality: good',
      'Hydra-Rank: 1 of 3',
      'Hydra-Total: 100',
      'Hydra-Scorecard: sha256:?',
    ]);

    const [decision, ...more] = decisions(folder);
    expect(more).toEqual([]);
    expect(decision).toMatchObject({
      number: 1,
      previous: null,
      candidate: 'good',
      forced: null,
      strategy: 'squash',
      target: { branch: 'main', from: parent, to: tip },
      checked_in: null,
      by: { name: 'Ada', email: 'ada@example.org' },
      shown: { rank: 1, of: 3, total: 100, winner: 'good', mergeable: true },
    });
    expect((await runHydra(['verify'], folder)).exitCode).toBe(0);
    expect((await runHydra(['replay'], folder)).exitCode).toBe(0);
  });

  test('a changed decision is detected', async () => {
    const folder = await scored();
    await merge(folder, '--yes');
    const place = join(folder, '.hydra/runs', runs(folder)[0] ?? '', 'decisions');
    const [name = ''] = readdirSync(place);
    writeFileSync(join(place, name), readFileSync(join(place, name), 'utf8').replace('"rank":1', '"rank":2'));
    const { exitCode, stdout } = await runHydra(['verify'], folder);
    expect(exitCode).toBe(1);
    expect(stdout).toContain(`decisions/${name} was changed: its hash is not the one in its name`);
  });

  test('--dry-run previews the merge and changes nothing', async () => {
    const folder = await scored();
    const before = stateOf(folder);
    const { exitCode, stdout } = await merge(folder, '--dry-run');
    expect(stdout.replace(/run \S+/, 'run ID').replace(/now \w+/, 'now COMMIT')).toBe(
      [
        'good of run ID (rank 1 of 3, total 100)',
        '  as one commit onto main (now COMMIT, checked out here)',
        '  1 file:',
        '    code.c +1 -1',
        '  the result is the tree that was scored',
        '  message: Merge good',
        'Nothing was changed.',
        '',
      ].join('\n'),
    );
    expect(exitCode).toBe(0);
    expect(stateOf(folder)).toBe(before);
    expect(decisions(folder)).toEqual([]);
  });

  test('a merge commit keeps the branch, a rebase its commits and authors', async () => {
    const folder = await scored();
    await merge(folder, '--yes', '--strategy', 'merge');
    expect(git(folder, 'rev-parse', 'main^2')).toBe(git(folder, 'rev-parse', 'good'));

    const again = createRepository(BASE, { good: GOOD });
    git(again, 'config', 'user.name', 'Ada');
    git(again, 'config', 'user.email', 'ada@example.org');
    git(again, 'checkout', '--quiet', 'good');
    commit(again, { 'note.txt': 'second\n' }, 'the second step');
    git(again, 'checkout', '--quiet', 'main');
    await runHydra(['score', 'good', '--base', 'main'], again);
    commit(again, { 'moved.txt': 'main moved\n' }, 'main moved');
    const { exitCode, stderr } = await merge(again, '--yes', '--strategy', 'rebase');
    expect([exitCode, stderr.includes('hydra:')]).toEqual([0, false]);
    expect(git(again, 'log', '--reverse', '--format=%s|%an|%cn', 'main').trim().split('\n')).toEqual([
      'base|Tester|Tester',
      'main moved|Tester|Tester',
      'good|Tester|Ada',
      'the second step|Tester|Ada',
    ]);
    expect(git(again, 'log', '-1', '--format=%(trailers:key=Hydra-Agent,valueonly)', 'main').trim()).toBe('good');
  });

  test('from a folder, to a branch that is not checked out, with a custom message', async () => {
    const folder = createRepository(BASE);
    const copy = join(temporaryFolder(), 'copy');
    git(folder, 'clone', '--quiet', folder, copy);
    writeFiles(copy, GOOD);
    await runHydra(['score', `mine=${copy}`, '--base', 'main'], folder);
    git(folder, 'checkout', '--quiet', '-b', 'elsewhere');
    const { exitCode, stderr } = await merge(folder, '--yes', '-m', 'Mend the sum\n\nIt was off by one.');
    expect(stderr).toBe('');
    expect(exitCode).toBe(0);
    expect(git(folder, 'log', '-1', '--format=%B', 'main')).toMatch(/^Mend the sum\n\nIt was off by one\.\n\nHydra-Run: /);
    expect([git(folder, 'show', 'main:code.c'), readFileSync(join(folder, 'code.c'), 'utf8')]).toEqual([FIXED, BASE['code.c']]);
    expect(git(folder, 'status', '--porcelain')).toBe('');
  });

  test('as a new branch or a patch, with nothing else changed', async () => {
    const folder = await scored();
    const before = stateOf(folder).replace(/"objects": .*/, '');
    const patch = join(temporaryFolder(), 'winner.patch');
    expect((await merge(folder, '--patch', patch)).exitCode).toBe(0);
    expect(stateOf(folder).replace(/"objects": .*/, '')).toBe(before);
    git(folder, 'apply', '--check', patch);
    expect((await merge(folder, '--yes', '--to-branch', 'hydra/good')).exitCode).toBe(0);
    git(folder, 'diff', '--exit-code', 'good', 'hydra/good');
    expect(git(folder, 'rev-parse', 'hydra/good^')).toBe(git(folder, 'rev-parse', 'main'));
    git(folder, 'branch', '--quiet', '-D', 'hydra/good');
    expect(stateOf(folder).replace(/"objects": .*/, '')).toBe(before);
  });
});

describe('when the target has moved', () => {
  test('checks the merged tree first, which passes', async () => {
    const folder = await scored();
    commit(folder, { 'new.txt': 'from another\n' }, 'another change');
    const dry = await merge(folder, '--dry-run');
    expect(dry.stdout).toMatch(/main has moved since the candidates were scored; the merged tree passes every gate \(run \S+\)/);
    const { exitCode } = await merge(folder, '--yes');
    expect(exitCode).toBe(0);
    expect(git(folder, 'ls-tree', '--name-only', 'main')).toContain('new.txt');
    expect(readFileSync(join(folder, 'code.c'), 'utf8')).toBe(FIXED);
    const [decision] = decisions(folder);
    expect(runs(folder)).toContain(decision?.checked_in);
    // The check is not an ordinary run: the newest run is still the scored one.
    expect((await runHydra(['show', '--json'], folder)).stdout).toContain(`"run_id":"${decision?.run_id}"`);
    expect((await runHydra(['list'], folder)).stdout).toContain(`check of merging good of ${decision?.run_id.slice(0, 10)}`);
  });

  test('refuses a merged tree that fails, although both sides pass alone', async () => {
    const folder = await scored();
    commit(folder, { 'rules.txt': 'strict\n' }, 'stricter rules');
    const sentence = /hydra: Merged with the new commits on `main`, `good` fails: breaks 1 of 1 passing test/;
    await refused(folder, ['--yes'], sentence, /next: `hydra show \S+` shows the checks/);
  });

  test('lists conflicts by file, and the suggested commands work', async () => {
    const folder = await scored();
    commit(folder, { 'code.c': BASE['code.c'].replace('two', 'zwei') }, 'the same line');
    await refused(
      folder,
      ['--yes'],
      /`good` and `main` changed the same lines of code\.c\./,
      /hydra merge \S+ good --to-branch hydra\/good/,
    );
    expect((await merge(folder, '--dry-run')).stdout).toContain('cannot: `good` and `main` changed the same lines of code.c.');
    expect((await merge(folder, 'good', '--to-branch', 'hydra/good', '--yes')).exitCode).toBe(0);
    expect(() => git(folder, 'merge', 'hydra/good')).toThrow();
    expect(git(folder, 'status', '--porcelain')).toBe('UU code.c\n');
  });
});

describe('refused with nothing changed', () => {
  test('a candidate that is not mergeable, unless it is forced with a reason', async () => {
    const folder = await scored();
    await refused(
      folder,
      ['broken', '--yes'],
      /`broken` is not mergeable: the build fails/,
      /`hydra merge \S+ broken --force --reason "\.\.\."`/,
    );
    await refused(folder, ['broken', '--yes', '--force'], /needs a reason/, /--help/);
    await refused(folder, ['nobody', '--yes'], /There is no candidate `nobody`/, /hydra show/);
    const { exitCode } = await merge(folder, 'broken', '--yes', '--force', '--reason', 'the build is mended\nby hand');
    expect(exitCode).toBe(0);
    expect(decisions(folder)[0]?.forced?.reason).toBe('the build is mended\nby hand');
    expect(decisions(folder)[0]?.forced?.failed_gates[0]).toMatch(/build/);
    expect(git(folder, 'log', '-1', '--format=%(trailers:key=Hydra-Forced,valueonly)').trim()).toBe(
      'the build is mended by hand',
    );
  });

  test('a run without a winner', async () => {
    const folder = await scored({ broken: BRANCHES.broken });
    await refused(folder, ['--yes'], /No candidate of run \S+ is mergeable: broken: /, /--force --reason/);
  });

  test('a dirty working tree, and an untracked file in the way', async () => {
    const folder = await scored({ adds: { ...GOOD, 'added.txt': 'x\n' } });
    writeFiles(folder, { 'other.c': 'mine\n' });
    await refused(
      folder,
      ['--yes'],
      /The working tree of `main` has uncommitted changes: other\.c\./,
      /`git stash`, then `hydra merge \S+ adds`;.*`hydra merge \S+ adds --to-branch hydra\/adds`/,
    );
    git(folder, 'checkout', '--quiet', '--', 'other.c');
    writeFiles(folder, { 'added.txt': 'mine\n' });
    const sentence = 'Untracked files would be overwritten by `adds`: added.txt.';
    await refused(folder, ['--yes'], sentence, /--to-branch/);
    expect(readFileSync(join(folder, 'added.txt'), 'utf8')).toBe('mine\n');
    const { exitCode, stdout } = await merge(folder, '--dry-run');
    expect([exitCode, stdout]).toEqual([
      2,
      expect.stringContaining(`  cannot: ${sentence}\n    next: Move them, then \`hydra merge`),
    ]);
    const answer = JSON.parse((await merge(folder, '--dry-run', '--json')).stdout);
    expect(answer.refusals).toEqual([{ code: 'merge_untracked', message: sentence, next: expect.any(String) }]);
    expect(Object.keys(answer).sort()).toEqual([
      ...['candidate', 'check', 'destination', 'files', 'force_reason', 'has_moved', 'merged', 'message', 'of', 'rank'],
      ...['refusals', 'run_id', 'strategy', 'target', 'total', 'undo'],
    ]);
    expect(Object.keys(answer.target).sort()).toEqual(['branch', 'from', 'is_checked_out']);
    expect((await merge(folder, '--dry-run', '--to-branch', 'aside')).exitCode).toBe(0);
  });

  test('an untracked file at the path of a new folder, and a folder with ignored files at the path of a new file', async () => {
    const folder = await scored({ adds: { ...GOOD, 'lib/deep/x.c': 'x\n', cache: 'one file\n' } });
    writeFileSync(join(folder, '.git/info/exclude'), '/.hydra/\nlib\ncache/\n');
    writeFiles(folder, { lib: 'mine\n', 'cache/kept/a.bin': 'a\n', 'cache/b.bin': 'b\n' });
    const sentence = 'would be overwritten by `adds`: cache/b.bin, cache/kept/a.bin, lib.';
    await refused(folder, ['--yes'], sentence, /--to-branch/);
    expect((await merge(folder, '--dry-run')).stdout).toContain(sentence);
    rmSync(join(folder, 'lib'));
    rmSync(join(folder, 'cache/b.bin'));
    rmSync(join(folder, 'cache/kept/a.bin'));
    expect((await merge(folder, '--yes')).exitCode).toBe(0);
    expect(readFileSync(join(folder, 'cache'), 'utf8')).toBe('one file\n');
  });

  test('but not a tracked file that becomes a folder', async () => {
    const folder = await scored({ turns: { ...GOOD, c: null, 'c/d': 'in a folder\n' } }, { ...BASE, c: 'a file\n' });
    expect((await merge(folder, '--dry-run')).exitCode).toBe(0);
    expect((await merge(folder, '--yes')).exitCode).toBe(0);
    expect(git(folder, 'status', '--porcelain')).toBe('');
  });

  test('an ignored file in the way, which git would overwrite', async () => {
    const folder = await scored({ adds: { ...GOOD, 'local.env': 'theirs\n' } });
    writeFileSync(join(folder, '.git/info/exclude'), '/.hydra/\nlocal.env\n');
    writeFiles(folder, { 'local.env': 'mine\n' });
    await refused(folder, ['--yes'], /would be overwritten by `adds`: local\.env\./, /--to-branch/);
    expect(readFileSync(join(folder, 'local.env'), 'utf8')).toBe('mine\n');
    expect((await merge(folder, '--dry-run')).stdout).toMatch(/cannot: .* overwritten by `adds`: local\.env\./);
  });

  test("a user's filter that fails half way: every file is restored", async () => {
    const folder = await scored(
      { adds: { ...GOOD, 'data.bin': 'x\n', 'after.txt': 'y\n' } },
      { ...BASE, '.gitattributes': '*.bin filter=broken\n' },
    );
    git(folder, 'config', 'filter.broken.smudge', 'false');
    git(folder, 'config', 'filter.broken.required', 'true');
    const before = refsOf(folder);
    const { exitCode, stderr } = await merge(folder, '--yes');
    expect([exitCode, refsOf(folder)]).toEqual([2, before]);
    expect(stderr).toMatch(/git refused to update the working tree: .*smudge filter broken failed/s);
    expect(git(folder, 'status', '--porcelain')).toBe('');
    expect([readFileSync(join(folder, 'code.c'), 'utf8'), existsSync(join(folder, 'after.txt'))]).toEqual([
      BASE['code.c'],
      false,
    ]);
    expect([decisions(folder), existsSync(join(folder, '.hydra/merging.json'))]).toEqual([[], false]);
  });

  test('a protected branch', async () => {
    const folder = await scored(BRANCHES, { ...BASE, 'hydra.toml': `${CONFIG}[merge]\nprotected_branches = ["ma*"]\n` });
    await refused(
      folder,
      ['--yes'],
      /The branch `main` is protected: \[merge\] protected_branches contains `ma\*`/,
      /with `hydra merge \S+ good --to-branch hydra\/good` and open a pull request/,
    );
  });

  test('a branch checked out in another working tree', async () => {
    const folder = await scored();
    git(folder, 'checkout', '--quiet', '-b', 'mine');
    const other = join(temporaryFolder(), 'other');
    git(folder, 'worktree', 'add', '--quiet', other, 'main');
    await refused(
      folder,
      ['--yes'],
      /The branch `main` is checked out in /,
      /Merge there: `cd \S+`, then `hydra merge \S+ good`/,
    );
    const { stderr } = await merge(folder, '--yes');
    const [, there, run = ''] = /`cd (\S+)`, then `hydra merge (\S+) good`/.exec(stderr) ?? [];
    expect(there).toBe(other);
    expect((await merge(other, run, 'good', '--yes')).exitCode).toBe(0);
    expect(readFileSync(join(other, 'code.c'), 'utf8')).toBe(FIXED);
  });

  test('hooks that fail or change files, unless they are skipped', async () => {
    const folder = await scored();
    const hook = (name: string, script: string) => {
      mkdirSync(join(folder, '.git/hooks'), { recursive: true });
      writeFileSync(join(folder, '.git/hooks', name), `#!/bin/sh\n${script}\n`);
      chmodSync(join(folder, '.git/hooks', name), 0o755);
    };
    hook('pre-commit', 'git diff --cached --name-only; exit 3');
    await refused(
      folder,
      ['--yes'],
      /Your hook pre-commit refused the merge \(exit code 3\): code\.c/,
      /`hydra merge \S+ good --no-verify`/,
    );
    hook('pre-commit', 'echo formatted >> code.c; git add code.c');
    await refused(folder, ['--yes'], /Your hook pre-commit changes files/, /--no-verify/);
    hook('pre-commit', 'exit 0');
    hook('commit-msg', 'echo "Signed-off-by: Ada <ada@example.org>" >> "$1"');
    expect((await merge(folder, '--yes')).exitCode).toBe(0);
    expect(git(folder, 'log', '-1', '--format=%B')).toMatch(/Hydra-Scorecard: .*\nSigned-off-by: Ada <ada@example\.org>\n/);
  });

  test('an already merged change, an existing branch, an invalid name, an unknown target', async () => {
    const folder = await scored();
    await refused(folder, ['--yes', '--to-branch', 'wide'], /The branch `wide` already exists/, /git branch -D wide/);
    await refused(folder, ['--yes', '--to-branch', 'a..b'], /`a\.\.b` is not a valid branch name/, /letters/);
    await refused(folder, ['--yes', '--onto', 'nowhere'], /There is no branch `nowhere`/, /--onto BRANCH/);
    await refused(folder, ['--yes', '--onto', 'good'], /`good` already contains all changes of `good`/, /nothing to do/);
    await refused(folder, [], /there is no terminal to ask for confirmation/, /--yes/);
    await refused(folder, ['--yes', '--strategy', 'octopus'], /one of squash, merge, rebase, got `octopus`/, /--help/);
  });

  test('a branch that moves during the merge', async () => {
    const folder = await scored();
    // The hook runs after all checks and before anything moves.
    writeFiles(folder, {
      '.git/hooks/pre-commit': `#!/bin/sh\nexport GIT_DIR=${join(folder, '.git')}\ngit update-ref refs/heads/main $(git commit-tree -p main -m sneaky 'main^{tree}')\n`,
    });
    chmodSync(join(folder, '.git/hooks/pre-commit'), 0o755);
    const { exitCode, stderr } = await merge(folder, '--yes');
    expect(exitCode).toBe(2);
    expect(stderr).toContain('The branch `main` moved while Hydra was merging, so nothing was changed.');
    expect(stderr).toMatch(/next: Run `hydra merge \S+ good` again/);
    expect(git(folder, 'log', '-1', '--format=%s', 'main').trim()).toBe('sneaky');
    expect(git(folder, 'status', '--porcelain')).toBe('');
    rmSync(join(folder, '.git/hooks/pre-commit'));
    expect((await merge(folder, '--yes')).exitCode).toBe(0);
  });
});

describe('--pick', () => {
  test('uses a file of another candidate, scores the result and merges it', async () => {
    const folder = await scored();
    const { exitCode, stderr } = await merge(folder, 'good', '--pick', 'wide:other.c', '--yes');
    expect([exitCode, stderr.includes('hydra:')]).toEqual([0, false]);
    expect(readFileSync(join(folder, 'other.c'), 'utf8')).toBe('a\nB\nc\nd\ne\nf\ng\nH\n');
    expect(readFileSync(join(folder, 'code.c'), 'utf8')).toBe(FIXED);
    const [decision] = decisions(folder);
    expect([decision?.candidate, decision?.picked, decision?.run_id]).toEqual([
      'good-with-wide',
      ['wide:other.c'],
      runs(folder).at(-1),
    ]);
  });

  test.each(['rebase', 'merge'])('with --strategy %s the result is a commit of the user, not of Hydra', async (strategy) => {
    const folder = await scored();
    const { exitCode } = await merge(folder, 'good', '--pick', 'wide:other.c', '--yes', '--strategy', strategy);
    expect(exitCode).toBe(0);
    const subject = 'Merge good-with-wide';
    const expected = strategy === 'rebase' ? [subject] : [subject, subject];
    expect(git(folder, 'log', '--format=%s|%an|%cn', 'main', '--not', 'main~1').trim().split('\n')).toEqual(
      expected.map((line) => `${line}|Ada|Ada`),
    );
  });

  test('applies one hunk', async () => {
    const folder = await scored({
      ...BRANCHES,
      hunks: { ...GOOD, 'other.c': 'a\nB\nc\nd\ne\nf\ng\nh\n1\n2\n3\n4\n5\n6\n7\n8\n9\n' },
    });
    const { exitCode } = await merge(folder, 'good', '--pick', 'wide:code.c#2', '--yes');
    expect(exitCode).toBe(2);
    expect((await merge(folder, 'good', '--pick', 'wide:other.c#1', '--yes')).exitCode).toBe(0);
    expect(readFileSync(join(folder, 'other.c'), 'utf8')).toContain('B\n');
  });

  test('rejects a missing candidate, file or hunk', async () => {
    const folder = await scored();
    await refused(folder, ['--pick', 'wide', '--yes'], /`wide` cannot be picked: it is not of the form/, /CANDIDATE:PATH/);
    await refused(folder, ['--pick', 'nobody:code.c', '--yes'], /there is no candidate `nobody`/, /CANDIDATE:PATH/);
    await refused(folder, ['--pick', 'wide:none.txt', '--yes'], /neither tree has that file/, /CANDIDATE:PATH/);
    await refused(folder, ['--pick', 'wide:code.c#9', '--yes'], /there is no such hunk/, /CANDIDATE:PATH/);
  });
});

describe('killed', () => {
  test('at any moment, the branch is before or after, and the next merge completes it', async () => {
    const folder = await scored();
    const before = git(folder, 'rev-parse', 'main').trim();
    for (const milliseconds of [120, 200, 260, 320, 380, 440, 500, 600]) {
      const child = spawn(process.execPath, [MAIN, 'merge', '--yes'], { cwd: folder, stdio: 'ignore', detached: true });
      let hasEnded = false;
      child.once('exit', () => {
        hasEnded = true;
      });
      const end = performance.now() + milliseconds;
      await until(() => hasEnded || performance.now() >= end);
      if (!hasEnded && child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
      await until(() => hasEnded);
      const tip = git(folder, 'rev-parse', 'main').trim();
      const tree = git(folder, 'rev-parse', 'main^{tree}');
      expect([before, git(folder, 'rev-parse', tip === before ? tip : `${tip}^`).trim()]).toEqual([before, before]);
      expect(tree).toBe(git(folder, 'rev-parse', tip === before ? `${before}^{tree}` : 'good^{tree}'));
    }
    const { exitCode, stderr } = await merge(folder, '--yes');
    // Either this merge succeeded, or an earlier one did, and this one completed its record.
    expect([0, 2]).toContain(exitCode);
    if (exitCode === 2) expect(stderr).toContain('`main` already contains all changes of `good`.');
    expect(git(folder, 'rev-parse', 'main^{tree}')).toBe(git(folder, 'rev-parse', 'good^{tree}'));
    expect(git(folder, 'status', '--porcelain')).toBe('');
    expect(decisions(folder).length).toBe(1);
    expect(existsSync(join(folder, '.hydra/merging.json'))).toBe(false);
    expect((await runHydra(['verify'], folder)).exitCode).toBe(0);
  });

  test('between the files and the branch: restores the files, unless the user changed them since', async () => {
    const folder = await scored({ adds: { ...GOOD, 'added.txt': 'x\n' } });
    expect((await merge(folder, '--to-branch', 'result', '--yes')).exitCode).toBe(0);
    const [decision] = decisions(folder);
    const [from, to] = [git(folder, 'rev-parse', 'main').trim(), git(folder, 'rev-parse', 'result').trim()];
    const journal = { schema_version: 1, owner: null, decision: { ...decision, target: { branch: 'main', from, to } } };
    const cutOff = () => {
      writeFileSync(join(folder, '.hydra/merging.json'), JSON.stringify(journal));
      git(folder, 'read-tree', '-m', '-u', from, to);
      writeFileSync(join(folder, '.git/index.lock'), '');
    };
    cutOff();
    expect((await merge(folder, '--dry-run')).exitCode).toBe(0);
    expect([git(folder, 'status', '--porcelain'), existsSync(join(folder, 'added.txt'))]).toEqual(['', false]);
    for (const halfWritten of ['', null]) {
      cutOff();
      writeFiles(folder, { 'code.c': halfWritten });
      expect((await merge(folder, '--dry-run')).exitCode).toBe(0);
      expect(git(folder, 'status', '--porcelain')).toBe('');
    }
    cutOff();
    writeFiles(folder, { 'other.c': 'mine\n' });
    const { exitCode, stderr } = await merge(folder, '--dry-run');
    expect(exitCode).toBe(2);
    expect(stderr).toContain('A merge into `main` was interrupted, and your working tree has changed since (other.c).');
    expect(readFileSync(join(folder, 'other.c'), 'utf8')).toBe('mine\n');
  });

  test("before the files: keeps the user's file at the path of a new file, whatever its name", async () => {
    const name = 'a "new"\nfile';
    const folder = await scored({ adds: { ...GOOD, [name]: 'x\n', 'other.txt': 'x\n' } });
    await merge(folder, '--to-branch', 'result', '--yes');
    const [decision] = decisions(folder);
    const [from, to] = [git(folder, 'rev-parse', 'main').trim(), git(folder, 'rev-parse', 'result').trim()];
    const journal = { schema_version: 1, owner: null, decision: { ...decision, target: { branch: 'main', from, to } } };
    writeFileSync(join(folder, '.hydra/merging.json'), JSON.stringify(journal));
    writeFiles(folder, { [name]: 'mine\n' });
    const { exitCode, stderr } = await merge(folder, '--dry-run');
    expect(exitCode).toBe(2);
    expect(stderr).toContain('A merge into `main` was interrupted, and your working tree has changed since (a "new"');
    expect(readFileSync(join(folder, name), 'utf8')).toBe('mine\n');
    writeFiles(folder, { [name]: 'x\n' });
    expect((await merge(folder, '--dry-run')).exitCode).toBe(0);
    expect(git(folder, 'status', '--porcelain')).toBe('');
  });

  test('after the branch: writes the record once, and ignores a removed run', async () => {
    const folder = await scored();
    await merge(folder, '--yes');
    const [decision] = decisions(folder);
    const run = join(folder, '.hydra/runs', runs(folder)[0] ?? '');
    const journal = { schema_version: 1, owner: null, folder: run, decision };
    const cutOff = () => writeFileSync(join(folder, '.hydra/merging.json'), JSON.stringify(journal));
    const isClosed = () => !existsSync(join(folder, '.hydra/merging.json'));
    cutOff();
    await merge(folder, '--dry-run');
    expect([isClosed(), decisions(folder)]).toEqual([true, [decision]]);
    rmSync(join(run, 'decisions'), { recursive: true });
    cutOff();
    await merge(folder, '--dry-run');
    expect([isClosed(), decisions(folder)]).toEqual([true, [decision]]);
    const other = join(folder, '.hydra/runs/elsewhere');
    cpSync(run, other, { recursive: true });
    rmSync(run, { recursive: true });
    cutOff();
    await merge(folder, '--dry-run');
    expect(isClosed()).toBe(true);
  });
});
