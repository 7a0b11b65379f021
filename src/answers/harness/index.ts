// The code that makes calls in a tree, per language.
import type { ModuleForm } from '../../languages/index.ts';
import type { AnswersProgram, ProgramPlace } from './answers-program.ts';
import type { AnswersTest, CallToMake } from './answers-test.ts';
import { goProgram } from './go.ts';
import { javascriptTest } from './javascript.ts';
import { pythonTest } from './python.ts';
import { rustProgram } from './rust.ts';

export interface AnswersFileInput {
  /** As `language` of a probe. */
  language: string;
  calls: readonly CallToMake[];
  /** The file that makes the calls, and how it loads modules if its language has several ways. */
  path: string;
  moduleForm: ModuleForm | null;
  place: ProgramPlace;
}

/** The variable with the path of the file that answers are appended to. Without it no call is made. */
export const ANSWERS_FILE_VARIABLE = 'HYDRA_ANSWERS_FILE';

/** A test for the writer of the runner, or a whole file. Null for a language in which Hydra cannot make calls. */
export function writeAnswers(input: AnswersFileInput): AnswersTest | AnswersProgram | null {
  const { language, calls, path, moduleForm, place } = input;
  if (language === 'python') return pythonTest(calls);
  if (language === 'javascript' || language === 'typescript') return javascriptTest(calls, path, moduleForm ?? 'import');
  if (language === 'go') return goProgram(calls, place);
  if (language === 'rust') return rustProgram(calls, place);
  return null;
}
