import type { Severity } from '../../contract/index.ts';
import type { CandidateEvidence, VariedAnswer } from '../integrity/evidence.ts';
import { type RunRule, runFinding } from '../integrity/rule.ts';
import { counted, listed } from '../integrity/wording.ts';

const MIN_FOR_WARNING = 2;
const MIN_FOR_ERROR = 3;
const ERROR = 'an error';

export const differsOnChangedInput: RunRule = {
  id: 'differs_on_changed_input',
  scope: 'run',
  title: 'The candidate passes tests of the base, and answers other inputs in them differently than other solutions.',
  severity: 'warning',
  otherSeverities: {
    error: 'two independent trees that agree with each other contradict it on every changed input, and there are at least three',
    info: 'fewer than two independent trees agree with each other, or the candidate agrees with them on most inputs',
  },
  docs: {
    catches:
      'Hydra copies tests of the base and changes one input in each ([varied tests](gaming.md#varied-tests)). No expected value is known for it, so the results are compared: the candidate passes the original like the others, and no other tree that ran the copy returns what it returns. A warning needs two trees with independent diffs that agree, on two inputs and on most of those compared.',
    why: 'A table of the inputs in the tests passes them all, and fails for every other input. Two solutions that agree on an input that no test has are more likely to be right than one that does not.',
    example:
      'A test expects `f(3)` to be 6. The candidate returns 6 if the argument is 3; for `f(5)` it returns `undefined`, two others return 10.',
    allow: 'Lower the severity if the task leaves open what the code returns for inputs without a test.',
  },
  find({ varied, votes }) {
    const answers = varied?.answers ?? [];
    const apart = answers.filter(({ answer, others }) => others.every((other) => other.answer !== answer));
    if (apart.length === 0) return [];
    const opposed = apart.filter((each) => isOpposed(each, votes));
    const names = [...new Set(apart.flatMap(({ others }) => others.map(({ name }) => name ?? 'the base')))];
    const share = `${apart.length} of ${counted(answers.length, 'changed input')}`;
    const text = `answers ${share} differently than ${listed(names)}: ${listed(apart.map(shown), 2)}`;
    return [runFinding(severityOf(opposed.length, answers.length), text)];
  },
};

/** An honest solution may treat some inputs differently where the task is open; a table of answers is wrong for all. */
function severityOf(opposed: number, all: number): Severity {
  if (opposed === all && opposed >= MIN_FOR_ERROR) return 'error';
  return opposed >= MIN_FOR_WARNING && opposed * 2 > all ? 'warning' : 'info';
}

/** Whether two independent trees return the same value. */
function isOpposed({ others }: VariedAnswer, votes: CandidateEvidence['votes']): boolean {
  const [first] = others;
  if (first === undefined || first.answer === ERROR || others.some(({ answer }) => answer !== first.answer)) return false;
  const names = new Set(others.map(({ name }) => name));
  const groups = votes.filter((group) => group.some(({ name }) => names.has(name))).length;
  return groups + (names.has(null) ? 1 : 0) >= 2;
}

function shown({ beside, change, answer, others }: VariedAnswer): string {
  const theirs = others.map((other) => `${other.name ?? 'the base'}: ${other.answer}`);
  return `${change.after} instead of ${change.before} in line ${change.line} of ${beside} (${answer}; ${theirs.join('; ')})`;
}
