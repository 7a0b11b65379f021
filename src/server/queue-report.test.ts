import { afterEach, expect, test, vi } from 'vitest';
import { hydraError, type QueueState } from '../contract/index.ts';
import { openQueueReport, withoutNames } from './queue-report.ts';

afterEach(() => void vi.useRealTimers());

const STATE: QueueState = { address: 'redis://host/0', pools: [] };

test('asks the queue once for all requests of a second, counted from the answer', async () => {
  vi.useFakeTimers();
  let answer: (state: QueueState) => void = () => {};
  const ask = vi.fn(() => new Promise<QueueState>((resolve) => (answer = resolve)));
  const report = openQueueReport(ask);
  const first = report();
  await vi.advanceTimersByTimeAsync(5000);
  const second = report();
  answer(STATE);
  expect([await first, await second]).toEqual(Array(2).fill({ queue: STATE, problem: null }));
  await vi.advanceTimersByTimeAsync(999);
  await report();
  expect(ask).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1);
  void report();
  expect(ask).toHaveBeenCalledTimes(2);
});

test('reports a queue that does not answer, and asks again later', async () => {
  vi.useFakeTimers();
  const error = hydraError('queue_unreachable', { address: 'redis://host/0', reason: 'connect ECONNREFUSED' });
  const ask = vi.fn(async () => STATE).mockRejectedValueOnce(error);
  const report = openQueueReport(ask);
  const { code, message, next } = error;
  expect(await report()).toEqual({ queue: null, problem: { code, message, next } });
  await vi.advanceTimersByTimeAsync(1000);
  expect(await report()).toEqual({ queue: STATE, problem: null });
});

test('reports nothing without a queue', async () => {
  expect(await openQueueReport(null)()).toEqual({ queue: null, problem: null });
});

test('hides labels and reasons, which name candidates', () => {
  const job = { id: 'a', label: 'claude: test' };
  const pool = {
    ...{ name: 'default', fingerprint_id: null, fingerprint: null, sandbox: null },
    ...{ waiting: 0, running: 1, completed: 0, lost: 1 },
    lost_jobs: [{ ...job, reason: 'claude', at: '2026-01-02T03:04:05.678Z' }],
    workers: [{ name: 'box', unseen_ms: 1, is_draining: false, jobs: [{ ...job, running_ms: 1 }] }],
  };
  const hidden = withoutNames({ queue: { ...STATE, pools: [pool] }, problem: null });
  expect(JSON.stringify(hidden)).not.toContain('claude');
  expect(hidden.queue?.pools).toMatchObject([{ lost: 1, lost_jobs: [], workers: [{ jobs: [{ id: 'a', label: null }] }] }]);
});
