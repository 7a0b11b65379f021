// Web: how a check ended, in a word or two, and whether that is good.
import { type Ended, isCanary, isTaskCheck, parseCheckRun } from '../../src/contract/index.ts';
import type { Tone } from '../components/badge.tsx';

export function endingLabel(ended: Ended | null, exitCode: number | null): string {
  return ended === 'exited' ? `exit ${exitCode}` : (ended ?? '').replaceAll('_', ' ');
}

export function checkEnding(check: string, ended: Ended | null, exitCode: number | null): { tone: Tone; words: string } {
  const run = parseCheckRun(check);
  const words = endingLabel(ended, exitCode);
  if (ended !== 'exited') return { tone: 'bad', words };
  // The canary is a failing test that Hydra adds: the run must report it.
  if (isCanary(run)) return exitCode === 0 ? { tone: 'bad', words } : { tone: 'good', words: 'reported' };
  // A test about the task fails where the task is not solved, as on the base.
  if (exitCode !== 0) return { tone: isTaskCheck(run) ? 'quiet' : 'bad', words };
  return { tone: 'good', words };
}
