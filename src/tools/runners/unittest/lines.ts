// Parses single lines of unittest and of runners built on it (Django, nose, nose2, trial). One line alone proves nothing:
// tests may print such lines too.
import type { TestStatus } from '../../../contract/index.ts';
import { CharCode, indexOfDots } from '../../../parse/shared/characters.ts';

export const DASHES = '-'.repeat(70);
export const EQUALS = '='.repeat(70);
export const DOTS = ' ... ';
/** The end of a test's line while it runs; package managers print such lines too. */
export const OPEN_END = ' ...';

/** "test_x (package.module.Class)", from Python 3.11 on "test_x (package.module.Class.test_x)". */
const NAME = /^\S+ \([A-Za-z_][^\s().]*\.[^\s()]+\)$/;
const NAME_AND_MORE = /^(\S+) \(([^\s()]+)\)(.*)$/;
const RAN = /^Ran (\d+) tests? in \d+(?:\.\d+)?s/;
const VERDICT = /^(OK|PASSED|FAILED|NO TESTS RAN)(?: \(([^()]*)\))?$/;
const HEADING = /^(FAIL|ERROR|UNEXPECTED SUCCESS): (.+)$/;
const STATUS = /^(ok|FAIL|ERROR|expected failure|unexpected success|skipped\b.*|SKIP\b.*|KNOWNFAIL\b.*)$/;
const TIME = / \(\d+\.\d+s\)$/;
const WORDS = ['ok', 'FAIL', 'ERROR', 'expected', 'unexpected', 'skipped', 'SKIP', 'KNOWNFAIL'];
const WORDS_AT_END = ['ok', 'FAIL', 'ERROR', 'expected failure', 'unexpected success'];
/** By the code of the first character of a word: the code of the second one. */
const SECOND_OF_WORD: readonly (number | undefined)[] = Array.from({ length: 128 }, (_, code) =>
  WORDS.find((word) => word.charCodeAt(0) === code)?.charCodeAt(1),
);
/** By the code of the last character: the word that ends with it. */
const WORD_ENDING_WITH: readonly (string | undefined)[] = Array.from({ length: 128 }, (_, code) =>
  WORDS_AT_END.find((word) => word.charCodeAt(word.length - 1) === code),
);
const OF_CLASS_OR_MODULE = /^(?:setUp|tearDown)(?:Class|Module) \(|^test suite for <|^_ErrorHolder$/;

export function isName(text: string): boolean {
  const { length } = text;
  if (length === 0 || length >= 2000 || text.charCodeAt(length - 1) !== CharCode.RIGHT_PAREN) return false;
  const space = text.indexOf(' ');
  return space > 0 && text.charCodeAt(space + 1) === CharCode.LEFT_PAREN && NAME.test(text);
}

/** Index of the first three dots that may end a test's name, and the line; -1 without any. */
export function nameEnd(text: string): number {
  const dots = indexOfDots(text);
  const isOpen = dots === -1 && text.charCodeAt(text.length - 1) === CharCode.DOT && text.endsWith(OPEN_END);
  return isOpen ? text.length - OPEN_END.length : dots;
}

/** `testId` for a name: the same text unless the parentheses repeat the test's own name. */
export function idOfName(name: string): string {
  const space = name.indexOf(' ');
  const end = name.length - 1 - space;
  const isOfPython311 = name.charCodeAt(end - 1) === CharCode.DOT && name.startsWith(name.slice(0, space), end);
  return isOfPython311 ? `${name.slice(0, end - 1)})` : name;
}

/** One form for all versions of Python: "test_x (package.module.Class)", plus the description of a subtest. */
export function testId(text: string): string {
  const [, name = '', place = '', more = ''] = NAME_AND_MORE.exec(text) ?? [];
  if (name === '') return text.trimEnd();
  const tail = `.${name}`;
  return `${name} (${place.endsWith(tail) ? place.slice(0, -tail.length) : place})${more.trimEnd()}`;
}

/** The test that a subtest belongs to. */
export function withoutSubtest(id: string): string {
  const [, name = '', place = ''] = NAME_AND_MORE.exec(id) ?? [];
  return name === '' ? id : `${name} (${place})`;
}

/** Not a test, and not counted by "Ran N tests". */
export function isOfClassOrModule(id: string): boolean {
  return !id.startsWith('test_') && OF_CLASS_OR_MODULE.test(id);
}

/** The word with which unittest ends a test's line. */
export function readWord(text: string): string | null {
  if (text.length < 2 || !startsLikeWord(text)) return null;
  return STATUS.exec(text.endsWith('s)') ? text.replace(TIME, '') : text)?.[1] ?? null;
}

function startsLikeWord(text: string): boolean {
  return SECOND_OF_WORD[text.charCodeAt(0)] === text.charCodeAt(1);
}

/** The same after output of the test without a line end. */
export function readGluedWord(text: string): string | null {
  const word = text === '' ? undefined : WORD_ENDING_WITH[text.charCodeAt(text.length - 1)];
  return word !== undefined && text.endsWith(word) ? word : null;
}

export function statusOfWord(word: string, unexpectedSuccess: TestStatus): TestStatus {
  if (word === 'ok') return 'passed';
  if (word === 'unexpected success') return unexpectedSuccess;
  return word === 'FAIL' || word === 'ERROR' ? 'failed' : 'skipped';
}

export function readRan(text: string): number | null {
  const count = text.startsWith('Ran ') ? RAN.exec(text)?.[1] : undefined;
  return count === undefined ? null : Number(count);
}

export interface Heading {
  id: string;
  word: 'FAIL' | 'ERROR';
}

/** The heading of a traceback, "FAIL: test_x (module.Class) (i=1)"; the word is null for an unexpected success. */
export function readHeading(text: string): { id: string; word: Heading['word'] | null } | null {
  const [, word = '', name = ''] = HEADING.exec(text) ?? [];
  if (word === '') return null;
  return { id: testId(name), word: word === 'FAIL' || word === 'ERROR' ? word : null };
}

export interface Verdict {
  failures: number;
  unexpectedSuccesses: number;
  /** Unexpected successes are failures, except in versions that call such a run OK. */
  unexpectedSuccess: TestStatus;
  skipped: number;
  /** Only twisted's trial states it. */
  successes: number | null;
  unknown: string[];
}

const FAILURE_KEYS = new Set(['failures', 'errors']);
const UNEXPECTED_KEYS = new Set(['unexpected successes', 'unexpectedsuccesses']);
const SKIPPED_KEYS = new Set([
  'skipped',
  'skip',
  'skips',
  'expected failures',
  'expectedfailures',
  'knownfail',
  'todo',
  'todos',
  'deprecated',
]);

/** "OK (skipped=1)" or "FAILED (failures=1, errors=2)". */
export function readVerdict(text: string): Verdict | null {
  const match = VERDICT.exec(text.trimEnd());
  if (match === null) return null;
  const counts: [string, number][] = [];
  for (const part of match[2]?.split(', ') ?? []) {
    const [key = '', value = ''] = part.split('=');
    if (!/^\d{1,9}$/.test(value)) return null;
    counts.push([key.toLowerCase(), Number(value)]);
  }
  const sum = (keys: ReadonlySet<string>) => counts.reduce((total, [key, count]) => total + (keys.has(key) ? count : 0), 0);
  const known = (key: string) =>
    FAILURE_KEYS.has(key) || UNEXPECTED_KEYS.has(key) || SKIPPED_KEYS.has(key) || key === 'successes';
  return {
    failures: sum(FAILURE_KEYS),
    unexpectedSuccesses: sum(UNEXPECTED_KEYS),
    unexpectedSuccess: match[1] === 'FAILED' ? 'failed' : 'passed',
    skipped: sum(SKIPPED_KEYS),
    successes: counts.find(([key]) => key === 'successes')?.[1] ?? null,
    unknown: counts.filter(([key]) => !known(key)).map(([key, count]) => `${key}=${count}`),
  };
}
