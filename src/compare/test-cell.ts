// The results of one author's tests on one tree. Pure.
import type { TestOutcome } from '../contract/index.ts';
import { failureText, missingName } from './failure-text.ts';
import type { TestRun } from './run-reading.ts';
import { statusesOf } from './test-statuses.ts';

export interface TestCell {
  outcome(id: string): TestOutcome;
  /** The runner's output about a failed test; null if it is not found. */
  failure(id: string): string | null;
  /** Every test that ran, and those that always passed; sorted. */
  ids(): string[];
  passing(): string[];
}

/** `introduced` are the names that only the author's sources have. */
export function openCell(runs: readonly TestRun[], introduced: ReadonlySet<string>): TestCell {
  const read = runs.map(({ reading, output }) => ({ statuses: statusesOf(reading), output }));
  const failure = (id: string) => {
    const texts = read.flatMap(({ statuses, output }) => (statuses.get(id) === 'failed' ? [failureText(output, id)] : []));
    return texts.find((text) => text !== null) ?? null;
  };
  const outcome = (id: string): TestOutcome => {
    const seen = new Set(read.map(({ statuses }) => statuses.get(id)));
    if (seen.has('passed')) return seen.has('failed') ? 'flaky' : 'pass';
    if (!seen.has('failed')) return 'cannot_load';
    return lacksInterface(failure(id), introduced) ? 'cannot_load' : 'fail';
  };
  const hasRun = (id: string) => read.some(({ statuses }) => ['passed', 'failed'].includes(statuses.get(id) ?? ''));
  const ids = () => [...new Set(read.flatMap(({ statuses }) => [...statuses.keys()]))].filter(hasRun).sort();
  return { outcome, failure, ids, passing: () => ids().filter((id) => outcome(id) === 'pass') };
}

/** A test that needs a name that only its author's sources introduce proves nothing about a solution without that name. */
function lacksInterface(failure: string | null, introduced: ReadonlySet<string>): boolean {
  const name = failure === null ? null : missingName(failure);
  return name !== null && introduced.has(name);
}
