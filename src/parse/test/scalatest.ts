// The console output of ScalaTest, and of sbt, which puts a level before every line and a line of its own
// below; of other frameworks under sbt only that line is read.
import type { TestResult } from '../../contract/index.ts';
import { Shelf } from '../engine/shelf.ts';
import type { LineParser, LineReader } from '../parser.ts';
import { emptyTestSection, type TestSection, type TestTotals } from '../section.ts';
import { firstVisible } from '../shared/characters.ts';
import { testsThatFit } from './shared/tests-that-fit.ts';

const ID = 'scalatest';
const LEVEL = /^\[(?:info|warn|error)\] /;
const STARTING = /^Run starting\. Expected test count is: (\d+)$/;
const RUN_COUNT = /^Total number of tests run: (\d+)$/;
const SUITES = /^Suites: completed \d+, aborted (\d+)$/;
const TESTS = /^Tests: succeeded (\d+), failed (\d+), canceled (\d+), ignored (\d+), pending (\d+)$/;
/** "  - name", with what became of it unless it passed, and a time if asked for. */
const RESULT =
  /^( *)- (\S.*?)(?: (\*\*\* FAILED \*\*\*|!!! IGNORED !!!|!!! CANCELED !!!|\(pending\)))?(?: \([^()]{1,40}seconds?[^()]{0,40}\))?$/;
/** sbt's own line, one for each project. */
const SBT =
  /^(?:Passed|Failed): Total (\d+), Failed (\d+), Errors (\d+), Passed (\d+)(?:, Skipped (\d+))?(?:, Ignored (\d+))?(?:, Canceled (\d+))?(?:, Pending (\d+))?$/;
const MUNIT_FAILED = /^==> X (\S.*?) {2}[\d.]+s\b/;
/** More than any run lists: then only its totals are read. Any log may hold lines like its results. */
const MAX_LISTED_BYTES = 10_000_000;
const SUITE = /^([A-Z][\w.]*):$/;

const DASH = 45;

export const scalatest: LineParser<TestSection> = {
  id: ID,
  form: 'lines',
  commands: ['sbt', 'mill', 'scala'],
  startsWith: ['[info] ', '[warn] ', '[error] ', 'Run starting. ', 'Run completed in ', '==> X ', '- '],
  // Without a level in front only failures matter: many programs print lists.
  prefilter: (text) => text.charCodeAt(firstVisible(text)) !== DASH || text.includes('*'),
  open: ({ shelf }) => new ScalatestReader(shelf),
};

class ScalatestReader implements LineReader<TestSection> {
  readonly #shelf: Shelf;
  readonly #sections: TestSection[] = [];
  #tests: TestResult[] = [];
  /** Where they are until it is sure that they are results. */
  #listed = new Shelf(MAX_LISTED_BYTES);
  #suite: string | null = null;
  /** The lines above a test that are indented less: what the tests below them are about. */
  #scopes: { indent: number; text: string }[] = [];
  #firstLine: number | null = null;
  #completed: { run: number | null; abortedSuites: number } | null = null;
  /** Runs of ScalaTest that sbt has not yet summed up. */
  #notSummedUp = 0;
  #sbtLines = 0;

  constructor(shelf: Shelf) {
    this.#shelf = shelf;
  }

  line(text: string, lineNumber: number): boolean {
    const bare = text.startsWith('[') ? text.replace(LEVEL, '') : text;
    const sbt = text !== bare && bare.includes(': Total ') ? SBT.exec(bare) : null;
    if (sbt !== null) this.#sbtLine(sbt, lineNumber);
    if (bare.startsWith('Run completed in ')) this.#completed = { run: null, abortedSuites: 0 };
    else if (bare.startsWith('Run starting. ') && STARTING.test(bare)) this.#firstLine ??= lineNumber;
    if (this.#completed !== null) this.#after(this.#completed, bare, lineNumber);
    else if (text !== bare || bare.includes(' *** FAILED ***') || bare.startsWith('==> X ')) this.#before(bare);
    return this.#firstLine !== null || this.#completed !== null;
  }

  /** Without its totals a run shows nothing that could be believed. */
  end(): TestSection[] {
    if (this.#sbtLines > 0 && this.#notSummedUp > 0) {
      for (const section of this.#sections) section.problems.push('sbt sums up fewer runs of scalatest than there are');
    }
    return this.#sections;
  }

  #sbtLine(match: RegExpExecArray, lineNumber: number): void {
    this.#sbtLines += 1;
    if (this.#notSummedUp > 0) {
      this.#notSummedUp -= 1;
      return;
    }
    const [, failed = 0, errors = 0, passed = 0, ...notRun] = match.slice(1).map((digits) => Number(digits ?? 0));
    const totals = { passed, failed: failed + errors, skipped: notRun.reduce((sum, count) => sum + count, 0) };
    this.#push({ ...emptyTestSection(ID, lineNumber), hasFooter: true, totals });
  }

  #push(section: TestSection & { totals: TestTotals }): void {
    const tests = this.#listed.isFull ? [] : testsThatFit(this.#tests, section.totals);
    for (const test of tests) this.#shelf.keep(section.tests, test);
    this.#shelf.keepRun(this.#sections, section);
    this.#tests = [];
    this.#listed = new Shelf(MAX_LISTED_BYTES);
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
    else if (munit !== undefined) this.#listed.keep(this.#tests, { id: munit, status: 'failed' });
    else if (result !== null) this.#result(result);
    else this.#scope(bare);
  }

  #result([, blanks = '', name = '', word]: RegExpExecArray): void {
    const about = this.#scopes.filter(({ indent }) => indent <= blanks.length).map(({ text }) => text);
    const status = word === undefined ? 'passed' : word.includes('FAILED') ? 'failed' : 'skipped';
    const id = [...(this.#suite === null ? [] : [this.#suite]), ...about, name].join(' > ');
    this.#listed.keep(this.#tests, { id, status });
  }

  #scope(bare: string): void {
    const text = bare.trim();
    const indent = bare.length - bare.trimStart().length;
    while ((this.#scopes.at(-1)?.indent ?? -1) >= indent) this.#scopes.pop();
    if (text !== '') this.#scopes.push({ indent, text });
  }

  #after(completed: { run: number | null; abortedSuites: number }, bare: string, lineNumber: number): void {
    const run = RUN_COUNT.exec(bare)?.[1];
    if (run !== undefined) completed.run = Number(run);
    completed.abortedSuites = Number(SUITES.exec(bare)?.[1] ?? completed.abortedSuites);
    const tests = TESTS.exec(bare);
    if (tests === null || completed.run === null) return;
    const [succeeded = 0, failed = 0, canceled = 0, ignored = 0, pending = 0] = tests.slice(1).map(Number);
    // Canceled is a test whose assumptions do not hold: it ends before it has tested anything.
    const totals = { passed: succeeded, failed: failed + completed.abortedSuites, skipped: canceled + ignored + pending };
    const section = {
      ...emptyTestSection(ID, this.#firstLine ?? lineNumber),
      lastLine: lineNumber,
      hasHeader: this.#firstLine !== null,
      hasFooter: true,
      totals,
    };
    if (succeeded + failed !== completed.run) section.problems.push('the totals of scalatest do not add up');
    this.#notSummedUp += 1;
    this.#push(section);
  }
}
