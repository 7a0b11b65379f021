// The commands to type after a merge was refused.
import type { Run } from '../contract/index.ts';
import { shellCommand } from '../text/index.ts';
import type { MergeRequest } from './request.ts';

export interface CommandsByHand {
  /** The same merge again. */
  again: string;
  /** The candidate as a new branch: no other branch and no file changes. */
  aside: string;
}

interface Refused {
  request: Pick<MergeRequest, 'onto' | 'strategy' | 'forceReason' | 'message' | 'runHooks'>;
  result: { run: Pick<Run, 'run_id'> };
  candidate: { name: string };
}

/** `run` names the run where the command is typed: in another working tree only its folder does. */
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
    again: shellCommand([...merge, ...(onto === null ? [] : ['--onto', onto]), ...how]),
    aside: shellCommand([...merge, '--to-branch', `hydra/${candidate.name}`, ...how]),
  };
}
