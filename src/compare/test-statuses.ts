// The status of each test of a run, by its id.
import type { TestStatus, TestSummary } from '../contract/index.ts';
import type { MaybeReading } from './measure.ts';

export type TestStatuses = ReadonlyMap<string, TestStatus>;

/** The tests that the run lists: all of them if its precision is `exact`. */
export function statusesOf(reading: MaybeReading<TestSummary> | null): TestStatuses {
  const tests = reading?.state === 'read' ? reading.reading.summary.tests : [];
  return new Map(tests.map(({ id, status }) => [id, status]));
}

/** Empty unless the run lists every test, for callers that draw conclusions from a missing name. */
export function completeStatusesOf(reading: MaybeReading<TestSummary> | null): TestStatuses {
  const isComplete = reading?.state === 'read' && reading.reading.summary.precision === 'exact';
  return isComplete ? statusesOf(reading) : new Map();
}
