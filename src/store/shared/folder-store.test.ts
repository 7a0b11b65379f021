import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolder, writeFiles } from '../../../test/temporary-repository.ts';
import { modesOf, publishFile } from './folder-files.ts';
import { FolderStore } from './folder-store.ts';
import { retrying } from './retrying.ts';

const NAME = 'captures/0123abcd';

function setUp() {
  const home = temporaryFolder();
  const folder = join(home, 'store');
  mkdirSync(folder);
  writeFiles(home, { one: 'content one', two: 'content two' });
  return { home, folder, store: new FolderStore(folder), one: join(home, 'one'), two: join(home, 'two'), out: join(home, 'out') };
}

const list = (folder: string) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
const unreachable = (folder: string, reason: string) =>
  expect.objectContaining({
    code: 'store_unreachable',
    message: `The shared store ${folder} cannot be reached: ${reason}.`,
    place: { file: folder },
  });
const DISAPPEARED = 'hydra-store.json disappeared, so the folder is probably not mounted';

describe('files', () => {
  test('are stored under their name and read by another process', async () => {
    const { folder, store, one, out } = setUp();
    expect(await store.has(NAME)).toBe(false);
    expect(await store.put(NAME, one)).toBe(true);
    const other = new FolderStore(folder);
    expect([await other.has(NAME), await other.get(NAME, out), readFileSync(out, 'utf8')]).toEqual([true, true, 'content one']);
    expect(list(folder)).toEqual(['captures', NAME, 'hydra-store.json', '~incoming']);
  });

  test('keep their first content', async () => {
    const { store, one, two, out } = setUp();
    expect([await store.put(NAME, one), await store.put(NAME, two), await store.get(NAME, out)]).toEqual([true, false, true]);
    expect(readFileSync(out, 'utf8')).toBe('content one');
  });

  test('that are missing leave the target as it was', async () => {
    const { store, two } = setUp();
    expect([await store.get(NAME, two), readFileSync(two, 'utf8')]).toEqual([false, 'content two']);
  });

  test('may be empty, and larger than a chunk', async () => {
    const { home, store, out } = setUp();
    const large = Buffer.alloc(3_000_001, 'abcdefg');
    writeFileSync(join(home, 'empty'), '');
    writeFileSync(join(home, 'large'), large);
    for (const name of ['empty', 'large']) await store.put(name, join(home, name));
    await store.get('empty', out);
    expect(statSync(out).size).toBe(0);
    await store.get('large', out);
    expect(readFileSync(out).equals(large)).toBe(true);
  });

  test('replace the target of a get with its temporary file only', async () => {
    const { home, store, one, two } = setUp();
    await store.put(NAME, one);
    expect([await store.get(NAME, two), readFileSync(two, 'utf8')]).toEqual([true, 'content one']);
    expect(await store.get(NAME, join(home, 'new/folder/file'))).toBe(true);
    expect(readdirSync(home).sort()).toEqual(['new', 'one', 'store', 'two']);
  });

  test('written by many at once under one name: exactly one is the first, and its content stays', async () => {
    const { home, folder, out } = setUp();
    const writers = Array.from({ length: 20 }, (_, index) => {
      const file = join(home, `file-${index}`);
      writeFileSync(file, `${index} `.repeat(50_000));
      // Each like a process of its own, which also initializes the store.
      return new FolderStore(folder).put(NAME, file);
    });
    const first = await Promise.all(writers);
    expect(first.filter(Boolean).length).toBe(1);
    await new FolderStore(folder).get(NAME, out);
    expect(readFileSync(out, 'utf8')).toBe(`${first.indexOf(true)} `.repeat(50_000));
    expect(list(folder)).toEqual(['captures', NAME, 'hydra-store.json', '~incoming']);
  });

  test('whose writer fails half way leave nothing', async () => {
    const { folder, store, two } = setUp();
    await store.has(NAME);
    const writing = publishFile(
      folder,
      NAME,
      modesOf(0o700),
      (work) => work(),
      async (sink) => {
        await sink.write('half of the con');
        expect(readdirSync(join(folder, '~incoming')).length).toBe(1);
        throw new Error('interrupted');
      },
    );
    await expect(writing).rejects.toThrow('interrupted');
    expect([await store.has(NAME), list(folder)]).toEqual([false, ['captures', 'hydra-store.json', '~incoming']]);
    expect(await store.put(NAME, two)).toBe(true);
  });

  test('of killed writers are removed after a day, younger ones are not', async () => {
    const { folder, store, one } = setUp();
    await store.put(NAME, one);
    writeFiles(folder, { '~incoming/old': 'half', '~incoming/young': 'half' });
    const yesterday = Date.now() / 1000 - 25 * 60 * 60;
    utimesSync(join(folder, '~incoming/old'), yesterday, yesterday);
    await new FolderStore(folder).has(NAME);
    expect(readdirSync(join(folder, '~incoming'))).toEqual(['young']);
  });

  test('have names that are checked first', async () => {
    const { store, one, out } = setUp();
    for (const operation of [() => store.has('../one'), () => store.put('/one', one), () => store.get('a/../../one', out)]) {
      await expect(operation()).rejects.toThrow(expect.objectContaining({ code: 'store_name' }));
    }
  });

  test('do not have the name of a folder', async () => {
    const { store, one } = setUp();
    await store.put(NAME, one);
    expect(await store.has('captures')).toBe(false);
    await expect(store.put(`${NAME}/below`, one)).rejects.toThrow(
      expect.objectContaining({
        code: 'store_refused',
        message: expect.stringContaining('a file has the name of a folder (ENOTDIR)'),
      }),
    );
  });

  test('that are missing locally are errors of the file, not of the store', async () => {
    const { home, folder, store, one } = setUp();
    await expect(store.put(NAME, join(home, 'none'))).rejects.toThrow(expect.objectContaining({ code: 'ENOENT' }));
    await expect(store.put(NAME, home)).rejects.toThrow(expect.objectContaining({ code: 'EISDIR' }));
    expect(list(folder).filter((path) => path.startsWith('~incoming/'))).toEqual([]);
    await store.put(NAME, one);
    await expect(store.get(NAME, join(one, 'x'))).rejects.toThrow(expect.objectContaining({ code: 'EEXIST' }));
  });
});

describe('permissions', () => {
  const mode = (path: string) => (statSync(path).mode & 0o7777).toString(8);

  test('are those of the user alone', async () => {
    const { folder, store, one } = setUp();
    chmodSync(folder, 0o755);
    await store.put(NAME, one);
    const paths = [folder, join(folder, 'captures'), join(folder, NAME), join(folder, 'hydra-store.json')];
    expect(paths.map(mode)).toEqual(['755', '700', '600', '600']);
  });

  test('include the group if it may write to the folder, whatever the umask is', async () => {
    const { folder, store, one } = setUp();
    chmodSync(folder, 0o2770);
    await store.put(NAME, one);
    const paths = [join(folder, 'captures'), join(folder, NAME), join(folder, 'hydra-store.json'), join(folder, '~incoming')];
    expect(paths.map(mode)).toEqual(['2770', '660', '660', '2770']);
  });
});

describe('a folder', () => {
  test('that does not exist is unreachable and is not created', async () => {
    const { home, one } = setUp();
    const folder = join(home, 'not-mounted');
    const store = new FolderStore(folder);
    const expected = unreachable(folder, 'the folder does not exist');
    await expect(store.has(NAME)).rejects.toThrow(expected);
    await expect(store.put(NAME, one)).rejects.toThrow(expected);
    expect(existsSync(folder)).toBe(false);
  });

  test('with other files is not a store, and nothing is written to it', async () => {
    const { home, one } = setUp();
    const expected = {
      code: 'store_foreign',
      message: `The folder ${home} is not a shared store: it contains files, but no hydra-store.json.`,
      place: { file: home },
    };
    await expect(new FolderStore(home).put(NAME, one)).rejects.toThrow(expect.objectContaining(expected));
    expect(readdirSync(home).sort()).toEqual(['one', 'store', 'two']);
  });

  test('that is a file is not a store', async () => {
    const { one } = setUp();
    await expect(new FolderStore(one).has(NAME)).rejects.toThrow(expect.objectContaining({ code: 'store_foreign' }));
  });

  test('with a damaged or a future marker is refused', async () => {
    const { folder, store } = setUp();
    writeFiles(folder, { 'hydra-store.json': '{"ver' });
    await expect(store.has(NAME)).rejects.toThrow('is not a shared store: its hydra-store.json is damaged.');
    writeFiles(folder, { 'hydra-store.json': '{"id":"x","version":2}' });
    await expect(store.has(NAME)).rejects.toThrow(
      'The marker of the shared store has schema version 2; this Hydra knows versions up to 1.',
    );
  });

  test('is initialized once, with an id', async () => {
    const { folder, store } = setUp();
    await store.has(NAME);
    const marker = readFileSync(join(folder, 'hydra-store.json'), 'utf8');
    expect(JSON.parse(marker)).toEqual({ version: 1, id: expect.stringMatching(/^[0-9a-f]{32}$/) });
    await new FolderStore(folder).has(NAME);
    expect(readFileSync(join(folder, 'hydra-store.json'), 'utf8')).toBe(marker);
  });
});

describe('a store that goes away', () => {
  test('is unreachable while its folder is renamed, and is the same when it is back', async () => {
    const { home, folder, store, one, two } = setUp();
    await store.put(NAME, one);
    renameSync(folder, join(home, 'elsewhere'));
    const gone = unreachable(folder, 'the folder does not exist');
    await expect(store.has(NAME)).rejects.toThrow(gone);
    await expect(store.get(NAME, two)).rejects.toThrow(gone);
    await expect(store.put('captures/b', one)).rejects.toThrow(gone);
    renameSync(join(home, 'elsewhere'), folder);
    expect([await store.has(NAME), await store.put('captures/b', two), readFileSync(two, 'utf8')]).toEqual([
      true,
      true,
      'content two',
    ]);
  });

  test('is not initialized again in the mount point, whether that is empty or not', async () => {
    const { home, folder, store, one } = setUp();
    await store.put(NAME, one);
    renameSync(folder, join(home, 'elsewhere'));
    mkdirSync(folder);
    await expect(store.has(NAME)).rejects.toThrow(unreachable(folder, DISAPPEARED));
    await expect(store.put('captures/b', one)).rejects.toThrow(unreachable(folder, DISAPPEARED));
    expect(list(folder)).toEqual([]);
    writeFiles(folder, { other: '' });
    await expect(store.has(NAME)).rejects.toThrow(unreachable(folder, DISAPPEARED));
  });

  test('is unreachable if another store has its place', async () => {
    const { home, folder, store, one } = setUp();
    await store.put(NAME, one);
    renameSync(folder, join(home, 'elsewhere'));
    mkdirSync(folder);
    await new FolderStore(folder).has(NAME);
    await expect(store.has(NAME)).rejects.toThrow(unreachable(folder, 'another store is mounted there now'));
  });

  test('is waited for', async () => {
    const { home, folder, store, one, out } = setUp();
    await store.put(NAME, one);
    renameSync(folder, join(home, 'elsewhere'));
    const reasons: string[] = [];
    const clock = {
      now: () => reasons.length,
      random: () => 0,
      wait: async () => {
        if (reasons.length === 2) renameSync(join(home, 'elsewhere'), folder);
      },
    };
    const waiting = retrying(store, { forMs: 60_000, clock, onWait: ({ error }) => reasons.push(error.message) });
    expect([await waiting.get(NAME, out), readFileSync(out, 'utf8'), reasons.length]).toEqual([true, 'content one', 2]);
  });

  test.skipIf(process.platform !== 'linux')('while a file is read leaves no part of it', async () => {
    const { home, store, one, out, folder } = setUp();
    await store.put(NAME, one);
    rmSync(join(folder, NAME));
    // What a file server answers that lost the file: the name is there, reading fails.
    symlinkSync('/proc/self/mem', join(folder, NAME));
    await expect(store.get(NAME, out)).rejects.toThrow(expect.objectContaining({ code: 'store_unreachable' }));
    expect(readdirSync(home).sort()).toEqual(['one', 'store', 'two']);
  });
});
