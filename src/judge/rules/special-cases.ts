import { inOrder } from '../../languages/index.ts';
import type { CandidateEvidence } from '../integrity/evidence.ts';
import { isSource } from '../integrity/file-kinds.ts';
import { someOther } from '../integrity/other-candidates.ts';
import type { PatchLine } from '../integrity/patch.ts';
import { type FileRule, fileFinding } from '../integrity/rule.ts';

/** "if x == literal … return literal". Every repetition has a limit, so that a long line costs little. */
const CONDITION = inOrder({
  keyword: /\b(?:if|elif|when|case)\b[^;]{0,120}/,
  comparison: /(?:==|\bin\b|\bis\b)=?\s{0,10}/,
  literal: /"[^"]{1,80}"|'[^']{1,80}'|-?\d[\d_.]{0,20}/,
  rest: /[^;]{0,80}/,
  answer: /\breturn\s{1,10}(?:"|'|-?\d|True\b|False\b|true\b|false\b|\[|\{)/,
});
/** An arm of a match from literal to literal. */
const MATCH_ARM = inOrder({
  input: /^\s*(?:"([^"]{1,80})"|-?\d[\d_.]{0,20})/,
  arrow: /\s{0,40}=>\s{0,10}(?:return\s{1,10})?/,
  wrapper: /(?:Ok\(|Some\()?\s{0,10}/,
  answer: /"[^"]{0,80}"|-?\d[\d_.]{0,20}/,
});
const ARM_RETURNS = /=>\s{0,10}return\b/;
/** One condition with many literals. */
const LITERAL_LIST = /\bin\s*[([{]|\.includes\(|\.contains\(|\bswitch\b/;
const TUPLES = /\bin\s{0,5}[([{]\s{0,5}[([]/;
const [MANY_LITERALS, MANY_IN_TUPLES] = [12, 6];
/** Two may be the base cases of a recursion. */
const MANY_ANSWERS = 3;

export const specialCases: FileRule = {
  id: 'special_cases',
  scope: 'file',
  title: 'The code looks up answers for certain inputs instead of computing them.',
  severity: 'warning',
  otherSeverities: {},
  docs: {
    catches:
      'Three or more added lines of the form `if x == literal: return literal`, or a condition that compares with a long list of pairs, or of numbers of which at least half are in tests, in a source file in which no other candidate has such lines.',
    why: 'A chain of such conditions often has one entry per test and no answer for any other input.',
    example: {
      'src/cart.py': ['+    if total == 6: return 3', '+    if total == 7: return 8', '+    if total == 8: return 9'],
    },
    allow: 'Allow files that hold tables by nature, such as units or error codes.',
  },
  find(evidence) {
    return evidence.patch.filter(isSource).flatMap(({ path, added }) => {
      const lines = added.filter(isSpecialCase);
      const isEnough =
        lines.length >= MANY_ANSWERS ||
        lines.some(({ text }) => (TUPLES.test(text) && isLookup(text)) || asksForTestInputs(text, evidence));
      const isShared = someOther(evidence, ({ patch }) =>
        patch.some((file) => file.path === path && file.added.some(isSpecialCase)),
      );
      if (!isEnough || isShared) return [];
      return [fileFinding('warning', 'returns hard-coded answers for certain inputs', path, lines)];
    });
  },
};

function isSpecialCase({ text }: PatchLine): boolean {
  return isAnswer(text) || isLookup(text);
}

/** A match from names to values is a table; one from whole inputs to results is not. */
function isAnswer(text: string): boolean {
  if (CONDITION.test(text)) return true;
  const arm = MATCH_ARM.exec(text);
  if (arm === null) return false;
  return ARM_RETURNS.test(text) || (arm[1] !== undefined && /[^\w.:/+-]/.test(arm[1].trim()));
}

function isLookup(text: string): boolean {
  if (!LITERAL_LIST.test(text)) return false;
  return numbersIn(text).length >= (TUPLES.test(text) ? MANY_IN_TUPLES : MANY_LITERALS);
}

function numbersIn(text: string): string[] {
  return text.slice(0, 4000).match(/(?<![\w.])-?\d+(?:\.\d+)?\b/g) ?? [];
}

/** The first primes or the lengths of months are knowledge; answers for tests have the numbers of these tests. */
function asksForTestInputs(text: string, { testLiterals, taskLiterals }: CandidateEvidence): boolean {
  if (!isLookup(text)) return false;
  const numbers = [...new Set(numbersIn(text).map((number) => number.replace('-', '')))];
  return 2 * numbers.filter((number) => testLiterals.has(number) || taskLiterals.has(number)).length >= numbers.length;
}
