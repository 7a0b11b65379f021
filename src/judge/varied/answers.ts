// What trees answer to tests whose input was changed. No answer is known to be right: they are compared with each other.
import type { VariedAnswer } from '../integrity/index.ts';
import { addedMessages, addedResult, originalResult } from '../vary/index.ts';
import { passesOriginal, type VariedSubject, type VariedTest } from './verdict.ts';

/** Those with a changed input. Where tests fail on the base, only those: they are about the task. */
export function inputTests(tests: readonly VariedTest[], subjects: readonly VariedSubject[]): VariedTest[] {
  const inputs = tests.filter(({ change }) => change?.role === 'input');
  const base = subjects.find(({ name }) => name === null);
  const fixed = inputs.filter(({ beside, original }) => originalResult(base?.originals ?? null, beside, original) === 'failed');
  return fixed.length > 0 ? fixed : inputs;
}

/** The changed inputs that a candidate and at least one other tree answered. */
export function answersOf(subjects: readonly VariedSubject[], tests: readonly VariedTest[], name: string): VariedAnswer[] {
  const own = subjects.find((subject) => subject.name === name);
  if (own === undefined || own.runs.length === 0) return [];
  return inputTests(tests, subjects).flatMap((test): VariedAnswer[] => {
    const answer = answerTo(own, test);
    const others = subjects
      .filter(({ tree }) => tree !== own.tree)
      .flatMap((subject) => {
        const other = answerTo(subject, test);
        return other === null ? [] : [{ name: subject.name, answer: other }];
      });
    if (answer === null || others.length === 0 || test.change === null) return [];
    return [{ beside: test.beside, original: test.original, change: test.change, answer, others }];
  });
}

/** Whether a further tree could show that the candidate is right or wrong: up to two have answered, and all differently. */
export function isUnanswered(subjects: readonly VariedSubject[], own: VariedSubject, test: VariedTest): boolean {
  const answer = answerTo(own, test);
  const others = subjects.filter(({ tree }) => tree !== own.tree).flatMap((subject) => answerTo(subject, test) ?? []);
  return answer !== null && others.length < 2 && !others.includes(answer);
}

/** Null if the tree fails the original or cannot run the copy, so that its answer says nothing about the input. */
function answerTo(subject: VariedSubject, test: VariedTest): string | null {
  const [run] = subject.runs;
  if (run === undefined || test.renamed === null || !passesOriginal(subject, test)) return null;
  if (addedResult(run, test.renamed) !== 'passed') return null;
  const status = addedResult(run, test.name);
  if (status === 'passed') return 'passes';
  return status === 'failed' ? shownValues(addedMessages(run, test.name)) : null;
}

/** A failed assertion shows the value that the code returned. */
const ASSERTION =
  /Assertion(?:Error|Failed)|ComparisonFailure|assertion .{0,60}failed|^assert\b|Expected values to be|expect\(received\)|Failed asserting|\b(?:got|want)\b|^\s*Expected:/im;
const MAX_ANSWER = 160;

/** The wording of an error is not part of what a test compares, so that all errors are the same answer. */
function shownValues(messages: readonly string[]): string {
  const texts = messages.filter((text) => ASSERTION.test(text) && !/^panic:/m.test(text));
  if (texts.length === 0) return 'an error';
  const plain = texts.join('\n').replace(/0x[0-9a-f]{4,}/gi, '0x');
  // The values are in the lines that are not a heading.
  const lines = plain.split('\n').filter((line) => !/strictly (?:deep-)?equal:$|^expect\(received\)/.test(line.trim()));
  const shown = lines.join(' ').replace(/\s+/g, ' ').trim();
  return shown.length > MAX_ANSWER ? `${shown.slice(0, MAX_ANSWER)}…` : shown;
}
