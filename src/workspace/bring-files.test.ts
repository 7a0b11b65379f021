import { lstatSync, mkdirSync, readdirSync, readFileSync, readlinkSync, symlinkSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolder, writeFiles } from '../../test/temporary-repository.ts';
import { bringFiles, stampBrought } from './bring-files.ts';

function folders(): { root: string; tree: string } {
  const root = temporaryFolder();
  writeFiles(root, { '.env': 'SECRET=1\n', 'config/local.json': '{}', 'deps/x/index.js': 'x', 'deps/.keep': '' });
  symlinkSync('../x/index.js', join(root, 'deps/.keep-link'));
  return { root, tree: temporaryFolder() };
}

test('copies files and folders, and links others', () => {
  const { root, tree } = folders();
  writeFiles(tree, { '.env': 'theirs\n' });
  bringFiles(root, tree, { copy: ['.env', 'config/local.json', 'deps'], link: ['deps/x'] });
  expect(readFileSync(join(tree, '.env'), 'utf8')).toBe('SECRET=1\n');
  expect(readFileSync(join(tree, 'config/local.json'), 'utf8')).toBe('{}');
  expect(readdirSync(join(tree, 'deps')).sort()).toEqual(['.keep', '.keep-link', 'x']);
  // Relative links point to the copies.
  expect(readlinkSync(join(tree, 'deps/.keep-link'))).toBe('../x/index.js');
  expect(readlinkSync(join(tree, 'deps/x'))).toBe(join(root, 'deps/x'));
});

describe('never writes outside the checkout', () => {
  test('through a link in a parent folder', () => {
    const { root, tree } = folders();
    const outside = temporaryFolder();
    writeFiles(outside, { 'local.json': 'precious' });
    symlinkSync(outside, join(tree, 'config'));
    bringFiles(root, tree, { copy: ['config/local.json'], link: [] });
    expect(readFileSync(join(outside, 'local.json'), 'utf8')).toBe('precious');
    expect(lstatSync(join(tree, 'config')).isDirectory()).toBe(true);
    expect(readFileSync(join(tree, 'config/local.json'), 'utf8')).toBe('{}');
  });

  test('through a link in place of the file', () => {
    const { root, tree } = folders();
    const outside = temporaryFolder();
    writeFiles(outside, { file: 'precious' });
    symlinkSync(join(outside, 'file'), join(tree, '.env'));
    bringFiles(root, tree, { copy: ['.env'], link: [] });
    expect(readFileSync(join(outside, 'file'), 'utf8')).toBe('precious');
    expect(lstatSync(join(tree, '.env')).isFile()).toBe(true);
  });

  test.each(['../x', '/etc/passwd', '.', 'config/../..', 'config/../../x'])('rejects %s', (path) => {
    const { root, tree } = folders();
    for (const brought of [
      { copy: [path], link: [] },
      { copy: [], link: [path] },
    ]) {
      expect(() => bringFiles(root, tree, brought)).toThrow(expect.objectContaining({ code: 'path_outside_repository' }));
    }
  });

  test('rejects a path that does not exist', () => {
    const { root, tree } = folders();
    expect(() => bringFiles(root, tree, { copy: ['none'], link: [] })).toThrow(
      expect.objectContaining({ code: 'path_to_bring_missing' }),
    );
  });
});

describe('the stamp', () => {
  const brought = { copy: ['.env', 'deps'], link: [] };

  test('stays the same while the files do', () => {
    const { root } = folders();
    expect(stampBrought(root, brought)).toBe(stampBrought(root, brought));
    expect(stampBrought(root, { copy: [], link: [] })).toBe(stampBrought(temporaryFolder(), { copy: [], link: [] }));
  });

  test.each<[string, (root: string) => void]>([
    ['a file changes', (root) => writeFiles(root, { '.env': 'SECRET=2\n' })],
    ['a file goes', (root) => writeFiles(root, { '.env': null })],
    ['a folder gets a file', (root) => writeFiles(root, { 'deps/y': '' })],
    ['a file in a folder is written again', (root) => utimesSync(join(root, 'deps/x/index.js'), 1, 1)],
    ['a folder becomes another', (root) => mkdirSync(join(root, 'deps/z'))],
  ])('changes when %s', (_what, change) => {
    const { root } = folders();
    const before = stampBrought(root, brought);
    change(root);
    expect(stampBrought(root, brought)).not.toBe(before);
  });

  test('does not follow circular links', () => {
    const { root } = folders();
    symlinkSync('..', join(root, 'deps/up'));
    expect(stampBrought(root, brought)).toMatch(/^[0-9a-f]{64}$/);
  });

  test('distinguishes a copy from a link', () => {
    const { root } = folders();
    expect(stampBrought(root, { copy: ['deps'], link: [] })).not.toBe(stampBrought(root, { copy: [], link: ['deps'] }));
  });
});
