// The words of `hydra merge`: what is asked for, what would happen, what did.
import type { HydraError, HydraEvent, MergeStrategy } from '../contract/index.ts';
import type { RunFolder } from '../store/index.ts';

export interface MergeRequest {
  cwd: string;
  run: RunFolder;
  /** Null for the winner, which a level result lacks. */
  candidate: string | null;
  /** Null for the branch that the candidates started from. */
  onto: string | null;
  strategy: MergeStrategy;
  destination: Destination;
  /** CANDIDATE:PATH or CANDIDATE:PATH#HUNK. */
  picks: readonly string[];
  /** In place of the subject made from the task. */
  message: string | null;
  runHooks: boolean;
  /** Why gates are to be passed over; null when they are not. */
  forceReason: string | null;
  jobs: number | null;
  useCache: boolean;
  signal: AbortSignal;
  watch(event: HydraEvent): void;
  /** Called with everything known and nothing changed yet; false stops there. */
  confirm(plan: MergePlan): Promise<boolean>;
}

/** Where the result goes: onto the target branch, to a new branch on the base, or into a file. */
export type Destination = { kind: 'target' } | { kind: 'branch'; name: string } | { kind: 'patch'; file: string };

export interface MergePlan {
  runId: string;
  candidate: string;
  /** Null for a candidate that is not mergeable. */
  rank: number | null;
  of: number;
  total: number | null;
  strategy: MergeStrategy;
  destination: Destination;
  /** The branch that would move, and its commit now; null commit for a new branch. */
  target: { branch: string; from: string | null; isCheckedOut: boolean };
  /** Whether the target has commits that the candidates did not start from. */
  hasMoved: boolean;
  files: { path: string; added: number; removed: number }[];
  /** The run that checked the merged tree, and the gates that failed there. */
  check: { runId: string; failedGates: string[] } | null;
  forceReason: string | null;
  /** What stands in the way; empty when the merge can be made. */
  refusals: HydraError[];
}

export interface MergeOutcome {
  plan: MergePlan;
  /** Null when nothing was changed. */
  result: { commit: string; branch: string } | { patch: Uint8Array } | null;
}
