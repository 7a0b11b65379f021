import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createRepository, type Files, git, temporaryFolder } from '../../test/temporary-repository.ts';
import { diffTrees } from './diff.ts';
import { type LayOverRules, layTestsOver } from './lay-tests-over.ts';
import { createObjectStore } from './object-store.ts';
import { findRepository, type ResolvedCommit, resolveCommit } from './repository.ts';

/** Everything under test/ is a test; the last line of a .mixed file is one, too. */
const RULES: LayOverRules = {
  isTaken: (path) => path.startsWith('test/'),
  mayHoldTests: (path) => path.endsWith('.mixed'),
  withTestsOf(_path, authorText, text) {
    const mixed = [...text.split('\n').slice(0, -1), authorText.split('\n').at(-1)].join('\n');
    return mixed === text ? null : mixed;
  },
};

const BASE: Files = {
  'src/a.txt': 'a',
  'x.mixed': 'body\ntest',
  'test/a.txt': 'test a\nline two\nline three\nline four',
  'test/gone.txt': 'gone',
};

/** The files of the target's tree with the author's tests over it. */
async function laidOver(author: Files, target: Files): Promise<Record<string, string>> {
  const folder = createRepository(BASE, { author, target });
  const repository = await findRepository(folder);
  const store = await createObjectStore(repository, join(temporaryFolder(), 'store'));
  const commitOf = async (ref: string) => (await resolveCommit(repository, ref)) as ResolvedCommit;
  const [base, from, onto] = [await commitOf('main'), await commitOf('author'), await commitOf('target')];
  const diff = await diffTrees(store, base.tree, from.tree);
  const { tree } = await layTestsOver(store, onto, { base, author: from, diff, rules: RULES });
  const paths = git(store.folder, 'ls-tree', '-r', '-z', '--name-only', tree).split('\0').slice(0, -1);
  return Object.fromEntries(paths.map((path) => [path, git(store.folder, 'cat-file', 'blob', `${tree}:${path}`)]));
}

test('uses the tests of the author and the sources of the target', async () => {
  const author = { 'src/a.txt': 'fixed', 'test/a.txt': 'changed', 'test/new.txt': 'new' };
  expect(await laidOver(author, { 'src/a.txt': 'other', 'test/a.txt': 'mine', 'test/own.txt': 'own' })).toEqual({
    'src/a.txt': 'other',
    'test/a.txt': 'changed',
    'test/gone.txt': 'gone',
    'test/new.txt': 'new',
    'test/own.txt': 'own',
    'x.mixed': 'body\ntest',
  });
});

test('follows renamed and deleted tests', async () => {
  const author = { 'test/a.txt': null, 'test/moved.txt': 'test a\nline two\nline three\nline 4', 'test/gone.txt': null };
  expect(await laidOver(author, {})).toEqual({
    'src/a.txt': 'a',
    'test/moved.txt': 'test a\nline two\nline three\nline 4',
    'x.mixed': 'body\ntest',
  });
});

test('extracts the tests from files with tests and sources', async () => {
  const { 'x.mixed': mixed } = await laidOver({ 'x.mixed': 'fixed\nnew test' }, { 'x.mixed': 'other\ntest' });
  expect(mixed).toBe('other\nnew test');
});
