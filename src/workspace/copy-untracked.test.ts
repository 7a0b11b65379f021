import { lstatSync, mkdirSync, readdirSync, readFileSync, readlinkSync, symlinkSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolder, writeFiles } from '../../test/temporary-repository.ts';
import { copyUntrackedFiles, fingerprintCopied } from './copy-untracked.ts';

function folders(): { root: string; tree: string } {
  const root = temporaryFolder();
  writeFiles(root, { '.env': 'SECRET=1\n', 'config/local.json': '{}', 'deps/x/index.js': 'x', 'deps/.keep': '' });
  symlinkSync('../x/index.js', join(root, 'deps/.keep-link'));
  return { root, tree: temporaryFolder() };
}

test('copies files and folders, and links others', () => {
  const { root, tree } = folders();
  writeFiles(tree, { '.env': 'theirs\n' });
  copyUntrackedFiles(root, tree, { copy: ['.env', 'config/local.json', 'deps'], link: ['deps/x'] });
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
    copyUntrackedFiles(root, tree, { copy: ['config/local.json'], link: [] });
    expect(readFileSync(join(outside, 'local.json'), 'utf8')).toBe('precious');
    expect(lstatSync(join(tree, 'config')).isDirectory()).toBe(true);
    expect(readFileSync(join(tree, 'config/local.json'), 'utf8')).toBe('{}');
  });

  test('through a link in place of the file', () => {
    const { root, tree } = folders();
    const outside = temporaryFolder();
    writeFiles(outside, { file: 'precious' });
    symlinkSync(join(outside, 'file'), join(tree, '.env'));
    copyUntrackedFiles(root, tree, { copy: ['.env'], link: [] });
    expect(readFileSync(join(outside, 'file'), 'utf8')).toBe('precious');
    expect(lstatSync(join(tree, '.env')).isFile()).toBe(true);
  });

  test.each(['../x', '/etc/passwd', '.', 'config/../..', 'config/../../x'])('rejects %s', (path) => {
    const { root, tree } = folders();
    for (const copied of [
      { copy: [path], link: [] },
      { copy: [], link: [path] },
    ]) {
      expect(() => copyUntrackedFiles(root, tree, copied)).toThrow(expect.objectContaining({ code: 'path_outside_repository' }));
    }
  });

  test('rejects a path that does not exist', () => {
    const { root, tree } = folders();
    expect(() => copyUntrackedFiles(root, tree, { copy: ['none'], link: [] })).toThrow(
      expect.objectContaining({ code: 'path_to_bring_missing' }),
    );
  });
});

describe('the stamp', () => {
  const copied = { copy: ['.env', 'deps'], link: [] };

  test('stays the same while the files do', () => {
    const { root } = folders();
    expect(fingerprintCopied(root, copied)).toBe(fingerprintCopied(root, copied));
    expect(fingerprintCopied(root, { copy: [], link: [] })).toBe(fingerprintCopied(temporaryFolder(), { copy: [], link: [] }));
  });

  test.each<[string, (root: string) => void]>([
    ['a file changes', (root) => writeFiles(root, { '.env': 'SECRET=2\n' })],
    ['a file goes', (root) => writeFiles(root, { '.env': null })],
    ['a folder gets a file', (root) => writeFiles(root, { 'deps/y': '' })],
    ['a file in a folder is written again', (root) => utimesSync(join(root, 'deps/x/index.js'), 1, 1)],
    ['a folder becomes another', (root) => mkdirSync(join(root, 'deps/z'))],
  ])('changes when %s', (_what, change) => {
    const { root } = folders();
    const before = fingerprintCopied(root, copied);
    change(root);
    expect(fingerprintCopied(root, copied)).not.toBe(before);
  });

  test('does not follow circular links', () => {
    const { root } = folders();
    symlinkSync('..', join(root, 'deps/up'));
    expect(fingerprintCopied(root, copied)).toMatch(/^[0-9a-f]{64}$/);
  });

  test('distinguishes a copy from a link', () => {
    const { root } = folders();
    expect(fingerprintCopied(root, { copy: ['deps'], link: [] })).not.toBe(fingerprintCopied(root, { copy: [], link: ['deps'] }));
  });
});
