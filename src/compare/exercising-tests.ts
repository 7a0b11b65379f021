// Tests that prove that a change is executed: they fail on the base and pass with the candidate.
import { showsChange } from '../contract/index.ts';
import { acceptanceAuthor, authorsOf, type TestAuthor, taskTests } from './cross-tests.ts';
import { ownTests } from './own-tests.ts';
import { type CandidateCaptures, firstTestRun, type RunReading } from './run-reading.ts';

export interface ExercisingTests {
  /** Ids of tests in the candidate's own tree. */
  own: string[];
  /** Other authors whose new tests the candidate passes. */
  authors: TestAuthor[];
}

export function exercisingTests(reading: RunReading, candidate: CandidateCaptures): ExercisingTests {
  const { name } = candidate.entry;
  const base = statusesOf(firstTestRun(reading.baseline, { check: 'test', tree: 'own' }));
  const fixed = [...statusesOf(ownTests(candidate))].filter(([id, status]) => status === 'passed' && base.get(id) === 'failed');
  const acceptance = acceptanceAuthor(reading);
  const authors = [...(acceptance === null ? [] : [acceptance]), ...authorsOf(reading)].map((author) => ({
    author,
    shown: taskTests(reading, author).filter((test) => showsChange(test, name, author.candidate === candidate)),
  }));
  const added = authors.filter(({ author }) => author.candidate === candidate).flatMap(({ shown }) => shown.map(({ id }) => id));
  return {
    own: [...new Set([...fixed.map(([id]) => id), ...added])].sort(),
    authors: authors
      .filter(({ author, shown }) => author.candidate !== candidate && shown.length > 0)
      .map(({ author }) => author),
  };
}

function statusesOf(reading: ReturnType<typeof ownTests>): ReadonlyMap<string, string> {
  const tests = reading?.state === 'read' ? reading.reading.summary.tests : [];
  return new Map(tests.map(({ id, status }) => [id, status]));
}
