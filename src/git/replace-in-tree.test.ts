import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createRepository, type Files, git, temporaryFolder } from '../../test/temporary-repository.ts';
import { createObjectStore } from './object-store.ts';
import { replaceInChanges, type UnwantedText } from './replace-in-tree.ts';
import { findRepository, type ResolvedCommit, resolveCommit } from './repository.ts';

const KEY = { name: 'MY_KEY', forms: ['s3cret/$&+value', 's3cret\\/$&+value'] };

async function cleaned(base: Files, left: Files, unwanted: UnwantedText[] = [KEY]) {
  const folder = createRepository(base, { left });
  const repository = await findRepository(folder);
  const store = await createObjectStore(repository, join(temporaryFolder(), 'store'));
  const [from, to] = (await Promise.all(['main', 'left'].map((ref) => resolveCommit(repository, ref)))) as ResolvedCommit[];
  if (from === undefined || to === undefined) throw new Error('a branch is missing');
  const { commit, found } = await replaceInChanges(store, from, to, unwanted, '***');
  const names = git(store.folder, 'ls-tree', '-r', '-z', '--name-only', commit.tree).split('\0').slice(0, -1);
  const files = Object.fromEntries(names.map((name) => [name, git(store.folder, 'cat-file', 'blob', `${commit.tree}:${name}`)]));
  return { files, found, isSame: commit.tree === to.tree };
}

test('replaces every form in every changed file and changes no other byte', async () => {
  const left = {
    'a.txt': 'one\ntwo s3cret/$&+value and s3cret/$&+value\n',
    'b.json': '{"key":"s3cret\\/$&+value"}',
    'c.bin': '\0ü\u0001 s3cret/$&+value \0',
    'd.txt': 'nothing\r\n',
  };
  expect(await cleaned({ 'a.txt': 'one\n', 'e.txt': 'e\n' }, left)).toEqual({
    files: {
      'a.txt': 'one\ntwo *** and ***\n',
      'b.json': '{"key":"***"}',
      'c.bin': '\0ü\u0001 *** \0',
      'd.txt': 'nothing\r\n',
      'e.txt': 'e\n',
    },
    found: [
      { name: 'MY_KEY', path: 'a.txt', line: 2 },
      { name: 'MY_KEY', path: 'b.json', line: 1 },
      { name: 'MY_KEY', path: 'c.bin', line: 1 },
    ],
    isSame: false,
  });
});

test('also in the name of a file', async () => {
  const { files, found } = await cleaned({ a: 'a' }, { 'log-k3y-value.txt': 'x' }, [{ name: 'KEY', forms: ['k3y-value'] }]);
  expect([files, found]).toEqual([{ a: 'a', 'log-***.txt': 'x' }, [{ name: 'KEY', path: 'log-***.txt', line: null }]]);
});

test('changes nothing if the text does not occur, or if the base contains it', async () => {
  expect(await cleaned({ a: 'a' }, { b: 'secret' })).toMatchObject({ found: [], isSame: true });
  expect(await cleaned({ a: 'x s3cret/$&+value\n' }, { b: 's3cret/$&+value' })).toMatchObject({ found: [], isSame: true });
  expect(await cleaned({ a: 'a' }, { b: 's3cret/$&+value' }, [])).toMatchObject({ found: [], isSame: true });
});

test('replaces a text of several lines', async () => {
  const key = { name: 'PEM', forms: ['-----BEGIN\nabc\n-----END'] };
  const { files, found } = await cleaned({ a: 'a' }, { b: 'x\n-----BEGIN\nabc\n-----END\ny\n' }, [key]);
  expect([files.b, found]).toEqual(['x\n***\ny\n', [{ name: 'PEM', path: 'b', line: 2 }]]);
});
