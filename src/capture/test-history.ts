// The results of single tests in the runs of one tree: first run, repetitions of the whole suite, and runs of selected tests.
import { attemptsOf, type MaybeReading, type SubjectReading } from '../compare/index.ts';
import type { CheckRun, TestStatus, TestSummary } from '../contract/index.ts';

type Statuses = ReadonlyMap<string, TestStatus>;

export interface TestHistory {
  /** Empty if the first run does not list every test. */
  first: Statuses;
  selected: readonly { command: string; statuses: Statuses }[];
  again: readonly Statuses[];
}

export function historyOf(subject: SubjectReading, tree: CheckRun['tree'], first: MaybeReading<TestSummary> | null): TestHistory {
  return {
    first: statusesOf(first),
    selected: attemptsOf(subject, tree, 'selected').map((reading) => ({
      command: reading.state === 'read' ? reading.reading.capture.command : '',
      statuses: statusesOf(reading),
    })),
    again: attemptsOf(subject, tree, 'again').map(statusesOf),
  };
}

export function statusesOf(reading: MaybeReading<TestSummary> | null): Statuses {
  const isNamed = reading?.state === 'read' && reading.reading.summary.precision === 'exact';
  return new Map(isNamed ? reading.reading.summary.tests.map(({ id, status }) => [id, status]) : []);
}

export function hasRun(status: TestStatus | undefined): boolean {
  return status === 'passed' || status === 'failed';
}

/** Whether a test both passed and failed in runs of the same kind. */
export function isMixed({ first, selected, again }: TestHistory, id: string): boolean {
  const differ = (runs: readonly Statuses[]) => {
    const seen = new Set(runs.map((statuses) => statuses.get(id)));
    return seen.has('passed') && seen.has('failed');
  };
  return differ([first, ...again]) || differ(selected.map(({ statuses }) => statuses));
}

/** Whether runs of this test alone agree with the first run, so that no run of the whole suite is needed. */
export function isConfirmedAlone({ first, selected }: TestHistory, id: string): boolean {
  const runs = selected.map(({ statuses }) => statuses.get(id)).filter((status) => status !== undefined);
  return runs.length > 0 && runs.every((status) => status === first.get(id));
}
