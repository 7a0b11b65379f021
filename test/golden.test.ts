// Replays run folders that earlier builds of Hydra wrote, with process starts forbidden, and compares the bytes.
import './forbid-processes.ts';
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { canonicalJson, SCORING_VERSION } from '../src/contract/index.ts';
import { replayRun } from '../src/pipeline/index.ts';
import { verifyRun } from '../src/runs/index.ts';

const GOLDEN = fileURLToPath(new URL('golden', import.meta.url));
const names = readdirSync(GOLDEN, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

test('starting a process fails here', () => {
  expect(() => spawn('true')).toThrow('must not start a process');
});

test('has a run of the current and one of an earlier scoring version', () => {
  expect(names).toEqual([
    'node-test-scoring-10',
    'node-test-scoring-2',
    'node-test-scoring-4',
    'node-test-scoring-5',
    'node-test-scoring-6',
    'node-test-scoring-7',
    'node-test-scoring-8',
    'node-test-scoring-9',
    'pytest-scoring-3',
  ]);
});

describe.each(names)('%s', (name) => {
  const path = join(GOLDEN, name, 'run');
  const bytesOf = (...parts: string[]) => readFileSync(join(GOLDEN, name, ...parts), 'utf8');
  const stored = JSON.parse(bytesOf('run/scorecard.json')) as { run_id: string; scoring_version: number };
  const folder = { id: stored.run_id, path };
  const isOlder = stored.scoring_version !== SCORING_VERSION;

  test('passes verification', () => {
    expect(verifyRun(folder)).toEqual([]);
  });

  test('replays to the expected bytes', () => {
    const { scorecard, differing, otherVersion } = replayRun(folder, null);
    expect({ differing, otherVersion }).toEqual({ differing: [], otherVersion: isOlder ? stored.scoring_version : null });
    // An older scoring version cannot give the stored bytes; its ranking by the current version is pinned instead.
    expect(existsSync(join(GOLDEN, name, 'replayed-scorecard.json'))).toBe(isOlder);
    expect(canonicalJson(scorecard)).toBe(isOlder ? bytesOf('replayed-scorecard.json') : bytesOf('run/scorecard.json'));
  });
});
