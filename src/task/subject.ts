// The function that a task asks for, if its text declares exactly one: examples may state arguments without the call.
import { argumentsAt } from '../languages/index.ts';

export interface Subject {
  readonly name: string;
  readonly parameters: readonly string[];
  /** How many of the parameters have no default. */
  readonly required: number;
}

const SIGNATURE = /\b(?:def|function|func|fn)[ \t]{1,4}([A-Za-z_$][\w$]{0,80})[ \t]{0,4}(?=\()/g;
/** A call in code whose arguments are all names: `clamp(value, low, high)`. */
const SKETCH =
  /`([A-Za-z_$][\w$]{0,80})(?=\([ \t]{0,4}[A-Za-z_$][\w$]{0,40}(?:[ \t]{0,4},[ \t]{0,4}[A-Za-z_$][\w$]{0,40}){0,9}[ \t]{0,4}\)`)/g;
const PARAMETER = /^(?:mut[ \t]{1,4}|&{1,2})?([A-Za-z_$][\w$]{0,80})/;
const RECEIVER = /^&{0,2}(?:mut[ \t]{1,4})?(?:self|cls|this)\b/;
const MAX_DECLARATIONS = 20;

export function subjectOf(text: string): Subject | null {
  return onlyOne(subjectsIn(text, SIGNATURE)) ?? onlyOne(subjectsIn(text, SKETCH));
}

function subjectsIn(text: string, pattern: RegExp): (Subject | null)[] {
  const found: (Subject | null)[] = [];
  for (const match of text.matchAll(pattern)) {
    found.push(declared(match[1] ?? '', text, match.index + match[0].length));
    if (found.length >= MAX_DECLARATIONS) break;
  }
  return found;
}

/** Null if the same function is not meant everywhere, or one of them takes any number of arguments. */
function onlyOne([first, ...others]: readonly (Subject | null)[]): Subject | null {
  if (first === undefined || first === null) return null;
  return others.every((other) => JSON.stringify(other) === JSON.stringify(first)) ? first : null;
}

function declared(name: string, text: string, open: number): Subject | null {
  const parts = argumentsAt(text, open)?.list.map(({ start, end }) => text.slice(start, end));
  const own = parts?.filter((part) => !RECEIVER.test(part) && part !== '/' && part !== '*') ?? [];
  const parameters = own.flatMap((part) => PARAMETER.exec(part)?.[1] ?? []);
  if (parameters.length === 0 || parameters.length < own.length) return null;
  return { name, parameters, required: own.filter((part) => !/=/.test(part)).length };
}

/** The call with the name of the function that the text declares; null if its arguments do not fit that function. */
export function callOnSubject(text: string, call: string): { name: string; call: string } | null {
  const subject = subjectOf(text);
  const name = /^[A-Za-z_$][\w$]{0,80}(?=\()/.exec(call)?.[0];
  const given = name === undefined ? null : argumentsAt(call, name.length);
  if (subject === null || name === undefined || name === subject.name || given?.end !== call.length) return null;
  const { length } = given.list;
  const fits = length >= subject.required && length <= subject.parameters.length;
  return fits ? { name, call: subject.name + call.slice(name.length) } : null;
}
