import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createRepository, git, temporaryFolder } from '../../test/temporary-repository.ts';
import { leaveOutLargeFiles, type SizeLimits } from './large-files.ts';
import { createObjectStore } from './object-store.ts';
import { findRepository, type ResolvedCommit, resolveCommit } from './repository.ts';

const BASE = { 'grown.txt': 'small\n', 'same.txt': 'x'.repeat(300) };
const LEFT = {
  'grown.txt': 'y'.repeat(200),
  'new "ü"\n.bin': 'z'.repeat(150),
  'a.txt': 'a'.repeat(100),
  'b.txt': 'b'.repeat(100),
};

async function leftOutOf(limits: SizeLimits) {
  const folder = createRepository(BASE, { left: LEFT });
  const repository = await findRepository(folder);
  const store = await createObjectStore(repository, join(temporaryFolder(), 'store'));
  const [base, left] = (await Promise.all(['main', 'left'].map((ref) => resolveCommit(repository, ref)))) as ResolvedCommit[];
  if (base === undefined || left === undefined) throw new Error('a branch is missing');
  const { commit, leftOut } = await leaveOutLargeFiles(store, base, left, limits);
  const changed = git(store.folder, 'diff-tree', '-r', '-z', '--name-only', base.tree, commit.tree).split('\0').slice(0, -1);
  return { leftOut, changed, isSame: commit.tree === left.tree };
}

test('keeps a snapshot within the limits; unchanged files do not count', async () => {
  expect(await leftOutOf({ fileBytes: 200, totalBytes: 550 })).toEqual({ leftOut: [], changed: expect.any(Array), isSame: true });
});

test('restores a file that is too large to the base version, or removes it', async () => {
  expect(await leftOutOf({ fileBytes: 149, totalBytes: 1000 })).toEqual({
    leftOut: ['grown.txt', 'new "ü"\n.bin'],
    changed: ['a.txt', 'b.txt'],
    isSame: false,
  });
});

test('above the total limit, removes the largest files first, and by name for equal sizes', async () => {
  expect(await leftOutOf({ fileBytes: 1000, totalBytes: 100 })).toMatchObject({
    leftOut: ['a.txt', 'grown.txt', 'new "ü"\n.bin'],
    changed: ['b.txt'],
  });
});
