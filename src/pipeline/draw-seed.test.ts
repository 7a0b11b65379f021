import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { SAMPLE_FINGERPRINT } from '../../test/sample-fingerprint.ts';
import { temporaryFolder } from '../../test/temporary-repository.ts';
import { DEFAULT_POLICY, type Run } from '../contract/index.ts';
import { createRun, openStore, runFile, type Store, writeStored } from '../store/index.ts';
import { drawSeed } from './draw-seed.ts';

function storeRun(store: Store, seed: string, base: string, ...trees: string[]): void {
  const folder = createRun(store, new Date());
  const run: Run = {
    schema_version: DEFAULT_POLICY.schema_version,
    engine_version: '1',
    run_id: folder.id,
    task: null,
    merge_of: null,
    base: { ref: 'main', commit: base, tree: base },
    policy: DEFAULT_POLICY,
    candidates: trees.map((tree) => ({
      name: tree,
      source: { kind: 'ref', value: tree },
      commit: tree,
      tree,
      start: base,
      pinned: null,
      restored: [],
    })),
    seed,
    canaries: [],
    sandbox: { kind: 'none', reason: null },
    fingerprint: SAMPLE_FINGERPRINT,
    host: { platform: '', arch: '', node: '', git: '' },
    started_at: new Date(0).toISOString(),
    finished_at: null,
  };
  writeStored('run', runFile(folder, 'run.json'), run);
}

test('reuses the seed of a run that had the same base and every candidate, and draws a new one otherwise', () => {
  const root = temporaryFolder();
  const store = openStore(root, join(root, '.git'));
  const seed = 'a'.repeat(32);
  storeRun(store, seed, 'base', 'one', 'two');
  expect(drawSeed(store, 'base', ['one'])).toBe(seed);
  expect(drawSeed(store, 'base', ['two', 'one'])).toBe(seed);
  expect(drawSeed(store, 'base', ['one', 'three'])).not.toBe(seed);
  expect(drawSeed(store, 'other', ['one'])).not.toBe(seed);
  expect(drawSeed(store, 'other', [])).toMatch(/^[0-9a-f]{32}$/);
});

test('ignores a damaged run', () => {
  const root = temporaryFolder();
  const store = openStore(root, join(root, '.git'));
  writeFileSync(runFile(createRun(store, new Date()), 'run.json'), '{');
  expect(drawSeed(store, 'base', ['one'])).toMatch(/^[0-9a-f]{32}$/);
});
