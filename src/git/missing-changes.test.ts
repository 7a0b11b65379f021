import { join } from 'node:path';
import { expect, test } from 'vitest';
import { commit, createRepository, type Files, git, temporaryFolder, writeFiles } from '../../test/temporary-repository.ts';
import { findMissingChanges } from './missing-changes.ts';
import { createObjectStore } from './object-store.ts';
import { findRepository, type ResolvedCommit, resolveCommit } from './repository.ts';
import { snapshotFolder } from './snapshot.ts';

const LINES = Array.from({ length: 40 }, (_, index) => `line ${index}`);
const text = (changes: Readonly<Record<number, string>> = {}) =>
  `${LINES.map((line, index) => changes[index] ?? line).join('\n')}\n`;
const FIRST = { 'a.txt': text(), 'b.txt': 'b\n', 'old.txt': 'old\n', 'kept.txt': 'kept\n' };

/** The changes that a folder of these files lacks, after the commits of `newer` on top of the first. */
function missingIn(folder: Files, ...newer: readonly Files[]): Promise<string[]> {
  return findMissing(folder, newer, COPY);
}

async function findMissing(folder: Files, newer: readonly Files[], { isPlainCopy }: typeof COPY): Promise<string[]> {
  const root = createRepository(FIRST);
  commit(root, { 'second.txt': 'second\n', 'b.txt': 'b2\n' }, 'second');
  for (const files of newer) commit(root, files, 'newer');
  const repository = await findRepository(root);
  const store = await createObjectStore(repository, join(temporaryFolder(), 'objects'));
  const base = (await resolveCommit(repository, 'main')) as ResolvedCommit;
  const copy = temporaryFolder();
  writeFiles(copy, folder);
  const { tree } = await snapshotFolder(store, base, copy);
  return findMissingChanges(store, base, tree, { isPlainCopy });
}

const COPY = { isPlainCopy: true };
const SECOND = { ...FIRST, 'second.txt': 'second\n', 'b.txt': 'b2\n' };
const FIX = { 'kept.txt': 'fixed\n' };

test('lists files of newer commits that a copy lacks', async () => {
  expect(await missingIn({ ...SECOND, ...FIX }, { 'hydra.toml': 'x\n' }, { 'new.txt': 'n\n', 'lib/é "x".txt': 'n\n' })).toEqual([
    'hydra.toml',
    'lib/é "x".txt',
    'new.txt',
  ]);
});

test('lists files that have the content or the lines of before a newer commit', async () => {
  const newer = { 'b.txt': 'b3\n', 'a.txt': text({ 3: 'newer' }) };
  expect(await missingIn({ ...SECOND, ...FIX }, newer)).toEqual(['a.txt', 'b.txt']);
  expect(await missingIn({ ...SECOND, 'a.txt': text({ 30: 'fixed' }) }, newer)).toEqual(['a.txt', 'b.txt']);
  expect(await missingIn({ ...SECOND, 'a.txt': text({ 30: 'fixed' }) }, { 'a.txt': text({ 3: 'newer' }) })).toEqual(['a.txt']);
});

test('lists a file that a newer commit deleted', async () => {
  expect(await missingIn({ ...SECOND, ...FIX }, { 'old.txt': null })).toEqual(['old.txt']);
});

test('follows a file through several newer commits', async () => {
  expect(await missingIn({ ...SECOND, ...FIX }, { 'b.txt': 'b3\n' }, { 'b.txt': 'b4\n' })).toEqual(['b.txt']);
});

test('content that a later commit restored does not show that a copy has it', async () => {
  expect(await missingIn({ ...SECOND, ...FIX }, { 'new.txt': 'n\n' }, { 'b.txt': 'x\n' }, { 'b.txt': 'b2\n' })).toEqual([
    'new.txt',
  ]);
});

test('a copied hydra.toml does not show that a copy has newer commits', async () => {
  const copy = { ...SECOND, ...FIX, 'hydra.toml': 'x\n' };
  expect(await missingIn(copy, { 'new.txt': 'n\n' }, { 'hydra.toml': 'x\n' })).toEqual(['new.txt']);
});

test('a newer file that was copied later does not hide the others', async () => {
  const copy = { ...SECOND, ...FIX, 'new.txt': 'n\n' };
  const newer = [{ 'hydra.toml': 'x\n' }, { 'new.txt': 'n\n', 'a.txt': text({ 3: 'newer' }) }];
  expect(await missingIn(copy, ...newer)).toEqual(['a.txt', 'hydra.toml']);
  // A patch that keeps one of them names the lines that it removes.
  expect(await findMissing(copy, newer, { isPlainCopy: false })).toEqual([]);
  expect(await findMissing({ ...SECOND, ...FIX }, newer, { isPlainCopy: false })).toEqual(['a.txt', 'hydra.toml', 'new.txt']);
});

test('an earlier version of a file is listed, whatever else the copy has', async () => {
  const newest = { ...SECOND, 'n1.txt': '1\n', 'n2.txt': '2\n', 'n3.txt': '3\n' };
  const newer = [{ 'n1.txt': '1\n' }, { 'n2.txt': '2\n' }, { 'n3.txt': '3\n' }];
  expect(await missingIn({ ...newest, 'b.txt': 'b\n' }, ...newer)).toEqual(['b.txt']);
});

test('finds nothing in a copy of the newest commit, whatever it changes or deletes', async () => {
  const newest = { ...SECOND, 'new.txt': 'n\n', 'a.txt': text({ 3: 'newer' }) };
  const newer = { 'new.txt': 'n\n', 'a.txt': text({ 3: 'newer' }) };
  const { 'old.txt': _old, 'b.txt': _b, 'second.txt': _second, ...less } = newest;
  expect(await missingIn({ ...newest, ...FIX }, newer)).toEqual([]);
  expect(await missingIn({ ...less, ...FIX }, newer)).toEqual([]);
  expect(await missingIn({ ...newest, 'a.txt': text({ 3: 'newer', 30: 'fixed' }) }, { 'a.txt': text({ 3: 'newer' }) })).toEqual(
    [],
  );
  expect(await missingIn({ ...less, 'second.txt': 'second\n', 'a.txt': text({ 3: 'newer', 30: 'fixed' }) }, newer)).toEqual([]);
});

test('a correction of the newest line is no revert', async () => {
  const added = text({ 3: 'line 3\nadded' });
  expect(await missingIn({ ...SECOND, 'a.txt': text({ 3: 'line 3\ncorrected' }) }, { 'a.txt': added })).toEqual([]);
});

test('the first commit cannot be missing', async () => {
  const root = createRepository({ 'a.txt': 'a\n', 'b.txt': 'b\n' });
  const repository = await findRepository(root);
  const store = await createObjectStore(repository, join(temporaryFolder(), 'objects'));
  const base = (await resolveCommit(repository, 'main')) as ResolvedCommit;
  const copy = temporaryFolder();
  writeFiles(copy, { 'a.txt': 'changed\n' });
  expect(await findMissingChanges(store, base, (await snapshotFolder(store, base, copy)).tree, COPY)).toEqual([]);
});

test('a merge counts with everything that it brought', async () => {
  const root = createRepository(FIRST, { side: { 'side.txt': 's\n' } });
  commit(root, { 'own.txt': 'o\n' }, 'own');
  git(root, 'merge', '--quiet', '--no-edit', 'side');
  const repository = await findRepository(root);
  const store = await createObjectStore(repository, join(temporaryFolder(), 'objects'));
  const base = (await resolveCommit(repository, 'main')) as ResolvedCommit;
  const copy = temporaryFolder();
  writeFiles(copy, { ...FIRST, 'own.txt': 'o\n' });
  expect(await findMissingChanges(store, base, (await snapshotFolder(store, base, copy)).tree, COPY)).toEqual(['side.txt']);
});
