import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createRepository, temporaryFolder } from '../../test/temporary-repository.ts';
import { createObjectStore } from './object-store.ts';
import { findRepository, type ResolvedCommit, resolveCommit } from './repository.ts';
import { listFiles, readTreeFiles } from './tree.ts';

test('reads several files with one call, in the requested order', async () => {
  const files = { 'a.txt': 'a\nb\n', 'sub/empty.txt': '', 'sub/ü 1.txt': 'no end' };
  const repository = await findRepository(createRepository(files));
  const store = await createObjectStore(repository, join(temporaryFolder(), 'objects'));
  const { tree } = (await resolveCommit(repository, 'HEAD')) as ResolvedCommit;
  expect(await listFiles(store, tree)).toEqual(['a.txt', 'sub/empty.txt', 'sub/ü 1.txt']);
  expect(await readTreeFiles(store, tree, ['sub/ü 1.txt', 'gone', 'sub/empty.txt', 'a\nb', 'a.txt'])).toEqual([
    { path: 'sub/ü 1.txt', text: 'no end' },
    { path: 'sub/empty.txt', text: '' },
    { path: 'a.txt', text: 'a\nb\n' },
  ]);
  expect(await readTreeFiles(store, tree, [])).toEqual([]);
});
