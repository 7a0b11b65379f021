import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolder, writeFiles } from '../../test/temporary-repository.ts';
import {
  describeFile,
  isTemporary,
  removeTemporaries,
  temporaryPath,
  writeFileAtomically,
  writeFolderAtomically,
} from './atomic-files.ts';

const list = (folder: string) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();

describe('a file', () => {
  test('is written with its parent folders, and replaced as a whole', () => {
    const folder = temporaryFolder();
    const file = join(folder, 'a/b/file.json');
    writeFileAtomically(file, 'first and longer');
    expect(readFileSync(file, 'utf8')).toBe('first and longer');
    writeFileAtomically(file, new Uint8Array([0, 255, 10]));
    expect([...readFileSync(file)]).toEqual([0, 255, 10]);
    expect(list(folder)).toEqual(['a', 'a/b', 'a/b/file.json']);
  });

  test('is never written through a link at its temporary name', () => {
    const folder = temporaryFolder();
    writeFiles(folder, { mine: 'mine' });
    const file = join(folder, 'file');
    const [, count = ''] = /-(\d+)$/.exec(temporaryPath(file)) ?? [];
    const next = `${file}~${process.pid}-${Number(count) + 1}`;
    symlinkSync(join(folder, 'mine'), next);
    writeFileAtomically(file, 'text');
    expect([readFileSync(join(folder, 'mine'), 'utf8'), readFileSync(file, 'utf8')]).toEqual(['mine', 'text']);
  });

  test('that cannot be moved into place keeps the old one', () => {
    const folder = temporaryFolder();
    writeFiles(folder, { 'target/inside': 'x' });
    expect(() => writeFileAtomically(join(folder, 'target'), 'text')).toThrow();
    expect(readFileSync(join(folder, 'target/inside'), 'utf8')).toBe('x');
  });
});

describe('a folder', () => {
  test('appears only when it is complete', async () => {
    const folder = join(temporaryFolder(), 'capture');
    const seen: boolean[] = [];
    await writeFolderAtomically(folder, async (temporary) => {
      writeFileSync(join(temporary, 'one'), '1');
      seen.push(existsSync(folder), isTemporary(temporary));
    });
    expect([seen, list(folder)]).toEqual([[false, true], ['one']]);
  });

  test('replaces an earlier one with all its content', async () => {
    const home = temporaryFolder();
    writeFiles(home, { 'capture/old': 'o' });
    await writeFolderAtomically(join(home, 'capture'), async (temporary) => writeFileSync(join(temporary, 'new'), 'n'));
    expect(list(home)).toEqual(['capture', 'capture/new']);
  });

  test('that cannot be filled leaves no files and keeps the earlier one', async () => {
    const home = temporaryFolder();
    writeFiles(home, { 'capture/old': 'o' });
    const filling = writeFolderAtomically(join(home, 'capture'), async (temporary) => {
      writeFileSync(join(temporary, 'new'), 'n');
      throw new Error('full');
    });
    await expect(filling).rejects.toThrow('full');
    expect(list(home)).toEqual(['capture', 'capture/old']);
  });
});

test('temporary names are unique and unlike other names', () => {
  const [one, two] = [temporaryPath('/a/capture.json'), temporaryPath('/a/capture.json')];
  expect(one).not.toBe(two);
  expect([one, two].every((path) => path.startsWith('/a/capture.json') && isTemporary(path))).toBe(true);
  expect(['capture.json', 'build', 'a.partial-1-2', 'x-1-2', '20260101-000000-abcdef'].filter(isTemporary)).toEqual([]);
});

test('removes files of a killed process in all subfolders', () => {
  const folder = temporaryFolder();
  writeFiles(folder, {
    'run.json': '',
    'run.json~12-3': '',
    'candidates/a/test~12-4/stdout.log': '',
    'candidates/a/build/x': '',
  });
  mkdirSync(join(folder, 'empty'));
  removeTemporaries(folder);
  expect(list(folder)).toEqual(['candidates', 'candidates/a', 'candidates/a/build', 'candidates/a/build/x', 'empty', 'run.json']);
});

test('describes a file by its size and hash, also one read in several chunks', () => {
  const folder = temporaryFolder();
  const file = join(folder, 'file');
  writeFileSync(file, 'abc');
  expect(describeFile(file, 'logs/file')).toEqual({
    path: 'logs/file',
    bytes: 3,
    sha256: 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
  });
  writeFileSync(file, 'a'.repeat(3_000_000));
  // `head -c 3000000 /dev/zero | tr '\0' a | sha256sum`
  expect(describeFile(file, 'x')).toEqual({
    path: 'x',
    bytes: 3_000_000,
    sha256: '2a152c894398719c0570f83fac34ac03a0f6e8e474b995c2403aa5434f7b9dd4',
  });
});
