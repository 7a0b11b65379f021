// Tests that prove that a change is executed: they fail on the base and pass with the candidate.
import { showsChange } from '../contract/index.ts';
import { acceptanceAuthor, authorsOf, runsOfCheck, type TestAuthor, taskTests } from './cross-tests.ts';
import { ownTests } from './own-tests.ts';
import { type CandidateCaptures, firstTestRun, type RunReading } from './run-reading.ts';
import { idsChanged } from './test-changes.ts';
import { statusesOf } from './test-statuses.ts';

export interface ExercisingTests {
  /** Ids of tests in the candidate's own tree. */
  own: string[];
  /** Other authors whose new tests the candidate passes. */
  authors: TestAuthor[];
}

export function exercisingTests(reading: RunReading, candidate: CandidateCaptures): ExercisingTests {
  const { name } = candidate.entry;
  const base = statusesOf(firstTestRun(reading.baseline, { check: 'test', tree: 'own' }));
  const fixed = idsChanged(base, statusesOf(ownTests(candidate)), 'failed', 'passed');
  const acceptance = acceptanceAuthor(reading);
  // Tests that never ran on the base may pass there.
  const ranOnBase = [...(acceptance === null ? [] : [acceptance]), ...authorsOf(reading)].filter(
    ({ check }) => runsOfCheck(reading.baseline, check).length > 0,
  );
  const authors = ranOnBase.map((author) => ({
    author,
    shown: taskTests(reading, author).filter((test) => showsChange(test, name, author.candidate === candidate)),
  }));
  const added = authors.filter(({ author }) => author.candidate === candidate).flatMap(({ shown }) => shown.map(({ id }) => id));
  return {
    own: [...new Set([...fixed, ...added])].sort(),
    authors: authors
      .filter(({ author, shown }) => author.candidate !== candidate && shown.length > 0)
      .map(({ author }) => author),
  };
}
