// The status of each test of a run, and the messages of those that failed, by its id.
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

/** What the runner says about the failed tests of a run; those that it prints without a message are left out. */
export function messagesOf(reading: MaybeReading<TestSummary>): ReadonlyMap<string, string> {
  if (reading.state !== 'read') return NO_MESSAGES;
  const { summary } = reading.reading;
  const messages = MESSAGES.get(summary) ?? failureMessages(summary);
  MESSAGES.set(summary, messages);
  return messages;
}

function failureMessages({ tests }: TestSummary): Map<string, string> {
  const failed = tests.filter(({ status }) => status === 'failed');
  return new Map(failed.flatMap(({ id, message }) => (message === undefined ? [] : [[id, message]])));
}

const MESSAGES = new WeakMap<TestSummary, ReadonlyMap<string, string>>();
const NO_MESSAGES: ReadonlyMap<string, string> = new Map();

/** Empty unless the run lists every test, for callers that draw conclusions from a missing name. */
export function completeStatusesOf(reading: MaybeReading<TestSummary> | null): TestStatuses {
  const isComplete = reading?.state === 'read' && reading.reading.summary.precision === 'exact';
  return isComplete ? statusesOf(reading) : NONE;
}
