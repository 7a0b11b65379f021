// Everything that copied tests say about one candidate.
import type { VariedVerdict } from '../../integrity/index.ts';
import { answersOf } from './answers.ts';
import { differencesOf, type VariedSubject } from './verdict.ts';

/** Null if the copies say nothing about it. */
export function judgeVaried(subjects: readonly VariedSubject[], name: string): VariedVerdict | null {
  const [differences, answers] = [differencesOf(subjects, name), answersOf(subjects, name)];
  return differences.length === 0 && answers.length === 0 ? null : { differences, answers };
}
