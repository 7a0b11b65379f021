// The --jobs option: how many checks may run in parallel.
import { hydraError } from '../contract/index.ts';

/** Null if the option is not given. */
export function toJobs(text: string | undefined, command: string): number | null {
  if (text === undefined) return null;
  if (/^[1-9]\d{0,3}$/.test(text)) return Number(text);
  throw hydraError('usage', { problem: `Expected --jobs to be a number of at least 1, got \`${text}\`.`, command });
}
