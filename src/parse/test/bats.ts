// The pretty output of bats. Its TAP is read by tap.ts. A run ends with "5 tests, 1 failure, 1 skipped".
import type { TestStatus } from '../../contract/index.ts';
import { isDigit, startsWithCount } from '../engine/characters.ts';
import type { Shelf } from '../engine/shelf.ts';
import type { LineParser, LineReader } from '../parser.ts';
import { emptyTestSection, type TestSection, type TestTotals } from '../section.ts';
import { testsThatFit } from './shared/tests-that-fit.ts';
import { addsUp } from './shared/totals.ts';

const ID = 'bats';
/** Bats first writes "   name" and "1/5" far to the right, then draws over it; in a log both stand in one line. */
const PROGRESS = /^ {3}\S.*?\d{1,9}\/\d{1,9}(?: in \d+ sec)?(?= [✓✗-] )/;
const RESULT = /^ ([✓✗-]) (.+)$/;
/** The time stands in brackets with --timing. */
const TIME = / \[\d+\]$/;
const SKIPPED = / \(skipped(?:: .*)?\)$/;
const SUMMARY =
  /^(\d{1,9}) tests?, (\d{1,9}) failures?(?:, (\d{1,9}) skipped)?(?:, (\d{1,9}) timed out)?(?:, (\d{1,9}) not run)?(?: in \d+ seconds?)?$/;

/** What a file or a suite sets up and tears down is no test: it is not announced, and is listed only when it fails. */
const EXECUTED = /^ {3}bats warning: Executed (\d{1,9}) instead of expected (\d{1,9}) tests$/;

/** More summaries than this in one run are not held against its tests again: it would cost too much. */
const MAX_SUMMARIES = 50;

const STATUSES: Record<string, TestStatus> = { '✓': 'passed', '✗': 'failed', '-': 'skipped' };

export const bats: LineParser<TestSection> = {
  id: ID,
  form: 'lines',
  commands: ['bats'],
  startsWith: '0123456789',
  indents: [1, 3],
  endsWith: ['.bats'],
  concerns: mayConcern,
  open: ({ shelf }) => new BatsReader(shelf),
};

/** A mark behind a blank begins every result, a digit the summary. */
function mayConcern(text: string): boolean {
  if (text.endsWith('.bats')) return true;
  const first = text.charCodeAt(0);
  if (isDigit(first)) return startsWithCount(text) && text.includes(' test');
  if (text.charCodeAt(1) !== 32) return text.charCodeAt(2) === 32;
  if (text.startsWith('   bats warning: ')) return true;
  return text.charCodeAt(3) > 32 && text.includes('/') && isDrawnOver(text);
}

function isDrawnOver(text: string): boolean {
  return text.startsWith('   ') && (text.includes(' ✓ ') || text.includes(' ✗ ') || text.includes(' (skipped'));
}

class BatsReader implements LineReader<TestSection> {
  readonly #shelf: Shelf;
  readonly #sections: TestSection[] = [];
  #section: TestSection | null = null;
  /** The last summary that the results above do not bear out. */
  #held: TestTotals | null = null;
  #summaries = 0;
  /** Other tools have the same marks, but neither bats' files nor its way of drawing over lines. */
  #isBats = false;
  /** How many tests and failed set-ups bats says it ran, where they are not as many as it announced. */
  #executed: { count: number; announced: number } | null = null;

  constructor(shelf: Shelf) {
    this.#shelf = shelf;
  }

  line(text: string, lineNumber: number): boolean {
    const first = text.charCodeAt(0);
    if (first === 32) this.#result(text, lineNumber);
    else if (text.endsWith('.bats')) this.#isBats = true;
    else if (this.#section !== null && isDigit(first)) this.#summary(this.#section, text, lineNumber);
    return false;
  }

  end(): TestSection[] {
    const section = this.#section;
    if (section !== null && this.#held !== null) this.#finish(section, this.#held);
    return this.#sections;
  }

  #result(text: string, lineNumber: number): void {
    const [, executed, announced] = text.startsWith('   bats ') ? (EXECUTED.exec(text) ?? []) : [];
    if (executed !== undefined) this.#executed = { count: Number(executed), announced: Number(announced) };
    const result = isDrawnOver(text) ? text.replace(PROGRESS, '') : text;
    const match = RESULT.exec(result);
    if (match === null) return;
    if (result !== text) this.#isBats = true;
    const [, mark = '', rest = ''] = match;
    const timeless = rest.replace(TIME, '');
    const status = STATUSES[mark] ?? 'failed';
    // Any list may begin with a dash.
    if (status === 'skipped' && !SKIPPED.test(timeless)) return;
    this.#section ??= emptyTestSection(ID, lineNumber);
    const id = status === 'skipped' ? timeless.replace(SKIPPED, '') : timeless;
    this.#shelf.keep(this.#section.tests, { id, status });
    this.#section.lastLine = lineNumber;
  }

  #summary(section: TestSection, text: string, lineNumber: number): void {
    const match = SUMMARY.exec(text);
    if (match === null) return;
    const [tests = 0, failures = 0, skipped = 0, timedOut = 0, notRun = 0] = match.slice(1).map((count) => Number(count ?? 0));
    const failed = failures + timedOut + notRun;
    const isSecond = this.#held !== null;
    const executed = this.#executed?.announced === tests ? this.#executed.count : tests - notRun;
    this.#held = { passed: executed - failures - timedOut - skipped, failed, skipped };
    section.lastLine = lineNumber;
    this.#summaries += 1;
    const isBorneOut = this.#summaries <= MAX_SUMMARIES && addsUp(section.tests, this.#held);
    if (isBorneOut) section.problems = [];
    else if (isSecond && section.problems.length === 0) section.problems.push('bats seems to end twice');
    if (isBorneOut) this.#finish(section, this.#held);
  }

  /** Bats lists every test, so there may be more lines than tests but never fewer. */
  #finish(section: TestSection, totals: TestTotals): void {
    const listed = section.tests.length;
    section.tests = testsThatFit(section.tests, totals);
    const counted = (totals.passed ?? 0) + (totals.failed ?? 0) + (totals.skipped ?? 0);
    if (listed < counted) section.problems.push('bats counts more tests than it lists');
    section.totals = totals;
    section.closed = true;
    if (this.#isBats) this.#shelf.keepRun(this.#sections, section);
    this.#section = null;
    this.#held = null;
    this.#summaries = 0;
    this.#executed = null;
  }
}
