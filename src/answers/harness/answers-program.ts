// A whole file that makes calls, for languages in which a call that is not valid stops all of them.
import type { CallToMake } from './answers-test.ts';

export interface ProgramPlace {
  /** The package clause of the file; null in a language without one. */
  packageName: string | null;
  /** The crate that is tested; null in a language without crates. */
  crateName: string | null;
}

export interface AnswersProgram {
  file: string;
}

/** Precedes each call: an error of the compiler names a line. */
const MARK = '// hydra call ';

export function markOf({ probe }: CallToMake): string {
  return `${MARK}${probe.id}`;
}

/** The id of the call to which a line of a generated file belongs, from 1; null for a line before all calls. */
export function callAtLine(file: string, line: number): string | null {
  const before = file.split('\n').slice(0, line);
  const mark = before.findLast((each) => each.trimStart().startsWith(MARK));
  return mark === undefined ? null : mark.trim().slice(MARK.length);
}
