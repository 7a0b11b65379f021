// The results of single tests in the runs of one tree: first run, repetitions of the whole suite, and runs of selected tests.

import type { CheckRun, TestStatus, TestSummary } from '../contract/index.ts';
import {
  attemptsOf,
  completeStatusesOf,
  type MaybeReading,
  mixedTests,
  type SubjectReading,
  type TestStatuses,
} from '../judge/index.ts';

export interface TestHistory {
  /** Empty if the first run does not list every test. */
  first: TestStatuses;
  /** Runs of some tests; those that measured lines at the same time come last. */
  selected: readonly { command: string; statuses: TestStatuses }[];
  again: readonly TestStatuses[];
}

export function historyOf(
  subject: SubjectReading,
  tree: CheckRun['tree'],
  first: MaybeReading<TestSummary> | null,
  measured: readonly MaybeReading<TestSummary>[] = [],
): TestHistory {
  return {
    first: completeStatusesOf(first),
    selected: [...attemptsOf(subject, tree, 'selected'), ...measured].map((reading) => ({
      command: reading.state === 'read' ? reading.reading.capture.command : '',
      statuses: completeStatusesOf(reading),
    })),
    again: attemptsOf(subject, tree, 'again').map(completeStatusesOf),
  };
}

export function hasRun(status: TestStatus | undefined): boolean {
  return status === 'passed' || status === 'failed';
}

/** The tests that both passed and failed in runs of the same kind. */
export function mixedIn({ first, selected, again }: TestHistory): ReadonlySet<string> {
  return new Set([...mixedTests([first, ...again]), ...mixedTests(selected.map(({ statuses }) => statuses))]);
}

/** Whether runs of this test alone agree with the first run, so that no run of the whole suite is needed. */
export function isConfirmedAlone(history: TestHistory, id: string): boolean {
  const runs = runsAlone(history, id);
  return runs.length > 0 && runs.every((status) => status === history.first.get(id));
}

/** Whether every run of this test alone gives the other result than the first run. */
export function isRefutedAlone(history: TestHistory, id: string): boolean {
  const runs = runsAlone(history, id);
  return runs.length > 0 && runs.every((status) => status !== history.first.get(id));
}

function runsAlone({ selected }: TestHistory, id: string): TestStatus[] {
  return selected.flatMap(({ statuses }) => statuses.get(id) ?? []);
}
