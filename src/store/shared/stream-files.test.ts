import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder, writeFiles } from '../../../test/temporary-repository.ts';
import { writeFileFrom } from './stream-files.ts';

test('writes a file that replaces an earlier one only when it is complete', async () => {
  const folder = temporaryFolder();
  writeFiles(folder, { file: 'earlier' });
  const file = join(folder, 'file');
  async function* chunks() {
    yield Buffer.from('one ');
    expect(readFileSync(file, 'utf8')).toBe('earlier');
    yield Buffer.from('two');
  }
  await writeFileFrom(file, chunks());
  expect([readFileSync(file, 'utf8'), readdirSync(folder)]).toEqual(['one two', ['file']]);
});

test('keeps the earlier file if the chunks end with an error', async () => {
  const folder = temporaryFolder();
  writeFiles(folder, { file: 'earlier' });
  async function* chunks() {
    yield Buffer.from('half');
    expect(readdirSync(folder).length).toBe(2);
    throw new Error('interrupted');
  }
  await expect(writeFileFrom(join(folder, 'file'), chunks())).rejects.toThrow('interrupted');
  expect([readFileSync(join(folder, 'file'), 'utf8'), readdirSync(folder)]).toEqual(['earlier', ['file']]);
});
