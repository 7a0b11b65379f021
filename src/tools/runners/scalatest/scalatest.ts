// The console output of ScalaTest, and of sbt, which puts a level before every line and adds its own totals. For other
// frameworks under sbt only those totals are read.
import type { TestResult, TestStatus } from '../../../contract/index.ts';
import type { LineParser, LineReader, Results } from '../../../parse/parser.ts';
import type { TestRun, TestSection, TestTotals } from '../../../parse/section.ts';
import { CharCode, firstVisible } from '../../../parse/shared/characters.ts';
import { failureReports } from '../shared/failure-text.ts';
import { dropExcessTests } from '../shared/totals.ts';

const LEVEL = /^\[(?:info|warn|error)\] /;
const STARTING = /^Run starting\. Expected test count is: (\d+)$/;
const RUN_COUNT = /^Total number of tests run: (\d+)$/;
const SUITES = /^Suites: completed \d+, aborted (\d+)$/;
const TESTS = /^Tests: succeeded (\d+), failed (\d+), canceled (\d+), ignored (\d+), pending (\d+)$/;
/** "  - name", with a status unless it passed, and optionally a duration. */
const RESULT =
  /^( *)- (\S.*?)(?: (\*\*\* FAILED \*\*\*|!!! IGNORED !!!|!!! CANCELED !!!|\(pending\)))?(?: \([^()]{1,40}seconds?[^()]{0,40}\))?$/;
/** The totals of sbt, one line per project. */
const SBT =
  /^(?:Passed|Failed): Total (\d+), Failed (\d+), Errors (\d+), Passed (\d+)(?:, Skipped (\d+))?(?:, Ignored (\d+))?(?:, Canceled (\d+))?(?:, Pending (\d+))?$/;
const MUNIT_FAILED = /^==> X (\S.*?) {2}[\d.]+s\b/;
/** More than any run lists; then only the totals are read. Any log may contain lines that look like results. */
const MAX_LISTED_BYTES = 10_000_000;
const TEST_BYTES = 160;
const SUITE = /^([A-Z][\w.]*):$/;

export const scalatest: LineParser<TestSection> = {
  id: 'scalatest',
  form: 'lines',
  commands: ['sbt', 'mill', 'scala'],
  startsWith: ['[info] ', '[warn] ', '[error] ', 'Run starting. ', 'Run completed in ', '==> X ', '- '],
  // Many programs print lists: without a level only failures are read.
  prefilter: (text) => text.charCodeAt(firstVisible(text)) !== CharCode.DASH || text.includes('*'),
  failures: failureReports({
    startsWith: ['- ', '[info] ', '==> X '],
    heading: /^(?:\[info\] )? *- (.{1,900}) \*\*\* FAILED \*\*\*(?: \(.*\))?$|^==> X (\S.{0,900}?) {2}[\d.]+s\b/,
    end: /^(?:\[info\] )? *- |^(?:\[info\] )?(?!\[info\])\S|^==> /,
    margin: /^\[info\] ?/,
  }),
  open: (results) => new ScalatestReader(results),
};

class ScalatestReader implements LineReader {
  readonly #results: Results<TestSection>;
  readonly #runs: TestRun[] = [];
  #tests: TestResult[] = [];
  #listedBytes = 0;
  #suite: string | null = null;
  /** The lines above a test that are indented less: the groups of the test. */
  #scopes: { indent: number; text: string }[] = [];
  #firstLine: number | null = null;
  #completed: { run: number | null; abortedSuites: number } | null = null;
  /** Runs of ScalaTest without totals of sbt so far. */
  #withoutSbtTotals = 0;
  #sbtLines = 0;

  constructor(results: Results<TestSection>) {
    this.#results = results;
  }

  line(text: string): boolean {
    const bare = text.startsWith('[') ? text.replace(LEVEL, '') : text;
    const sbt = text !== bare && bare.includes(': Total ') ? SBT.exec(bare) : null;
    if (sbt !== null) this.#sbtLine(sbt);
    if (bare.startsWith('Run completed in ')) this.#completed = { run: null, abortedSuites: 0 };
    else if (bare.startsWith('Run starting. ') && STARTING.test(bare)) this.#firstLine ??= this.#results.lineNumber;
    if (this.#completed !== null) this.#after(this.#completed, bare);
    else if (text !== bare || bare.includes(' *** FAILED ***') || bare.startsWith('==> X ')) this.#before(bare);
    return this.#firstLine !== null || this.#completed !== null;
  }

  end(): void {
    if (this.#sbtLines > 0 && this.#withoutSbtTotals > 0) {
      for (const run of this.#runs) run.problems.push('sbt sums up fewer runs of scalatest than there are');
    }
  }

  #sbtLine(match: RegExpExecArray): void {
    this.#sbtLines += 1;
    if (this.#withoutSbtTotals > 0) {
      this.#withoutSbtTotals -= 1;
      return;
    }
    const [, failed = 0, errors = 0, passed = 0, ...notRun] = match.slice(1).map((digits) => Number(digits ?? 0));
    const totals = { passed, failed: failed + errors, skipped: notRun.reduce((sum, count) => sum + count, 0) };
    this.#finish(this.#results.beginRun(), totals);
  }

  #finish(run: TestRun, totals: TestTotals): void {
    this.#runs.push(run);
    run.close(totals);
    const tests = this.#listedBytes > MAX_LISTED_BYTES ? [] : dropExcessTests(this.#tests, totals);
    for (const { id, status } of tests) run.test(id, status);
    this.#tests = [];
    this.#listedBytes = 0;
    this.#scopes = [];
    this.#suite = null;
    this.#firstLine = null;
    this.#completed = null;
  }

  #before(bare: string): void {
    const suite = SUITE.exec(bare)?.[1];
    const munit = MUNIT_FAILED.exec(bare)?.[1];
    const result = RESULT.exec(bare);
    if (suite !== undefined) this.#suite = suite;
    if (suite !== undefined) this.#scopes = [];
    else if (munit !== undefined) this.#list(munit, 'failed');
    else if (result !== null) this.#result(result);
    else this.#scope(bare);
  }

  #result([, blanks = '', name = '', word]: RegExpExecArray): void {
    const about = this.#scopes.filter(({ indent }) => indent <= blanks.length).map(({ text }) => text);
    const status = word === undefined ? 'passed' : word.includes('FAILED') ? 'failed' : 'skipped';
    this.#list([...(this.#suite === null ? [] : [this.#suite]), ...about, name].join(' > '), status);
  }

  #list(id: string, status: TestStatus): void {
    this.#listedBytes += TEST_BYTES + id.length;
    if (this.#listedBytes <= MAX_LISTED_BYTES) this.#tests.push({ id, status });
  }

  #scope(bare: string): void {
    const text = bare.trim();
    const indent = bare.length - bare.trimStart().length;
    while ((this.#scopes.at(-1)?.indent ?? -1) >= indent) this.#scopes.pop();
    if (text !== '') this.#scopes.push({ indent, text });
  }

  #after(completed: { run: number | null; abortedSuites: number }, bare: string): void {
    const run = RUN_COUNT.exec(bare)?.[1];
    if (run !== undefined) completed.run = Number(run);
    completed.abortedSuites = Number(SUITES.exec(bare)?.[1] ?? completed.abortedSuites);
    const tests = TESTS.exec(bare);
    if (tests === null || completed.run === null) return;
    const [succeeded = 0, failed = 0, canceled = 0, ignored = 0, pending = 0] = tests.slice(1).map(Number);
    // A canceled test is one whose assumptions are not met.
    const totals = { passed: succeeded, failed: failed + completed.abortedSuites, skipped: canceled + ignored + pending };
    const firstLine = this.#firstLine ?? this.#results.lineNumber;
    const newRun = this.#results.beginRun({ firstLine, hasHeader: this.#firstLine !== null });
    if (succeeded + failed !== completed.run) newRun.problems.push('the totals of scalatest do not add up');
    this.#withoutSbtTotals += 1;
    this.#finish(newRun, totals);
  }
}
