// Waits for a store that is away for a while: an unmounted folder, a server that restarts.
import { HydraError } from '../../contract/index.ts';
import { backOffMs, type Clock, SYSTEM_CLOCK } from './back-off.ts';
import type { SharedStore } from './shared-store.ts';

const FIRST_WAIT_MS = 500;
const MAX_WAIT_MS = 30_000;

export interface StoreWait {
  error: HydraError;
  /** Until the next attempt. */
  waitMs: number;
  /** Since the first failure of this operation. */
  waitedMs: number;
}

export interface RetryingOptions {
  /** How long one operation waits from its first failure on; then its last error is thrown. */
  forMs: number;
  /** Ends the waiting with the reason of the signal. */
  signal?: AbortSignal | undefined;
  /** Before every wait, for example to tell the user. */
  onWait?: ((wait: StoreWait) => void) | undefined;
  clock?: Clock | undefined;
}

/** Only `store_unreachable` is retried. Waiting does not help against wrong credentials or a bad name. */
export function retrying(store: SharedStore, options: RetryingOptions): SharedStore {
  return {
    address: store.address,
    has: (name) => retry(() => store.has(name), options),
    put: (name, file) => retry(() => store.put(name, file), options),
    get: (name, file) => retry(() => store.get(name, file), options),
  };
}

async function retry<Result>(operation: () => Promise<Result>, options: RetryingOptions): Promise<Result> {
  const { forMs, signal, onWait, clock = SYSTEM_CLOCK } = options;
  let firstFailureAt: number | null = null;
  for (let attempt = 0; ; attempt += 1) {
    signal?.throwIfAborted();
    try {
      return await operation();
    } catch (error) {
      if (!(error instanceof HydraError) || error.code !== 'store_unreachable') throw error;
      firstFailureAt ??= clock.now();
      const waitedMs = clock.now() - firstFailureAt;
      if (waitedMs >= forMs) throw error;
      // The last attempt is at the end of the time, not before it.
      const waitMs = Math.min(backOffMs(attempt, FIRST_WAIT_MS, MAX_WAIT_MS, clock), forMs - waitedMs);
      onWait?.({ error, waitMs, waitedMs });
      await waitOrAbort(waitMs, signal, clock);
    }
  }
}

async function waitOrAbort(ms: number, signal: AbortSignal | undefined, clock: Clock): Promise<void> {
  try {
    await clock.wait(ms, signal);
  } catch (error) {
    // Node throws an AbortError of its own; the caller expects the reason that it gave.
    signal?.throwIfAborted();
    throw error;
  }
}
