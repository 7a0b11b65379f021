// A planned execution of a check, and its reason.
import type { CheckKind } from './check.ts';
import type { CheckRun } from './check-run.ts';
import type { ProbeFile } from './files/answers.ts';
import type { IndependentConditions } from './files/independent-run.ts';
import type { CanaryFile } from './files/run.ts';
import type { VariedFile } from './files/varied.ts';

/** The baseline, a candidate by its name, or a source of tests that is not a candidate. */
export type Subject = { kind: 'baseline' } | { kind: 'candidate'; name: string } | { kind: 'source'; name: string };

export const BASELINE: Subject = { kind: 'baseline' };

export interface ResolvedCommit {
  commit: string;
  tree: string;
}

export interface PlannedCapture {
  subject: Subject;
  run: CheckRun;
  kind: CheckKind;
  command: string;
  timeoutSeconds: number;
  /** Must not run while another check runs. */
  alone: boolean;
  /** Failing tests of Hydra that are in the checkout while it runs. */
  canaries: readonly CanaryFile[];
  /** Copies of tests that are in the checkout while it runs. */
  varied: readonly VariedFile[];
  /** Calls that it evaluates, with the files that are in the checkout for that; null for other runs. */
  probes: ProbeFile | null;
  /** The commit to measure instead of the subject's own or pinned one: the same sources with other tests. */
  commit: ResolvedCommit | null;
  /** Whether the test runner is asked for a machine-readable report. */
  asksForReport: boolean;
  /** The changed files to measure; null for a run whose test results count. */
  coverage: readonly string[] | null;
  /** The conditions of a run in another checkout; null for the usual checkout of the tree. */
  independent: IndependentConditions | null;
  /** The changed files that `commit` leaves out; null for a run of a whole tree. */
  leftOut: readonly string[] | null;
  /** The authors of the tests in `commit`, if they are several; null for other runs. */
  authors: readonly string[] | null;
  /** Whether the result of an earlier run of Hydra may be used. */
  usesCache: boolean;
  /** The reason for this execution, for the progress and the events. */
  reason: string;
}

/**
 * How the two trees of a candidate are measured.
 * selected: in one checkout; of the candidate's own tests only the changed files run.
 * shared: in one checkout, each with a whole test run. separate: each in its own checkout with its own build.
 */
export type PinnedMode = 'selected' | 'shared' | 'separate';

/** The trees of the base or of a candidate. */
export interface SubjectTrees {
  subject: Subject;
  own: ResolvedCommit;
  /** The candidate's sources with the base's tests and check settings; null if that is its own tree. */
  pinned: { commit: ResolvedCommit; mode: PinnedMode } | null;
}
