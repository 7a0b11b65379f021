// The tests that a candidate fails, with the output of the runner about each. Reads only files of the run folder.
import { failureReader } from '../compare/index.ts';
import type { Scorecard } from '../contract/index.ts';
import type { RunFolder, Subject } from '../store/index.ts';
import { failureOf, outcomeOf } from '../text/index.ts';
import { readTestRun } from './read-run.ts';

export interface FailingTest {
  id: string;
  /** A few lines; null if the output does not mention the test. */
  message: string | null;
}

/** The tests of the base first, then those about the task that other authors wrote. */
export function readFailingTests(folder: RunFolder, candidate: string, scorecard: Scorecard): FailingTest[] {
  const subject: Subject = { kind: 'candidate', name: candidate };
  // With the base's tests, if the candidate changed tests: these decide.
  const trees = ['pinned', 'own'] as const;
  const run = trees
    .map((tree) => readTestRun(folder, subject, { check: 'test', tree, attempt: null }))
    .find((each) => each !== null);
  const message = failureReader(run?.output ?? '');
  const own = (run?.summary.tests ?? [])
    .filter(({ status }) => status === 'failed')
    .map(({ id }) => ({ id, message: message(id) }));
  const others = (scorecard.cross_tests ?? [])
    .filter((row) => row.standing === 'scored' && outcomeOf(row, candidate) === 'fail')
    .map((row) => ({ id: row.id, message: failureOf(row, candidate) }));
  const known = new Set(own.map(({ id }) => id));
  return [...own, ...others.filter(({ id }) => !known.has(id))];
}
