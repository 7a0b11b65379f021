// Everything that copied tests say about one candidate.
import type { VariedVerdict } from '../integrity/index.ts';
import { answersOf } from './answers.ts';
import { differencesOf, type VariedSubject, type VariedTest } from './verdict.ts';

/** Null if the copies say nothing about it. `tests` are those of variedTests. */
export function judgeVaried(
  subjects: readonly VariedSubject[],
  tests: readonly VariedTest[],
  name: string,
): VariedVerdict | null {
  const [differences, answers] = [differencesOf(subjects, tests, name), answersOf(subjects, tests, name)];
  return differences.length === 0 && answers.length === 0 ? null : { differences, answers };
}
