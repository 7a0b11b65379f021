// Handles Ctrl-C: ends the processes, keeps completed captures, and sets the exit code.
import { HydraError, hydraError } from '../contract/index.ts';
import { EXIT_INTERRUPTED } from './exit-code.ts';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** A second Ctrl-C exits at once. */
export async function withInterrupt<Result>(work: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
  const controller = new AbortController();
  const onSignal = () => {
    if (controller.signal.aborted) process.exit(EXIT_INTERRUPTED);
    controller.abort();
  };
  for (const name of SIGNALS) process.on(name, onSignal);
  try {
    return await work(controller.signal);
  } catch (error) {
    const saysSo = error instanceof HydraError && /^(?:race|init)_interrupted$/.test(error.code);
    if (controller.signal.aborted && !saysSo) throw hydraError('interrupted', {});
    throw error;
  } finally {
    for (const name of SIGNALS) process.off(name, onSignal);
  }
}
