import { cpSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../test/temporary-repository.ts';
import { replayRun } from '../pipeline/index.ts';
import { type RunFolder, readStored, runFile, writeManifest } from '../store/index.ts';
import { findExchangedCaptures } from './exchanged-captures.ts';
import { verifyRun } from './verify.ts';

const GOLDEN = fileURLToPath(new URL('../../test/golden/node-test/run', import.meta.url));

/** A finished run in which two folders changed places, with new hashes. */
function exchanged(one: string, other: string): RunFolder {
  const path = join(temporaryFolder(), 'run');
  cpSync(GOLDEN, path, { recursive: true });
  renameSync(join(path, one), join(path, 'moved'));
  renameSync(join(path, other), join(path, one));
  renameSync(join(path, 'moved'), join(path, other));
  const folder = { id: readStored('run', join(path, 'run.json')).run_id, path };
  writeManifest(folder);
  return folder;
}

test('finds nothing in an unchanged run', () => {
  const folder: RunFolder = { id: 'run', path: GOLDEN };
  expect(findExchangedCaptures(folder, readStored('run', runFile(folder, 'run.json')))).toEqual([]);
});

test.each([
  ['candidates/careful/test', 'candidates/hasty/test', /^candidates\/(?:careful|hasty)\/test has the capture of another tree: /],
  ['candidates/careful/test', 'baseline/test', /^(?:candidates\/careful|baseline)\/test has the capture of another tree: /],
  ['candidates/hasty/test', 'candidates/hasty/build', /^candidates\/hasty\/(?:test|build) has the capture of another check: /],
])('verify and replay refuse a run in which %s and %s were exchanged', (one, other, fault) => {
  const folder = exchanged(one, other);
  const faults = verifyRun(folder);
  expect(faults).toHaveLength(2);
  for (const each of faults) expect(each).toMatch(fault);
  expect(() => replayRun(folder, null)).toThrow(/^The captures of run .* were exchanged: /);
});
