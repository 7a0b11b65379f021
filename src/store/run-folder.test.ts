import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { capture } from '../../test/readings-builder.ts';
import { temporaryFolder, writeFiles } from '../../test/temporary-repository.ts';
import { BASELINE, captureFolder, readStored, readStoredIfPresent, runFile, subjectFolder, writeStored } from './run-folder.ts';

test('gives the path of each file', () => {
  const run = { id: 'r', path: '/runs/r' };
  const candidate = { kind: 'candidate', name: 'a' } as const;
  expect([
    runFile(run, 'facts.json'),
    subjectFolder(run, BASELINE),
    subjectFolder(run, candidate),
    captureFolder(run, candidate, 'build.web'),
  ]).toEqual(['/runs/r/facts.json', '/runs/r/baseline', '/runs/r/candidates/a', '/runs/r/candidates/a/build.web']);
});

test('reads back a value in canonical form', () => {
  const file = join(temporaryFolder(), 'below/capture.json');
  const value = capture({ exit_code: 3 });
  writeStored('capture', file, value);
  expect(readStored('capture', file)).toEqual(value);
  const text = readFileSync(file, 'utf8');
  expect(Object.keys(JSON.parse(text))).toEqual(Object.keys(value).sort());
  expect(text.endsWith('}\n')).toBe(true);
});

test('names a file that is missing or invalid', () => {
  const folder = temporaryFolder();
  const file = join(folder, 'capture.json');
  expect(readStoredIfPresent('capture', file)).toBeNull();
  expect(() => readStored('capture', file)).toThrow('Cannot read the capture file: it is missing.');
  writeFiles(folder, { 'capture.json': '{"schema_version":1}' });
  expect(() => readStoredIfPresent('capture', file)).toThrow(
    expect.objectContaining({ code: 'schema_invalid', place: { file } }),
  );
});
