import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../test/temporary-repository.ts';
import { addFiles, removeFiles } from './add-files.ts';

const FILE = { path: 'test/deep/a.js', text: 'one' };

test('adds a file with its folders, replaces an existing one, and removes it again', () => {
  const folder = temporaryFolder();
  expect(addFiles(folder, [FILE])).toEqual([FILE]);
  expect(addFiles(folder, [{ ...FILE, text: 'two' }])).toHaveLength(1);
  expect(readFileSync(join(folder, FILE.path), 'utf8')).toBe('two');
  removeFiles(folder, [FILE]);
  expect(readdirSync(join(folder, 'test/deep'))).toEqual([]);
});

test('never writes or removes through a link', () => {
  const [folder, elsewhere] = [temporaryFolder(), temporaryFolder()];
  symlinkSync(elsewhere, join(folder, 'test'));
  mkdirSync(join(elsewhere, 'deep'));
  expect(addFiles(folder, [FILE])).toEqual([]);
  expect(readdirSync(join(elsewhere, 'deep'))).toEqual([]);
  writeFileSync(join(elsewhere, 'deep/a.js'), 'mine');
  removeFiles(folder, [FILE]);
  expect(readFileSync(join(elsewhere, 'deep/a.js'), 'utf8')).toBe('mine');
});

test('replaces a link at the path, keeps a folder there, and does not recreate a removed tree', () => {
  const [folder, elsewhere] = [temporaryFolder(), temporaryFolder()];
  writeFileSync(join(elsewhere, 'target'), 'mine');
  symlinkSync(join(elsewhere, 'target'), join(folder, 'a.js'));
  expect(addFiles(folder, [{ path: 'a.js', text: 'one' }])).toHaveLength(1);
  expect(readFileSync(join(elsewhere, 'target'), 'utf8')).toBe('mine');
  mkdirSync(join(folder, 'b.js'));
  expect(addFiles(folder, [{ path: 'b.js', text: 'one' }])).toEqual([]);
  expect(addFiles(join(folder, 'gone'), [FILE])).toEqual([]);
  expect(existsSync(join(folder, 'gone'))).toBe(false);
});
