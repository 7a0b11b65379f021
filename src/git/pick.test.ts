import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { createRepository, git, temporaryFolder } from '../../test/temporary-repository.ts';
import { createObjectStore, type ObjectStore } from './object-store.ts';
import { pickFile, pickHunk } from './pick.ts';
import { findRepository, type ResolvedCommit, resolveCommit } from './repository.ts';

const LINES = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', ''].join('\n');

let folder = '';
let store: ObjectStore;
let base: ResolvedCommit;
let other: ResolvedCommit;

beforeAll(async () => {
  const ours = { 'code.c': LINES, ':(glob)a': 'a\n' };
  const theirs = { 'code.c': LINES.replace('one', 'ONE\r@@ -1 +1 @@ no hunk').replace('nine', 'NINE'), ':(glob)a': 'b\n' };
  folder = createRepository(ours, { theirs });
  const repository = await findRepository(folder);
  store = await createObjectStore(repository, join(temporaryFolder(), 'objects'));
  const commits = await Promise.all(['main', 'theirs'].map((name) => resolveCommit(repository, name)));
  [base, other] = commits as [ResolvedCommit, ResolvedCommit];
});

function read(picked: ResolvedCommit | string, path: string): string {
  if (typeof picked === 'string') return picked;
  return git(folder, '--git-dir', store.folder, 'cat-file', 'blob', `${picked.tree}:${path}`);
}

test('a line that looks like a hunk header is not one', async () => {
  const picked = await pickHunk(store, { base, made: base, other, path: 'code.c', hunk: 2 });
  expect(read(picked, 'code.c')).toBe(LINES.replace('nine', 'NINE'));
  expect(await pickHunk(store, { base, made: base, other, path: 'code.c', hunk: 3 })).toBe('unknown');
});

test('treats a name with pattern characters literally', async () => {
  expect(read(await pickFile(store, { base, made: base, other, path: ':(glob)a' }), ':(glob)a')).toBe('b\n');
  expect(await pickFile(store, { base, made: base, other, path: ':(glob)*' })).toBe('unknown');
});
