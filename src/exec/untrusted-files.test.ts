import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../test/temporary-repository.ts';
import { isFileFolderOrLink, readLinkedFile, readRegularFile, readTreeText } from './untrusted-files.ts';

const NAME = 'package.json';

function folderWith(create: (file: string) => void): string {
  const folder = temporaryFolder();
  create(join(folder, NAME));
  return folder;
}

const SPECIAL: [what: string, create: (file: string) => void][] = [
  ['nothing', () => {}],
  ['a pipe', (file) => execFileSync('mkfifo', [file])],
  ['a folder', (file) => mkdirSync(file)],
  ['a link to a device', (file) => symlinkSync('/dev/zero', file)],
  ['a link to itself', (file) => symlinkSync(NAME, file)],
  [
    'a link to a pipe',
    (file) => {
      execFileSync('mkfifo', [`${file}.pipe`]);
      symlinkSync(`${file}.pipe`, file);
    },
  ],
  [
    'a sparse file of 8 TB',
    (file) => {
      writeFileSync(file, '');
      truncateSync(file, 8 * 1024 ** 4);
    },
  ],
];

test.each(SPECIAL)('reads nothing where there is %s', (_what, create) => {
  const folder = folderWith(create);
  const file = join(folder, NAME);
  expect([readTreeText(folder, NAME), readRegularFile(file), readLinkedFile(file)]).toEqual([null, null, null]);
});

test('reads nothing where there is a socket, and does not copy it', async () => {
  const folder = temporaryFolder();
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(join(folder, NAME), resolve));
  expect([readTreeText(folder, NAME), isFileFolderOrLink(join(folder, NAME))]).toEqual([null, false]);
  server.close();
});

test('follows a link inside the tree and none that leaves it', () => {
  const [folder, outside] = [temporaryFolder(), temporaryFolder()];
  mkdirSync(join(folder, 'inside'));
  for (const each of [join(folder, 'inside'), outside]) writeFileSync(join(each, 'file'), 'text');
  symlinkSync('inside/file', join(folder, NAME));
  symlinkSync(join(outside, 'file'), join(folder, 'leaves'));
  symlinkSync(outside, join(folder, 'beside'));
  const read = ['inside/file', NAME, 'leaves', 'beside/file', '../x'].map((path) => readTreeText(folder, path));
  expect(read).toEqual(['text', 'text', null, null, null]);
  expect(readRegularFile(join(folder, NAME))).toBeNull();
  expect(readLinkedFile(join(folder, 'leaves'))?.toString()).toBe('text');
});

test('reads a file up to the limit', () => {
  const folder = folderWith((file) => writeFileSync(file, '12345'));
  expect([readTreeText(folder, NAME, 5), readTreeText(folder, NAME, 4)]).toEqual(['12345', null]);
});
