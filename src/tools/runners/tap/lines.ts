// Parses single lines of TAP 12, 13 and 14.
import { CharCode, isDigit } from '../../../parse/shared/characters.ts';

export interface TapPointLine {
  ok: boolean;
  /** Null if the line has no number. */
  number: number | null;
  name: string;
  directive: 'skip' | 'todo' | null;
  /** Its duration follows the name. */
  timed: boolean;
  /** The line ends with "{": its tests follow, unless the brace is part of the name. */
  opensBlock: boolean;
}

const VERSION = /^TAP version (\d{1,4})\s*$/i;
/** The first character after the number excludes "1..2..3". */
const PLAN = /^1\.\.(\d{1,9})\s*(?:#.*)?$/;
const MAX_DIGITS = 9;
/** testem marks skipped tests with "skip", and writes the time into the name. */
const TESTEM_SKIP = /^skip (\d{1,9}) (.+ - \[\w{1,9} ms\] - .+)$/;
const TESTEM_TIME = / - \[\w{1,9} ms\](?= - )/;
const DIRECTIVE = /^#\s{0,8}(?:(skip)\S*|(todo)\b)/i;
/** Comments after a name that are neither a directive nor part of the name. */
const REMARK = /^#\s{0,8}(?:(time=[\d.]+m?s)|EXPECTED FAILURE)\s*$/;

type Description = Pick<TapPointLine, 'name' | 'directive' | 'timed'>;

export function tapVersion(text: string): number | null {
  const version = text.startsWith('TAP ') ? VERSION.exec(text)?.[1] : undefined;
  return version === undefined ? null : Number(version);
}

/** The number of tests that "1..N" announces. */
export function tapPlan(text: string): number | null {
  const announced = text.startsWith('1..') ? PLAN.exec(text)?.[1] : undefined;
  return announced === undefined ? null : Number(announced);
}

/** `text` is without indentation. */
export function tapPoint(text: string): TapPointLine | null {
  if (text.startsWith('skip ')) return testemSkip(text);
  const ok = text.startsWith('ok');
  if (!ok && !text.startsWith('not ok')) return null;
  const wordEnd = ok ? 'ok'.length : 'not ok'.length;
  const numberEnd = endOfNumber(text, wordEnd);
  const end = numberEnd ?? wordEnd;
  if (end < text.length && !beginsDescription(text, end)) return null;
  const description = text.slice(end).trim();
  const opensBlock = description === '{' || description.endsWith(' {');
  const { name, directive, timed } = splitDescription(opensBlock ? description.slice(0, -1).trimEnd() : description);
  return { ok, number: numberEnd === null ? null : numberBetween(text, wordEnd, numberEnd), name, directive, timed, opensBlock };
}

/** Skips leading spaces. */
function numberBetween(text: string, start: number, end: number): number {
  let number = 0;
  for (let at = endOfSpaces(text, start); at < end; at += 1) number = number * 10 + text.charCodeAt(at) - CharCode.DIGIT_0;
  return number;
}

/** Null if no number follows, or one that is part of the description. */
function endOfNumber(text: string, wordEnd: number): number | null {
  const start = endOfSpaces(text, wordEnd);
  let end = start;
  while (end < text.length && isDigit(text.charCodeAt(end))) end += 1;
  if (start === wordEnd || end === start || end - start > MAX_DIGITS) return null;
  return end === text.length || beginsDescription(text, end) ? end : null;
}

/** A tab after "ok" is `go test`, a bar is `deno test`. */
function beginsDescription(text: string, at: number): boolean {
  const start = endOfSpaces(text, at);
  if (start === at || start === text.length) return start > at;
  const first = text.charCodeAt(start);
  return first !== CharCode.TAB && first !== CharCode.PIPE;
}

function endOfSpaces(text: string, at: number): number {
  let end = at;
  while (end < text.length && text.charCodeAt(end) === CharCode.SPACE) end += 1;
  return end;
}

function testemSkip(text: string): TapPointLine | null {
  const match = TESTEM_SKIP.exec(text);
  if (match === null) return null;
  const name = cleanName(match[2] ?? '');
  return { ok: true, number: Number(match[1]), name, directive: 'skip', timed: false, opensBlock: false };
}

/** Splits the name from a directive. Producers disagree on escaping: "\#" and "\\" are unescaped, a name may contain a lone "#". */
function splitDescription(description: string): Description {
  const text = description === '-' ? '' : description.startsWith('- ') ? description.slice(2) : description;
  for (let at = text.indexOf('#'); at !== -1; at = text.indexOf('#', at + 1)) {
    if (isEscaped(text, at)) continue;
    const split = splitAt(text, at);
    if (split !== null) return split;
    // A "#" between spaces starts a comment, which contains no directive.
    if (isBlank(text, at - 1) && isBlank(text, at + 1)) break;
  }
  return { name: cleanName(text), directive: null, timed: false };
}

function splitAt(text: string, at: number): Description | null {
  const comment = text.slice(at, at + 64);
  const directive = DIRECTIVE.exec(comment);
  const remark = directive === null ? REMARK.exec(comment) : null;
  if (directive === null && remark === null) return null;
  const name = cleanName(text.slice(0, at));
  if (directive === null) return { name, directive, timed: remark?.[1] !== undefined };
  // For a test without a name, the reason to skip it says more than its number.
  const reason = cleanName(text.slice(at + directive[0].length));
  return { name: name || reason, directive: directive[1] === undefined ? 'todo' : 'skip', timed: false };
}

function isEscaped(text: string, at: number): boolean {
  let backslashes = 0;
  while (text[at - backslashes - 1] === '\\') backslashes += 1;
  return backslashes % 2 === 1;
}

function isBlank(text: string, at: number): boolean {
  const character = text[at];
  return character === undefined || character === ' ' || character === '\t';
}

function cleanName(text: string): string {
  const name = (text.includes('\\') ? text.replace(/\\([\\#])/g, '$1') : text).trim();
  return name.includes(']') && name.includes(' ms] - ') ? name.replace(TESTEM_TIME, '') : name;
}
