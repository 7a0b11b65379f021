// Inputs and expected values of the base's tests that a candidate writes into the code instead of computing them.
import { anyOf, isSourceFile } from '../../languages/index.ts';
import { addedCode, type CodeLine } from './code-lines.ts';
import type { PatchFile } from './patch.ts';

/** The literals in the tests of the base. */
export interface TestLiterals {
  /** The numbers of its lines; undefined if the tests do not contain it. */
  get(literal: string): readonly number[] | undefined;
  has(literal: string): boolean;
}

const LITERAL = anyOf(
  {
    doubleQuoted: /"((?:[^"\\]|\\.){1,80})"/,
    singleQuoted: /'((?:[^'\\]|\\.){1,80})'/,
    backQuoted: /`([^`\\$]{1,80})`/,
    number: /(?<![\w.$])(\d[\d_]{0,20}(?:\.\d{1,20})?)(?![\w.])/,
  },
  'g',
);
/** A literal that is everywhere connects nothing. */
const MAX_PLACES = 20;
/** Longer lines are cut. */
const MAX_LINE_LENGTH = 4000;

/** The text is read when a rule asks for the first literal: most changes contain none. */
export function literalsOfTests(text: string): TestLiterals {
  let places: ReadonlyMap<string, readonly number[]> | null = null;
  const read = () => {
    places ??= placesOfLiterals(text);
    return places;
  };
  return { get: (literal) => read().get(literal), has: (literal) => read().has(literal) };
}

function placesOfLiterals(text: string): ReadonlyMap<string, readonly number[]> {
  const places = new Map<string, number[]>();
  text.split('\n').forEach((line, number) => {
    for (const literal of literalsIn(line)) {
      const known = places.get(literal);
      if (known === undefined) places.set(literal, [number]);
      else if (known.length <= MAX_PLACES) known.push(number);
    }
  });
  return new Map([...places].filter(([, numbers]) => numbers.length <= MAX_PLACES));
}

const MAX_LITERAL_LENGTH = 80;

/** The literals on the added lines of tests; a line of a data file is a literal as a whole. */
export function literalsOfAddedTests(files: readonly PatchFile[]): ReadonlySet<string> {
  const literals = files.flatMap(({ path, added }) =>
    added.flatMap(({ text }) => (isSourceFile(path) ? literalsIn(text) : [text.trim()])),
  );
  return new Set(literals.filter((literal) => literal.length <= MAX_LITERAL_LENGTH && !isCommon(literal)));
}

/** Without literals that say nothing: single characters, punctuation, and numbers that are in every program. */
function literalsIn(line: string, followedBy?: RegExp): string[] {
  const text = line.slice(0, MAX_LINE_LENGTH);
  return [...text.matchAll(LITERAL)]
    .filter((match) => followedBy?.test(text.slice(match.index + match[0].length, match.index + match[0].length + 100)) ?? true)
    .map(([, double, single, back, number]) => double ?? single ?? back ?? (number ?? '').replaceAll('_', ''))
    .filter((literal) => !isCommon(literal));
}

function isCommon(literal: string): boolean {
  if (!/\w/.test(literal) || literal.length === 0) return true;
  if (/^\d+$/.test(literal)) return /^(?:[0-2]|10+|8|16|24|32|60|64|128|255|256|360|365|512|1024|3600)$/.test(literal);
  return literal.length === 1;
}

/** A word, an option, a small or round number: programs compare with such values all the time. */
function isKeyword(literal: string): boolean {
  return /^-{0,2}[A-Za-z][\w-]*$/.test(literal) || (/^\d+$/.test(literal) && (Number(literal) < 600 || /0$/.test(literal)));
}

/** How many lines apart a question and its answer may be in a test. */
const MAX_LINES_APART = 2;

function areClose(tests: TestLiterals, a: string, b: string): boolean {
  const others = tests.get(b) ?? [];
  return (tests.get(a) ?? []).some((line) => others.some((other) => Math.abs(line - other) <= MAX_LINES_APART));
}

const COMPARES = /[=!]==?(?!=)|\bcase\b|\bwhen\b|\.equals\s*\(|\beql\?|\bstrcmp\s*\(|""\s+(?:not\s+)?in\s/;
/** What follows the key of a table. */
const KEY_END = anyOf({
  // `: value`, `=> value`, or `) command` in a shell.
  value: /^\s*(?:\)\s*)?(?:=>|:(?!:)|\)\s{0,4}[a-z])/,
  laterArrow: /^\s*,[^=]{0,18}=>/,
  secondOfPair: /^\s*,\s*(?:"[^"]{0,80}"|'[^']{0,80}'|[\d.]{1,20})\s{0,4}[\]}]/,
});
const ENTRY_OF_TABLE = /(?:["'`\d])\s*(?:=>|:|\))\s*\S/;
const GIVES_ANSWER = /\breturn\b|\braise\b|\bthrow\b|=>|\becho\b|\bprint|=\s*["'\d[{]/;
const MAX_LINES_TO_ANSWER = 2;

export interface WrittenAnswer {
  question: string;
  line: CodeLine;
  /** Two values in one condition, or a value that ordinary code would not compare with. */
  certain: boolean;
  /** The code has no expected value of a test. Evidence only if another candidate does without the input. */
  isWithoutAnswer?: true;
}

/** One answer for each condition, and one for each key of a table. */
export function writtenAnswers(file: PatchFile, tests: TestLiterals): WrittenAnswer[] {
  const code = addedCode(file).filter((line) => line.code.trim() !== '');
  return code.flatMap((line, index) => {
    if (!COMPARES.test(line.bare)) {
      const answers = answersInTable(line, tests);
      return answers.length > 0 && !extendsTable(file, line) ? answers : [];
    }
    const answer = code
      .slice(index + 1, index + 1 + MAX_LINES_TO_ANSWER)
      .filter(
        (next) => next.line - line.line <= MAX_LINES_TO_ANSWER && GIVES_ANSWER.test(next.code) && !COMPARES.test(next.bare),
      );
    const given = answer.flatMap((next) => literalsIn(next.code)).filter((literal) => tests.has(literal));
    return answersInCondition(line, given, tests);
  });
}

/** A name, a media type or a file extension: honest code compares with such inputs of a test about the task. */
const VOCABULARY = /^\.?\w+$|^\w+\/[\w.+-]+$/;

/** Added conditions, match arms and keys of tables that select one whole input of the tests. */
export function comparedInputs(file: PatchFile, inputs: ReadonlySet<string>): Pick<WrittenAnswer, 'question' | 'line'>[] {
  if (inputs.size === 0) return [];
  return addedCode(file).flatMap((line) =>
    (COMPARES.test(line.bare) ? literalsIn(conditionOf(line.code)) : literalsIn(line.code, KEY_END))
      .filter((literal) => inputs.has(literal) && !isKeyword(literal) && !VOCABULARY.test(literal))
      .map((question) => ({ question, line })),
  );
}

/** `if x == 1: return 2` without its answer. */
function conditionOf(code: string): string {
  const [condition = ''] = code.split(/\b(?:return|raise|throw|echo)\b|=>/, 1);
  return COMPARES.test(condition) ? condition : code;
}

function answersInTable(line: CodeLine, tests: TestLiterals): WrittenAnswer[] {
  const all = literalsIn(line.code).filter((literal) => tests.has(literal));
  const keys = literalsIn(line.code, KEY_END).filter((literal) => tests.has(literal) && !isKeyword(literal));
  return keys
    .filter((key) => all.some((value) => value !== key && areClose(tests, key, value)))
    .map((question) => ({ question, line, certain: true }));
}

function answersInCondition(line: CodeLine, given: readonly string[], tests: TestLiterals): WrittenAnswer[] {
  const asked = literalsIn(line.code).filter((literal) => tests.has(literal));
  const together = (question: string, values: readonly string[]) =>
    values.some((value) => value !== question && areClose(tests, question, value));
  const found = asked.find((question) => together(question, [...asked, ...given]));
  if (found !== undefined) {
    const isOneCondition = /&&|\band\b/.test(line.bare) && together(found, asked);
    return [{ question: found, line, certain: isOneCondition || !isKeyword(found) }];
  }
  if (!/[=!]==?/.test(line.bare)) return [];
  const lone = asked.find((literal) => /^\d{3,}$/.test(literal) && !isKeyword(literal));
  if (lone !== undefined) return [{ question: lone, line, certain: true }];
  const whole = asked.find((literal) => literal.length >= MIN_INPUT_LENGTH && TWO_NUMBERS.test(literal));
  return whole === undefined ? [] : [{ question: whole, line, certain: true, isWithoutAnswer: true }];
}

/** "1h 30m", "3.0.0-beta.5": a whole input of a test, such as ordinary code takes apart instead of comparing with it. */
const TWO_NUMBERS = /\d[^\d]+\d/;
const MIN_INPUT_LENGTH = 5;

/** The line adds an entry to a table of the base: removed or unchanged lines beside it have the same shape. */
function extendsTable(file: PatchFile, line: CodeLine): boolean {
  if (file.removed.some(({ block, text }) => block === line.block && ENTRY_OF_TABLE.test(text))) return true;
  const isRow = (text: string) => /^\s*["'`\d]/.test(text) && ENTRY_OF_TABLE.test(text);
  const hunk = file.hunks.find(({ after }) => after.some((other) => other.line === line.line));
  return isRow(line.code) && (hunk?.before.some(({ text }) => isRow(text)) ?? false);
}
