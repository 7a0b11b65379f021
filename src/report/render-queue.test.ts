import { expect, test } from 'vitest';
import { SAMPLE_FINGERPRINT } from '../../test/sample-fingerprint.ts';
import type { PoolWorker, QueuePool } from '../contract/index.ts';
import { renderQueue } from './render-queue.ts';
import { displayWidth } from './terminal-text.ts';

const IDLE: PoolWorker = { name: 'build-7-1234-ab12', unseen_ms: 900, is_draining: false, jobs: [] };
const POOL: QueuePool = {
  ...{ name: 'default', fingerprint_id: '0123456789ab', fingerprint: SAMPLE_FINGERPRINT },
  sandbox: { kind: 'none', reason: 'off' },
  ...{ waiting: 12, running: 2, completed: 40, lost: 0, lost_jobs: [], workers: [IDLE] },
};
const job = (label: string | null, running_ms: number) => ({ id: 'f00', label, running_ms });

const render = (...pools: QueuePool[]) => renderQueue({ address: 'redis://queue.example:6379/0', pools });

test('shows pools, machines, and what each worker does', () => {
  const busy = { ...IDLE, name: 'build-8-99-77fe', jobs: [job('claude: build, test (run 1)', 63_900), job(null, 4000)] };
  const draining = { ...IDLE, name: 'build-9-1-0000', is_draining: true, jobs: [job('base: test (run 1)', 3_720_000)] };
  const gone = { ...IDLE, name: 'gone', unseen_ms: 41_000 };
  expect(render({ ...POOL, workers: [IDLE, busy, draining, gone] })).toBe(`Queue redis://queue.example:6379/0

pool     waiting  running  lost  machine
default       12        2     0  debian 12, x64, 2 cores, 16 GB, no sandbox

Workers of default
  build-7-1234-ab12  waits for jobs
  build-8-99-77fe    claude: build, test (run 1), for 1 min 3 s
                     job f00, for 4 s
  build-9-1-0000     base: test (run 1), for 1 h 2 min
                     finishes its jobs and takes no more
  gone               not seen for 41 s
`);
});

test('shows lost jobs with their reason, and pools without a worker', () => {
  const lost_jobs = [{ id: 'a', label: 'codex: test (run 1)', reason: 'worker `x` was lost', at: '2026-01-02T03:04:05.678Z' }];
  const empty = { ...POOL, name: 'gpu', fingerprint: null, sandbox: null, workers: [] };
  expect(render({ ...empty, waiting: 3, running: 0, lost: 9, lost_jobs })).toBe(`Queue redis://queue.example:6379/0

pool  waiting  running  lost  machine
gpu         3        0     9  unknown, no worker is connected

Lost jobs of gpu, the newest 1 of 9
  codex: test (run 1)
    2026-01-02 03:04 UTC: worker \`x\` was lost
`);
});

test('tells pools of one name apart by their fingerprint', () => {
  const text = render(POOL, { ...POOL, fingerprint_id: 'ba9876543210', fingerprint: null });
  expect(text).toContain('\ndefault 0123456789ab       12  ');
  expect(text).toContain('\ndefault ba9876543210       12        2     0  unknown, the worker is of another\n');
  expect(text).toContain('\nWorkers of default ba9876543210\n');
});

test('says how to start when nothing is connected', () => {
  expect(render()).toBe(
    'No worker is connected to redis://queue.example:6379/0, and no job waits. Start a worker with `hydra worker --queue URL --store PLACE`.\n',
  );
});

test('escapes names, and keeps every line within 80 columns', () => {
  const nasty = 'a\u001b[2J\u202e'.repeat(40);
  const lost_jobs = [{ id: 'a', label: nasty, reason: nasty, at: '2026-01-02T03:04:05.678Z' }];
  const workers = [{ ...IDLE, name: nasty, jobs: [job(nasty, 1000)] }];
  const fingerprint = { ...SAMPLE_FINGERPRINT, os: nasty, image: nasty };
  const text = render({ ...POOL, name: nasty, fingerprint, lost: 1, lost_jobs, workers });
  for (const hidden of ['\u001b', '\u202e']) expect(text).not.toContain(hidden);
  expect(text).toContain(', for 1 s\n');
  expect(text.split('\n').filter((line) => displayWidth(line) > 80)).toEqual([]);
});
