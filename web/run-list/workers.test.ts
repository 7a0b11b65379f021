import { expect, test } from 'vitest';
import type { PoolWorker, QueuePool } from '../../src/contract/index.ts';
import { busyFirst, machineText } from './workers.tsx';

const worker = (name: string, jobs = 0): PoolWorker => ({
  ...{ name, unseen_ms: 0, is_draining: false },
  jobs: Array.from({ length: jobs }, (_, index) => ({ id: String(index), label: null, running_ms: 0 })),
});
const POOL: QueuePool = {
  ...{ name: 'default', fingerprint_id: null, fingerprint: null, sandbox: null, lost_jobs: [], workers: [] },
  ...{ waiting: 0, running: 0, completed: 0, lost: 0 },
};

test('lists workers with jobs first, and keeps the order of the others', () => {
  const names = busyFirst([worker('a'), worker('b', 2), worker('c'), worker('d', 1)]).map(({ name }) => name);
  expect(names).toEqual(['b', 'd', 'a', 'c']);
});

test('names the kind of machine, or says why it is not known', () => {
  const fingerprint = {
    ...{ id: '0123456789ab', os: 'debian 12', arch: 'arm64', cores: 1, memory_gb: 0.5, engine: '0.1.0', sandbox: 'bubblewrap' },
    ...{ image: `sha256:${'f'.repeat(64)}`, programs: {}, environment: {} },
  };
  expect(machineText({ ...POOL, fingerprint, workers: [worker('a')] })).toBe(
    'debian 12, arm64, 1 core, 0.5 GB, sandbox bubblewrap, image sha256:fffffffffffffffff',
  );
  expect(machineText({ ...POOL, workers: [worker('a')] })).toBe('The worker is of another version of Hydra.');
  expect(machineText({ ...POOL, lost: 1 })).toBe('No worker is connected.');
  expect(machineText({ ...POOL, waiting: 1 })).toBe('No worker of this kind is connected: 1 job waits.');
  expect(machineText({ ...POOL, waiting: 1200 })).toBe('No worker of this kind is connected: 1,200 jobs wait.');
});
