// The commands with which a user goes on after a merge was refused, ready to be typed.
import type { Run } from '../contract/index.ts';
import type { MergeRequest } from './request.ts';

export interface CommandsByHand {
  /** The same merge once more. */
  again: string;
  /** The candidate as a branch of its own: no other branch and no file changes. */
  aside: string;
}

interface Refused {
  request: Pick<MergeRequest, 'onto' | 'strategy' | 'forceReason' | 'message' | 'runHooks'>;
  result: { run: Pick<Run, 'run_id'> };
  candidate: { name: string };
}

/** `run` is how the run is named where the command is typed: elsewhere only its folder names it. */
export function commandsByHand({ request, result, candidate }: Refused, run = result.run.run_id): CommandsByHand {
  const { onto, strategy, forceReason, message, runHooks } = request;
  const merge = ['hydra', 'merge', run, candidate.name];
  const how = [
    ...(strategy === 'squash' ? [] : ['--strategy', strategy]),
    ...(message === null ? [] : ['-m', message]),
    ...(runHooks ? [] : ['--no-verify']),
    ...(forceReason === null ? [] : ['--force', '--reason', forceReason]),
  ];
  return {
    again: inShell([...merge, ...(onto === null ? [] : ['--onto', onto]), ...how]),
    aside: inShell([...merge, '--to-branch', `hydra/${candidate.name}`, ...how]),
  };
}

/** A command line that a shell takes as it is. */
export function inShell(words: readonly string[]): string {
  return words.map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`)).join(' ');
}
