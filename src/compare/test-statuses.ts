// The status of each test of a run, by its id.
import type { TestStatus, TestSummary } from '../contract/index.ts';
import type { MaybeReading } from './measure.ts';

export type TestStatuses = ReadonlyMap<string, TestStatus>;

/** The tests that the run lists: all of them if its precision is `exact`. */
export function statusesOf(reading: MaybeReading<TestSummary> | null): TestStatuses {
  return reading?.state === 'read' ? statusesIn(reading.reading.summary) : NONE;
}

export function statusesIn(summary: TestSummary): TestStatuses {
  const statuses = KNOWN.get(summary) ?? new Map(summary.tests.map(({ id, status }) => [id, status]));
  KNOWN.set(summary, statuses);
  return statuses;
}

/** Summaries never change after they are parsed, and every step of a comparison asks for these maps. */
const KNOWN = new WeakMap<TestSummary, TestStatuses>();
const NONE: TestStatuses = new Map();

/** Empty unless the run lists every test, for callers that draw conclusions from a missing name. */
export function completeStatusesOf(reading: MaybeReading<TestSummary> | null): TestStatuses {
  const isComplete = reading?.state === 'read' && reading.reading.summary.precision === 'exact';
  return isComplete ? statusesOf(reading) : NONE;
}
