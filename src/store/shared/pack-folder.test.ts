import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { temporaryFolder, writeFiles } from '../../../test/temporary-repository.ts';
import { describeFile } from '../atomic-files.ts';
import { packFiles, packFolder } from './pack-folder.ts';
import { unpackFolder } from './unpack-folder.ts';

const FILES = { 'capture.json': '{}\n', 'logs/stdout.log': 'out\n', 'logs/stderr.log': '', 'ü/ö\n': 'umlauts' };

function setUp(files: Record<string, string> = FILES) {
  const home = temporaryFolder();
  writeFiles(join(home, 'folder'), files);
  const path = (name: string) => join(home, name);
  return { home, folder: path('folder'), file: path('packed'), target: path('target'), path };
}

async function drain(chunks: AsyncIterable<unknown>) {
  for await (const _ of chunks);
}

const list = (folder: string) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();

describe('packing a folder', () => {
  test('and unpacking it gives the same files', async () => {
    const { home, folder, file, target } = setUp();
    await packFolder(folder, file);
    await unpackFolder(file, target);
    expect(list(target)).toEqual(list(folder));
    for (const [path, content] of Object.entries(FILES)) expect(readFileSync(join(target, path), 'utf8')).toBe(content);
    expect(readdirSync(home).sort()).toEqual(['folder', 'packed', 'target']);
  });

  test('describes the file that it wrote', async () => {
    const { folder, file } = setUp();
    const { sha256, bytes } = await packFolder(folder, file);
    expect(describeFile(file, 'packed')).toEqual({ path: 'packed', sha256, bytes });
  });

  test('writes a header with sorted paths and sizes, then the contents', async () => {
    const { folder, file } = setUp({ b: 'BB', 'a/z': 'Z', 'a.txt': 'A', B: '' });
    await packFolder(folder, file);
    const entries = [
      { path: 'B', bytes: 0 },
      { path: 'a.txt', bytes: 1 },
      { path: 'a/z', bytes: 1 },
      { path: 'b', bytes: 2 },
    ];
    const header = JSON.stringify({ format: 'hydra-pack', version: 1, files: entries });
    expect(gunzipSync(readFileSync(file)).toString()).toBe(`${header}\nAZBB`);
  });

  test('gives the same bytes for the same files, whatever their times and permissions are', async () => {
    const [one, two] = [setUp(), setUp(Object.fromEntries(Object.entries(FILES).reverse()))];
    utimesSync(join(two.folder, 'capture.json'), 1, 1);
    chmodSync(join(two.folder, 'capture.json'), 0o700);
    expect(await packFolder(one.folder, one.file)).toEqual(await packFolder(`${two.folder}/`, two.file));
    expect(readFileSync(one.file).equals(readFileSync(two.file))).toBe(true);
  });

  test('handles an empty folder, and contents larger than a chunk', async () => {
    const { folder, file, target, path } = setUp({});
    mkdirSync(folder);
    await packFolder(folder, file);
    await unpackFolder(file, target);
    expect(list(target)).toEqual([]);
    const large = Buffer.from(Array.from({ length: 1_000_003 }, (_, index) => (index * index) % 251));
    writeFileSync(join(folder, 'large'), large);
    writeFileSync(join(folder, 'after'), 'x');
    await packFolder(folder, file);
    await unpackFolder(file, path('second'));
    expect(readFileSync(path('second/large')).equals(large)).toBe(true);
    expect(readFileSync(path('second/after'), 'utf8')).toBe('x');
  });

  test.each([['capture.json'], ['/etc/passwd'], ['none'], ['.']])('refuses a link to %s', async (to) => {
    const { home, folder, file } = setUp();
    symlinkSync(to, join(folder, 'link'));
    const message = `The folder ${folder} cannot be packed: link is a link or a special file.`;
    await expect(packFolder(folder, file)).rejects.toThrow(expect.objectContaining({ code: 'pack_impossible', message }));
    expect(readdirSync(home)).toEqual(['folder']);
  });

  test('refuses a path that it could not unpack', async () => {
    const path = Array.from({ length: 5 }, () => 'a'.repeat(240)).join('/');
    const { folder, file } = setUp({ [path]: '' });
    await expect(packFolder(folder, file)).rejects.toThrow(`the path "${path}" is too long.`);
  });

  test.each<[string, (path: string) => void]>([
    ['grows', (path) => appendFileSync(path, 'more')],
    ['shrinks', (path) => truncateSync(path, 1)],
    ['disappears', (path) => rmSync(path)],
    ['becomes a link', (path) => [renameSync(path, `${path}2`), symlinkSync(`${path}2`, path)]],
    ['becomes a folder', (path) => [rmSync(path), mkdirSync(path)]],
  ])('fails if a file %s after it was listed', async (_, change) => {
    const { folder } = setUp({ a: 'A', b: 'the last file' });
    const listed = [
      { path: 'a', bytes: 1 },
      { path: 'b', bytes: 13 },
    ];
    change(join(folder, 'b'));
    const packing = drain(packFiles(folder, listed));
    await expect(packing).rejects.toThrow(`The folder ${folder} cannot be packed: b changed meanwhile.`);
  });
});

describe('unpacking', () => {
  const header = (files: unknown) => JSON.stringify({ format: 'hydra-pack', version: 1, files });
  const one = (path: string) => header([{ path, bytes: 1 }]);
  const entry = (path: string, bytes: number) => ({ path, bytes });
  const NO_HEADER = 'its header is not that of a packed folder';
  const OUTSIDE = 'is not a relative path below the folder';

  test.each([
    ['no header', 'x', 'it has no header'],
    ['no content', '', 'it has no header'],
    ['no JSON', '{\n', NO_HEADER],
    ['another format', '{"format":"tar","files":[]}\n', NO_HEADER],
    ['no list', `${header({ length: 1 })}\n`, NO_HEADER],
    ['another version', '{"format":"hydra-pack","version":2,"files":[]}\n', 'its version is 2, expected was 1'],
    ['an absolute path', `${one('/etc/cron.d/x')}\nx`, `the path "/etc/cron.d/x" ${OUTSIDE}`],
    ['a path to the parent', `${one('a/../../x')}\nx`, `the path "a/../../x" ${OUTSIDE}`],
    ['a path of a dot', `${one('./x')}\nx`, `the path "./x" ${OUTSIDE}`],
    ['an empty path', `${one('')}\nx`, `the path "" ${OUTSIDE}`],
    ['a path that ends with a slash', `${one('a/')}\nx`, `the path "a/" ${OUTSIDE}`],
    ['a backslash', `${one('..\\x')}\nx`, 'the path "..\\\\x" contains a character that paths must not contain'],
    ['a NUL', `${one('a\0')}\nx`, 'the path "a\\u0000" contains a character that paths must not contain'],
    ['half a surrogate', `${one('\ud800')}\nx`, 'the path "\\ud800" contains a character that paths must not contain'],
    ['a long path', `${one('a/'.repeat(600))}\nx`, `the path "${'a/'.repeat(600)}" is too long`],
    ['a path twice', `${header([entry('a', 1), entry('a', 1)])}\nxy`, '"a" is in it twice'],
    ['a file in a file', `${header([entry('a/b', 1), entry('a', 1)])}\nxy`, '"a" is both a file and a folder'],
    ['a negative size', `${header([entry('a', -1)])}\n`, 'an entry of its header has no path or no size'],
    ['a fractional size', `${header([entry('a', 0.5)])}\n`, 'an entry of its header has no path or no size'],
    ['no size', `${header([{ path: 'a' }])}\n`, 'an entry of its header has no path or no size'],
    ['null', `${header([null])}\n`, 'an entry of its header has no path or no size'],
    ['many files', `${header(['a', 'b', 'c', 'd'].map((path) => entry(path, 0)))}\n`, 'it has 4 files, the limit is 3'],
    ['large files', `${header([entry('a', 60), entry('b', 41)])}\n`, 'its files have 101 bytes, the limit is 100'],
    ['too little', `${header([entry('a', 1), entry('b', 3)])}\nxyz`, 'it is shorter than its header says'],
    ['too much', `${header([entry('a', 1)])}\nxy`, 'it is longer than its header says'],
  ])('refuses %s, and keeps the earlier folder', async (_, content, reason) => {
    const { home, file, target } = setUp({});
    writeFileSync(file, gzipSync(content));
    writeFiles(target, { earlier: 'e' });
    const message = `The packed folder ${file} cannot be unpacked: ${reason}.`;
    const unpacking = unpackFolder(file, target, { maxFiles: 3, maxBytes: 100 });
    await expect(unpacking).rejects.toThrow(expect.objectContaining({ code: 'pack_damaged', message, place: { file } }));
    expect(list(home)).toEqual(['packed', 'target', 'target/earlier']);
  });

  test('reads no more of a huge header than its limit', async () => {
    const { file, target } = setUp({});
    writeFileSync(file, gzipSync(Buffer.alloc(100_000_000, 'a'), { level: 1 }));
    await expect(unpackFolder(file, target)).rejects.toThrow('its header is larger than 8388608 bytes.');
  });

  test('refuses a truncated and a changed file', async () => {
    const { home, folder, file, target } = setUp();
    await packFolder(folder, file);
    const bytes = readFileSync(file);
    writeFileSync(file, bytes.subarray(0, -9));
    await expect(unpackFolder(file, target)).rejects.toThrow('cannot be unpacked: unexpected end of file (Z_BUF_ERROR).');
    const changed = Buffer.from(bytes);
    changed.writeUInt32LE(0, changed.length - 8);
    writeFileSync(file, changed);
    await expect(unpackFolder(file, target)).rejects.toThrow('cannot be unpacked: incorrect data check (Z_DATA_ERROR).');
    writeFileSync(file, 'not compressed');
    await expect(unpackFolder(file, target)).rejects.toThrow('cannot be unpacked: incorrect header check (Z_DATA_ERROR).');
    expect(readdirSync(home).sort()).toEqual(['folder', 'packed']);
  });

  test('names a missing file', async () => {
    const { file, target } = setUp({});
    const expected = { code: 'file_unreadable', message: 'Cannot read the packed folder: it is missing.', place: { file } };
    await expect(unpackFolder(file, target)).rejects.toThrow(expect.objectContaining(expected));
  });
});
