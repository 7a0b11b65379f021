// The preview of a merge as it is printed and sent, in the names of the contract.
import type { MergeResponseBody } from '../contract/index.ts';
import { undoMergeCommand } from '../text/index.ts';
import type { MergePlan } from './request.ts';

/** `merged` is the new commit of the target; null when nothing was changed. */
export function answerOf(plan: MergePlan, merged: string | null): MergeResponseBody {
  const { runId, candidate, strategy, ending, target, hasMoved, files, check, message, refusals } = plan;
  return {
    run_id: runId,
    candidate,
    ...(ending === null ? {} : { ending }),
    strategy,
    target: { branch: target.branch, from: target.from, is_checked_out: target.isCheckedOut },
    has_moved: hasMoved,
    files,
    check: check === null ? null : { run_id: check.runId, failed_gates: check.failedGates },
    message,
    refusals: refusals.map(({ code, message, next }) => ({ code, message, next })),
    merged,
    undo: merged === null ? null : undoMergeCommand({ strategy, target: { ...target, to: merged } }),
  };
}
