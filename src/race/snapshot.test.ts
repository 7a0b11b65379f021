import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createRepository, git, temporaryFolder, writeFiles } from '../../test/temporary-repository.ts';
import { createObjectStore, diffTrees, findRepository, listUntracked, type ResolvedCommit, resolveCommit } from '../git/index.ts';
import { snapshotWork } from './snapshot.ts';

/** A clone with installed, ignored dependencies, as agents get it. */
async function createClone() {
  const folder = createRepository({ 'a.txt': 'a\n', '.gitignore': 'node_modules\n' });
  writeFiles(folder, { 'node_modules/x/index.js': '', 'packages/p/node_modules/y/index.js': '' });
  const repository = await findRepository(folder);
  const store = await createObjectStore(repository, join(temporaryFolder(), 'objects'));
  const base = (await resolveCommit(repository, 'HEAD')) as ResolvedCommit;
  const untracked = await listUntracked({ store, folder, index: join(folder, '.git/index') });
  expect(untracked).toContain('node_modules');
  const snapshot = async () => {
    const left = await snapshotWork(store, base, folder, untracked);
    const { files } = await diffTrees(store, base.tree, left.commit.tree);
    return { changed: files.map(({ path }) => path), warning: left.warning };
  };
  return { folder, snapshot };
}

test('ignored dependencies cause no warning', async () => {
  const { folder, snapshot } = await createClone();
  expect(await snapshot()).toEqual({ changed: [], warning: null });
  writeFiles(folder, { 'a.txt': 'b\n' });
  expect(await snapshot()).toEqual({ changed: ['a.txt'], warning: null });
});

test('finds work on a branch that is not checked out, next to ignored dependencies', async () => {
  const { folder, snapshot } = await createClone();
  git(folder, 'checkout', '--quiet', '-b', 'attempt');
  writeFiles(folder, { 'a.txt': 'b\n' });
  git(folder, 'commit', '--quiet', '--all', '--message', 'attempt');
  git(folder, 'checkout', '--quiet', 'main');
  expect(await snapshot()).toEqual({
    changed: ['a.txt'],
    warning: 'the working tree is unchanged; scored the branch attempt',
  });
});
