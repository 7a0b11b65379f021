// Parses single lines of pytest, from 2.x to 9.x, with and without xdist and subtests. One line alone proves nothing: tests
// may print such lines too.
import type { TestStatus } from '../../../contract/index.ts';
import { CharCode, indexOfTwice, isDigit } from '../../../parse/shared/characters.ts';

/** Null for words that are no result: the test runs again, or the result is that of the test around it. */
const STATUS_OF_WORD = new Map<string, TestStatus | null>([
  ['PASSED', 'passed'],
  ['FAILED', 'failed'],
  ['FAIL', 'failed'],
  ['ERROR', 'failed'],
  ['SKIPPED', 'skipped'],
  ['SKIP', 'skipped'],
  ['XFAIL', 'skipped'],
  ['xfail', 'skipped'],
  ['XPASS', 'passed'],
  ['RERUN', null],
  ['SUBPASS', null],
  ['SUBPASSED', null],
  ['SUBFAIL', 'failed'],
  ['SUBFAILED', 'failed'],
  ['SUBSKIP', 'skipped'],
  ['SUBSKIPPED', 'skipped'],
  ['SUBXFAIL', 'skipped'],
]);

/** By the code of a character: the words that end with it; undefined if none does. */
const WORDS_ENDING_WITH: readonly (readonly string[] | undefined)[] = Array.from({ length: 128 }, (_, code) => {
  const words = [...STATUS_OF_WORD.keys()].filter((word) => word.charCodeAt(word.length - 1) === code);
  return words.length > 0 ? words : undefined;
});

/** A word and what follows it, as in "SKIPPED (reason)" or "SUBFAILED[message] (i=1)". */
const WORD_AND_MORE =
  / (SKIPPED|XFAIL|xfail|XPASS|PASSED|FAILED|ERROR|RERUN)(?= \()| (SUB(?:PASSED|FAILED|SKIPPED|XFAIL))(?=[[(])/g;

export interface NamedResult {
  id: string;
  status: TestStatus | null;
  isSubtest: boolean;
}

export interface Collected {
  items: number;
  /** Files that were skipped as a whole: skipped in the totals, but no items. Null with xdist, which does not state it. */
  skipped: number | null;
}

const COLLECTED = /^(?:collecting (?:\.\.\. )?)?collected (\d+) items?\b/;
const WORKERS = /^gw\d+ \[(\d+)\](?: \/ gw\d+ \[\d+\])*\s*$|^\d+ workers? \[(\d+) items?\]/;

/** "collected 3 items / 1 error / 1 skipped", or what xdist prints in its place. */
export function readCollected(text: string): Collected | null {
  if (text.startsWith('gw') || text.includes(' [')) {
    const workers = WORKERS.exec(text);
    if (workers !== null) return { items: Number(workers[1] ?? workers[2]), skipped: null };
  }
  if (!text.startsWith('collect')) return null;
  const items = COLLECTED.exec(text)?.[1];
  if (items === undefined) return null;
  return { items: Number(items), skipped: Number(/ \/ (\d+) skipped/.exec(text)?.[1] ?? 0) };
}

export interface Progress {
  body: string;
  /** The line ends with "[ 33%]", "[ 3/12]" or a duration: only pytest itself prints that. */
  marked: boolean;
}

const MIN_MARK_LENGTH = ' [1%'.length;
const COUNT_MARK = /^ \[ *\d+ ?\/ ?\d+ ?\]$/;
/** Printed for the result of a test. */
export const LETTERS = '.FEsxXRuy,-';
/** By the code of a character: whether it is one of those. */
const IS_LETTER: readonly boolean[] = Array.from({ length: 128 }, (_, code) => LETTERS.includes(String.fromCharCode(code)));
const DURATION_MARK = / {1,400}(?:\d{1,4}[hm] )?\d{1,6}(?:\.\d{1,3})?(?:us|ms|s|m)$/;

/** A cheap test that rejects nearly all output of tests. `isPending`: the line may be the late result of a test. */
export function mayShowProgress(text: string, isPending: boolean): boolean {
  if (endsLikeProgress(text) || (isPending && text.charCodeAt(text.length - 1) === CharCode.RIGHT_PAREN)) return true;
  return indexOfTwice(text, ':') !== -1;
}

/** The text is not empty. */
function endsLikeProgress(text: string): boolean {
  const last = text.charCodeAt(text.length - 1);
  if (last <= CharCode.SPACE || (last === CharCode.RIGHT_BRACKET && endsLikeMark(text))) return true;
  if (WORDS_ENDING_WITH[last] !== undefined && endsLikeWord(text)) return true;
  if (IS_LETTER[last] === true && mayBeLetters(text)) return true;
  return endsLikeDuration(text);
}

/** "%]", "3]" or "3 ]". */
function endsLikeMark(text: string): boolean {
  const before = text.length > 1 ? text.charCodeAt(text.length - 2) : 0;
  return before === CharCode.PERCENT || before === CharCode.SPACE || isDigit(before);
}

/** Nothing or a path precedes the letters. */
function mayBeLetters(text: string): boolean {
  const start = lettersStart(text);
  return (
    start < text.length && (start < 2 || isWordCode(text.charCodeAt(start - 2)) || text.charCodeAt(start - 2) === CharCode.SPACE)
  );
}

/** The word at the end of the text, after a space. */
function lastWord(text: string): string | null {
  const words = text === '' ? undefined : WORDS_ENDING_WITH[text.charCodeAt(text.length - 1)];
  if (words === undefined) return null;
  for (const word of words) {
    const space = text.length - word.length - 1;
    if (space >= 0 && text.charCodeAt(space) === CharCode.SPACE && text.endsWith(word)) return word;
  }
  return null;
}

/** All words but one are in upper case. */
function endsLikeWord(text: string): boolean {
  const before = text.charCodeAt(text.length - 2);
  return (before >= 65 && before <= 90) || text.endsWith('xfail');
}

export function splitProgress(text: string): Progress {
  const line = text.trimEnd();
  const mark = markStart(line);
  if (mark !== -1) return { body: line.slice(0, mark).trimEnd(), marked: true };
  const body = endsLikeDuration(line) ? line.replace(DURATION_MARK, '') : line;
  const hasResult =
    body !== line && (STATUS_OF_WORD.has(body.slice(body.lastIndexOf(' ') + 1)) || body.search(WORD_AND_MORE) !== -1);
  return hasResult ? { body, marked: true } : { body: line, marked: false };
}

/** Index of the "[ 33%]" or "[ 3/12]" at the end of a line, with the space before it; else -1. */
function markStart(line: string): number {
  const last = line.length - 1;
  if (last < MIN_MARK_LENGTH || line.charCodeAt(last) !== CharCode.RIGHT_BRACKET) return -1;
  if (line.charCodeAt(last - 1) === CharCode.PERCENT) return percentageStart(line, last - 1);
  const open = line.lastIndexOf(' [');
  return open !== -1 && COUNT_MARK.test(line.slice(open)) ? open : -1;
}

function percentageStart(line: string, sign: number): number {
  let at = sign - 1;
  while (at > 0 && isDigit(line.charCodeAt(at))) at -= 1;
  if (at === sign - 1) return -1;
  while (at > 0 && line.charCodeAt(at) === CharCode.SPACE) at -= 1;
  const isMark = at > 0 && line.charCodeAt(at) === CharCode.LEFT_BRACKET && line.charCodeAt(at - 1) === CharCode.SPACE;
  return isMark ? at - 1 : -1;
}

/** A cheap test: a digit before "s", "m", "us" or "ms". */
function endsLikeDuration(line: string): boolean {
  const last = line.charCodeAt(line.length - 1);
  if (last !== CharCode.LOWER_S && last !== CharCode.LOWER_M) return false;
  const before = line.charCodeAt(line.length - 2);
  if (isDigit(before)) return true;
  if (last === CharCode.LOWER_M || (before !== CharCode.LOWER_U && before !== CharCode.LOWER_M)) return false;
  return isDigit(line.charCodeAt(line.length - 3));
}

/** "path.py::test PASSED", also with a reason after the word or a subtest's description. */
export function readResult({ body, marked }: Progress): NamedResult | null {
  const word = lastWord(body);
  if (word !== null) {
    const name = body.slice(0, -1 - word.length).trimEnd();
    return marked || looksLikeNode(name) || OLD_NODE.test(name) ? named(nodeId(name), word) : null;
  }
  if (!looksLikeNode(body)) return null;
  WORD_AND_MORE.lastIndex = 0;
  for (let match = WORD_AND_MORE.exec(body); match !== null; match = WORD_AND_MORE.exec(body)) {
    const name = body.slice(0, match.index);
    if (name.includes('[') && !name.endsWith(']')) continue;
    const found = match[1] ?? match[2] ?? '';
    const more = match[2] === undefined ? '' : ` ${body.slice(match.index + 1 + found.length)}`;
    return named(nodeId(name) + more, found);
  }
  return null;
}

function named(id: string, word: string): NamedResult {
  return { id, status: STATUS_OF_WORD.get(word) ?? null, isSubtest: word.startsWith('SUB') };
}

/** "PASSED path.py::test", as xdist prints it after the worker's name. */
export function readWorkerResult(body: string): NamedResult | null {
  const { word, more, rest } = splitWord(body);
  return STATUS_OF_WORD.has(word) && rest !== '' ? named(nodeId(rest.trimEnd()) + more, word) : null;
}

/** The word alone, if output of the test separates its name and its result. */
export function readBareStatus(body: string): { status: TestStatus | null; glued: boolean } | null {
  const word = body.slice(0, body.includes(' ') ? body.indexOf(' ') : body.length);
  if (STATUS_OF_WORD.has(word) && (body === word || body.startsWith(`${word} (`))) {
    return { status: STATUS_OF_WORD.get(word) ?? null, glued: false };
  }
  const end = /(PASSED|FAILED|ERROR|SKIPPED|XFAIL|XPASS)(?: \([^()]*\))?$/.exec(body.length > 200 ? body.slice(-200) : body)?.[1];
  return end === undefined ? null : { status: STATUS_OF_WORD.get(end) ?? null, glued: true };
}

/** The id at the beginning of "path.py::test some output of the test". */
export function readStart(text: string): string | null {
  if (!looksLikeNode(text)) return null;
  const separator = text.indexOf('::');
  const bracket = text.indexOf('[', separator);
  const space = text.indexOf(' ', separator);
  if (space === -1) return nodeId(text);
  if (bracket === -1 || space < bracket) return nodeId(text.slice(0, space));
  const end = text.indexOf('] ', bracket);
  return end === -1 ? null : nodeId(text.slice(0, end + 1));
}

/** "path.py .F.s" or the letters alone, as printed without -v. */
export function readLetters({ body }: Progress): { file: string | null; letters: string } | null {
  const start = lettersStart(body);
  if (start === body.length) return null;
  const file = start === 0 ? null : body.slice(0, start - 1);
  return file === null || isPath(file) ? { file, letters: body.slice(start) } : null;
}

/** How many letters the text starts with. */
export function leadingLetters(text: string): number {
  let count = 0;
  while (count < text.length && IS_LETTER[text.charCodeAt(count)] === true) count += 1;
  return count;
}

/** Index of the letters at the end of a line; its length if other text directly precedes them, or without letters. */
function lettersStart(body: string): number {
  let start = body.length;
  while (start > 0 && IS_LETTER[body.charCodeAt(start - 1)] === true) start -= 1;
  return start > 0 && body.charCodeAt(start - 1) !== CharCode.SPACE ? body.length : start;
}

/** One line of "short test summary info"; null if it names no test, as "SKIPPED [3] path.py:7: reason". */
export function readSummaryLine(text: string): NamedResult | null {
  const { word, more, rest } = splitWord(text);
  const status = STATUS_OF_WORD.get(word);
  if (status === undefined || status === null || rest === '' || rest.startsWith(' ')) return null;
  if (word === 'PASSED') return named(nodeId(rest.trimEnd()), word);
  if (/^\[\d+\] /.test(rest)) return null;
  return named(nodeId(withoutMessage(rest, word === 'XPASS' || word === 'XFAIL')) + more, word);
}

/** "SUBFAILED[message] (i=1) path.py::test": the description belongs to the id. */
function splitWord(text: string): { word: string; more: string; rest: string } {
  const word = /^[A-Za-z]{1,12}/.exec(text)?.[0] ?? '';
  const next = text[word.length];
  if (next === ' ') return { word, more: '', rest: text.slice(word.length + 1) };
  const separator = text.indexOf('::');
  const space = text.lastIndexOf(' ', separator);
  if ((next !== '[' && next !== '(') || separator === -1 || space < word.length) return { word: '', more: '', rest: '' };
  return { word, more: ` ${text.slice(word.length, space)}`, rest: text.slice(space + 1) };
}

/** A message follows after " - "; before pytest 8 the reason of an XPASS follows after a space. */
function withoutMessage(rest: string, reasonAfterSpace: boolean): string {
  const dash = rest.indexOf(' - ');
  const bracket = rest.indexOf('[');
  const end = bracket !== -1 && !rest.slice(0, bracket).includes(' ') ? parametersEnd(rest, bracket, reasonAfterSpace) : -1;
  if (end !== -1) return rest.slice(0, end);
  if (dash !== -1) return rest.slice(0, dash);
  const space = rest.indexOf(' ');
  return reasonAfterSpace && space !== -1 ? rest.slice(0, space) : rest.trimEnd();
}

/** Parameters may contain " - " and brackets; the message or the end of the line follows the last bracket. */
function parametersEnd(rest: string, bracket: number, reasonAfterSpace: boolean): number {
  const trimmed = rest.trimEnd();
  for (let end = rest.indexOf(']', bracket); end !== -1; end = rest.indexOf(']', end + 1)) {
    if (end === trimmed.length - 1 || rest.startsWith(' - ', end + 1)) return end + 1;
  }
  const space = reasonAfterSpace ? rest.indexOf('] ', bracket) : -1;
  return space === -1 ? -1 : space + 1;
}

/** As pytest 2.3 and older print it. */
const OLD_NODE = /^(\S+\.\w+):\d+: (.+)$/;

function looksLikeNode(text: string): boolean {
  const separator = indexOfTwice(text, ':');
  if (separator === -1) return false;
  const path = text.slice(0, separator);
  return !path.includes(' ') && isPath(path);
}

/** A letter, a digit or an underscore. */
function isWordCode(code: number): boolean {
  return isDigit(code) || (code >= 65 && code <= 90) || code === 95 || (code >= 97 && code <= 122);
}

function isPath(text: string): boolean {
  return (
    text.length < 1000 &&
    isWordCode(text.charCodeAt(text.length - 1)) &&
    /^\S.*\.\w{1,12}(?:@\d+)?$/.test(text) &&
    !text.includes(': ')
  );
}

/** One form for all versions: without "<- other/file.py", "path.py:3: A.test" and "path.py@3::test" as "path.py::A::test". */
function nodeId(name: string): string {
  const id = name.indexOf('<') === -1 ? name : withoutOtherFile(name);
  const old = indexOfTwice(id, ':') === -1 ? OLD_NODE.exec(id) : null;
  if (old !== null) return `${old[1]}::${withColons(old[2] ?? '')}`;
  return id.indexOf('@') === -1 ? id : id.replace(/@\d+::/, '::');
}

function withoutOtherFile(name: string): string {
  const arrow = name.lastIndexOf(' <- ');
  return arrow === -1 || name.includes(' ', arrow + ' <- '.length) ? name : name.slice(0, arrow);
}

/** "Class.test[a.b]" -> "Class::test[a.b]". */
export function withColons(domain: string): string {
  const bracket = domain.indexOf('[');
  const names = bracket === -1 ? domain : domain.slice(0, bracket);
  return names.replaceAll('.', '::') + domain.slice(names.length);
}
