// How checks run beyond one machine. The unit of work is one tree with its ordered checks, because checks of a tree
// share a checkout. Without these, everything runs here.
import type { ExpectedInputs, PlannedCapture, SubjectTrees } from '../contract/index.ts';

/** The captures of all machines of a run, by key. A key has one capture. */
export interface SharedCaptures {
  /** Its folder on this machine; null if there is none with this key and these inputs. */
  find(expected: ExpectedInputs): Promise<string | null>;
  /** Called with each capture of this machine. */
  keep(key: string, folder: string): Promise<void>;
}

export interface TreeJob {
  /** The base and the subject. */
  trees: readonly SubjectTrees[];
  captures: readonly PlannedCapture[];
  /** In the order of the captures. */
  inputs: readonly ExpectedInputs[];
  /** Where the capture of a set-up that failed is stored; then there are no others. */
  setup: { key: string; name: string };
}

/** lost: the machines that ran it disappeared, which is never the result of a check. */
export type JobOutcome = { state: 'done' } | { state: 'lost'; reason: string };

export interface RemoteExecutor {
  /** Resolves when every capture is in the shared captures, or the job is lost. */
  run(job: TreeJob): Promise<JobOutcome>;
}
