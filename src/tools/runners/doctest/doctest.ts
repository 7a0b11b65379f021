// The console output of a doctest (C++) binary, one section per run of it.
import type { LineParser, LineReader, Results } from '../../../parse/parser.ts';
import type { TestRun, TestSection, TestTotals } from '../../../parse/section.ts';
import { ResultsById } from '../shared/results-by-id.ts';
import { dropExcessTests } from '../shared/totals.ts';

const VERSION = /^\[doctest\] doctest version is "/;
const TEST_CASES = /^\[doctest\] test cases: +(\d+) \| +(\d+) passed \| +(\d+) failed(?: \| +(\d+) skipped)?\s*\|?$/;
const STATUS = /^\[doctest\] Status: (SUCCESS|FAILURE)!$/;
const TEST_CASE = /^TEST (?:CASE|SUITE): {1,2}(.+)$/;
const FAILURE = /: (?:FATAL )?ERROR: /;

export const doctest: LineParser<TestSection> = {
  id: 'doctest',
  form: 'lines',
  commands: ['ctest'],
  startsWith: ['[doctest] '],
  failures: {
    startsWith: ['TEST CASE:'],
    heading: (text, before) => {
      if (!text.startsWith('TEST CASE:')) return null;
      const name = text.slice('TEST CASE:'.length).trim();
      const suite = /^TEST SUITE: (.{1,900})$/.exec(before(1))?.[1];
      return { title: suite === undefined ? name : `${suite} > ${name}` };
    },
    open: () => (text) => {
      if (/^={10}|^\[doctest\]/.test(text)) return false;
      const [, file, line, message = ''] = /^(\S.{0,900}):(\d{1,9}): (?:FATAL )?ERROR: (.*)$/.exec(text) ?? [];
      return file === undefined ? (/^ {2}values: |^ {10}/.test(text) ? text : null) : { file, line: Number(line), text: message };
    },
    titles: (id) => [id],
    areJoined: true,
  },
  open: (results) => new DoctestReader(results),
};

class DoctestReader implements LineReader {
  readonly #results: Results<TestSection>;
  #run: TestRun | null = null;
  #totals: TestTotals | null = null;
  /** Test cases with an error. */
  #failed: ResultsById;
  #suite: string | null = null;
  #current: string | null = null;

  constructor(results: Results<TestSection>) {
    this.#results = results;
    this.#failed = new ResultsById(results);
  }

  line(text: string): boolean {
    if (text.startsWith('[doctest] ')) this.#own(text);
    else if (this.#run !== null && text.startsWith('TEST ')) this.#header(text);
    else if (this.#current !== null && FAILURE.test(text)) this.#failed.set(this.#current, 'failed');
    return this.#run !== null;
  }

  end(): void {
    this.#finish();
  }

  #own(text: string): void {
    if (VERSION.test(text)) {
      const unfinished = this.#run !== null && !this.#run.hasFooter;
      this.#finish();
      this.#run = this.#results.beginRun({ hasHeader: true });
      if (unfinished) this.#run.problems.push('doctest begins before the run above has ended');
      return;
    }
    // With --no-intro there is no header.
    this.#run ??= this.#results.beginRun();
    const cases = TEST_CASES.exec(text);
    if (cases !== null) this.#totals = { passed: Number(cases[2]), failed: Number(cases[3]), skipped: Number(cases[4] ?? 0) };
    const status = STATUS.exec(text)?.[1];
    if (status !== undefined && this.#totals !== null) this.#close(this.#run, this.#totals, status);
  }

  #header(text: string): void {
    const name = TEST_CASE.exec(text)?.[1];
    if (name === undefined) return;
    if (text.startsWith('TEST SUITE')) {
      this.#suite = name;
      return;
    }
    // The line above the name is the suite, or the file.
    this.#current = this.#suite !== null && this.#results.before(1).startsWith('TEST SUITE') ? `${this.#suite} > ${name}` : name;
  }

  #close(run: TestRun, totals: TestTotals, status: string): void {
    run.close(totals);
    if ((status === 'SUCCESS') !== (totals.failed === 0)) run.problems.push(`doctest says ${status} and ${totals.failed} failed`);
  }

  #finish(): void {
    const run = this.#run;
    this.#run = null;
    if (run === null) return;
    if (run.totals !== null) run.tests = dropExcessTests(this.#failed.tests, run.totals);
    this.#totals = null;
    this.#failed = new ResultsById(this.#results);
    this.#current = null;
    this.#suite = null;
  }
}
