import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { createRepository, git, temporaryFolder, writeFiles } from '../../test/temporary-repository.ts';
import { createObjectStore } from './object-store.ts';
import { findRepository, type ResolvedCommit, resolveCommit } from './repository.ts';
import { snapshotFolder } from './snapshot.ts';

const { HOME, XDG_CONFIG_HOME } = process.env;
afterEach(() => {
  Object.assign(process.env, { HOME }, XDG_CONFIG_HOME === undefined ? {} : { XDG_CONFIG_HOME });
});

test('a snapshot excludes files ignored globally, in the repository, or in the tree', async () => {
  const home = temporaryFolder();
  writeFiles(home, { '.gitconfig': '[core]\n\texcludesFile = ~/ignored\n', ignored: 'everywhere\n!not-here\n' });
  process.env.HOME = home;
  delete process.env.XDG_CONFIG_HOME;
  const root = createRepository({ 'a.txt': 'a\n', '.gitignore': 'in-the-tree\n' });
  writeFiles(root, { '.git/info/exclude': 'here\nnot-here', everywhere: '', here: '', 'not-here': '', 'in-the-tree': '' });
  writeFiles(root, { '.hydra/runs/x/run.json': '{}', 'new.txt': 'n\n' });
  const repository = await findRepository(root);
  const store = await createObjectStore(repository, join(temporaryFolder(), 'objects'));
  const base = (await resolveCommit(repository, 'HEAD')) as ResolvedCommit;
  const before = git(root, 'count-objects', '-v');
  const { tree } = await snapshotFolder(store, base, root);
  expect(git(store.folder, 'ls-tree', '-r', '--name-only', tree).trim().split('\n')).toEqual(['.gitignore', 'a.txt', 'new.txt']);
  // Nothing is added to the user's repository.
  expect(git(root, 'count-objects', '-v')).toBe(before);
  expect(readFileSync(join(store.folder, 'objects/info/alternates'), 'utf8')).toBe(`${join(root, '.git/objects')}\n`);
});
