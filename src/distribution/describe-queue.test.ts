import { expect, test } from 'vitest';
import { SAMPLE_FINGERPRINT } from '../../test/sample-fingerprint.ts';
import { queueStateSchema } from '../contract/index.ts';
import type { PoolState, Queue } from '../queue/index.ts';
import { describeQueue } from './describe-queue.ts';

const EMPTY: PoolState = { pool: 'default-0123456789ab', waiting: 0, active: 0, completed: 0, failed: 0, lost: [], workers: [] };
const SANDBOX = { kind: 'none', reason: 'off' } as const;
const WORKER = { name: 'box-1', unseenMs: 4, isDraining: false, jobs: [], description: null };

const stateOf = (...pools: PoolState[]) =>
  describeQueue({ address: 'redis://host/0', pools: async () => pools } as unknown as Queue);

test('describes the kind of machine, the jobs and the workers of a pool', async () => {
  const jobs = [{ id: 'a', label: 'claude: test', runningMs: 12 }];
  const description = { pool: 'default', fingerprint: SAMPLE_FINGERPRINT, sandbox: SANDBOX };
  const lost = [{ id: 'b', label: null, reason: 'worker `x` was lost', at: new Date(0) }];
  const counts = { waiting: 3, active: 1, completed: 7, failed: 1 };
  const state = await stateOf({ ...EMPTY, ...counts, lost, workers: [{ ...WORKER, jobs, description }] });
  expect(queueStateSchema.parse(state)).toEqual({
    address: 'redis://host/0',
    pools: [
      {
        ...{ name: 'default', fingerprint_id: '0123456789ab', fingerprint: SAMPLE_FINGERPRINT, sandbox: SANDBOX },
        ...{ waiting: 3, running: 1, completed: 7, lost: 1 },
        lost_jobs: [{ id: 'b', label: null, reason: 'worker `x` was lost', at: '1970-01-01T00:00:00.000Z' }],
        workers: [
          { name: 'box-1', unseen_ms: 4, is_draining: false, jobs: [{ id: 'a', label: 'claude: test', running_ms: 12 }] },
        ],
      },
    ],
  });
});

test('leaves out pools that are no longer in use', async () => {
  const waiting = { ...EMPTY, pool: 'b-0123456789ab', waiting: 1 };
  const failed = { ...EMPTY, pool: 'c-0123456789ab', failed: 1 };
  const state = await stateOf({ ...EMPTY, completed: 9 }, waiting, failed, { ...EMPTY, pool: 'd', workers: [WORKER] });
  expect(state.pools.map(({ name }) => name)).toEqual(['b', 'c', 'd']);
});

test('does not know the kind of machine without a worker, or from a description of another form', async () => {
  const odd = { ...WORKER, description: { fingerprint: { os: 'debian 12' }, sandbox: 'none' } };
  const { pools } = await stateOf({ ...EMPTY, waiting: 1 }, { ...EMPTY, pool: 'odd', workers: [odd] });
  expect(pools).toMatchObject([
    { name: 'default', fingerprint_id: '0123456789ab', fingerprint: null, sandbox: null },
    { name: 'odd', fingerprint_id: null, fingerprint: null, sandbox: null },
  ]);
});
