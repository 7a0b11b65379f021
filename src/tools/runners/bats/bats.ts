// The pretty output of bats. Its TAP is read by tap.ts. A run ends with "5 tests, 1 failure, 1 skipped".
import type { TestStatus } from '../../../contract/index.ts';
import type { LineParser, LineReader, Results } from '../../../parse/parser.ts';
import type { TestRun, TestSection, TestTotals } from '../../../parse/section.ts';
import { CharCode, isDigit, startsWithCount } from '../../../parse/shared/characters.ts';
import { failureReports } from '../shared/failure-text.ts';
import { dropExcessTests, matchesTotals } from '../shared/totals.ts';

/** Bats first writes "   name" and "1/5" far to the right, then redraws the line; in a log both are on one line. */
const PROGRESS = /^ {3}\S.*?\d{1,9}\/\d{1,9}(?: in \d+ sec)?(?= [✓✗-] )/;
const RESULT = /^ ([✓✗-]) (.+)$/;
/** With --timing. */
const TIME = / \[\d+\]$/;
const SKIPPED = / \(skipped(?:: .*)?\)$/;
const SUMMARY =
  /^(\d{1,9}) tests?, (\d{1,9}) failures?(?:, (\d{1,9}) skipped)?(?:, (\d{1,9}) timed out)?(?:, (\d{1,9}) not run)?(?: in \d+ seconds?)?$/;

/** Set-up and teardown of a file or suite are not announced, and listed only when they fail. */
const EXECUTED = /^ {3}bats warning: Executed (\d{1,9}) instead of expected (\d{1,9}) tests$/;

/** Further summaries in one run are not compared with its tests: each comparison takes time. */
const MAX_SUMMARIES = 50;

const STATUSES: Record<string, TestStatus> = { '✓': 'passed', '✗': 'failed', '-': 'skipped' };

export const bats: LineParser<TestSection> = {
  id: 'bats',
  form: 'lines',
  commands: ['bats'],
  startsWith: '0123456789',
  indents: [1, 3],
  endsWith: ['.bats'],
  prefilter: mayMatch,
  failures: failureReports({
    startsWith: ['✗ '],
    heading: /^ *✗ (.+?)(?: \[\d+(?:ms)?\])?$/,
    end: /^ *[✓✗-] |^\d+ tests?, |^\S+\.bats$/,
    noise: /^ +\((?:in|from) .*\)$/,
  }),
  open: (results) => new BatsReader(results),
};

/** Results start with a space and a mark, the summary with a digit. */
function mayMatch(text: string): boolean {
  if (text.endsWith('.bats')) return true;
  const first = text.charCodeAt(0);
  if (isDigit(first)) return startsWithCount(text) && text.includes(' test');
  if (text.charCodeAt(1) !== CharCode.SPACE) return text.charCodeAt(2) === CharCode.SPACE;
  if (text.startsWith('   bats warning: ')) return true;
  return text.charCodeAt(3) > CharCode.SPACE && text.includes('/') && isDrawnOver(text);
}

function isDrawnOver(text: string): boolean {
  return text.startsWith('   ') && (text.includes(' ✓ ') || text.includes(' ✗ ') || text.includes(' (skipped'));
}

class BatsReader implements LineReader {
  readonly #results: Results<TestSection>;
  #run: TestRun | null = null;
  /** The last summary that does not match the results above it. */
  #unmatched: TestTotals | null = null;
  #summaries = 0;
  /** Other tools print the same marks, but neither bats' file names nor its redrawn progress lines. */
  #isBats = false;
  /** The stated number of executed tests and failed set-ups, where it differs from the announced one. */
  #executed: { count: number; announced: number } | null = null;

  constructor(results: Results<TestSection>) {
    this.#results = results;
  }

  line(text: string): boolean {
    const first = text.charCodeAt(0);
    if (first === CharCode.SPACE) this.#result(text);
    else if (text.endsWith('.bats')) this.#isBats = true;
    else if (this.#run !== null && isDigit(first)) this.#summary(this.#run, text);
    return false;
  }

  end(): void {
    if (this.#run !== null && this.#unmatched !== null) this.#finish(this.#run, this.#unmatched);
  }

  #result(text: string): void {
    const [, executed, announced] = text.startsWith('   bats ') ? (EXECUTED.exec(text) ?? []) : [];
    if (executed !== undefined) this.#executed = { count: Number(executed), announced: Number(announced) };
    const result = isDrawnOver(text) ? text.replace(PROGRESS, '') : text;
    const match = RESULT.exec(result);
    if (match === null) return;
    if (result !== text) this.#isBats = true;
    const [, mark = '', rest = ''] = match;
    const timeless = rest.replace(TIME, '');
    const status = STATUSES[mark] ?? 'failed';
    // Any list may start with a dash.
    if (status === 'skipped' && !SKIPPED.test(timeless)) return;
    this.#run ??= this.#results.draftRun();
    this.#run.test(status === 'skipped' ? timeless.replace(SKIPPED, '') : timeless, status);
  }

  #summary(run: TestRun, text: string): void {
    const match = SUMMARY.exec(text);
    if (match === null) return;
    const [tests = 0, failures = 0, skipped = 0, timedOut = 0, notRun = 0] = match.slice(1).map((count) => Number(count ?? 0));
    const failed = failures + timedOut + notRun;
    const isSecond = this.#unmatched !== null;
    const executed = this.#executed?.announced === tests ? this.#executed.count : tests - notRun;
    this.#unmatched = { passed: executed - failures - timedOut - skipped, failed, skipped };
    run.touch();
    this.#summaries += 1;
    const isConfirmed = this.#summaries <= MAX_SUMMARIES && matchesTotals(run.tests, this.#unmatched);
    if (isConfirmed) run.problems = [];
    else if (isSecond && run.problems.length === 0) run.problems.push('bats seems to end twice');
    if (isConfirmed) this.#finish(run, this.#unmatched);
  }

  /** Bats lists every test, so there may be more lines than tests but never fewer. */
  #finish(run: TestRun, totals: TestTotals): void {
    const listed = run.tests.length;
    run.tests = dropExcessTests(run.tests, totals);
    const counted = (totals.passed ?? 0) + (totals.failed ?? 0) + (totals.skipped ?? 0);
    if (listed < counted) run.problems.push('bats counts more tests than it lists');
    run.totals = totals;
    run.hasFooter = true;
    if (this.#isBats) this.#results.add(run);
    this.#run = null;
    this.#unmatched = null;
    this.#summaries = 0;
    this.#executed = null;
  }
}
