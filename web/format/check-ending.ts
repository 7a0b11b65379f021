// How a check ended, as a short label with a tone.
import {
  describePlantedFailure,
  type Ended,
  isTaskCheck,
  mustFail,
  type PlantedFailure,
  parseCheckRun,
} from '../../src/contract/index.ts';
import type { Tone } from '../components/badge.tsx';

/** A command without an exit code was ended by a signal, which is not always known. */
export function endingLabel(ended: Ended | null, exitCode: number | null, signal: string | null): string {
  if (ended !== 'exited') return (ended ?? '').replaceAll('_', ' ');
  return exitCode === null ? `killed by ${signal ?? 'a signal'}` : `exit ${exitCode}`;
}

export interface CheckEnd {
  ended: Ended | null;
  exitCode: number | null;
  signal?: string | undefined;
  /** Missing where only the exit code is known. */
  planted?: PlantedFailure | undefined;
}

export function checkEnding(check: string, { ended, exitCode, signal, planted }: CheckEnd): { tone: Tone; label: string } {
  const run = parseCheckRun(check);
  const label = endingLabel(ended, exitCode, signal ?? null);
  if (ended !== 'exited') return { tone: 'bad', label };
  // The canary is a failing test that Hydra adds, so the test command has to fail.
  if (mustFail(run)) {
    if (exitCode !== 0 && planted === undefined) return { tone: 'quiet', label };
    const isReported = exitCode !== 0 && planted === 'reported';
    return { tone: isReported ? 'good' : 'bad', label: describePlantedFailure(exitCode, planted) };
  }
  // A test about the task is expected to fail where the task is not solved, for example on the base.
  if (exitCode !== 0) return { tone: isTaskCheck(run) ? 'quiet' : 'bad', label };
  return { tone: 'good', label };
}
