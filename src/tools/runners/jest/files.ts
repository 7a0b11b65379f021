// What jest prints about each test file: "PASS path", with --verbose the tests by name, and the failures under
// "  ● group › name".
import type { TestStatus } from '../../../contract/index.ts';
import type { Results } from '../../../parse/parser.ts';
import { appendBounded } from '../../../parse/shared/bounded-text.ts';
import { byCode, CharCode, holds } from '../../../parse/shared/characters.ts';
import { GroupStack, indentOf } from '../shared/indented-groups.ts';

export interface ListedTest {
  /** The groups around it, each followed by a separator. */
  prefix: string;
  /** Its own name as printed: with the duration, if any. */
  id: string;
  status: TestStatus;
}

export interface TestFile {
  /** The path, after the project's name if there is one. */
  name: string;
  hasPassed: boolean;
  lineNumber: number;
  tests: ListedTest[];
  /** "group › name" of each failure, in order; a test with several errors occurs several times. */
  failures: string[];
  /** It did not load, or failed outside any test. */
  isBroken: boolean;
  /** The heading is the GitHub reporter's, which shows only failures, also in addition to a reporter that prints every file. */
  isGroup: boolean;
}

const HEADER = /^ ?(PASS|FAIL) {1,3}(\S.*)$/;
/** The GitHub reporter groups the details of a failed file. */
const ERRORS_IN = /^(?:::group::|##\[group\])Errors thrown in (\S.*)$/;
/** A heading after text that a test printed without a line end. */
const LATE_HEADER = /^(PASS|FAIL) {1,2}(\S+\.[cm]?[jt]sx?(?: \([\d.]+ ?m?s\))?)$/;
const HEADER_DETAIL = / \((?:\d+(?:\.\d+)? ?m?s|\d+ MB heap size)\)$/;
const ENDS_LIKE_FILE = /\.\w{1,12}$/;

const TITLE = '  ● ';
const SUITE_FAILED = 'Test suite failed to run';
/** "  console.log", the first line of a test's output. */
const CONSOLE = /^ {2}console\.\w+(?: |$)/;

const SYMBOLS = byCode<TestStatus>({
  '✓': 'passed',
  '√': 'passed',
  '✕': 'failed',
  '×': 'failed',
  '○': 'skipped',
  '✎': 'skipped',
});

/** Null if the line is not the heading of a test file. */
export function readFileHeader(text: string, results: Results): TestFile | null {
  // Lists and quotations of jest are indented.
  if (!mayBeHeader(text) || text.startsWith('  ')) return null;
  const header = earlyHeader(text) ?? lateHeader(text);
  const name = header === null ? failedFile(text) : withoutDetails(header[2] ?? '');
  if (name === undefined || !ENDS_LIKE_FILE.test(name)) return null;
  return {
    name: name.replace(/ {2,}/g, ' ').replace(/^\.\//, ''),
    hasPassed: header?.[1] === 'PASS',
    lineNumber: results.lineNumber,
    tests: results.list(),
    failures: results.list(),
    isBroken: false,
    isGroup: header === null,
  };
}

/** A cheap test that rejects most output: neither an early header nor a group, nor the end of a late header. */
function mayBeHeader(text: string): boolean {
  if (text.length < 2) return false;
  const first = text.charCodeAt(text.charCodeAt(0) === CharCode.SPACE ? 1 : 0);
  if (first === CharCode.UPPER_P || first === CharCode.UPPER_F || first === CharCode.COLON || first === CharCode.HASH)
    return true;
  const last = text.charCodeAt(text.length - 1);
  return last === CharCode.LOWER_S || last === CharCode.LOWER_X || last === CharCode.RIGHT_PAREN;
}

function earlyHeader(text: string): RegExpExecArray | null {
  const first = text.charAt(text.startsWith(' ') ? 1 : 0);
  return first === 'P' || first === 'F' ? HEADER.exec(text) : null;
}

function failedFile(text: string): string | undefined {
  return text.startsWith(':') || text.startsWith('#') ? ERRORS_IN.exec(text)?.[1] : undefined;
}

function lateHeader(text: string): RegExpExecArray | null {
  // It ends with a file extension or a parenthesis.
  const last = text.charAt(text.length - 1);
  if (last !== 's' && last !== 'x' && last !== ')') return null;
  if (!holds(text, 'PASS ', 'P') && !holds(text, 'FAIL ', 'F')) return null;
  const start = Math.max(text.lastIndexOf('PASS '), text.lastIndexOf('FAIL '));
  // Headings of groups of the GitHub reporter.
  if (start < 1 || text.startsWith('::') || text.startsWith('##')) return null;
  return LATE_HEADER.exec(text.slice(start));
}

/** The time and the heap size, each at most once. */
function withoutDetails(text: string): string {
  return text.replace(HEADER_DETAIL, '').replace(HEADER_DETAIL, '');
}

export function startsConsoleOutput(text: string): boolean {
  return text.startsWith('  console.') && CONSOLE.test(text);
}

/** Reads the lines between one file's heading and the next. */
export class FileReader {
  readonly file: TestFile;
  readonly #groups = new GroupStack();
  /** Tests are listed right after the heading, or (until jest 21) after the failures. */
  #mayList = true;
  /** What the next line continues if a name has several lines. */
  #last: 'test' | 'group' | null = null;
  #title: string | null = null;

  constructor(file: TestFile) {
    this.file = file;
  }

  /** True if the line lists a test. */
  line(text: string): boolean {
    if (this.#title !== null) this.#titleLine(this.#title, text);
    else if (text === '') this.#blank();
    else if (text.startsWith(TITLE)) this.#title = text.slice(TITLE.length);
    else if (this.#mayList) return this.#listing(text);
    return false;
  }

  #titleLine(title: string, text: string): void {
    if (text !== '') {
      this.#title = appendBounded(title, '\n', text);
      return;
    }
    this.#title = null;
    this.#mayList = false;
    if (title === SUITE_FAILED) this.file.isBroken = true;
    else if (title !== 'Console') this.file.failures.push(title);
  }

  #blank(): void {
    this.#last = null;
    this.#groups.clear();
    this.#mayList = this.file.tests.length === 0 && this.file.failures.length > 0;
  }

  #listing(text: string): boolean {
    const indent = indentOf(text);
    const isFirst = this.#last === null;
    if (isFirst && (indent !== 2 || (this.file.failures.length > 0 && startsConsoleOutput(text)))) this.#mayList = false;
    else if (indent < 2 || indent % 2 !== 0) this.#continueName(text);
    else return this.#entry(text, indent);
    return false;
  }

  #continueName(text: string): void {
    if (this.#last === 'group') this.#groups.extend(text);
    const test = this.file.tests.at(-1);
    if (this.#last === 'test' && test !== undefined) test.id = appendBounded(test.id, '\n', text);
  }

  #entry(line: string, indent: number): boolean {
    const depth = indent / 2 - 1;
    const mayBeTest = indent + 1 < line.length && line.charCodeAt(indent + 1) === CharCode.SPACE;
    const status = mayBeTest ? SYMBOLS.get(line.charCodeAt(indent)) : undefined;
    if (status === undefined) {
      this.#groups.enter(depth, line.slice(indent));
      this.#last = 'group';
      return false;
    }
    this.file.tests.push({ prefix: this.#groups.prefix(depth), id: line.slice(indent + 2), status });
    this.#last = 'test';
    return true;
  }
}
