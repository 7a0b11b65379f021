// The messages of failing tests of the base, for the table of tests whose result changed. Reads only files of the run folder.
import { failureReader } from '../compare/index.ts';
import type { Facts, TestFailure } from '../contract/index.ts';
import { BASELINE, type RunFolder, readStoredIfPresent, runFile, type Subject } from '../store/index.ts';
import { isFailing, movedTests } from '../text/index.ts';
import { readTestOutput } from './read-run.ts';

/** Bounds the time and the size of a report file. */
const MAX_MESSAGES = 1000;

/** Empty before the run has a result. Failures that the output does not mention are left out. */
export function readFailureMessages(folder: RunFolder): TestFailure[] {
  const facts = readStoredIfPresent('facts', runFile(folder, 'facts.json'));
  if (facts === null) return [];
  const messages: TestFailure[] = [];
  for (const { candidate, tests } of failingTests(facts)) {
    if (tests.length === 0) continue;
    const read = failureReader(readOutput(folder, candidate));
    for (const test of tests) {
      if (messages.length === MAX_MESSAGES) return messages;
      const message = read(test);
      if (message !== null) messages.push({ candidate, test, message });
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

/** With the base's tests, if the candidate changed tests: these decide. */
function readOutput(folder: RunFolder, candidate: string | null): string {
  const subject: Subject = candidate === null ? BASELINE : { kind: 'candidate', name: candidate };
  for (const tree of ['pinned', 'own'] as const) {
    const output = readTestOutput(folder, subject, { check: 'test', tree, attempt: null });
    if (output !== null) return output;
  }
  return '';
}
