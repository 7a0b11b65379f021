import { mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { commit, createRepository, type Files, git, temporaryFolder, writeFiles } from '../../test/temporary-repository.ts';
import { createObjectStore } from './object-store.ts';
import { findRepository, type ResolvedCommit, resolveCommit } from './repository.ts';
import { snapshotWhatCanBe } from './snapshot.ts';

/** A repository that ignores the usual folders, which exist. */
async function createScene(files: Files = {}, prepare: (folder: string) => void = () => {}) {
  const folder = createRepository({
    'a.txt': 'a\n',
    'packages/p/a.txt': 'a\n',
    '.gitignore': 'node_modules\nbuild/\n',
    ...files,
  });
  prepare(folder);
  writeFiles(folder, {
    'node_modules/x/index.js': '',
    'packages/p/node_modules/y/index.js': '',
    'build/deep/z.js': '',
    'brought/settings.json': '{}',
  });
  const repository = await findRepository(folder);
  const store = await createObjectStore(repository, join(temporaryFolder(), 'objects'));
  const base = (await resolveCommit(repository, 'HEAD')) as ResolvedCommit;
  const snapshot = async (...without: string[]) => {
    const { commit, problem } = await snapshotWhatCanBe(store, base, folder, without);
    const changed = git(store.folder, 'diff-tree', '-r', '--name-only', base.tree, commit.tree).split('\n').filter(Boolean);
    return { changed, problem };
  };
  return { folder, snapshot };
}

describe('a snapshot without paths that git ignores', () => {
  test.each([
    ['a folder', 'node_modules'],
    ['a nested folder', 'packages/p/node_modules'],
    ['a folder in an ignored folder', 'build/deep'],
    ['a file in an ignored folder', 'build/deep/z.js'],
    ['a path that does not exist', 'nowhere/node_modules'],
  ])('works: %s', async (_, path) => {
    const { folder, snapshot } = await createScene();
    expect(await snapshot(path, 'brought')).toEqual({ changed: [], problem: null });
    writeFiles(folder, { 'a.txt': 'b\n', 'new/b.txt': 'b\n' });
    expect(await snapshot(path, 'brought')).toEqual({ changed: ['a.txt', 'new/b.txt'], problem: null });
  });

  test('omits them if the ignore rule is removed later', async () => {
    const { folder, snapshot } = await createScene();
    writeFiles(folder, { '.gitignore': 'build/\n' });
    const without = ['node_modules', 'packages/p/node_modules', 'brought'];
    expect(await snapshot(...without)).toEqual({ changed: ['.gitignore'], problem: null });
  });

  test('omits them if they are ignored only later', async () => {
    const { folder, snapshot } = await createScene();
    writeFiles(folder, { '.gitignore': 'node_modules\nbuild/\nbrought\n' });
    expect(await snapshot('node_modules', 'brought')).toEqual({ changed: ['.gitignore'], problem: null });
  });

  test('counts files that the base tracks in an ignored folder', async () => {
    const { folder, snapshot } = await createScene({ 'build/kept.txt': 'a\n' });
    writeFiles(folder, { 'build/kept.txt': 'b\n' });
    expect(await snapshot('build/deep', 'node_modules', 'brought')).toEqual({ changed: ['build/kept.txt'], problem: null });
  });

  test('counts a folder that became a symbolic link', async () => {
    const { folder, snapshot } = await createScene();
    rmSync(join(folder, 'packages/p'), { recursive: true });
    mkdirSync(join(folder, 'elsewhere/node_modules'), { recursive: true });
    symlinkSync('../elsewhere', join(folder, 'packages/p'));
    expect(await snapshot('node_modules', 'packages/p/node_modules', 'brought')).toEqual({
      changed: ['packages/p', 'packages/p/a.txt'],
      problem: null,
    });
  });
});

describe('a snapshot of a folder with submodules', () => {
  test('has the current commit of each, as `git add` would record it', async () => {
    const library = createRepository({ 'lib.txt': '1\n' });
    const { folder, snapshot } = await createScene({}, (root) => {
      for (const name of ['lib', 'empty', 'gone'])
        git(root, '-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', library, name);
      commit(root, {}, 'submodules');
    });
    expect(await snapshot('brought')).toEqual({ changed: [], problem: null });
    commit(join(folder, 'lib'), { 'lib.txt': '2\n' }, 'newer');
    rmSync(join(folder, 'empty'), { recursive: true });
    mkdirSync(join(folder, 'empty'));
    rmSync(join(folder, 'gone'), { recursive: true });
    writeFiles(folder, { gone: 'a file now\n' });
    expect((await snapshot('brought')).changed).toEqual(['gone', 'lib']);
  });
});
