import { cpSync, existsSync, readdirSync, readFileSync, renameSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { capture } from '../../test/readings-builder.ts';
import { temporaryFolder, writeFiles } from '../../test/temporary-repository.ts';
import { canonicalJson } from '../contract/index.ts';
import { describeFile } from './atomic-files.ts';
import { findCachedCapture, listOldCaptures, storeCachedCapture } from './capture-cache.ts';
import type { Store } from './runs.ts';

/** A store, and the folder of a capture that printed `text`. */
function captured(text: string, store: Store = { path: temporaryFolder() }) {
  const folder = temporaryFolder();
  writeFiles(folder, { 'stdout.log': text, 'stderr.log': '', 'reports/jest-1.json': '{}' });
  const described = (path: string) => describeFile(join(folder, path), path);
  const value = capture({
    stdout: described('stdout.log'),
    stderr: described('stderr.log'),
    reports: [{ format: 'jest', file: described('reports/jest-1.json') }],
  });
  writeFileSync(join(folder, 'capture.json'), canonicalJson(value));
  return { store, folder, value };
}

test('finds a complete capture by its key', () => {
  const { store, folder, value } = captured('hello\n');
  expect(findCachedCapture(store, 'k1')).toBeNull();
  storeCachedCapture(store, 'k1', folder);
  const found = findCachedCapture(store, 'k1');
  expect(found).toEqual({ folder: join(store.path, 'cache/k1/capture'), capture: value });
  expect(readFileSync(join(found?.folder ?? '', 'stdout.log'), 'utf8')).toBe('hello\n');
  expect(findCachedCapture(store, 'k2')).toBeNull();
});

test('keeps the first one, unless it is damaged', () => {
  const { store, folder } = captured('first\n');
  const { folder: second } = captured('second\n');
  const file = join(store.path, 'cache/k1/capture/stdout.log');
  storeCachedCapture(store, 'k1', folder);
  storeCachedCapture(store, 'k1', second);
  expect(readFileSync(file, 'utf8')).toBe('first\n');
  writeFileSync(file, 'fir');
  storeCachedCapture(store, 'k1', second);
  expect(readFileSync(file, 'utf8')).toBe('second\n');
  expect(readdirSync(join(store.path, 'cache'))).toEqual(['k1']);
});

describe('ignores an incomplete capture', () => {
  test.each([
    ['an output was changed', { 'stdout.log': 'hallo\n' }],
    ['an output is gone', { 'stderr.log': null }],
    ['a report was changed', { 'reports/jest-1.json': '[]' }],
    ['it was written by a later version', { 'capture.json': '{"schema_version":99}' }],
    ['it is half written', { 'capture.json': '{' }],
    ['it was never finished', { 'capture.json': null }],
    ['a file was added', { 'reports/jest-2.json': '{}' }],
    ['the seal is gone', { '../seal.json': null }],
    ['the seal was changed', { '../seal.json': '{}' }],
  ])('%s', (_title, damage) => {
    const { store, folder } = captured('hello\n');
    storeCachedCapture(store, 'k1', folder);
    writeFiles(join(store.path, 'cache/k1/capture'), damage);
    expect(findCachedCapture(store, 'k1')).toBeNull();
  });
});

describe('ignores a forged capture', () => {
  test('an output was changed together with its description', () => {
    const { store, folder } = captured('failed\n');
    storeCachedCapture(store, 'k1', folder);
    const { folder: forged } = captured('passed\n');
    cpSync(forged, join(store.path, 'cache/k1/capture'), { recursive: true });
    expect(findCachedCapture(store, 'k1')).toBeNull();
  });

  test('it was copied from another key', () => {
    const { store, folder } = captured('passed\n');
    storeCachedCapture(store, 'k1', folder);
    cpSync(join(store.path, 'cache/k1'), join(store.path, 'cache/k2'), { recursive: true });
    expect(findCachedCapture(store, 'k2')).toBeNull();
  });

  test.each(['cache/k1/capture/stdout.log', 'cache/k1/capture', 'cache/k1/seal.json'])('%s is a link', (path) => {
    const { store, folder } = captured('hello\n');
    storeCachedCapture(store, 'k1', folder);
    const elsewhere = join(temporaryFolder(), 'moved');
    renameSync(join(store.path, path), elsewhere);
    symlinkSync(elsewhere, join(store.path, path));
    expect(findCachedCapture(store, 'k1')).toBeNull();
  });
});

test('lists old captures', () => {
  const { store, folder } = captured('x');
  expect(listOldCaptures(store, new Date())).toEqual([]);
  for (const key of ['old', 'new']) storeCachedCapture(store, key, folder);
  const longAgo = new Date('2020-01-01');
  utimesSync(join(store.path, 'cache/old'), longAgo, longAgo);
  expect(listOldCaptures(store, new Date('2021-01-01'))).toEqual([join(store.path, 'cache/old')]);
  expect(existsSync(join(store.path, 'cache/old'))).toBe(true);
});
