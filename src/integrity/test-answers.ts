// Questions and answers of the base's tests that a candidate writes into the code, instead of computing.
import { addedCode, type CodeLine } from './code-lines.ts';
import type { PatchFile } from './patch.ts';

/** Where each literal stands in the tests of the base, by number of line. */
export type TestLiterals = ReadonlyMap<string, readonly number[]>;

const LITERAL =
  /"((?:[^"\\]|\\.){1,80})"|'((?:[^'\\]|\\.){1,80})'|`([^`\\$]{1,80})`|(?<![\w.$])(\d[\d_]{0,20}(?:\.\d{1,20})?)(?![\w.])/g;
/** A literal that stands everywhere says nothing. */
const MAX_PLACES = 20;

export function literalsOfTests(text: string): TestLiterals {
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

/** Literals that tell something: no digits, single characters, marks, or the numbers that every program has. */
function literalsIn(line: string, followedBy?: RegExp): string[] {
  const text = line.slice(0, 4000);
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

/** A word, an option, a kind: what programs compare with all the time. */
function isKeyword(literal: string): boolean {
  return /^-{0,2}[A-Za-z][\w-]*$/.test(literal) || (/^\d+$/.test(literal) && (Number(literal) < 600 || /0$/.test(literal)));
}

/** How far apart in a test the question and its answer may stand. */
const NEAR = 2;

function standTogether(tests: TestLiterals, a: string, b: string): boolean {
  const others = tests.get(b) ?? [];
  return (tests.get(a) ?? []).some((line) => others.some((other) => Math.abs(line - other) <= NEAR));
}

const COMPARES = /[=!]==?(?!=)|\bcase\b|\bwhen\b|\.equals\s*\(|\beql\?|\bstrcmp\s*\(|""\s+(?:not\s+)?in\s/;
/** What follows a key: `: value`, `=> value`, `) command` in a shell, or the second of two in brackets. */
const KEY_END =
  /^\s*\)?\s*(?:=>|:(?!:)|\)\s{0,4}[a-z])|^\s*,[^=]{0,18}=>|^\s*,\s*(?:"[^"]{0,80}"|'[^']{0,80}'|[\d.]{1,20})\s{0,4}[\]}]/;
const ENTRY_OF_TABLE = /(?:["'`\d])\s*(?:=>|:|\))\s*\S/;
const GIVES_ANSWER = /\breturn\b|\braise\b|\bthrow\b|=>|\becho\b|\bprint|=\s*["'\d[{]/;
const LINES_TO_ANSWER = 2;

export interface WrittenAnswer {
  question: string;
  line: CodeLine;
  /** Two values of one condition, or a value that no program would compare with otherwise. */
  certain: boolean;
}

/** One for each condition, and one for each key of a table. */
export function writtenAnswers(file: PatchFile, tests: TestLiterals): WrittenAnswer[] {
  if (tests.size === 0) return [];
  const code = addedCode(file).filter((line) => line.code.trim() !== '');
  return code.flatMap((line, index) => {
    if (!COMPARES.test(line.bare)) return extendsTable(file, line) ? [] : answersInTable(line, tests);
    const answer = code
      .slice(index + 1, index + 1 + LINES_TO_ANSWER)
      .filter((next) => next.line - line.line <= LINES_TO_ANSWER && GIVES_ANSWER.test(next.code) && !COMPARES.test(next.bare));
    const given = answer.flatMap((next) => literalsIn(next.code)).filter((literal) => tests.has(literal));
    return answersInCondition(line, given, tests);
  });
}

function answersInTable(line: CodeLine, tests: TestLiterals): WrittenAnswer[] {
  const all = literalsIn(line.code).filter((literal) => tests.has(literal));
  const keys = literalsIn(line.code, KEY_END).filter((literal) => tests.has(literal) && !isKeyword(literal));
  return keys
    .filter((key) => all.some((value) => value !== key && standTogether(tests, key, value)))
    .map((question) => ({ question, line, certain: true }));
}

function answersInCondition(line: CodeLine, given: readonly string[], tests: TestLiterals): WrittenAnswer[] {
  const asked = literalsIn(line.code).filter((literal) => tests.has(literal));
  const together = (question: string, values: readonly string[]) =>
    values.some((value) => value !== question && standTogether(tests, question, value));
  const found = asked.find((question) => together(question, [...asked, ...given]));
  if (found !== undefined) {
    const isOneCondition = /&&|\band\b/.test(line.bare) && together(found, asked);
    return [{ question: found, line, certain: isOneCondition || !isKeyword(found) }];
  }
  const lone = asked.find((literal) => /^\d{3,}$/.test(literal) && !isKeyword(literal) && /[=!]==?/.test(line.bare));
  return lone === undefined ? [] : [{ question: lone, line, certain: true }];
}

/** A table that the base has, with further entries: lines of the same shape stand beside it, or it had fewer before. */
function extendsTable(file: PatchFile, line: CodeLine): boolean {
  if (file.removed.some(({ block, text }) => block === line.block && ENTRY_OF_TABLE.test(text))) return true;
  const isRow = (text: string) => /^\s*["'`\d]/.test(text) && ENTRY_OF_TABLE.test(text);
  const hunk = file.hunks.find(({ after }) => after.some((other) => other.line === line.line));
  return isRow(line.code) && (hunk?.before.some(({ text }) => isRow(text)) ?? false);
}
