// Replays stored run folders with process starts forbidden, and compares the bytes.
import './forbid-processes.ts';
import { spawn } from 'node:child_process';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { replayRun } from '../src/pipeline/index.ts';
import { verifyRun } from '../src/runs/index.ts';
import { temporaryFolder } from './temporary-repository.ts';

const GOLDEN = fileURLToPath(new URL('golden', import.meta.url));

test('starting a process fails here', () => {
  expect(() => spawn('true')).toThrow('must not start a process');
});

test.each(['node-test', 'pytest'])('%s passes verification and replays to its own bytes', (name) => {
  const path = join(GOLDEN, name, 'run');
  const { run_id: id } = JSON.parse(readFileSync(join(path, 'run.json'), 'utf8')) as { run_id: string };
  const folder = { id, path };
  expect(verifyRun(folder)).toEqual([]);
  expect(replayRun(folder, null)).toMatchObject({ differing: [], otherVersion: null });
});

test('does not compare the bytes of a run that another scoring version scored', () => {
  const path = join(temporaryFolder(), 'run');
  cpSync(join(GOLDEN, 'node-test', 'run'), path, { recursive: true });
  const file = join(path, 'scorecard.json');
  writeFileSync(file, readFileSync(file, 'utf8').replace('"scoring_version":1', '"scoring_version":2'));
  expect(replayRun({ id: 'run', path }, null)).toMatchObject({ differing: [], otherVersion: 2 });
});
