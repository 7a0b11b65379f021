import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolder, writeFiles } from '../../test/temporary-repository.ts';
import {
  createRun,
  findRun,
  findRunFolder,
  listRuns,
  listUnbegunRuns,
  locateStore,
  openStore,
  removeRun,
  type Store,
} from './runs.ts';

function storeWith(...ids: string[]): Store {
  const root = temporaryFolder();
  const store = openStore(root, join(root, '.git'));
  writeFiles(store.path, Object.fromEntries(ids.map((id) => [`runs/${id}/run.json`, '{}'])));
  return store;
}

const IDS = ['20260101-100000-aaaaaa', '20260101-100000-bbbbbb', '20260203-000000-cccccc'];

describe('the folder of a repository', () => {
  test('is added to info/exclude once, after the existing entries', () => {
    const root = temporaryFolder();
    const exclude = join(root, '.git/info/exclude');
    writeFiles(root, { '.git/info/exclude': '*.log' });
    openStore(root, join(root, '.git'));
    openStore(root, join(root, '.git'));
    expect(readFileSync(exclude, 'utf8')).toBe('*.log\n/.hydra/\n');
    expect(existsSync(join(root, '.hydra/runs'))).toBe(true);
  });

  test('is not created by reading', () => {
    const root = temporaryFolder();
    const store = locateStore(root);
    expect([listRuns(store), listUnbegunRuns(store), existsSync(store.path)]).toEqual([[], [], false]);
  });
});

test('run ids contain the time and are unique', () => {
  const store = storeWith();
  const now = new Date('2026-11-15T22:33:44.999Z');
  const [one, two] = [createRun(store, now), createRun(store, now)];
  // 999 milliseconds are 3e7.
  expect(one.id).toMatch(/^20261115-223344-3e7[0-9a-f]{3}$/);
  expect(one.id).not.toBe(two.id);
  expect(createRun(store, new Date('2026-11-15T22:33:44.100Z')).id < one.id).toBe(true);
  expect([one.path, existsSync(one.path)]).toEqual([join(store.path, 'runs', one.id), true]);
});

test('lists runs newest first, and unstarted runs separately', () => {
  const store = storeWith(...IDS);
  mkdirSync(join(store.path, 'runs/20260301-000000-dddddd'));
  writeFiles(store.path, { 'runs/a-file': '' });
  expect(listRuns(store).map(({ id }) => id)).toEqual([...IDS].reverse());
  expect(listUnbegunRuns(store).map(({ id }) => id)).toEqual(['20260301-000000-dddddd']);
});

describe('finding a run', () => {
  test.each([
    [null, '20260203-000000-cccccc'],
    ['20260203', '20260203-000000-cccccc'],
    ['20260101-100000-a', '20260101-100000-aaaaaa'],
    ['20260101-100000-bbbbbb', '20260101-100000-bbbbbb'],
  ])('%s', (wanted, id) => {
    const store = storeWith(...IDS);
    expect(findRun(store, wanted)).toEqual({ id, path: join(store.path, 'runs', id) });
  });

  test.each([
    ['2025', 'unknown_run', 'There is no run `2025`'],
    ['', 'unknown_run', 'There is no run ``'],
    ['../runs/20260101-100000-aaaaaa', 'unknown_run', 'There is no run'],
    ['20260101', 'ambiguous_run', '20260101-100000-bbbbbb, 20260101-100000-aaaaaa'],
  ])('rejects %j', (wanted, code, text) => {
    const store = storeWith(...IDS);
    expect(() => findRun(store, wanted)).toThrow(expect.objectContaining({ code, message: expect.stringContaining(text) }));
  });

  test('fails without runs', () => {
    expect(() => findRun(storeWith(), null)).toThrow(expect.objectContaining({ code: 'no_runs' }));
  });
});

describe('a run folder outside the repository', () => {
  test('is found by its path, never by a single word', () => {
    const folder = temporaryFolder();
    writeFiles(folder, { 'run.json': '{"run_id":"20260101-100000-aaaaaa"}' });
    expect(findRunFolder(folder)).toEqual({ id: '20260101-100000-aaaaaa', path: folder });
    expect(findRunFolder(`${folder}/`)).toEqual({ id: '20260101-100000-aaaaaa', path: folder });
    expect(findRunFolder('word')).toBeNull();
    expect(findRunFolder(join(folder, 'none'))).toBeNull();
  });

  test.each(['{', 'null', '[]', '{"run_id":7}'])('uses its path as the name when run.json is %s', (text) => {
    const folder = temporaryFolder();
    writeFiles(folder, { 'run.json': text });
    expect(findRunFolder(folder)).toEqual({ id: folder, path: folder });
  });
});

test('removes a run with all its files', () => {
  const store = storeWith(...IDS);
  removeRun(findRun(store, '20260203'));
  expect(listRuns(store).map(({ id }) => id)).toEqual(IDS.slice(0, 2).reverse());
});
