import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { temporaryFolder, writeFiles } from '../../test/temporary-repository.ts';
import { identityOf } from '../exec/index.ts';
import { makeWritable, removeFolder } from './remove-folder.ts';
import { createWorkArea, removeStaleWorkAreas } from './work-area.ts';

const BEFORE = process.env.TMPDIR;
let common = '';
beforeEach(() => {
  process.env.TMPDIR = temporaryFolder();
  common = join(process.env.TMPDIR, `hydra-${userInfo().uid}`);
});
afterEach(() => {
  if (BEFORE === undefined) delete process.env.TMPDIR;
  else process.env.TMPDIR = BEFORE;
});

const DEAD = JSON.stringify({ pid: 2 ** 22 - 1, startedAt: '1' });

test('a work area is in a folder with mode 0700 and names its process', () => {
  const area = createWorkArea('run-1');
  expect(area).toBe(join(common, 'run-1'));
  expect(statSync(common).mode & 0o777).toBe(0o700);
  expect(JSON.parse(readFileSync(join(area, 'owner.json'), 'utf8'))).toMatchObject({ pid: process.pid });
});

test('any run id gives a work area in that folder', () => {
  expect(createWorkArea('merge-1-x/../../../elsewhere')).toBe(join(common, 'merge-1-x_.._.._.._elsewhere'));
});

describe('rejects a folder that other users can write to', () => {
  test.each<[string, () => void]>([
    [
      'others may write',
      () => {
        mkdirSync(common);
        chmodSync(common, 0o777);
      },
    ],
    ['it is a link', () => symlinkSync(temporaryFolder(), common)],
  ])('%s', (_title, prepare) => {
    prepare();
    expect(() => createWorkArea('run-1')).toThrow(expect.objectContaining({ code: 'work_folder_unsafe' }));
  });
});

test('removes the folders of dead runs, also incomplete ones, and keeps those of live runs', async () => {
  const { pid, startedAt } = identityOf(process.pid);
  const mine = `begun-${pid}-${startedAt}-abc`;
  const alive = createWorkArea('alive');
  writeFiles(common, {
    'dead/owner.json': DEAD,
    'dead/w0/tree/x': '',
    'broken/owner.json': '{',
    'nameless/x': '',
    'begun-4194303-1-abc/owner.json': '{"pi',
    [`${mine}/x`]: '',
  });
  expect(await removeStaleWorkAreas()).toBe(4);
  expect(readdirSync(common).sort()).toEqual(['alive', mine]);
  expect(readdirSync(alive)).toEqual(['owner.json']);
});

test('ignores a folder of a killed run that cannot be removed', () => {
  writeFiles(common, { 'run-1/w0/tree/x': '' });
  chmodSync(common, 0o700);
  const area = createWorkArea('run-1');
  expect(area).not.toBe(join(common, 'run-1'));
  expect(readdirSync(area)).toEqual(['owner.json']);
});

describe('removing', () => {
  test('a read-only or missing folder', async () => {
    const folder = temporaryFolder();
    writeFiles(folder, { 'a/b/c': '' });
    chmodSync(join(folder, 'a/b'), 0o500);
    await removeFolder(join(folder, 'a'));
    await removeFolder(join(folder, 'a'));
    expect(existsSync(join(folder, 'a'))).toBe(false);
  });

  test('makes every folder writable first, and follows no link', () => {
    const [folder, outside] = [temporaryFolder(), temporaryFolder()];
    writeFiles(folder, { 'a/b/c': '' });
    writeFiles(outside, { 'closed/x': '' });
    symlinkSync(join(outside, 'closed'), join(folder, 'a/link'));
    for (const path of [join(folder, 'a/b'), join(folder, 'a'), join(outside, 'closed')]) chmodSync(path, 0o500);
    makeWritable(folder);
    const modeOf = (path: string) => statSync(path).mode & 0o777;
    expect([modeOf(join(folder, 'a')), modeOf(join(folder, 'a/b')), modeOf(join(outside, 'closed'))]).toEqual([
      0o700, 0o700, 0o500,
    ]);
  });
});
