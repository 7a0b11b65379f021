import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createRepository, temporaryFolder } from '../../test/temporary-repository.ts';
import { createObjectStore } from './object-store.ts';
import { findRepository, type ResolvedCommit, resolveCommit } from './repository.ts';
import { openSourceTexts } from './source-texts.ts';

test('reads the wanted files of several trees, and no file above the limit', async () => {
  const base = { 'src/a.py': 'a = 1\n', 'src/b.py': 'b = 1\n', 'data.bin': '\0', 'large.py': '#'.repeat(600_000) };
  const folder = createRepository(base, { other: { 'src/b.py': 'b = 2\n', 'src/c.py': 'c = 1\n' } });
  const repository = await findRepository(folder);
  const store = await createObjectStore(repository, join(temporaryFolder(), 'objects'));
  const read = openSourceTexts(store, (path) => path.endsWith('.py'));
  const treeOf = async (ref: string) => ((await resolveCommit(repository, ref)) as ResolvedCommit).tree;
  const [main, other] = [await read(await treeOf('main')), await read(await treeOf('other'))];
  expect(main.files).toEqual(['data.bin', 'large.py', 'src/a.py', 'src/b.py']);
  expect(main.files.map(main.read)).toEqual([null, null, 'a = 1\n', 'b = 1\n']);
  expect(['src/a.py', 'src/b.py', 'src/c.py'].map(other.read)).toEqual(['a = 1\n', 'b = 2\n', 'c = 1\n']);
  expect(main.read('src/c.py')).toBeNull();
});
