// Waiting between attempts: exponential, bounded, with jitter so that many machines do not come back at once.
import { setTimeout as sleep } from 'node:timers/promises';

/** Injected, so that tests neither wait nor depend on chance. */
export interface Clock {
  /** Milliseconds that never go back. */
  now(): number;
  /** Rejects if the signal is aborted. */
  wait(ms: number, signal?: AbortSignal): Promise<void>;
  /** At least 0, less than 1. */
  random(): number;
}

export const SYSTEM_CLOCK: Clock = {
  now: () => performance.now(),
  wait: (ms, signal) => sleep(ms, undefined, signal === undefined ? {} : { signal }),
  random: () => Math.random(),
};

/** `attempt` counts from 0. Between the half and the whole of `firstMs * 2 ** attempt`, which is at most `maxMs`. */
export function backOffMs(attempt: number, firstMs: number, maxMs: number, clock: Clock): number {
  const whole = Math.min(firstMs * 2 ** attempt, maxMs);
  return Math.round(whole * (0.5 + clock.random() / 2));
}
