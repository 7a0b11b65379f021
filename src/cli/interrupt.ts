// Ctrl-C ends the work in order: processes are ended, what is captured stays, and the exit code says so.
import { HydraError, hydraError } from '../contract/index.ts';
import { EXIT_INTERRUPTED } from './exit-code.ts';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** A second Ctrl-C does not wait for anything. */
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
