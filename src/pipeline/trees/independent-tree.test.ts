import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createRepository, type Files, temporaryFolder } from '../../../test/temporary-repository.ts';
import { createObjectStore, findRepository, listFiles, type ResolvedCommit, resolveCommit } from '../../git/index.ts';
import { independentTree } from './independent-tree.ts';

const manifest = (members: object) => JSON.stringify({ name: 'a', ...members });
const BASE: Files = { 'src/a.js': 'a\n', 'package.json': manifest({ dependencies: { b: '1' } }), 'vendor/lib.go': 'base\n' };

async function treeOf(change: Files) {
  const repository = await findRepository(createRepository(BASE, { candidate: change }));
  const objects = await createObjectStore(repository, join(temporaryFolder(), 'store'));
  const [base, candidate] = await Promise.all(
    ['main', 'candidate'].map(async (ref) => (await resolveCommit(repository, ref)) as ResolvedCommit),
  );
  if (base === undefined || candidate === undefined) throw new Error('a branch is missing');
  const { commit, dependencies } = await independentTree(objects, base, candidate);
  return { files: (await listFiles(objects, commit.tree)).sort(), dependencies, isSame: commit.tree === candidate.tree };
}

test('leaves out dependencies and path hooks that the candidate commits', async () => {
  const change = {
    ...{ 'src/a.js': 'b\n', 'node_modules/b/index.js': 'x', 'lib/node_modules/c/index.js': 'x', '.venv/lib/x.py': 'x' },
    ...{ 'a.egg-info/entry_points.txt': 'x', 'src/hook.pth': 'x', 'vendor/new.go': 'x', 'src/vendors.js': 'x' },
  };
  const expected = ['package.json', 'src/a.js', 'src/vendors.js', 'vendor/lib.go'];
  expect(await treeOf(change)).toEqual({ files: expected, dependencies: 'base', isSame: false });
});

test.each<[string, Files, 'base' | 'own']>([
  ['sources', { 'src/a.js': 'b\n' }, 'base'],
  ['other members of a manifest', { 'package.json': manifest({ dependencies: { b: '1' }, type: 'module' }) }, 'base'],
  ['dependencies in a manifest', { 'package.json': manifest({ dependencies: { b: '2' } }) }, 'own'],
  ['a lockfile', { 'package-lock.json': '{}' }, 'own'],
  ['a manifest of a package below', { 'packages/x/package.json': manifest({ dependencies: { c: '1' } }) }, 'own'],
])('a change of %s uses the dependencies of the %s', async (_, change, expected) => {
  expect(await treeOf(change)).toMatchObject({ dependencies: expected, isSame: true });
});

test('keeps vendored sources that change together with the manifest', async () => {
  const { files } = await treeOf({ 'go.mod': 'module a\n', 'vendor/new.go': 'x' });
  expect(files).toContain('vendor/new.go');
});
