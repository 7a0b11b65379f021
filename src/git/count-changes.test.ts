import { execFileSync } from 'node:child_process';
import { mkdirSync, renameSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createRepository, type Files, git, temporaryFolder, writeFiles } from '../../test/temporary-repository.ts';
import { countChanges } from './count-changes.ts';
import { checkOut, createObjectStore, findRepository, type ResolvedCommit, resolveCommit } from './index.ts';

const MEGABYTE = 1024 * 1024;

async function createCheckout(files: Files) {
  const repository = await findRepository(createRepository(files));
  const home = temporaryFolder();
  const store = await createObjectStore(repository, join(home, 'objects'));
  const { commit } = (await resolveCommit(repository, 'main')) as ResolvedCommit;
  const [folder, index] = [join(home, 'w/tree'), join(home, 'index')];
  mkdirSync(folder, { recursive: true });
  await checkOut({ repository, store, base: commit, commit, folder, index });
  const count = (without: readonly string[] = [], signal = new AbortController().signal) =>
    countChanges({ store, folder, index }, without, signal);
  return { folder, count };
}

const counts = (files: number, added: number, removed: number) => ({
  ...{ changed_files: files, added_lines: added, removed_lines: removed },
});

describe('counts the changes of a working tree', () => {
  test('changed, deleted and new files, committed or not', async () => {
    const { folder, count } = await createCheckout({ 'a.txt': '1\n2\n3\n', 'b.txt': 'b\n', 'same.txt': 's\n' });
    expect(await count()).toEqual(counts(0, 0, 0));
    writeFiles(folder, { 'a.txt': '1\ntwo\n3\nfour\n', 'new/c.txt': 'c\nd', 'b.txt': null });
    expect(await count()).toEqual(counts(3, 4, 2));
    git(folder, 'add', '--all');
    git(folder, 'commit', '--quiet', '-m', 'work');
    expect(await count()).toEqual(counts(3, 4, 2));
    utimesSync(join(folder, 'same.txt'), 1, 1);
    expect(await count()).toEqual(counts(3, 4, 2));
  });

  test('without ignored files and those that existed before', async () => {
    const { folder, count } = await createCheckout({ '.gitignore': 'out/\n' });
    writeFiles(folder, { 'out/a.js': 'a\n', 'odd [x]*/b.js': 'b\n', 'odd x/c.js': 'c\n', 'usage.json': '{}', 'd.js': 'd\n' });
    expect(await count(['odd [x]*', 'usage.json'])).toEqual(counts(2, 2, 0));
  });

  test('binary, large and special files without lines, and a link as one line', async () => {
    const { folder, count } = await createCheckout({ 'a.bin': 'a\n', 'big.txt': 'a\n' });
    writeFileSync(join(folder, 'a.bin'), Buffer.from([10, 0, 10]));
    writeFileSync(join(folder, 'new.bin'), Buffer.from([10, 0, 10]));
    for (const name of ['big.txt', 'new-big.txt']) writeFileSync(join(folder, name), 'x\n'.repeat(MEGABYTE));
    execFileSync('mkfifo', [join(folder, 'pipe')]);
    symlinkSync('/etc/passwd', join(folder, 'link'));
    expect(await count()).toEqual(counts(5, 1, 0));
  });

  test('names of any bytes', async () => {
    const { folder, count } = await createCheckout({ 'a.txt': 'a\n' });
    writeFileSync(Buffer.from(`${folder}/\xff\n\t.txt`, 'latin1'), 'x\ny\n');
    writeFiles(folder, { 'ü.txt': 'z\n' });
    expect(await count()).toEqual(counts(2, 3, 0));
  });

  test('without the files of a nested repository', async () => {
    const { folder, count } = await createCheckout({ 'a.txt': 'a\n' });
    renameSync(createRepository({ 'b.txt': 'b\n' }), join(folder, 'nested'));
    expect(await count()).toEqual(counts(0, 0, 0));
  });
});

describe('gives up', () => {
  test('on a folder that was deleted or replaced by a link', async () => {
    const { folder, count } = await createCheckout({ 'a.txt': 'a\n' });
    rmSync(folder, { recursive: true });
    expect(await count()).toBeNull();
    symlinkSync(createRepository({ 'mine.txt': 'mine\n' }), folder);
    expect(await count()).toBeNull();
  });

  test('on new files that are too large together', async () => {
    const { folder, count } = await createCheckout({ 'a.txt': 'a\n' });
    for (let file = 0; file <= 32; file += 1) writeFileSync(join(folder, `${file}.txt`), Buffer.alloc(MEGABYTE, 'x'));
    expect(await count()).toBeNull();
  });

  test('when it is aborted', async () => {
    const { count } = await createCheckout({ 'a.txt': 'a\n' });
    expect(await count([], AbortSignal.abort())).toBeNull();
  });
});
