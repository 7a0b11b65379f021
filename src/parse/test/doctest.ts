// The console output of a doctest (C++) binary, one section per run of it.
import type { LineContext, LineParser, LineReader } from '../parser.ts';
import { emptyTestSection, type TestSection, type TestTotals } from '../section.ts';
import { ResultsById } from './shared/results-by-id.ts';
import { testsThatFit } from './shared/tests-that-fit.ts';

const ID = 'doctest';
const VERSION = /^\[doctest\] doctest version is "/;
const TEST_CASES = /^\[doctest\] test cases: +(\d+) \| +(\d+) passed \| +(\d+) failed(?: \| +(\d+) skipped)?\s*\|?$/;
const STATUS = /^\[doctest\] Status: (SUCCESS|FAILURE)!$/;
const TEST_CASE = /^TEST (?:CASE|SUITE): {1,2}(.+)$/;
const FAILURE = /: (?:FATAL )?ERROR: /;

export const doctest: LineParser<TestSection> = {
  id: ID,
  form: 'lines',
  commands: ['ctest'],
  startsWith: ['[doctest] '],
  open: (context) => new DoctestReader(context),
};

class DoctestReader implements LineReader<TestSection> {
  readonly #sections: TestSection[] = [];
  readonly #context: LineContext;
  #open: TestSection | null = null;
  #totals: TestTotals | null = null;
  /** In order of appearance: test cases that an error was reported in. */
  #failed: ResultsById;
  #suite: string | null = null;
  #current: string | null = null;

  constructor(context: LineContext) {
    this.#context = context;
    this.#failed = new ResultsById(context.shelf);
  }

  line(text: string, lineNumber: number): boolean {
    if (text.startsWith('[doctest] ')) this.#own(text, lineNumber);
    else if (this.#open !== null && text.startsWith('TEST ')) this.#header(text);
    else if (this.#current !== null && FAILURE.test(text)) this.#failed.set(this.#current, 'failed');
    return this.#open !== null;
  }

  end(): TestSection[] {
    this.#finish();
    return this.#sections;
  }

  #own(text: string, lineNumber: number): void {
    if (VERSION.test(text)) {
      const unfinished = this.#open !== null && !this.#open.hasFooter;
      this.#finish();
      this.#open = { ...emptyTestSection(ID, lineNumber), hasHeader: true };
      if (unfinished) this.#open.problems.push('doctest begins before the run above has ended');
      return;
    }
    // With --no-intro there is no beginning to see.
    this.#open ??= emptyTestSection(ID, lineNumber);
    const cases = TEST_CASES.exec(text);
    if (cases !== null) this.#totals = { passed: Number(cases[2]), failed: Number(cases[3]), skipped: Number(cases[4] ?? 0) };
    const status = STATUS.exec(text)?.[1];
    if (status !== undefined && this.#totals !== null) this.#close(this.#open, this.#totals, status, lineNumber);
  }

  #header(text: string): void {
    const name = TEST_CASE.exec(text)?.[1];
    if (name === undefined) return;
    if (text.startsWith('TEST SUITE')) {
      this.#suite = name;
      return;
    }
    // The file stands above the name; a suite, if any, between them.
    this.#current = this.#suite !== null && this.#context.before(1).startsWith('TEST SUITE') ? `${this.#suite} > ${name}` : name;
  }

  #close(section: TestSection, totals: TestTotals, status: string, lineNumber: number): void {
    section.totals = totals;
    section.hasFooter = true;
    section.lastLine = lineNumber;
    if ((status === 'SUCCESS') !== (totals.failed === 0))
      section.problems.push(`doctest says ${status} and ${totals.failed} failed`);
  }

  #finish(): void {
    const section = this.#open;
    this.#open = null;
    if (section === null) return;
    if (section.totals !== null) section.tests = testsThatFit(this.#failed.tests, section.totals);
    this.#context.shelf.keepRun(this.#sections, section);
    this.#totals = null;
    this.#failed = new ResultsById(this.#context.shelf);
    this.#current = null;
    this.#suite = null;
  }
}
