// The console output of a GoogleTest binary, one section per run of it.
import type { TestResult, TestStatus } from '../../../contract/index.ts';
import type { LineParser, LineReader, Results } from '../../../parse/parser.ts';
import type { TestRun, TestSection } from '../../../parse/section.ts';
import { linesBefore } from '../shared/failure-text.ts';
import { ResultsById } from '../shared/results-by-id.ts';

const RUNNING = /^\[={10}\] Running (\d+) tests? from \d+ test (?:suite|case)s?\.$/;
const RAN = /^\[={10}\] (\d+) tests? from \d+ test (?:suite|case)s? ran\.(?: \(\d+ ms total\))?$/;
const STARTED = /^\[ RUN {6}\] (\S+)$/;
/** The name may be followed by ", where GetParam() = ..." and by the duration. */
const RESULT = /^\[( {7}OK | {2}FAILED {2}| {2}SKIPPED | DISABLED )\] ([^\s,:]+)(?:, where .*)?(?: \(\d+ ms\))?$/;
const TOTAL = /^\[( {2}PASSED {2}| {2}SKIPPED | {2}FAILED {2})\] (\d+) tests?(?:\.|, listed below:)$/;
const FAILED_SUITE = /^\[ {2}FAILED {2}\] ([^\s:]+): SetUpTest(?:Suite|Case) or TearDownTest(?:Suite|Case)$/;
const DISABLED = /^ {2}YOU HAVE (\d+) DISABLED TESTS?$/;

/** A test may print any number. */
const MAX_UNNAMED = 10_000;
const TOTALS_TWICE = 'googletest prints totals twice, and shows no beginning of a second run';
const MAIN = 'Running main() from ';
/** Precedes the header of a shard. */
const SHARD = 'Note: This is test shard ';

const STATUSES: Record<string, TestStatus> = {
  OK: 'passed',
  PASSED: 'passed',
  FAILED: 'failed',
  SKIPPED: 'skipped',
  DISABLED: 'skipped',
};

/** Other output may precede it on the line. */
const GOOGLE_FAILURE = /([^\s:]{1,500}):(\d{1,9}): (?:Failure|error: .*)$/;

export const googletest: LineParser<TestSection> = {
  id: 'googletest',
  form: 'lines',
  commands: ['ctest'],
  startsWith: ['[==========] ', '[  FAILED  ] ', MAIN, SHARD],
  atMargin: true,
  failures: {
    startsWith: ['[  FAILED  ] '],
    heading: (text, before) => {
      const title = /^\[ {2}FAILED {2}\] (\S+?)(?:, where .{1,1000})? \(\d{1,9} ms\)$/.exec(text)?.[1];
      if (title === undefined) return null;
      const lines = linesBefore(before, /^\[[ =-]|^\S+:\d+: Skipped$/);
      const first = lines.findIndex((line) => GOOGLE_FAILURE.test(line));
      const [, file, line] = GOOGLE_FAILURE.exec(lines[first] ?? '') ?? [];
      if (file === undefined) return { title };
      return { title, file, line: Number(line), message: lines.slice(first + 1).join('\n') };
    },
    open: () => () => false,
    titles: (id) => [id],
  },
  open: (results) => new GoogletestReader(results),
};

class GoogletestReader implements LineReader {
  #run: GoogletestRun | null = null;
  /** Failed tests, the only results before the totals with --gtest_brief=1. */
  readonly #failed: string[];
  #hasMain = true;
  #isShard = false;
  readonly #results: Results<TestSection>;

  constructor(results: Results<TestSection>) {
    this.#results = results;
    this.#failed = results.list();
  }

  line(text: string): boolean {
    const running = text.startsWith('[==========] Running ') ? RUNNING.exec(text) : null;
    if (text.startsWith(SHARD)) this.#isShard = true;
    if (running !== null) {
      this.#finish();
      this.#run = new GoogletestRun(this.#results, Number(running[1]), true, this.#isShard);
      this.#isShard = false;
    } else if (this.#run !== null && !(this.#run.isBrief && text.startsWith(MAIN))) this.#run.line(text);
    else this.#outside(text);
    return this.#run !== null;
  }

  end(): void {
    this.#finish();
  }

  #outside(text: string): void {
    this.#finish();
    if (text.startsWith(MAIN)) this.#hasMain = true;
    const ran = text.startsWith('[==========] ') ? RAN.exec(text) : null;
    const failed = text.startsWith('[  FAILED  ] ') ? RESULT.exec(text)?.[2] : undefined;
    if (failed !== undefined) this.#failed.push(failed);
    if (ran === null) return;
    this.#run = new GoogletestRun(this.#results, Number(ran[1]), false, false);
    this.#run.line(text);
    for (const id of this.#failed) this.#run.addTest(id, 'failed');
    if (!this.#hasMain) this.#run.addProblem(TOTALS_TWICE);
    this.#results.discard(this.#failed);
    this.#hasMain = false;
  }

  #finish(): void {
    this.#run?.finish();
    this.#run = null;
  }
}

class GoogletestRun {
  readonly #run: TestRun;
  readonly #announced: number;
  readonly #hasHeader: boolean;
  readonly #isShard: boolean;
  /** Every shard lists them, one shard counts them; those of a suite without other tests are not listed. */
  readonly #listedDisabled: TestResult[];
  readonly #failedSuites: ResultsById;
  #running: string | null = null;
  /** The totals after "ran."; null before it. */
  #stated: { passed: number; failed: number | null; skipped: number } | null = null;
  #disabled = 0;

  constructor(results: Results<TestSection>, announced: number, hasHeader: boolean, isShard: boolean) {
    this.#failedSuites = new ResultsById(results);
    this.#isShard = isShard;
    this.#announced = announced;
    this.#hasHeader = hasHeader;
    this.#run = results.beginRun({ hasHeader });
    this.#listedDisabled = results.list();
  }

  /** Without a header; only the next run ends it. */
  get isBrief(): boolean {
    return !this.#hasHeader;
  }

  line(text: string): void {
    if (text.startsWith('[')) this.#bracket(text);
    else if (this.#running !== null && text.includes(`] ${this.#running}`)) this.#glued(text);
    else if (text.startsWith('  YOU HAVE ')) this.#disabled = Number(DISABLED.exec(text)?.[1] ?? 0);
  }

  addTest(id: string, status: TestStatus): void {
    this.#run.tests.push({ id, status });
  }

  addProblem(problem: string): void {
    this.#run.problems.push(problem);
  }

  finish(): void {
    const run = this.#run;
    this.#addDisabled();
    if (this.#stated === null) return;
    const { passed, skipped } = this.#stated;
    const failedSuites = this.#failedSuites.tests;
    const failed = this.#stated.failed ?? (this.#hasHeader ? 0 : this.#announced - passed - skipped);
    run.hasFooter = passed + failed + skipped === this.#announced;
    run.totals = { passed, failed: failed + failedSuites.length, skipped: skipped + this.#disabled };
    for (const suite of failedSuites) run.tests.push(suite);
  }

  #addDisabled(): void {
    const named = this.#isShard && this.#listedDisabled.length > this.#disabled ? [] : this.#listedDisabled;
    const unnamed = this.#stated === null || !this.#hasHeader ? 0 : Math.max(0, this.#disabled - named.length);
    for (const test of named) this.#run.tests.push(test);
    for (let number = 1; number <= Math.min(unnamed, MAX_UNNAMED); number += 1)
      this.addTest(`disabled test ${number}`, 'skipped');
  }

  #bracket(text: string): void {
    const ran = text.startsWith('[==========] ') ? RAN.exec(text)?.[1] : undefined;
    if (ran !== undefined && !this.#hasHeader && this.#stated !== null) this.addProblem(TOTALS_TWICE);
    if (ran !== undefined && Number(ran) === this.#announced) this.#stated = { passed: 0, failed: null, skipped: 0 };
    const started = STARTED.exec(text)?.[1];
    if (started !== undefined) this.#running = started;
    if (started !== undefined || ran !== undefined) this.#run.touch();
    else if (this.#stated !== null && this.#total(this.#stated, text)) this.#run.touch();
    else this.#result(text);
  }

  #total(stated: { passed: number; failed: number | null; skipped: number }, text: string): boolean {
    const suite = FAILED_SUITE.exec(text)?.[1];
    if (suite !== undefined) this.#failedSuites.set(`${suite} SetUpTestSuite or TearDownTestSuite`, 'failed');
    const [, word = '', count] = TOTAL.exec(text) ?? [];
    const status = STATUSES[word.trim()];
    if (status !== undefined && count !== undefined) stated[status] = Number(count);
    // The lists below the totals repeat names.
    return status !== undefined || text.startsWith('[  FAILED  ] ') || text.startsWith('[  SKIPPED ] ');
  }

  #result(text: string): void {
    const [, word = '', name = ''] = RESULT.exec(text) ?? [];
    const status = STATUSES[word.trim()];
    if (status === undefined) return;
    if (word === ' DISABLED ') this.#listedDisabled.push({ id: name, status });
    else if (this.#running === name) this.addTest(name, status);
    else this.addProblem(`googletest has a result of ${name}, which was not running`);
    if (this.#running === name) this.#running = null;
  }

  /** The output of a test without a line end precedes its result. */
  #glued(text: string): void {
    const result = text.slice(text.lastIndexOf(`] ${this.#running}`) - ' FAILED   '.length - 1);
    if (result.startsWith('[')) this.#result(result);
  }
}
