// The messages of failing tests of the base, for the table of tests whose result changed. Reads only files of the run folder.
import type { Facts, TestFailure } from '../contract/index.ts';
import { BASELINE, type RunFolder, readStoredIfPresent, runFile, type Subject } from '../store/index.ts';
import { isFailing, movedTests } from '../text/index.ts';
import { readDecidingTests } from './read-run.ts';

/** Bounds the time and the size of a report file. */
const MAX_MESSAGES = 1000;

/** Empty before the run has a result. Failures without a message are left out. */
export function readFailureMessages(folder: RunFolder): TestFailure[] {
  const facts = readStoredIfPresent('facts', runFile(folder, 'facts.json'));
  if (facts === null) return [];
  const messages: TestFailure[] = [];
  for (const { candidate, tests } of failingTests(facts)) {
    if (tests.length === 0) continue;
    const wanted = new Set(tests);
    for (const { id, status, message } of readDecidingTests(folder, subjectOf(candidate))) {
      if (messages.length === MAX_MESSAGES) return messages;
      if (status === 'failed' && message !== undefined && wanted.has(id)) messages.push({ candidate, test: id, message });
    }
  }
  return messages;
}

/** The base first, then the candidates. */
function failingTests(facts: Facts): { candidate: string | null; tests: string[] }[] {
  const moved = movedTests(facts);
  const onBase = moved.filter(({ base }) => isFailing(base)).map(({ id }) => id);
  return [
    { candidate: null, tests: onBase },
    ...facts.candidates.map(({ name }) => ({
      candidate: name,
      tests: moved
        .filter(({ results }) => results.some(({ candidate, result }) => candidate === name && isFailing(result)))
        .map(({ id }) => id),
    })),
  ];
}

function subjectOf(candidate: string | null): Subject {
  return candidate === null ? BASELINE : { kind: 'candidate', name: candidate };
}
