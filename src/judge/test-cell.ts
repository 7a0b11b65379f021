// The results of one author's tests on one tree. Pure.
import type { TestOutcome, TestSummary } from '../contract/index.ts';
import type { MaybeReading } from './measure.ts';
import { missingName } from './missing-name.ts';
import type { TestRun } from './run-reading.ts';
import { messagesOf } from './test-statuses.ts';
import { type NamedFailures, withUnnamedPasses } from './unnamed-passes.ts';

export interface TestCell {
  /** `failing`: what counts as a failure, besides a failure, of a test that runs on another tree. */
  outcome(id: string, failing?: readonly ('stopped' | 'skipped')[]): TestOutcome;
  /** What the runner says about a failed test; null if it says nothing. */
  failure(id: string): string | null;
  /** Every test that ran, and those that always passed; sorted. */
  ids(): string[];
  passing(): string[];
}

/** `introduced` are the names that only the author's sources have, `failures` those of the author's tests on the base. */
export function openCell(
  runs: readonly TestRun[],
  introduced: ReadonlySet<string>,
  failures: NamedFailures | null = null,
): TestCell {
  const read = runs.map(({ reading }) => ({
    statuses: withUnnamedPasses(reading, failures),
    hangs: isTimedOut(reading),
    messages: messagesOf(reading),
  }));
  const failure = (id: string) => {
    const known = read.find(({ messages }) => messages.has(id))?.messages.get(id);
    if (known !== undefined) return known;
    if (read.some(({ statuses, hangs }) => hangs && !statuses.has(id))) return 'the run did not end within the time limit';
    return read.some(({ statuses }) => statuses.get(id) === 'skipped') ? 'skipped' : null;
  };
  const outcome: TestCell['outcome'] = (id, failing = []) => {
    const seen = new Set(read.map(({ statuses }) => statuses.get(id)));
    // A run that is stopped has no result for the test that hangs and for those after it.
    const hangs = read.some((run) => run.hangs && !run.statuses.has(id));
    const isSkipped = failing.includes('skipped') && seen.has('skipped');
    const fails = seen.has('failed') || (failing.includes('stopped') && hangs) || isSkipped;
    if (seen.has('passed')) return fails ? 'flaky' : 'pass';
    if (!fails) return 'cannot_load';
    return lacksInterface(failure(id), introduced) ? 'cannot_load' : 'fail';
  };
  const hasRun = (id: string) => read.some(({ statuses }) => ['passed', 'failed'].includes(statuses.get(id) ?? ''));
  const ids = () => [...new Set(read.flatMap(({ statuses }) => [...statuses.keys()]))].filter(hasRun).sort();
  return { outcome, failure, ids, passing: () => ids().filter((id) => outcome(id) === 'pass') };
}

function isTimedOut(reading: MaybeReading<TestSummary>): boolean {
  return reading.state === 'read' && reading.reading.capture.ended === 'timed_out';
}

/** A test that needs a name that only its author's sources introduce proves nothing about a solution without that name. */
function lacksInterface(failure: string | null, introduced: ReadonlySet<string>): boolean {
  const name = failure === null ? null : missingName(failure);
  return name !== null && introduced.has(name);
}
