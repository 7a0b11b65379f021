import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ChangeCounts } from '../git/index.ts';
import { watchChanges } from './watch-changes.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const counts = (files: number): ChangeCounts => ({ changed_files: files, added_lines: files, removed_lines: 0 });

test('reports counts that differ from the last ones', async () => {
  const left: (ChangeCounts | null | 'failed')[] = [counts(0), counts(1), null, 'failed', counts(1), counts(2), counts(0)];
  const seen: number[] = [];
  const stop = watchChanges(
    async () => {
      const result = left.shift() ?? null;
      if (result === 'failed') throw new Error('the folder vanished');
      return result;
    },
    ({ changed_files }) => seen.push(changed_files),
  );
  while (left.length > 0) await vi.advanceTimersToNextTimerAsync();
  await stop();
  expect(seen).toEqual([1, 2, 0]);
  expect(vi.getTimerCount()).toBe(0);
});

test('a slow count is neither overlapped nor repeated at once', async () => {
  const starts: number[] = [];
  const stop = watchChanges(
    () => {
      starts.push(performance.now());
      return new Promise((resolve) => setTimeout(() => resolve(null), 10_000));
    },
    () => {},
  );
  await vi.advanceTimersByTimeAsync(203_000);
  expect(starts.map((time) => time - (starts[0] ?? 0))).toEqual([0, 200_000]);
  await Promise.all([stop(), vi.runAllTimersAsync()]);
});

test('stopping aborts a count that has begun, waits for it, and drops its result', async () => {
  const seen: ChangeCounts[] = [];
  let finish = () => {};
  let aborted = false;
  const stop = watchChanges(
    (signal) =>
      new Promise((resolve) => {
        signal.addEventListener('abort', () => {
          aborted = true;
        });
        finish = () => resolve(counts(1));
      }),
    (found) => seen.push(found),
  );
  await vi.advanceTimersToNextTimerAsync();
  let hasStopped = false;
  const stopped = stop().then(() => {
    hasStopped = true;
  });
  await vi.runAllTimersAsync();
  expect([aborted, hasStopped]).toEqual([true, false]);
  finish();
  await stopped;
  expect(seen).toEqual([]);
  expect(vi.getTimerCount()).toBe(0);
});
