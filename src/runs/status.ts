// The state of a run: finished, running, or ended without a result, and the next step.
import { type HydraError, hydraError, type Run, type RunStatus, refusalOf } from '../contract/index.ts';
import type { RunFolder } from '../store/index.ts';
import { readFailure } from './failure.ts';
import { canGoOn, findDamage, isFinished, isLive, readRun } from './lifecycle.ts';

export function statusOf(folder: RunFolder): RunStatus {
  const damage = findDamage(folder);
  const run = readRun(folder);
  if (damage !== null || run === null) return { state: 'unreadable', problem: damage === null ? null : refusalOf(damage) };
  if (isFinished(folder)) return { state: 'finished', problem: null };
  if (isLive(folder)) return { state: 'running', problem: null };
  const failure = readFailure(folder);
  if (failure !== null) return { state: 'failed', problem: failure };
  return { state: 'interrupted', problem: refusalOf(interruption(folder, run)) };
}

function interruption(folder: RunFolder, { candidates }: Run): HydraError {
  if (canGoOn(folder)) return hydraError('run_interrupted', { run: folder.id });
  if (candidates.some(({ source }) => source.kind === 'agent')) return hydraError('race_cut_off', { run: folder.id });
  return hydraError('run_cut_off', { run: folder.id });
}

/** For callers that need the result of a run, which may have none. */
export function refuseUnfinished(folder: RunFolder): void {
  const { state, problem } = statusOf(folder);
  if (state === 'running') throw hydraError('run_under_way', { run: folder.id });
  if (state === 'interrupted' && problem !== null)
    throw hydraError('run_without_result', { sentence: problem.message, next: problem.next });
  if (state === 'failed' && problem !== null)
    throw hydraError('run_without_result', { sentence: `Run ${folder.id} failed: ${problem.message}`, next: problem.next });
}
