import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { commit, createRepository, git, temporaryFolder, writeFiles } from '../../test/temporary-repository.ts';
import { createObjectStore, findRepository, type ResolvedCommit, resolveCommit } from '../git/index.ts';
import { nameSources } from './candidates.ts';
import { placeCandidates } from './place-candidates.ts';

const LINES = Array.from({ length: 20 }, (_, index) => `line ${index}`);
const text = (changes: Readonly<Record<number, string>> = {}) =>
  `${LINES.map((line, index) => changes[index] ?? line).join('\n')}\n`;

let root = '';
let home = '';
const idOf = (ref: string) => git(root, 'rev-parse', ref).trim();

/** main: first, second, third. `early` and the worktree start from first, `late` from second. */
beforeEach(() => {
  home = temporaryFolder();
  root = createRepository({ 'a.txt': text() }, { early: { 'a.txt': text({ 1: 'early' }) } });
  git(root, 'worktree', 'add', '--quiet', '--detach', join(home, 'worktree'), 'main');
  writeFiles(join(home, 'worktree'), { 'a.txt': text({ 2: 'worktree' }) });
  commit(root, { 'second.txt': 'second\n' }, 'second');
  git(root, 'branch', 'second');
  git(root, 'checkout', '--quiet', '-b', 'late');
  commit(root, { 'a.txt': text({ 3: 'late' }) }, 'late');
  git(root, 'checkout', '--quiet', 'main');
  commit(root, { 'third.txt': 'third\n', 'a.txt': text({ 18: 'third' }) }, 'third');
});

async function place(ref: string, ...args: string[]) {
  const repository = await findRepository(root);
  const objects = await createObjectStore(repository, join(temporaryFolder(), 'objects'));
  const asked = (await resolveCommit(repository, ref)) as ResolvedCommit;
  const { base, candidates } = await placeCandidates(
    { repository, objects, asked, ref },
    args.length === 0 ? [] : await nameSources(repository, args, root),
  );
  return {
    base: git(root, 'log', '-1', '--format=%s', base.commit).trim(),
    candidates: candidates.map(({ name, start = '', commit: { tree } }) => ({
      name,
      start: git(root, 'log', '-1', '--format=%s', start).trim(),
      changes: git(objects.folder, 'diff-tree', '-r', '--name-status', base.tree, tree).trim().split(/\n|\t/),
      text: git(objects.folder, 'show', `${tree}:a.txt`),
    })),
  };
}

function patchOf(ref: string): string {
  const file = join(home, 'c.patch');
  writeFileSync(file, git(root, 'diff', `main...${ref}`));
  return file;
}

describe('one start', () => {
  test('a branch and a worktree are compared with their merge base, uncommitted changes included', async () => {
    const { base, candidates } = await place('main', 'early', `w=${join(home, 'worktree')}`);
    expect(base).toBe('base');
    expect(candidates).toEqual([
      { name: 'early', start: 'base', changes: ['M', 'a.txt'], text: text({ 1: 'early' }) },
      { name: 'w', start: 'base', changes: ['M', 'a.txt'], text: text({ 2: 'worktree' }) },
    ]);
  });

  test('a clone with commits of its own starts where it left this repository', async () => {
    const clone = join(home, 'clone');
    git(root, 'clone', '--quiet', '--branch', 'second', root, clone);
    commit(clone, { 'a.txt': text({ 4: 'clone' }), 'added.txt': '' }, 'own');
    writeFiles(clone, { 'untracked.txt': '' });
    expect(await place('main', clone)).toEqual({
      base: 'second',
      candidates: [
        {
          ...{ name: 'clone', start: 'second', text: text({ 4: 'clone' }) },
          changes: ['M', 'a.txt', 'A', 'added.txt', 'A', 'untracked.txt'],
        },
      ],
    });
    // It has merged a newer commit of main since.
    git(clone, 'add', '--all');
    git(clone, 'commit', '--quiet', '-m', 'own');
    git(clone, 'merge', '--quiet', '--no-edit', 'origin/main');
    expect(await place('main', clone)).toMatchObject({
      base: 'third',
      candidates: [{ start: 'third', text: text({ 4: 'clone', 18: 'third' }) }],
    });
  });

  test('a clone with a part of its commits here, and newer commits of main, starts at the newest', async () => {
    const clone = join(home, 'clone');
    git(root, 'clone', '--quiet', '--branch', 'early', root, clone);
    commit(clone, { 'own.txt': '' }, 'own');
    git(clone, 'merge', '--quiet', '--no-edit', 'origin/main');
    expect(await place('main', clone)).toMatchObject({ base: 'third', candidates: [{ start: 'third' }] });
  });

  test('a file that is tracked and ignored counts', async () => {
    const worktree = join(home, 'worktree');
    commit(worktree, { '.gitignore': 'a.log\n', 'a.log': 'x\n' }, 'own');
    const { candidates } = await place('main', worktree);
    expect(candidates[0]?.changes).toEqual(['A', '.gitignore', 'A', 'a.log', 'M', 'a.txt']);
  });

  test('without candidates the base is --base', async () => {
    expect(await place('main')).toEqual({ base: 'third', candidates: [] });
  });
});

describe('different starts', () => {
  test('applies the change of each since its own start to --base', async () => {
    expect(await place('main', 'early', 'late', `w=${join(home, 'worktree')}`, patchOf('late'))).toEqual({
      base: 'third',
      candidates: [
        { name: 'early', start: 'base', changes: ['M', 'a.txt'], text: text({ 1: 'early', 18: 'third' }) },
        { name: 'late', start: 'second', changes: ['M', 'a.txt'], text: text({ 3: 'late', 18: 'third' }) },
        { name: 'w', start: 'base', changes: ['M', 'a.txt'], text: text({ 2: 'worktree', 18: 'third' }) },
        { name: 'c', start: 'third', changes: ['M', 'a.txt'], text: text({ 3: 'late', 18: 'third' }) },
      ],
    });
  });

  test('a patch that does not apply to --base begins where another candidate does', async () => {
    commit(root, { 'a.txt': text({ 4: 'fourth', 18: 'third' }) }, 'fourth');
    const { base, candidates } = await place('main', 'early', patchOf('early'));
    expect(base).toBe('base');
    expect(candidates.map(({ start, text: own }) => [start, own])).toEqual([
      ['base', text({ 1: 'early' })],
      ['base', text({ 1: 'early' })],
    ]);
  });

  test('a patch between --base and an older branch begins where another candidate does', async () => {
    const file = join(home, 'c.patch');
    writeFileSync(file, git(root, 'diff', 'main', 'early'));
    expect(await place('main', 'early', 'late', file)).toMatchObject({
      base: 'third',
      candidates: [{ name: 'early' }, { name: 'late' }, { name: 'c', start: 'base', text: text({ 1: 'early', 18: 'third' }) }],
    });
  });

  test('uses the newest start that takes all changes if --base does not', async () => {
    commit(root, { 'a.txt': text({ 1: 'fourth' }) }, 'fourth');
    const { base, candidates } = await place('main', 'early', 'late');
    expect(base).toBe('second');
    expect(candidates.map(({ start, text: own }) => [start, own])).toEqual([
      ['base', text({ 1: 'early' })],
      ['second', text({ 3: 'late' })],
    ]);
  });

  test('names the candidates and files that conflict', async () => {
    commit(root, { 'a.txt': text({ 1: 'fourth' }) }, 'fourth');
    git(root, 'checkout', '--quiet', '-b', 'last');
    commit(root, { 'a.txt': text({ 1: 'last' }) }, 'last');
    git(root, 'checkout', '--quiet', 'main');
    await expect(place('main', 'early', 'last')).rejects.toMatchObject({
      code: 'different_bases',
      message: `The candidates start from different commits, and no commit takes all their changes. Conflicts with main: early (from ${idOf('early~1').slice(0, 10)}) in a.txt.`,
    });
  });
});

describe('an unknown start', () => {
  function plainCopy(ref: string): string {
    const folder = join(home, 'copy');
    git(root, 'worktree', 'add', '--quiet', '--detach', folder, ref);
    cpSync(folder, join(home, 'plain'), { recursive: true, filter: (path) => !path.endsWith('.git') });
    writeFiles(join(home, 'plain'), { 'a.txt': git(folder, 'show', 'HEAD:a.txt').replace('line 5', 'copy') });
    return join(home, 'plain');
  }

  test('a plain copy of --base is compared with it', async () => {
    const { base, candidates } = await place('main', plainCopy('main'));
    expect([base, candidates[0]?.changes]).toEqual(['third', ['M', 'a.txt']]);
  });

  test('refuses a plain copy that lacks newer commits, and accepts the commit that the user names', async () => {
    const plain = plainCopy('early~1');
    await expect(place('main', `p=${plain}`)).rejects.toMatchObject({
      code: 'folder_behind',
      message: expect.stringMatching(/lacks changes of newer commits of main: a\.txt, second\.txt, third\.txt\.$/),
      next: expect.stringContaining(`Name the commit it was copied from: \`p=${plain}@COMMIT\`.`),
    });
    expect(await place('main', `p=${plain}@early~1`)).toMatchObject({
      base: 'base',
      candidates: [{ name: 'p', start: 'base', text: text({ 5: 'copy' }) }],
    });
    const { candidates } = await place('main', `p=${plain}@main`);
    expect(candidates[0]?.changes).toEqual(['M', 'a.txt', 'D', 'second.txt', 'D', 'third.txt']);
  });

  test('a plain copy inside the repository, or with a new repository of its own, has no start', async () => {
    const plain = plainCopy('early~1');
    mkdirSync(join(root, 'attempts'));
    cpSync(plain, join(root, 'attempts/one'), { recursive: true });
    await expect(place('main', './attempts/one')).rejects.toMatchObject({ code: 'folder_behind' });
    rmSync(join(root, 'attempts'), { recursive: true });
    git(plain, 'init', '--quiet');
    await expect(place('main', plain)).rejects.toMatchObject({ code: 'folder_behind' });
    commit(plain, {}, 'all');
    await expect(place('main', plain)).rejects.toMatchObject({ code: 'folder_behind' });
  });

  test('refuses a patch between main and an older tree, unless the user says that it starts from main', async () => {
    const file = join(home, 'c.patch');
    writeFileSync(file, git(root, 'diff', 'main', 'early'));
    await expect(place('main', file)).rejects.toMatchObject({
      code: 'patch_reverts',
      message: expect.stringMatching(/: a\.txt, second\.txt, third\.txt\.$/),
    });
    expect((await place('main', `${file}@main`)).candidates[0]?.changes).toEqual([
      'M',
      'a.txt',
      'D',
      'second.txt',
      'D',
      'third.txt',
    ]);
  });

  test('refuses a branch without common history that lacks newer commits', async () => {
    const plain = plainCopy('early~1');
    git(plain, 'init', '--quiet', '--initial-branch', 'main');
    commit(plain, {}, 'all');
    git(root, 'fetch', '--quiet', plain, 'main:unrelated');
    await expect(place('main', 'unrelated')).rejects.toMatchObject({ code: 'unrelated_branch' });
  });

  test('a branch without common history that has the newest files is compared with --base', async () => {
    const plain = plainCopy('main');
    git(plain, 'init', '--quiet', '--initial-branch', 'main');
    commit(plain, {}, 'all');
    git(root, 'fetch', '--quiet', plain, 'main:unrelated');
    expect(await place('main', 'unrelated')).toMatchObject({
      base: 'third',
      candidates: [{ start: 'third', changes: ['M', 'a.txt'] }],
    });
  });
});
