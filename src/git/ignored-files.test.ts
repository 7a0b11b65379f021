import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createRepository, git, temporaryFolder, writeFiles } from '../../test/temporary-repository.ts';
import { compareTrees } from './diff.ts';
import { createObjectStore } from './object-store.ts';
import { findRepository } from './repository.ts';

test("marks new files that the base's ignore rules, or the candidate's changed ones, exclude", async () => {
  const root = createRepository({ '.gitignore': 'cache/\n*.dat\n', 'lib/.gitignore': 'local-*\n', 'old.dat': 'a\n' });
  const commit = (files: Record<string, string>) => {
    git(root, 'checkout', '-q', 'main');
    writeFiles(root, files);
    git(root, 'add', '--force', '.');
    const tree = git(root, 'write-tree').trim();
    git(root, 'reset', '-q', '--hard', 'main');
    return tree;
  };
  const forced = commit({ 'cache/a.js': 'a\n', 'lib/local-b.js': 'b\n', 'lib/c.js': 'c\n', 'old.dat': 'b\n', 'ü.dat': 'x\n' });
  const ownRules = commit({
    '.gitignore': 'cache/\n*.dat\nsecret/\n',
    'secret/a.js': 'a\n',
    'src/.gitignore': '*\n',
    'src/b.js': 'b\n',
  });
  const plain = commit({ 'src/a.js': 'a\n' });
  const store = await createObjectStore(await findRepository(root), join(temporaryFolder(), 'objects'));
  const base = git(root, 'rev-parse', 'main^{tree}').trim();
  const compared = await compareTrees(store, base, [forced, ownRules, plain]);
  const ignored = compared.map(({ diff }) => diff.files.filter((file) => file.ignored === true).map(({ path }) => path));
  expect(ignored).toEqual([['cache/a.js', 'lib/local-b.js', 'ü.dat'], ['secret/a.js', 'src/b.js'], []]);
});
