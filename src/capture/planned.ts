// One execution of a check that is to be captured, and why.
import type { CanaryFile, CheckId, CheckRun } from '../contract/index.ts';
import type { ResolvedCommit } from '../git/index.ts';
import type { Subject } from '../store/index.ts';

export interface PlannedCapture {
  subject: Subject;
  run: CheckRun;
  kind: CheckId;
  command: string;
  timeoutSeconds: number;
  /** Must not run while another check runs. */
  alone: boolean;
  /** Failing tests of Hydra's own that are in the tree while it runs. */
  canaries: readonly CanaryFile[];
  /** The commit that is measured in place of the subject's own or pinned one: the same sources with other tests. */
  commit: ResolvedCommit | null;
  /** Builds the tree itself, so that what the checkout's own builds left is no longer valid. */
  rebuilds: boolean;
  /** Whether the test runner is asked for a machine-readable report. */
  asksForReport: boolean;
  /** The changed files whose executed lines are to be reported; null for a run that is made for its results. */
  coverage: readonly string[] | null;
  /** Why this execution is needed, for the progress and the events. */
  reason: string;
}

/**
 * How the two trees of a candidate are measured.
 * selected: in one checkout; of the candidate's own tests only the changed files run.
 * shared: in one checkout, each with a whole test run. separate: each in a checkout with a build of its own.
 */
export type PinnedMode = 'selected' | 'shared' | 'separate';

/** The trees of the base or of a candidate. */
export interface SubjectTrees {
  subject: Subject;
  own: ResolvedCommit;
  /** The candidate's sources with the base's tests and check settings; null when that is its own tree. */
  pinned: { commit: ResolvedCommit; mode: PinnedMode } | null;
}
