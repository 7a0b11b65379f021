import { describe, expect, test } from 'vitest';
import { hydraError } from '../../contract/index.ts';
import type { Clock } from './back-off.ts';
import { retrying, type StoreWait } from './retrying.ts';
import type { SharedStore } from './shared-store.ts';

const away = (reason: string) => hydraError('store_unreachable', { address: '/mnt/hydra', reason });

/** Time passes only while something waits. */
function fakeClock(): Clock & { waits: number[] } {
  const waits: number[] = [];
  const now = () => waits.reduce((sum, ms) => sum + ms, 0);
  const wait = async (ms: number) => void waits.push(ms);
  return { waits, now, wait, random: () => 0.999_999_9 };
}

/** Fails with these errors, then answers. */
function failing(...errors: unknown[]): SharedStore & { calls: string[] } {
  const calls: string[] = [];
  const answer = async (call: string) => {
    calls.push(call);
    if (errors.length > 0) throw errors.shift();
    return true;
  };
  return {
    calls,
    address: '/mnt/hydra',
    has: (name) => answer(`has ${name}`),
    put: (name, file) => answer(`put ${name} ${file}`),
    get: (name, file) => answer(`get ${name} ${file}`),
  };
}

describe('a store that is unreachable', () => {
  test('is asked again until it answers, with growing waits', async () => {
    const clock = fakeClock();
    const seen: StoreWait[] = [];
    const store = failing(away('1'), away('2'), away('3'));
    const waiting = retrying(store, { forMs: 60_000, clock, onWait: (wait) => seen.push(wait) });
    expect(await waiting.put('a', '/f')).toBe(true);
    expect(store.calls).toEqual(['put a /f', 'put a /f', 'put a /f', 'put a /f']);
    expect(clock.waits).toEqual([500, 1000, 2000]);
    expect(seen.map(({ error, waitMs, waitedMs }) => [error.message, waitMs, waitedMs])).toEqual([
      ['The shared store /mnt/hydra cannot be reached: 1.', 500, 0],
      ['The shared store /mnt/hydra cannot be reached: 2.', 1000, 500],
      ['The shared store /mnt/hydra cannot be reached: 3.', 2000, 1500],
    ]);
  });

  test('is given up with its last error when the time has passed, after an attempt at the end of it', async () => {
    const clock = fakeClock();
    const store = failing(...Array.from({ length: 99 }, (_, index) => away(String(index))));
    await expect(retrying(store, { forMs: 100_000, clock }).has('a')).rejects.toThrow('cannot be reached: 9.');
    expect(clock.waits).toEqual([500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 8500]);
    expect(store.calls.length).toBe(10);
  });

  test('is not waited for if the time is 0', async () => {
    const store = failing(away('1'));
    await expect(retrying(store, { forMs: 0, clock: fakeClock() }).get('a', '/f')).rejects.toThrow('cannot be reached: 1.');
    expect(store.calls).toEqual(['get a /f']);
  });

  test('gets the whole time again in the next operation', async () => {
    const clock = fakeClock();
    const waiting = retrying(failing(away('1')), { forMs: 500, clock });
    expect([await waiting.has('a'), clock.waits]).toEqual([true, [500]]);
    const second = retrying(failing(away('1')), { forMs: 500, clock });
    expect([await second.has('a'), clock.waits]).toEqual([true, [500, 500]]);
  });

  test('is not waited for after the signal, whose reason is thrown', async () => {
    const stop = new AbortController();
    const store = failing(away('1'), away('2'));
    const reason = new Error('Ctrl-C');
    // The clock of the system: the signal has to end a real wait.
    const waiting = retrying(store, {
      forMs: 3_600_000,
      signal: stop.signal,
      onWait: () => queueMicrotask(() => stop.abort(reason)),
    });
    await expect(waiting.has('a')).rejects.toBe(reason);
    await expect(waiting.has('a')).rejects.toBe(reason);
    expect(store.calls).toEqual(['has a']);
  });
});

test.each([
  hydraError('store_refused', { address: 's3://b', action: 'x', reason: 'HTTP 403', advice: '' }),
  hydraError('store_name', { name: '..' }),
  new TypeError('a fault'),
])('throws what does not pass by waiting at once: %s', async (error) => {
  const clock = fakeClock();
  const store = failing(error);
  await expect(retrying(store, { forMs: 60_000, clock }).has('a')).rejects.toBe(error);
  expect([store.calls, clock.waits]).toEqual([['has a'], []]);
});

test('keeps the address and passes the answers on', async () => {
  const waiting = retrying({ ...failing(), has: async () => false }, { forMs: 1 });
  expect([waiting.address, await waiting.has('a'), await waiting.get('a', '/f')]).toEqual(['/mnt/hydra', false, true]);
});
