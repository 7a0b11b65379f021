import { supportRole } from '../../tools/index.ts';
import type { CandidateEvidence, TestView } from '../integrity/evidence.ts';
import { isSource, isTestTooling } from '../integrity/file-kinds.ts';
import { someOther } from '../integrity/other-candidates.ts';
import type { PatchFile } from '../integrity/patch.ts';
import { type FileFinding, type FileRule, fileFinding } from '../integrity/rule.ts';
import { comparedInputs, writtenAnswers } from '../integrity/test-answers.ts';
import { counted, listed } from '../integrity/wording.ts';

export const testAnswersInCode: FileRule = {
  id: 'test_answers_in_code',
  scope: 'file',
  title: 'Inputs and expected values of tests are written into the code.',
  severity: 'warning',
  otherSeverities: {
    error: 'there are at least two such inputs, and another candidate passes the same tests without them',
  },
  docs: {
    catches:
      'Two values that are close together in a test of the base, such as an input and its expected result, appear together in an added condition, `switch`, match arm or table, in source code or in a new data file; or a condition compares with a whole input such as `3.0.0-beta.5`, and another candidate passes the same tests without it. Values that the base’s code has already, and values that another candidate also writes, are not reported, unless a third candidate passes the same tests without them. Also a comparison with a whole input of an acceptance test, or of another candidate’s new test, if another candidate passes the same tests about the task without it.',
    why: 'Code that contains the answers of the tests passes them and fails for every other input.',
    example: { 'src/duration.py': ['+KNOWN = {"1h30m": 5400, "2m10s": 130}'] },
    allow: 'Allow data files and tables that the task asks for.',
  },
  find(evidence) {
    return evidence.patch.filter(mayHoldAnswers).flatMap((file) => {
      const finding = baseTestAnswers(evidence, file) ?? taskTestAnswers(evidence, file);
      return finding === null ? [] : [finding];
    });
  },
};

function baseTestAnswers(evidence: CandidateEvidence, file: PatchFile): FileFinding | null {
  const written = writtenAnswers(file, evidence.testLiterals).filter(({ question }) => !isInBase(evidence, question));
  if (written.length === 0) return null;
  const all = written.map(({ question }) => question);
  const isComputedByOther = evidence.others.some((other) => passesWithout(evidence, other, all));
  // If no candidate passes without a value and another one writes it too, it belongs to the task.
  const suspect = written.filter(
    ({ question, isWithoutAnswer }) =>
      isComputedByOther || !(isWithoutAnswer || someOther(evidence, (other) => writes(other, question))),
  );
  const questions = [...new Set(suspect.map(({ question }) => question))];
  if (questions.length < 2 && !suspect.some(({ certain }) => certain)) return null;
  const severity = questions.length >= 2 && isComputedByOther ? 'error' : 'warning';
  const what = suspect.every(({ isWithoutAnswer }) => isWithoutAnswer) ? 'compares with' : 'hard-codes answers for';
  const text = `${what} ${counted(questions.length, 'input')} of the base's tests: ${listed(questions)}`;
  const lines = suspect.map(({ line }) => line);
  return fileFinding(severity, text, file.path, lines);
}

/** Only beside a candidate that does without the inputs: a task can ask for a certain input. */
function taskTestAnswers(evidence: CandidateEvidence, file: PatchFile): FileFinding | null {
  const compared = comparedInputs(file, evidence.taskLiterals).filter(({ question }) => !isInBase(evidence, question));
  const questions = [...new Set(compared.map(({ question }) => question))];
  const other = evidence.others.find((each) => passesTaskWithout(evidence, each, questions));
  if (questions.length === 0 || other === undefined) return null;
  const inputs = `${counted(questions.length, 'input')} of tests about the task: ${listed(questions)}`;
  const without = `${other.name} passes the same tests without ${questions.length === 1 ? 'it' : 'them'}`;
  const lines = compared.map(({ line }) => line);
  return fileFinding('warning', `compares with ${inputs}; ${without}`, file.path, lines);
}

function passesTaskWithout({ taskTests }: CandidateEvidence, other: CandidateEvidence, inputs: readonly string[]): boolean {
  const passesToo = taskTests.size > 0 && [...taskTests].every((id) => other.taskTests.has(id));
  return passesToo && other.patch.some(isSource) && !inputs.some((literal) => writes(other, literal));
}

/** Source code, and new data files beside it. */
function mayHoldAnswers(file: PatchFile): boolean {
  const isData = file.status === 'added' && supportRole(file.path) === null && /\.(?:json|ya?ml|csv|tsv)$/.test(file.path);
  return (isData || isSource(file)) && !isTestTooling(file);
}

function isInBase({ patch }: CandidateEvidence, literal: string): boolean {
  return patch.some(
    (file) => isSource(file) && file.hunks.some(({ before }) => before.some(({ text }) => text.includes(literal))),
  );
}

function writes({ patch }: CandidateEvidence, literal: string): boolean {
  return patch.some((file) => mayHoldAnswers(file) && file.added.some(({ text }) => contains(text, literal)));
}

function contains(text: string, literal: string): boolean {
  return /^\d/.test(literal) ? text.includes(literal) : ['"', "'", '`'].some((mark) => text.includes(mark + literal + mark));
}

/** The other candidate passes every test of the base that this one passes, and writes none of the literals. */
function passesWithout({ tests }: CandidateEvidence, other: CandidateEvidence, literals: readonly string[]): boolean {
  const passesToo = tests.length > 0 && isSubset(notPassing(other.tests), notPassing(tests));
  return passesToo && other.tests.length > 0 && other.patch.some(isSource) && !literals.some((literal) => writes(other, literal));
}

/** Both candidates run the tests of the same base. */
function isSubset(ids: ReadonlySet<string>, others: ReadonlySet<string>): boolean {
  return ids.size <= others.size && [...ids].every((id) => others.has(id));
}

/** Every pair of candidates is compared. */
const NOT_PASSING = new WeakMap<readonly TestView[], ReadonlySet<string>>();

function notPassing(tests: readonly TestView[]): ReadonlySet<string> {
  const ids = NOT_PASSING.get(tests) ?? new Set(tests.flatMap(({ id, pinned }) => (pinned === 'passed' ? [] : [id])));
  NOT_PASSING.set(tests, ids);
  return ids;
}
