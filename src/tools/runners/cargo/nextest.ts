// The console output of cargo-nextest, one section per run.
import type { TestStatus } from '../../../contract/index.ts';
import type { LineParser, LineReader, Results } from '../../../parse/parser.ts';
import type { TestRun, TestSection, TestTotals } from '../../../parse/section.ts';
import { ResultsById } from '../shared/results-by-id.ts';
import { dropExcessTests } from '../shared/totals.ts';
import { panicReader } from './failures.ts';

const STARTING = /^ {4}Starting (\d+) tests? across \d+ binar(?:y|ies)/;
/** "        PASS [   0.042s] ( 1/40) binary test"; the first column is twelve wide and right-aligned. */
const STATUS_LINE = /^ {0,10}([A-Z][A-Z0-9 +/-]{2,11}) \[[\s>\d.s]+\] (?:\([\s\d/─-]*\) )?(?:\[\d+(?:\/\d+)?\] )?(\S.*)$/;
const SUMMARY = /^ {5}Summary \[ *[\d.]+s\] (?:(\d+)\/)?(\d+) tests? run: (.+ skipped)$/;
const RULE = /^[─-]{12}$/;

export const nextest: LineParser<TestSection> = {
  id: 'nextest',
  form: 'lines',
  commands: ['nextest'],
  startsWith: ['Starting '],
  failures: {
    startsWith: ['FAIL ', 'ABORT ', 'SIG', 'TIMEOUT ', 'TRY ', '--- STD'],
    heading: (text) => {
      const title =
        /^ *(?:FAIL|ABORT|SIG\w{1,10}|TIMEOUT|TRY \d{1,4} \w{1,10}) \[[^\]]{1,30}\] (?:\([^)]{1,30}\) )?(\S.{0,1000})$/.exec(
          text,
        )?.[1];
      const older = /^--- STD(?:OUT|ERR): +(.{1,1000}?) ---$/.exec(text)?.[1]?.replace(/ +/, ' ');
      return title === undefined && older === undefined ? null : { title: title ?? older ?? '' };
    },
    open: () => {
      const read = panicReader();
      return (text) => (/^(?:─{4}|[─-]{4,})|^ +(?:Summary \[|Cancell?ing )/.test(text) ? false : read(text.replace(/^ {4}/, '')));
    },
    titles: (id) => [id],
    areJoined: true,
  },
  open: (results) => new NextestReader(results),
};

class NextestReader implements LineReader {
  readonly #results: Results<TestSection>;
  #run: TestRun | null = null;
  #announced = 0;
  /** A later attempt replaces an earlier one. */
  #statuses: ResultsById;
  #failedScripts: ResultsById;

  constructor(results: Results<TestSection>) {
    this.#results = results;
    this.#statuses = new ResultsById(results);
    this.#failedScripts = new ResultsById(results);
  }

  line(text: string): boolean {
    const starting = text.startsWith('    Starting ') ? STARTING.exec(text) : null;
    if (starting !== null && this.#mayBegin()) this.#begin(Number(starting[1]));
    const run = this.#run;
    if (run === null) return false;
    if (text.startsWith('     Summary [')) this.#summary(run, text);
    else if (text.includes('] ')) this.#status(run, text);
    else if (text === 'error: test run failed') run.touch();
    return true;
  }

  end(): void {
    this.#finish();
  }

  /** Captured output is indented by four like this header, but the line with the run's id above it is not. */
  #mayBegin(): boolean {
    return this.#run === null || this.#run.hasFooter || this.#results.before(1).startsWith(' Nextest run ID ');
  }

  #begin(announced: number): void {
    this.#finish();
    this.#run = this.#results.beginRun({ hasHeader: true });
    this.#announced = announced;
    this.#statuses = new ResultsById(this.#results);
    this.#failedScripts = new ResultsById(this.#results);
  }

  #finish(): void {
    const run = this.#run;
    this.#run = null;
    if (run === null || run.totals === null) return;
    const scripts = this.#failedScripts.tests;
    run.tests = [...dropExcessTests(this.#statuses.tests, run.totals), ...scripts];
    run.totals.failed = (run.totals.failed ?? 0) + scripts.length;
  }

  #status(run: TestRun, text: string): void {
    const match = STATUS_LINE.exec(text);
    const [, word = '', id = ''] = match ?? [];
    if (match === null) return;
    run.touch();
    if (word.startsWith('SETUP')) {
      if (!/^SETUP(?: PASS)?$/.test(word)) this.#failedScripts.set(`setup script ${id.split(':', 1)[0]}`, 'failed');
      return;
    }
    const status = statusOf(word, text.includes('[>'));
    if (status !== null) this.#statuses.set(id, status);
  }

  /** Captured output is indented, so the rule above distinguishes the summary from a quotation. */
  #summary(run: TestRun, text: string): void {
    const match = SUMMARY.exec(text);
    if (match === null || Number(match[2]) !== this.#announced || !RULE.test(this.#results.before(1))) return;
    const totals = readTotals(match[3] ?? '');
    const finished = Number(match[1] ?? match[2]);
    if ((totals.passed ?? 0) + (totals.failed ?? 0) !== finished) return;
    if (run.hasFooter && !sameTotals(run.totals, totals)) run.problems = ['nextest prints two summaries that differ'];
    run.close(totals);
  }
}

const PASSED = new Set(['PASS', 'LEAK', 'TIMEOUT-PASS', 'SLOW', 'SLOW + LEAK', 'SLOW+TMPASS']);
const FAILED = new Set(['FAIL', 'FAIL + LEAK', 'XFAIL', 'LEAK-FAIL', 'TIMEOUT', 'ABORT']);
const PASSED_ATTEMPT = /^TRY \d+ (?:PASS|LEAK|TMPASS)$/;
const FAILED_ATTEMPT = /^(?:TRY \d+ [A-Z+0-9 ]+|(?:ABORT )?SIG ?[A-Z0-9]+|FL?A?KY-F[A-Z]* \d+\/\d+)$/;

/** Null for other events: a slow test, a start, a delay before the next attempt. */
function statusOf(word: string, isProgress: boolean): TestStatus | null {
  if (isProgress) return null;
  if (PASSED.has(word) || PASSED_ATTEMPT.test(word) || /^FLAKY \d+\/\d+$/.test(word)) return 'passed';
  if (word === 'SKIP') return 'skipped';
  return FAILED.has(word) || FAILED_ATTEMPT.test(word) ? 'failed' : null;
}

function readTotals(text: string): { passed: number; failed: number; skipped: number } {
  const totals = { passed: 0, failed: 0, skipped: 0 };
  for (const part of text.replace(/\([^)]*\)/g, '').split(',')) {
    const [, count = '0', what = ''] = /^ *(\d+) ([a-z ]+?) *$/.exec(part) ?? [];
    if (what === 'passed') totals.passed += Number(count);
    else if (what === 'skipped') totals.skipped += Number(count);
    else if (what === 'failed' || what === 'exec failed' || what === 'timed out') totals.failed += Number(count);
  }
  return totals;
}

function sameTotals(a: TestTotals | null, b: TestTotals): boolean {
  return a !== null && a.passed === b.passed && a.failed === b.failed && a.skipped === b.skipped;
}
