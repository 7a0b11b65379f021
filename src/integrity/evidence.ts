// What integrity rules may look at. All of it is stored with the run, so that every finding replays.
import type { Diff, IntegrityFinding, Severity, TestStatus } from '../contract/index.ts';
import type { PatchFile, PatchLine } from './patch.ts';
import type { TestLiterals } from './test-answers.ts';

export interface CaptureFacts {
  check: string;
  ended: string;
  outputBytes: number;
  leftBehind: number;
  /** Files and folders that appeared beside the workspace. */
  strays: readonly string[];
}

/** The result of the failing tests that Hydra adds to the suite. */
export type CanaryVerdict =
  | { state: 'heard' }
  /** not_run: the test did not run. passed: it ran and was not reported as failing. exit_0: reported, but the command exited with 0. */
  | { state: 'silenced'; how: 'not_run' | 'passed' | 'exit_0'; paths: string[] }
  /** The run allows no conclusion. */
  | { state: 'unproven'; why: string };

/** One base test as three runs saw it; null where a run does not have it. */
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
  /** The base's tests; empty when names are not known on every side. */
  tests: readonly TestView[];
  /** Base-passing tests whose expectation the candidate changed: whether that is right is for the user to decide. */
  contested: ReadonlySet<string>;
  /** Ids of tests that only this candidate has. */
  newTests: readonly string[];
  /** Whether the candidate's own test run passed and the pinned one failed, where only that is known. */
  passesOnlyUnpinned: boolean;
  /** How many tests ran, where names are not known on both sides; null where they are, or nothing is known. */
  executed: { base: number; own: number } | null;
  /** What became of the failing tests that Hydra adds; null where none was needed. */
  canary: CanaryVerdict | null;
  /** Where the agent wrote credentials of its own environment; their values are not in the patch any more. */
  credentials: readonly { variable: string; path: string; line: number | null }[];
  lint: { before: number; after: number } | null;
  /** What the base's tests ask and expect. */
  testLiterals: TestLiterals;
  /** The evidence of the other candidates that changed something. */
  others: readonly CandidateEvidence[];
  /** Tests that every candidate with a change loses: the task itself asks for it. */
  lostByAll: ReadonlySet<string>;
}

export interface IntegrityRule {
  readonly id: string;
  /** What it looks for, in one sentence; docs/integrity.md lists these. */
  readonly title: string;
  find(evidence: CandidateEvidence): Omit<IntegrityFinding, 'id' | 'how_to_allow'>[];
}

export type RuleFinding = ReturnType<IntegrityRule['find']>[number];

export function findingAt(severity: Severity, message: string, path: string, lines: readonly PatchLine[] = []): RuleFinding {
  const numbers = lines.map(({ line }) => line).filter((line) => line > 0);
  const place = {
    path,
    start_line: numbers.length === 0 ? null : Math.min(...numbers.slice(0, 1000)),
    end_line: numbers.length === 0 ? null : Math.max(...numbers.slice(0, 1000)),
  };
  return { severity, message, place };
}

export function finding(severity: Severity, message: string): RuleFinding {
  return { severity, message, place: null };
}

/** "a, b, c and 4 more" */
export function listed(names: readonly string[], most = 3): string {
  const shown = names.slice(0, most).join(', ');
  return names.length > most ? `${shown} and ${names.length - most} more` : shown;
}

export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** At least half of the others do the same to the same file: the task asks for it. */
export function othersDoSame({ others }: CandidateEvidence, path: string, does: (file: PatchFile) => boolean): boolean {
  const same = others.filter(({ patch }) => patch.some((file) => file.path === path && does(file)));
  return others.length > 0 && same.length * 2 >= others.length;
}
