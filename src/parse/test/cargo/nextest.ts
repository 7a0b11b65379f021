// The console output of cargo-nextest, one section per run.
import type { TestStatus } from '../../../contract/index.ts';
import type { LineContext, LineParser, LineReader } from '../../parser.ts';
import { emptyTestSection, type TestSection, type TestTotals } from '../../section.ts';
import { ResultsById } from '../shared/results-by-id.ts';
import { testsThatFit } from '../shared/tests-that-fit.ts';

const ID = 'nextest';
const STARTING = /^ {4}Starting (\d+) tests? across \d+ binar(?:y|ies)/;
/** "        PASS [   0.042s] ( 1/40) binary test"; the first column is twelve wide and right-aligned. */
const STATUS_LINE = /^ {0,10}([A-Z][A-Z0-9 +/-]{2,11}) \[[\s>\d.s]+\] (?:\([\s\d/─-]*\) )?(?:\[\d+(?:\/\d+)?\] )?(\S.*)$/;
const SUMMARY = /^ {5}Summary \[ *[\d.]+s\] (?:(\d+)\/)?(\d+) tests? run: (.+ skipped)$/;
const RULE = /^[─-]{12}$/;

export const nextest: LineParser<TestSection> = {
  id: ID,
  form: 'lines',
  commands: ['nextest'],
  startsWith: ['Starting '],
  open: (context) => new NextestReader(context),
};

class NextestReader implements LineReader<TestSection> {
  readonly #sections: TestSection[] = [];
  readonly #context: LineContext;
  #open: TestSection | null = null;
  #announced = 0;
  /** By id, in order of appearance: what an earlier attempt said is overruled by the next. */
  #statuses: ResultsById;
  #failedScripts: ResultsById;

  constructor(context: LineContext) {
    this.#context = context;
    this.#statuses = new ResultsById(context.shelf);
    this.#failedScripts = new ResultsById(context.shelf);
  }

  line(text: string, lineNumber: number): boolean {
    const starting = text.startsWith('    Starting ') ? STARTING.exec(text) : null;
    if (starting !== null && this.#mayBegin()) this.#begin(Number(starting[1]), lineNumber);
    const section = this.#open;
    if (section === null) return false;
    if (text.startsWith('     Summary [')) this.#summary(section, text, lineNumber);
    else if (text.includes('] ')) this.#status(section, text, lineNumber);
    else if (text === 'error: test run failed') section.lastLine = lineNumber;
    return true;
  }

  end(): TestSection[] {
    this.#finish();
    return this.#sections;
  }

  /** Captured output is indented by four, as this header is; the line with the run's id above it is not. */
  #mayBegin(): boolean {
    return this.#open === null || this.#open.hasFooter || this.#context.before(1).startsWith(' Nextest run ID ');
  }

  #begin(announced: number, lineNumber: number): void {
    this.#finish();
    this.#open = { ...emptyTestSection(ID, lineNumber), hasHeader: true };
    this.#announced = announced;
    this.#statuses = new ResultsById(this.#context.shelf);
    this.#failedScripts = new ResultsById(this.#context.shelf);
  }

  #finish(): void {
    const section = this.#open;
    this.#open = null;
    if (section === null) return;
    this.#context.shelf.keepRun(this.#sections, section);
    if (section.totals === null) return;
    const scripts = this.#failedScripts.tests;
    section.tests = [...testsThatFit(this.#statuses.tests, section.totals), ...scripts];
    section.totals.failed = (section.totals.failed ?? 0) + scripts.length;
  }

  #status(section: TestSection, text: string, lineNumber: number): void {
    const match = STATUS_LINE.exec(text);
    const [, word = '', id = ''] = match ?? [];
    if (match === null) return;
    section.lastLine = lineNumber;
    if (word.startsWith('SETUP')) {
      if (!/^SETUP(?: PASS)?$/.test(word)) this.#failedScripts.set(`setup script ${id.split(':', 1)[0]}`, 'failed');
      return;
    }
    const status = statusOf(word, text.includes('[>'));
    if (status !== null) this.#statuses.set(id, status);
  }

  /** Only what nextest itself writes stands at the margin, so the rule above tells its summary from a quoted one. */
  #summary(section: TestSection, text: string, lineNumber: number): void {
    const match = SUMMARY.exec(text);
    if (match === null || Number(match[2]) !== this.#announced || !RULE.test(this.#context.before(1))) return;
    const totals = readTotals(match[3] ?? '');
    const finished = Number(match[1] ?? match[2]);
    if ((totals.passed ?? 0) + (totals.failed ?? 0) !== finished) return;
    if (section.hasFooter && !sameTotals(section.totals, totals)) section.problems = ['nextest prints two summaries that differ'];
    section.totals = totals;
    section.hasFooter = true;
    section.lastLine = lineNumber;
  }
}

const PASSED = new Set(['PASS', 'LEAK', 'TIMEOUT-PASS', 'SLOW', 'SLOW + LEAK', 'SLOW+TMPASS']);
const FAILED = new Set(['FAIL', 'FAIL + LEAK', 'XFAIL', 'LEAK-FAIL', 'TIMEOUT', 'ABORT']);
const PASSED_ATTEMPT = /^TRY \d+ (?:PASS|LEAK|TMPASS)$/;
const FAILED_ATTEMPT = /^(?:TRY \d+ [A-Z+0-9 ]+|(?:ABORT )?SIG ?[A-Z0-9]+|FL?A?KY-F[A-Z]* \d+\/\d+)$/;

/** Null for what is no result: a test that takes long, is started, waits for its next attempt. */
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
