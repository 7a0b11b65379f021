// The console output of `dotnet test`: VSTest's logger in all verbosities, MSBuild's terminal logger, and
// Microsoft.Testing.Platform. Projects that run in parallel interleave their lines and are one section.
import type { TestResult, TestStatus } from '../../../contract/index.ts';
import type { LineParser, LineReader, Results } from '../../../parse/parser.ts';
import type { TestSection } from '../../../parse/section.ts';
import { failureReports } from '../shared/failure-text.ts';
import { dropExcessTests } from '../shared/totals.ts';

const HEADER = /^Test run for .+\.(?:dll|exe) ?\(/;
/** "Failed!  - Failed:     2, Passed:     2, Skipped:     1, Total:     5, Duration: 12 ms - Name.dll (net8.0)" */
const PROJECT_LINE =
  /^(?: {2})?(?:Passed|Failed|Skipped)! {1,2}- Failed: +(\d+), Passed: +(\d+), Skipped: +(\d+), Total: +(\d+), Duration: \S/;
const OLD_LINE = /^Total tests: (\d+)\. Passed: (\d+)\. Failed: (\d+)\. Skipped: (\d+)\.$/;
const TERMINAL_LINE = /^Test summary: total: (\d+), failed: (\d+), succeeded: (\d+), skipped: (\d+), duration: \S/;
/** "Total tests: 5" or "Test run summary: Failed! - ...", with one number on each of the following lines. */
const BLOCK_START = /^(?:Total tests: (\d+)|Test run summary: .+)$/;
const BLOCK_LINE = /^ +(Total|Passed|Failed|Skipped|total|succeeded|failed|skipped): (\d+)$/;
const BLOCK_END = /^ (?:Total time: | duration: )/;
const NO_TESTS = /^No test (?:is available in|matches the given testcase filter)/;
const ABORTED = /^(?:The active test run was aborted|Test Run Aborted)/;
const TIME = '\\[(?:< )?\\d[\\d.,]* [a-z]+(?: \\d+ [a-z]+)*\\]';
const RESULT = new RegExp(`^ {2}(Passed|Failed|Skipped) (.+) ${TIME}$`);
/** Of NUnit and older adapters. */
const BARE_RESULT = /^(?: {2}(Skipped) |(Passed|Failed|Skipped) {3})(\S+)$/;
const PLATFORM_RESULT = /^(passed|failed|skipped) (\S.*) \(\d+(?:ms|s|m|h)(?: \d+(?:ms|s|m))*\)$/;

const STATUSES: Record<string, TestStatus> = { passed: 'passed', succeeded: 'passed', failed: 'failed', skipped: 'skipped' };

interface Totals {
  passed: number;
  failed: number;
  skipped: number;
}

export const dotnetTest: LineParser<TestSection> = {
  id: 'dotnet-test',
  form: 'lines',
  commands: ['dotnet'],
  startsWith: [
    'Test ',
    'Total tests: ',
    'The active ',
    'Passed',
    'Failed',
    'Skipped',
    'No test ',
    'passed ',
    'failed ',
    'skipped ',
  ],
  failures: failureReports({
    startsWith: ['Failed ', 'failed '],
    heading: /^ {0,2}[Ff]ailed {1,3}(\S.*?)(?: \[[^\]]*\]| \([\d.]+m?s\))?$/,
    end: /^ {0,2}(?:Passed|Skipped|Failed|passed|skipped|failed)\b|^(?:Passed|Failed|Skipped)! |^ *Standard (?:Output|Error) Messages:|^Total tests|^Test [Rr]un /,
    noise: /^ {0,2}(?:Error Message|Stack Trace):$/,
    titles: (id) => [id],
  }),
  open: (results) => new DotnetReader(results),
};

class DotnetReader implements LineReader {
  readonly #results: Results<TestSection>;
  #tests: TestResult[];
  /** Projects that started, and those that stated their totals. */
  #begun = 0;
  #ended = 0;
  #sum: Totals = { passed: 0, failed: 0, skipped: 0 };
  #block: (Totals & { total: number | null }) | null = null;
  #firstLine = 0;
  #lastLine = 0;
  #headersSeen = false;
  #problem: string | null = null;

  constructor(results: Results<TestSection>) {
    this.#results = results;
    this.#tests = results.list();
  }

  line(text: string): boolean {
    if (text.startsWith('Test run for ') && HEADER.test(text)) this.#begin();
    else if (this.#block !== null) this.#blockLine(this.#block, text);
    else if (!this.#totalsLine(text)) this.#other(text);
    return this.#begun > 0 || this.#block !== null;
  }

  end(): void {
    if (this.#begun > 0) this.#finish();
  }

  #begin(): void {
    if (this.#begun === 0) this.#firstLine = this.#results.lineNumber;
    this.#begun += 1;
    this.#headersSeen = true;
    this.#lastLine = this.#results.lineNumber;
  }

  #totalsLine(text: string): boolean {
    if (!text.includes(': ') && !text.startsWith('No test ')) return false;
    const project = text.includes('! ') ? PROJECT_LINE.exec(text) : null;
    const old = text.startsWith('Total tests: ') ? OLD_LINE.exec(text) : null;
    const terminal = text.startsWith('Test summary: ') ? TERMINAL_LINE.exec(text) : null;
    if (project !== null) this.#totals(numbers(project, 4, 2, 1, 3));
    else if (old !== null) this.#totals(numbers(old, 1, 2, 3, 4));
    else if (terminal !== null) this.#totals(numbers(terminal, 1, 3, 2, 4));
    else if (NO_TESTS.test(text)) this.#totals({ total: 0, passed: 0, failed: 0, skipped: 0 });
    else return false;
    return true;
  }

  #other(text: string): void {
    const start = text.startsWith('T') ? BLOCK_START.exec(text) : null;
    if (start !== null)
      this.#block = { total: start[1] === undefined ? null : Number(start[1]), passed: 0, failed: 0, skipped: 0 };
    else if (text.startsWith('T') && ABORTED.test(text)) this.#problem = 'dotnet test says that the run was aborted';
    else this.#result(text);
  }

  #result(text: string): void {
    const timed = text.endsWith(']') ? RESULT.exec(text) : text.endsWith(')') ? PLATFORM_RESULT.exec(text) : null;
    const [, first, second, third = ''] = timed ?? BARE_RESULT.exec(text) ?? [];
    const isBare = third !== '';
    const status = STATUSES[(isBare ? (first ?? second ?? '') : (first ?? '')).toLowerCase()];
    const id = isBare ? third : second;
    if (status === undefined || id === undefined) return;
    this.#tests.push({ id, status });
    this.#lastLine = this.#results.lineNumber;
  }

  #blockLine(block: Totals & { total: number | null }, text: string): void {
    const [, word = '', digits = ''] = BLOCK_LINE.exec(text) ?? [];
    const status = STATUSES[word.toLowerCase()];
    if (status !== undefined) block[status] = Number(digits);
    else if (word.toLowerCase() === 'total') block.total = Number(digits);
    if (!BLOCK_END.test(text)) return;
    this.#block = null;
    this.#totals({ ...block, total: block.total ?? -1 });
  }

  #totals(totals: Totals & { total: number }): void {
    if (this.#begun === 0) this.#firstLine = this.#results.lineNumber;
    if (this.#begun === 0 && this.#headersSeen) this.#problem = 'dotnet test prints more totals than projects that ran tests';
    if (totals.passed + totals.failed + totals.skipped !== totals.total)
      this.#problem = 'the totals of dotnet test do not add up';
    this.#sum.passed += totals.passed;
    this.#sum.failed += totals.failed;
    this.#sum.skipped += totals.skipped;
    this.#ended += 1;
    this.#lastLine = this.#results.lineNumber;
    if (this.#ended >= this.#begun) this.#finish();
  }

  #finish(): void {
    const totals = this.#sum;
    this.#results.beginRun({
      firstLine: this.#firstLine,
      lastLine: this.#lastLine,
      hasHeader: this.#begun > 0,
      hasFooter: this.#ended > 0 && this.#ended >= this.#begun,
      problems: this.#problem === null ? [] : [this.#problem],
      totals,
      tests: dropExcessTests(this.#tests, totals),
    });
    this.#tests = this.#results.list();
    this.#begun = 0;
    this.#ended = 0;
    this.#sum = { passed: 0, failed: 0, skipped: 0 };
    this.#problem = null;
  }
}

function numbers(match: RegExpExecArray, total: number, passed: number, failed: number, skipped: number) {
  return {
    total: Number(match[total]),
    passed: Number(match[passed]),
    failed: Number(match[failed]),
    skipped: Number(match[skipped]),
  };
}
