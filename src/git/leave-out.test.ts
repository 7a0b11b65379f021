import { join } from 'node:path';
import { expect, test } from 'vitest';
import { commit, createRepository, git, temporaryFolder } from '../../test/temporary-repository.ts';
import { leaveOut } from './leave-out.ts';
import { createObjectStore } from './object-store.ts';
import { findRepository, type ResolvedCommit, resolveCommit } from './repository.ts';

test('takes the other version of some files, and removes those that the other tree lacks', async () => {
  const folder = createRepository({ 'a.js': 'old a\n', 'b.js': 'old b\n', 'gone.js': 'gone\n' });
  git(folder, 'checkout', '--quiet', '-b', 'candidate');
  commit(folder, { 'a.js': 'new a\n', 'b.js': 'new b\n', 'gone.js': null, 'added.js': 'added\n' }, 'candidate');
  const repository = await findRepository(folder);
  const store = await createObjectStore(repository, join(temporaryFolder(), 'store'));
  const [base, own] = (await Promise.all(['main', 'candidate'].map((ref) => resolveCommit(repository, ref)))) as [
    ResolvedCommit,
    ResolvedCommit,
  ];
  const { commit: made } = await leaveOut(store, base, own, base, ['a.js', 'gone.js', 'added.js']);
  const files = ['a.js', 'b.js', 'gone.js'].map((path) => git(store.folder, 'show', `${made}:${path}`).trim());
  expect(files).toEqual(['old a', 'new b', 'gone']);
  expect(git(store.folder, 'ls-tree', '--name-only', made)).not.toContain('added.js');
});
