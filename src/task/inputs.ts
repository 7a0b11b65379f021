// Examples that state the arguments without the call: "Input: n = 5" and "Output: 1", "for n = 5 the output should be 1".
import type { Block } from './blocks.ts';
import { lineAt, type Reading } from './reading.ts';
import { LINE_END, SENTENCE_END, type StatedValue, valueAt } from './statements.ts';
import type { Subject } from './subject.ts';
import { type CodeLanguage, endOf } from './syntax.ts';
import { readValue } from './value.ts';

/** In a text with more, the rest is not read. */
const MAX_INPUTS = 200;
const MAX_ARGUMENTS = 10;

const BOLD = String.raw`(?:\*\*|__)?`;
const LABEL_END = String.raw`(?: ?#?\d{1,3})?${BOLD}[ \t]{0,4}[:=]${BOLD}\s{0,20}${'`'}{0,2}`;
const BEFORE_LABEL = String.raw`(?:^[ \t>]{0,40}(?:[-*+•] {1,4}|\d{1,3}[.)] {1,4})?)${BOLD}(?:sample |example )?`;
const INPUT = new RegExp(`${BEFORE_LABEL}(?:inputs?|arguments?|args)${LABEL_END}`, 'gim');
const OUTPUT = new RegExp(
  String.raw`(?:[,;]?(?:[ \t]{0,4}(?:[-=]{1,2}>|→|➞))?\s{1,40}(?:[-*+•] {1,4})?)${BOLD}(?:expected |sample |example )?(?:outputs?|results?|returns?(?: value)?)${LABEL_END}`,
  'iy',
);
/** Before arguments in a sentence. */
const GIVEN = /\b(?:for|given|with|when|where|if)[ \t]{1,4}`{0,2}(?=[A-Za-z_$][\w$]{0,80}[ \t]{0,4}=(?!=))/gi;
const NAMED = /([A-Za-z_$][\w$]{0,80})[ \t]{0,4}[=:][ \t]{0,4}/y;
const NEXT = /`{0,2}(?:[ \t]{0,4}[,;][ \t]{0,4}(?:and[ \t]{1,4})?|[ \t]{1,4}and[ \t]{1,4}|[ \t]{0,20}\n[ \t]{0,40})`{0,2}/y;
/** From the arguments of a sentence to their result. */
const RESULT =
  /`{0,2},?[ \t]{1,8}[^\n=]{0,80}?\b(?:output|result|answer|value|function|it)[ \t]{1,4}(?:should|must|shall|will)[ \t]{1,4}(?:be|return|give|equal|output|produce)(?: equal to)?:?[ \t]{1,4}`{0,2}/iy;

export function readInputs({ text, line }: Block, language: CodeLanguage, subject: Subject): Reading[] {
  const found = [...labeled(text, language), ...sentences(text, language)];
  return found.flatMap(({ start, given, value, isFirm }): Reading[] => {
    const call = callOf(subject, given);
    if (call === null) return [];
    const lines: [number, number] = [lineAt(text, start, line), lineAt(text, value.end - 1, line)];
    const form = isFirm ? 'sentence' : 'input';
    return [{ language, form, lines, imports: '', setup: '', call, expected: value.expected, isFirm }];
  });
}

interface Argument {
  readonly name: string | null;
  readonly code: string;
}

interface StatedResult {
  readonly start: number;
  readonly given: readonly Argument[];
  readonly value: StatedValue;
  readonly isFirm: boolean;
}

function labeled(text: string, language: CodeLanguage): StatedResult[] {
  return starts(text, INPUT).flatMap(({ start, end }) => {
    const given = readArguments(text, end, language);
    const output = given === null ? null : endOf(OUTPUT, text, endOf(/`{1,3}/y, text, given.end) ?? given.end);
    const value = output === null ? null : valueAt({ text, at: output, language }, LINE_END);
    return given === null || value === null ? [] : [{ start, given: given.list, value, isFirm: false }];
  });
}

function sentences(text: string, language: CodeLanguage): StatedResult[] {
  return starts(text, GIVEN).flatMap(({ start, end }) => {
    const given = readArguments(text, end, language);
    const from = given === null ? null : endOf(RESULT, text, given.end);
    const place = from === null ? null : { text, at: from, language };
    const value = place === null ? null : (valueAt(place, LINE_END) ?? valueAt(place, SENTENCE_END));
    return given === null || value === null ? [] : [{ start, given: given.list, value, isFirm: true }];
  });
}

function starts(text: string, pattern: RegExp): { start: number; end: number }[] {
  const found: { start: number; end: number }[] = [];
  for (const { index, 0: match } of text.matchAll(pattern)) {
    found.push({ start: index, end: index + match.length });
    if (found.length >= MAX_INPUTS) break;
  }
  return found;
}

/** Values with or without names before them, up to what is neither. */
function readArguments(text: string, from: number, language: CodeLanguage): { list: Argument[]; end: number } | null {
  const list: Argument[] = [];
  let end = from;
  for (let at: number | null = from; at !== null && list.length < MAX_ARGUMENTS; at = endOf(NEXT, text, end)) {
    // Its label reads like the name of an argument.
    if (list.length > 0 && endOf(OUTPUT, text, end) !== null) break;
    NAMED.lastIndex = at;
    const named = NAMED.exec(text);
    const value = readValue(text, at + (named?.[0].length ?? 0), language);
    if (value === null) break;
    list.push({ name: named?.[1] ?? null, code: value.code });
    end = value.end;
  }
  return list.length === 0 ? null : { list, end };
}

/** By position, because candidates may rename parameters. Null if the arguments are not those of the function. */
function callOf({ name, parameters, required }: Subject, given: readonly Argument[]): string | null {
  if (given.length < required || given.length > parameters.length) return null;
  const areNamed = given.some((each) => each.name !== null);
  const ordered = areNamed ? parameters.slice(0, given.length).map((each) => given.find((one) => one.name === each)) : given;
  const codes = ordered.flatMap((each) => each?.code ?? []);
  return codes.length === given.length ? `${name}(${codes.join(', ')})` : null;
}
