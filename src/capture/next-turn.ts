// Lets signals, timers and the progress run between two units of a long computation.
import { setImmediate } from 'node:timers/promises';

export function nextTurn(): Promise<void> {
  return setImmediate();
}
