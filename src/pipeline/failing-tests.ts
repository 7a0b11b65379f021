// The tests that a candidate fails, with what the runner says about each. Reads only files of the run folder.
import type { Scorecard } from '../contract/index.ts';
import type { RunFolder } from '../store/index.ts';
import { failureOf, outcomeOf } from '../text/index.ts';
import { readDecidingTests } from './read-run.ts';

export interface FailingTest {
  id: string;
  /** A few lines; null if the runner printed none. */
  message: string | null;
}

/** The tests of the base first, then those about the task that other authors wrote. */
export function readFailingTests(folder: RunFolder, candidate: string, scorecard: Scorecard): FailingTest[] {
  const own = readDecidingTests(folder, { kind: 'candidate', name: candidate })
    .filter(({ status }) => status === 'failed')
    .map(({ id, message = null }) => ({ id, message }));
  const others = (scorecard.cross_tests ?? [])
    .filter((row) => row.standing === 'scored' && outcomeOf(row, candidate) === 'fail')
    .map((row) => ({ id: row.id, message: failureOf(row, candidate) }));
  const known = new Set(own.map(({ id }) => id));
  return [...own, ...others.filter(({ id }) => !known.has(id))];
}
