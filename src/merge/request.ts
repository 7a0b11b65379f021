// The types of `hydra merge`: request, preview and result.
import type { AgentEnding, HydraError, HydraEvent, MergeStrategy } from '../contract/index.ts';
import type { RunFolder } from '../store/index.ts';
import type { MergeMessage } from './merge-message.ts';

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
  /** Replaces the title and body made from the task and the facts; the trailers stay. */
  message: string | null;
  runHooks: boolean;
  /** Why to override failed gates; null to respect them. */
  forceReason: string | null;
  jobs: number | null;
  useCache: boolean;
  signal: AbortSignal;
  watch(event: HydraEvent): void;
  /** Called with the complete preview before anything changes; false cancels. */
  confirm(plan: MergePlan): Promise<boolean>;
}

/** The destination: the target branch, a new branch on the base, or a patch file. */
export type Destination = { kind: 'target' } | { kind: 'branch'; name: string } | { kind: 'patch'; file: string };

export interface MergePlan {
  runId: string;
  candidate: string;
  /** Null for a candidate that is not mergeable. */
  rank: number | null;
  of: number;
  total: number | null;
  /** Null when Hydra did not run the agent. */
  ending: AgentEnding | null;
  strategy: MergeStrategy;
  destination: Destination;
  /** The branch that would move, and its current commit; null for a new branch. */
  target: { branch: string; from: string | null; isCheckedOut: boolean };
  /** Whether the target has commits after the base of the candidates. */
  hasMoved: boolean;
  files: { path: string; added: number; removed: number }[];
  /** The run that checked the merged tree, and its failed gates. */
  check: { runId: string; failedGates: string[] } | null;
  /** The default message; null for a rebase of a branch, whose commits keep theirs. */
  message: MergeMessage | null;
  forceReason: string | null;
  /** The obstacles; empty when the merge is possible. */
  refusals: HydraError[];
}

export interface MergeOutcome {
  plan: MergePlan;
  /** Null when nothing was changed. */
  result: { commit: string; branch: string } | { patch: Uint8Array } | null;
}
