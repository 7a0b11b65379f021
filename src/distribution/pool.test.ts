import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { capture } from '../../test/readings-builder.ts';
import { createRepository, temporaryFolder, writeFiles } from '../../test/temporary-repository.ts';
import type { TreeJob } from '../capture/index.ts';
import { resolvePolicy } from '../config/index.ts';
import { canonicalJson } from '../contract/index.ts';
import { createObjectStore, findRepository, resolveCommit } from '../git/index.ts';
import type { RunPlace } from '../pipeline/index.ts';
import type { Queue } from '../queue/index.ts';
import { describeFile, openSharedStore } from '../store/index.ts';
import { findPool } from './pool.ts';
import { openPoolStore } from './pool-store.ts';

type State = Awaited<ReturnType<Queue['state']>>['state'];

const KEY = 'key-of-the-capture';

/** Asks for one job whose only capture has the key; the queue says that the job has ended. */
async function askAgain(ended: State, onState: (folder: string, storePath: string) => Promise<void>) {
  const root = createRepository({ 'a.txt': 'a\n' });
  const area = temporaryFolder();
  const storePath = join(temporaryFolder(), 'store');
  mkdirSync(storePath);
  const repository = await findRepository(root);
  const objects = await createObjectStore(repository, join(area, 'objects'));
  const calls: string[] = [];
  const states: State[] = [ended, 'completed'];
  const worker = { name: 'w', unseenMs: 0, isDraining: false, jobs: [], description: { pool: 'default', fingerprint: {} } };
  const queue = {
    address: 'memory',
    pools: async () => [{ pool: 'default-1', waiting: 0, active: 0, completed: 0, failed: 0, lost: [], workers: [worker] }],
    state: async () => {
      if (calls.length === 0) await onState(area, storePath);
      return { state: states.shift(), attempts: 1, worker: null, reason: null };
    },
    add: async () => void calls.push('add'),
    remove: async () => calls.push('remove') > 0,
  } as unknown as Queue;
  const { policy } = resolvePolicy({ fileText: '', fileName: 'hydra.toml', overrides: {} });
  const { signal } = new AbortController();
  const pool = await findPool({ queue, store: openSharedStore(storePath, {}), name: null, signal, tell() {} });
  const place = { repository, objects, area, folder: { id: 'run' } } as unknown as RunPlace;
  const { remote } = await pool.open(place, policy, () => {});
  const own = await resolveCommit(repository, 'main');
  const job = { trees: [{ own, pinned: null }], captures: [], inputs: [{ key: KEY }], setup: { key: 'setup', name: 'setup' } };
  const outcome = await remote?.run(job as unknown as TreeJob);
  return { outcome, calls };
}

async function publish(area: string, storePath: string): Promise<void> {
  const folder = join(area, 'captured');
  writeFiles(folder, { 'stdout.log': '', 'stderr.log': '' });
  const [stdout, stderr] = ['stdout.log', 'stderr.log'].map((name) => describeFile(join(folder, name), name));
  writeFileSync(join(folder, 'capture.json'), canonicalJson({ ...capture({}), key: KEY, stdout, stderr, reports: [] }));
  await openPoolStore(openSharedStore(storePath, {}), area, () => {}).publish(KEY, folder, async () => {});
}

test('uses the captures of a job that another run finished since this run looked for them', async () => {
  expect(await askAgain('completed', publish)).toEqual({ outcome: { state: 'done' }, calls: [] });
});

test('repeats an ended job whose captures are gone from the store', async () => {
  expect(await askAgain('completed', async () => {})).toEqual({ outcome: { state: 'done' }, calls: ['remove', 'add'] });
});

test('repeats a job that was lost in an earlier run', async () => {
  expect(await askAgain('failed', publish)).toEqual({ outcome: { state: 'done' }, calls: ['remove', 'add'] });
});
