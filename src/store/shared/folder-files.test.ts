import { linkSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder, writeFiles } from '../../../test/temporary-repository.ts';
import { linkOnce } from './folder-files.ts';

test('links a name once', async () => {
  const folder = temporaryFolder();
  writeFiles(folder, { one: '1', two: '2' });
  const target = join(folder, 'target');
  expect([await linkOnce(join(folder, 'one'), target), await linkOnce(join(folder, 'two'), target)]).toEqual([true, false]);
  expect(readFileSync(target, 'utf8')).toBe('1');
});

test('knows its own link when NFS repeats a call whose answer was lost', async () => {
  const folder = temporaryFolder();
  writeFiles(folder, { one: '1' });
  linkSync(join(folder, 'one'), join(folder, 'target'));
  expect(await linkOnce(join(folder, 'one'), join(folder, 'target'))).toBe(true);
});
