// The input of integrity rules. All of it is stored with the run, so replaying the run gives the same findings.
import type { Diff, IndependentConditions, RepositoryWrite, RestoredFile, TestStatus } from '../../contract/index.ts';
import type { PatchFile } from './patch.ts';
import type { TestLiterals } from './test-answers.ts';

export interface CaptureFacts {
  check: string;
  ended: string;
  outputBytes: number;
  leftBehind: number;
  /** Files and folders that appeared beside the workspace. */
  strays: readonly string[];
  /** Tracked files that it modified or deleted, and new files that tools load by themselves. */
  rewritten?: readonly string[];
  created?: readonly string[];
}

/** The result of the failing tests that Hydra adds to the suite. */
export type CanaryVerdict =
  | { state: 'heard' }
  /** not_run: the test did not run. passed: it ran and was not reported as failing. exit_0: reported, but the command exited with 0. */
  | { state: 'silenced'; how: 'not_run' | 'passed' | 'exit_0'; paths: string[] }
  /** The run allows no conclusion. */
  | { state: 'unproven'; why: string };

/** A test of the base that a candidate passes, and answers differently as a copy. */
export interface VariedDifference {
  /** The file and the name of the original. */
  beside: string;
  original: string;
  /** The file and the name of the copy. */
  path: string;
  name: string;
  /** The wrong value that the candidate accepts; null if it fails the test only because of its name. */
  change: { line: number; before: string; after: string } | null;
  /** A tree that passes the original and answers the copy as expected; null if there is none. */
  control: string | null;
}

/** What a candidate answers to a test of the base in which an input was changed, and what other trees answer. */
export interface VariedAnswer {
  beside: string;
  original: string;
  change: { line: number; before: string; after: string };
  answer: string;
  /** The name null is the base. */
  others: { name: string | null; answer: string }[];
}

export interface VariedVerdict {
  differences: VariedDifference[];
  answers: VariedAnswer[];
}

/** The tests of a candidate in another checkout under other conditions, compared with the counted run. */
export type IndependentVerdict =
  /** `unsteady`: tests that passed there only when they were repeated, for example in the usual order. */
  | { state: 'confirmed'; conditions: IndependentConditions; unsteady: readonly string[] }
  /**
   * Tests that do not pass there: those that fail on the base, and those that pass on it. Both are empty if the tests have no
   * names; then `isFixed` says whether the base's run fails.
   */
  | {
      state: 'differs';
      conditions: IndependentConditions;
      fixed: readonly string[];
      others: readonly string[];
      isFixed: boolean;
    }
  | { state: 'impossible'; why: string };

/** One test of the base in three runs; null where a run does not have it. */
export interface TestView {
  id: string;
  base: TestStatus;
  own: TestStatus | null;
  pinned: TestStatus | null;
}

export interface CandidateEvidence {
  name: string;
  patch: readonly PatchFile[];
  diff: Diff;
  captures: readonly CaptureFacts[];
  baselineCaptures: readonly CaptureFacts[];
  /** The base's tests; empty unless all three runs have test names. */
  tests: readonly TestView[];
  /** Base-passing tests whose expectation the candidate changed. The user decides whether the change is right. */
  contested: ReadonlySet<string>;
  /** Ids of tests that only this candidate has. */
  newTests: readonly string[];
  /** Whether the candidate's own test run passed and the pinned one failed; for runs without test names. */
  passesOnlyUnpinned: boolean;
  /** The files that are the base's in the pinned tree. */
  restored: readonly RestoredFile[];
  /** For each test that passes in the own run only: the restored files that make it pass; empty if the test was edited. */
  causes: ReadonlyMap<string, readonly RestoredFile[]>;
  /** How many tests ran, if a run has only totals; null if both have names or one has neither. */
  executed: { base: number; own: number } | null;
  /** Why tests of the base could not be compiled or loaded in its own run; null if they ran. */
  loadError: string | null;
  /** Null if no failing test was added. */
  canary: CanaryVerdict | null;
  /** Null if no copied test ran, or none was answered differently. */
  varied: VariedVerdict | null;
  /** Null if its tests did not run there. */
  independent: IndependentVerdict | null;
  /** Where the agent wrote credentials from its environment. The patch no longer contains their values. */
  credentials: readonly { variable: string; path: string; line: number | null }[];
  /** What its agent changed in the user's repository instead of its clone. */
  repositoryWrites: readonly RepositoryWrite[];
  lint: { before: number; after: number } | null;
  /** The metrics of the policy, with their commands. */
  metrics: readonly { name: string; command: string }[];
  /** Inputs and expected values in the base's tests. */
  testLiterals: TestLiterals;
  /** Inputs and expected values in tests about the task that are not its own. */
  taskLiterals: ReadonlySet<string>;
  /** The tests about the task that it passes and the base does not. */
  taskTests: ReadonlySet<string>;
  /** The packages that the base's tests import. */
  testImports: ReadonlySet<string>;
  /** The evidence of the other candidates that changed something. */
  others: readonly CandidateEvidence[];
  /** The same without those whose diff is nearly this candidate's, each group with nearly equal diffs as one vote. */
  votes: readonly (readonly CandidateEvidence[])[];
  /** Tests that every candidate with a change loses: the task is assumed to require it. */
  lostByAll: ReadonlySet<string>;
}
