import { chmodSync, mkdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../test/temporary-repository.ts';
import { openPrivateFolder } from './private-folder.ts';

const modeOf = (path: string) => statSync(path).mode & 0o777;

test('creates a folder that only the user may enter', () => {
  const folder = join(temporaryFolder(), 'a/b');
  expect(openPrivateFolder(folder)).toEqual({ wasWritable: false });
  expect(modeOf(folder)).toBe(0o700);
});

test.each([
  [0o755, false],
  [0o775, true],
  [0o777, true],
])('closes a folder of mode %o', (mode, wasWritable) => {
  const folder = join(temporaryFolder(), 'a');
  mkdirSync(folder);
  chmodSync(folder, mode);
  expect(openPrivateFolder(folder)).toEqual({ wasWritable });
  expect(modeOf(folder)).toBe(0o700);
});

test('refuses a link and a file', () => {
  const folder = temporaryFolder();
  symlinkSync(temporaryFolder(), join(folder, 'link'));
  expect(() => openPrivateFolder(join(folder, 'link'))).toThrow(expect.objectContaining({ code: 'store_unsafe' }));
  writeFileSync(join(folder, 'file'), '');
  expect(() => openPrivateFolder(join(folder, 'file'))).toThrow();
});
