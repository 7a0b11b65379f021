import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { commit, createRepository, type Files, git, temporaryFolder, writeFiles } from '../../test/temporary-repository.ts';
import { diffTrees } from './diff.ts';
import { createObjectStore } from './object-store.ts';
import { type PinRules, pinTree } from './pinned-tree.ts';
import { findRepository, type ResolvedCommit, resolveCommit } from './repository.ts';

/** Everything under test/ is the base's; the first line of a .mixed file is, too. */
const RULES: PinRules = {
  isPinned: (path) => path.startsWith('test/'),
  mayHoldPinned: (path) => path.endsWith('.mixed'),
  pinContent(_path, baseText, text) {
    const pinned = [baseText.split('\n')[0], ...text.split('\n').slice(1)].join('\n');
    return pinned === text ? null : pinned;
  },
};

const BASE: Files = {
  'src/a.txt': 'a\n',
  'test/a.txt': 'tests of a\nline two\nline three\n',
  'test/b.txt': 'tests of b\n',
  'x.mixed': 'setting\nbody\n',
};

/** The files of the pinned tree with their modes and contents; null if nothing is restored. */
async function pinned(
  base: Files,
  change: (folder: string) => void,
  prepare: (folder: string) => void = () => {},
): Promise<Record<string, string> | null> {
  const folder = createRepository(base);
  prepare(folder);
  commit(folder, {}, 'prepared');
  git(folder, 'checkout', '--quiet', '-b', 'candidate');
  change(folder);
  git(folder, 'add', '--all');
  git(folder, 'commit', '--quiet', '--allow-empty', '--message', 'candidate');
  const repository = await findRepository(folder);
  const store = await createObjectStore(repository, join(temporaryFolder(), 'store'));
  const [from, to] = await Promise.all(
    ['main', 'candidate'].map(async (ref) => (await resolveCommit(repository, ref)) as ResolvedCommit),
  );
  if (from === undefined || to === undefined) throw new Error('a branch is missing');
  const result = await pinTree(store, from, to, await diffTrees(store, from.tree, to.tree), RULES);
  if (result === null) return null;
  expect(git(store.folder, 'rev-parse', `${result.commit}^{tree}`, `${result.commit}^`)).toBe(`${result.tree}\n${from.commit}\n`);
  const entries = git(store.folder, 'ls-tree', '-r', '-z', result.tree).split('\0').slice(0, -1);
  return Object.fromEntries(
    entries.map((entry) => {
      const [head = '', path = ''] = entry.split('\t');
      const [mode = '', , id = ''] = head.split(' ');
      return [path, `${mode} ${git(store.folder, 'cat-file', 'blob', id)}`];
    }),
  );
}

const latin1 = (path: string) => Buffer.from(path, 'latin1');

/** BASE as the pinned tree has it, with changes. */
function tree(changes: Files): Record<string, string> {
  const files = { ...BASE, ...changes };
  const kept = Object.entries(files).filter((entry): entry is [string, string] => entry[1] !== null);
  return Object.fromEntries(kept.map(([path, text]) => [path, `100644 ${text}`]));
}

describe('restores nothing', () => {
  test.each<[string, Files]>([
    ['no change at all', {}],
    ['sources only', { 'src/a.txt': 'new\n', 'src/b.txt': 'b\n' }],
    ['the parts of a mixed file that are the candidate’s', { 'x.mixed': 'setting\nother body\n' }],
    ['a mixed file that is new', { 'y.mixed': 'anything\n' }],
    ['a mixed file that is gone', { 'x.mixed': null }],
  ])('%s', async (_title, files) => {
    expect(await pinned(BASE, (folder) => writeFiles(folder, files))).toBeNull();
  });
});

describe('restores the base version', () => {
  test.each<[string, Files, Files]>([
    ['a changed test', { 'src/a.txt': 'new\n', 'test/a.txt': 'weak\n' }, { 'src/a.txt': 'new\n' }],
    ['a deleted test', { 'src/a.txt': 'new\n', 'test/b.txt': null }, { 'src/a.txt': 'new\n' }],
    ['a test that is new goes', { 'test/c.txt': 'new\n' }, {}],
    [
      'a test that was moved within the tests',
      { 'test/a.txt': null, 'test/moved.txt': 'tests of a\nline two\nline three\n' },
      {},
    ],
    [
      'a test that was moved out: the copy outside is the candidate’s',
      { 'test/a.txt': null, 'src/moved.txt': 'tests of a\nline two\nline three\n' },
      { 'src/moved.txt': 'tests of a\nline two\nline three\n' },
    ],
    ['a part of a mixed file', { 'x.mixed': 'gamed\nnew body\n' }, { 'x.mixed': 'setting\nnew body\n' }],
    ['a file in the way of a folder', { 'test/a.txt': null, 'test/b.txt': null, test: 'a file now\n' }, { test: null }],
  ])('%s', async (_title, files, expected) => {
    const change = (folder: string) => {
      for (const [path, text] of Object.entries(files)) {
        if (path === 'test') git(folder, 'rm', '-r', '--quiet', 'test');
        writeFiles(folder, { [path]: text });
      }
    };
    expect(await pinned(BASE, change)).toEqual(tree(expected));
  });

  test('modes and links', async () => {
    const result = await pinned(BASE, (folder) => {
      chmodSync(join(folder, 'test/a.txt'), 0o755);
      writeFiles(folder, { 'test/b.txt': null });
      symlinkSync('a.txt', join(folder, 'test/b.txt'));
    });
    expect(result).toEqual(tree({}));
  });

  test('names with special characters of git or the shell', async () => {
    const names = ['test/with blank "and quote"', 'test/two\nlines', 'test/*', 'test/:(top)a', 'test/ä'];
    const base = { ...BASE, ...Object.fromEntries(names.map((name) => [name, `${name} as it was\n`])) };
    const change = (folder: string) => writeFiles(folder, Object.fromEntries(names.map((name) => [name, 'changed\n'])));
    expect(await pinned(base, change)).toEqual(tree(Object.fromEntries(names.map((name) => [name, `${name} as it was\n`]))));
  });

  test('names that are not UTF-8, for whole files and parts', async () => {
    const write = (folder: string, name: string, text: string) => {
      mkdirSync(latin1(`${folder}/gr\xf6\xdfe`), { recursive: true });
      writeFileSync(latin1(`${folder}/${name}`), text);
    };
    const base = (folder: string) => {
      write(folder, 'test/\xe4.txt', 'strict\n');
      write(folder, 'gr\xf6\xdfe/x.mixed', 'setting\nbody\n');
    };
    const change = (folder: string) => {
      write(folder, 'test/\xe4.txt', 'weak\n');
      write(folder, 'test/new\xe4.txt', 'new\n');
      write(folder, 'gr\xf6\xdfe/x.mixed', 'gamed\nnew body\n');
    };
    // Read back as UTF-8, each invalid byte becomes the same replacement character.
    expect(await pinned(BASE, change, base)).toEqual(
      tree({ 'test/\ufffd.txt': 'strict\n', 'gr\ufffd\ufffde/x.mixed': 'setting\nnew body\n' }),
    );
  });
});
