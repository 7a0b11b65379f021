// How a check ended, as a short label with a tone.
import { type Ended, isTaskCheck, mustFail, parseCheckRun } from '../../src/contract/index.ts';
import type { Tone } from '../components/badge.tsx';

export function endingLabel(ended: Ended | null, exitCode: number | null): string {
  return ended === 'exited' ? `exit ${exitCode}` : (ended ?? '').replaceAll('_', ' ');
}

export function checkEnding(check: string, ended: Ended | null, exitCode: number | null): { tone: Tone; label: string } {
  const run = parseCheckRun(check);
  const label = endingLabel(ended, exitCode);
  if (ended !== 'exited') return { tone: 'bad', label };
  // The canary is a failing test that Hydra adds, so the test command has to fail.
  if (mustFail(run)) return exitCode === 0 ? { tone: 'bad', label } : { tone: 'good', label: 'reported' };
  // A test about the task is expected to fail where the task is not solved, for example on the base.
  if (exitCode !== 0) return { tone: isTaskCheck(run) ? 'quiet' : 'bad', label };
  return { tone: 'good', label };
}
