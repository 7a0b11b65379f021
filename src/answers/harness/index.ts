// The code that makes calls in a tree, per language.
import type { AnswersTest, CallToMake } from './answers-test.ts';
import { pythonTest } from './python.ts';

export interface AnswersFileInput {
  /** As `language` of a probe. */
  language: string;
  calls: readonly CallToMake[];
}

/** The variable with the path of the file that answers are appended to. Without it no call is made. */
export const ANSWERS_FILE_VARIABLE = 'HYDRA_ANSWERS_FILE';

/** Null for a language in which Hydra cannot make calls. */
export function writeAnswers({ language, calls }: AnswersFileInput): AnswersTest | null {
  if (language === 'python') return pythonTest(calls);
  return null;
}
