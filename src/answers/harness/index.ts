// The code that makes calls in a tree, per language.
import type { ModuleForm } from '../../languages/index.ts';
import type { AnswersTest, CallToMake } from './answers-test.ts';
import { javascriptTest } from './javascript.ts';
import { pythonTest } from './python.ts';

export interface AnswersFileInput {
  /** As `language` of a probe. */
  language: string;
  calls: readonly CallToMake[];
  /** The file that makes the calls, and how it loads modules if its language has several ways. */
  path: string;
  moduleForm: ModuleForm | null;
}

/** The variable with the path of the file that answers are appended to. Without it no call is made. */
export const ANSWERS_FILE_VARIABLE = 'HYDRA_ANSWERS_FILE';

/** Null for a language in which Hydra cannot make calls. */
export function writeAnswers({ language, calls, path, moduleForm }: AnswersFileInput): AnswersTest | null {
  if (language === 'python') return pythonTest(calls);
  if (language === 'javascript' || language === 'typescript') return javascriptTest(calls, path, moduleForm ?? 'import');
  return null;
}
