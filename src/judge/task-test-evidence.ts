// What the tests about the task say about one candidate, for the integrity rules.
import type { Acceptance, CrossTests, TaskTest } from '../contract/index.ts';
import { supportRole } from '../tools/index.ts';
import { acceptanceAuthor, authorsOf, type TestAuthor } from './cross-tests.ts';
import { type CandidateEvidence, literalsOfAddedTests, parsePatch } from './integrity/index.ts';
import type { RunReading } from './run-reading.ts';

export type TaskTestEvidence = (candidate: string) => Pick<CandidateEvidence, 'taskLiterals' | 'taskTests'>;

export function taskTestEvidence(
  reading: RunReading,
  acceptance: Acceptance | undefined,
  crossTests: CrossTests | undefined,
): TaskTestEvidence {
  const user = acceptanceAuthor(reading);
  const authors = [...authorsOf(reading), ...(user === null ? [] : [user])].map((author) => ({
    name: author.candidate === null ? null : author.name,
    literals: literalsOf(author),
  }));
  const tests = [
    ...(acceptance?.tests ?? []).map((test) => ({ author: null, test })),
    ...(crossTests?.authors ?? []).flatMap(({ author, tests: written }) => written.map((test) => ({ author, test }))),
  ];
  return (candidate) => ({
    taskLiterals: new Set(authors.flatMap(({ name, literals }) => (name === candidate ? [] : [...literals]))),
    taskTests: new Set(
      tests.flatMap(({ author, test }) => (passes(test, author === candidate, candidate) ? [`${author ?? ''} ${test.id}`] : [])),
    ),
  });
}

/** All files of an author that writes tests only; else those that are tests. */
function literalsOf({ candidate, patch }: TestAuthor): ReadonlySet<string> {
  return literalsOfAddedTests(parsePatch(patch).filter(({ path }) => candidate === null || supportRole(path) === 'test'));
}

function passes({ base, author, others }: TaskTest, isOwn: boolean, candidate: string): boolean {
  return base !== 'pass' && (isOwn ? author : others[candidate]) === 'pass';
}
