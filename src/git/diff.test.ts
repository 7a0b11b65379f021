import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createRepository, type Files, git, temporaryFolder } from '../../test/temporary-repository.ts';
import { compareTrees } from './diff.ts';
import { createObjectStore } from './object-store.ts';
import { findRepository } from './repository.ts';

async function compareBranches(files: Files, branches: Record<string, Files>) {
  const root = createRepository(files, branches);
  const store = await createObjectStore(await findRepository(root), join(temporaryFolder(), 'objects'));
  const treeOf = (ref: string) => git(root, 'rev-parse', `${ref}^{tree}`).trim();
  const compare = (...refs: string[]) => compareTrees(store, treeOf('main'), refs.map(treeOf));
  return { root, store, treeOf, compare };
}

const summary = (files: readonly { path: string; old_path: string | null; added: number; removed: number }[]) =>
  files.map(({ path, old_path, added, removed }) => [path, old_path, added, removed]);

test('compares many trees as if each were alone, including the base itself and duplicates', async () => {
  const long = Array.from({ length: 20 }, (_, index) => `line ${index}\n`).join('');
  const branches = {
    moved: { 'long.txt': null, 'further/long.txt': `${long}more\n` },
    odd: { 'a\tb\t': 'tab\n', 'line\nend': 'x\n', '12\t3\tname': 'y\n', 'ümlaut "q"': 'z' },
    binary: { 'picture.bin': '\0\u0001\u0002'.repeat(50) },
    blanks: { 'long.txt': long.replaceAll('line', ' line') },
  };
  const { compare } = await compareBranches({ 'long.txt': long, 'a.txt': 'a\n' }, branches);
  const together = await compare('main', 'moved', 'main', 'odd', 'binary', 'odd', 'blanks', 'main');
  const alone = [];
  for (const ref of ['main', 'moved', 'main', 'odd', 'binary', 'odd', 'blanks', 'main']) alone.push(...(await compare(ref)));
  expect(together).toEqual(alone);
  const [same, moved, , odd, binary, , blanks] = together.map(({ diff }) => summary(diff.files));
  expect(same).toEqual([]);
  expect(moved).toEqual([['further/long.txt', 'long.txt', 1, 0]]);
  expect(odd).toEqual([
    ['12\t3\tname', null, 1, 0],
    ['a\tb\t', null, 1, 0],
    ['line\nend', null, 1, 0],
    ['ümlaut "q"', null, 1, 0],
  ]);
  expect(binary).toEqual([['picture.bin', null, 0, 0]]);
  expect(blanks).toEqual([['long.txt', null, 20, 20]]);
  expect(together[6]?.diff.files[0]).toMatchObject({ added_normalized: 0, removed_normalized: 0 });
});

test('a file or name that contains a header line does not end a comparison', async () => {
  const plain = await compareBranches({ 'a.txt': 'a\n' }, { other: { 'b.txt': 'b\n' } });
  const header = `${plain.treeOf('main')} ${plain.treeOf('other')}\n`;
  const forged = { 'b.txt': `${header}diff --git a/x b/x\n`, [`x\n${header}`]: 'x\n' };
  const { compare, root } = await compareBranches({ 'a.txt': 'a\n' }, { forging: forged, other: { 'b.txt': 'b\n' } });
  const [forging, other] = await compare('forging', 'other');
  const patchOf = (ref: string) => git(root, 'diff-tree', '-r', '-p', '--binary', '--full-index', '--no-renames', 'main', ref);
  expect(forging?.patch.toString()).toBe(patchOf('forging'));
  expect(other?.patch.toString()).toBe(patchOf('other'));
  expect(summary(forging?.diff.files ?? [])).toEqual([
    ['b.txt', null, 2, 0],
    [`x\n${header}`, null, 1, 0],
  ]);
  expect(summary(other?.diff.files ?? [])).toEqual([['b.txt', null, 1, 0]]);
});

test('a missing tree is an error, not a tree without differences', async () => {
  const { store, treeOf } = await compareBranches({ 'a.txt': 'a\n' }, { other: { 'b.txt': 'b\n' } });
  const trees = [treeOf('other'), '0123456789012345678901234567890123456789'];
  await expect(compareTrees(store, treeOf('main'), trees)).rejects.toMatchObject({ code: 'git_failed' });
});

test("the base's attributes mark files, from every folder above them; the candidate's own do not", async () => {
  const files = { 'src/.gitattributes': 'made-*.js linguist-generated\n', '.gitattributes': 'lib/** linguist-vendored=true\n' };
  const changes = {
    'src/deep/made-1.js': '1\n',
    'lib/x.js': '2\n',
    'own.js': '3\n',
    'new/.gitattributes': '* linguist-generated\n',
  };
  const { compare } = await compareBranches(files, { some: changes, other: { 'src/made-2.js': '4\n', 'new/y.js': '5\n' } });
  const marks = (await compare('some', 'other')).map(({ diff }) =>
    diff.files.map(({ path, marked_generated, marked_vendored }) => [path, marked_generated, marked_vendored]),
  );
  expect(marks).toEqual([
    [
      ['lib/x.js', false, true],
      ['new/.gitattributes', false, false],
      ['own.js', false, false],
      ['src/deep/made-1.js', true, false],
    ],
    [
      ['new/y.js', false, false],
      ['src/made-2.js', true, false],
    ],
  ]);
});
