// The console output of uvu, one run up to its four lines of totals. It draws a mark for each test, ends each suite with
// "(2 / 3)", and names only the tests that failed. Output of the tests is between the marks.
import type { LineParser, LineReader, Results } from '../../../parse/parser.ts';
import type { TestRun, TestSection } from '../../../parse/section.ts';
import { failureReports } from '../shared/failure-text.ts';

/** Two spaces, after the marks or after the name of a suite. */
const SUITE_END = / {2}\((\d{1,9}) \/ (\d{1,9})\)$/;
/** As above, and unmistakable. */
const MARKED_END = /(?:^|[•✘] ) {2}\(\d{1,9} \/ \d{1,9}\)$/;
const FILE = /^[\w@.+-][\w@.+/-]{0,300}\.[cm]?[jt]sx?$/;
const FAILURE = '   FAIL  ';
const TOTALS = [/^ {2}Total: {5}(\d{1,9})$/, /^ {2}Passed: {4}(\d{1,9})$/, /^ {2}Skipped: {3}(\d{1,9})$/];
const DURATION = /^ {2}Duration: {2}[\d.]{1,20}ms$/;
const EARLY = 'Exiting early before testing is finished.';
/** Between the name of the first file and the end of its first suite: what the tests print. */
const MAX_FILE_DISTANCE = 60;

export const uvu: LineParser<TestSection> = {
  id: 'uvu',
  form: 'lines',
  commands: ['uvu'],
  startsWith: ['Duration:  '],
  endsWith: [')', EARLY],
  prefilter: (text) => text.endsWith('ms') || text.endsWith(EARLY) || (text.includes(' / ') && MARKED_END.test(text)),
  failures: failureReports({
    startsWith: ['FAIL '],
    heading: (text) => {
      const [, suite, title] = /^ {1,4}FAIL (?:\s*([^\s"][^"]{0,300}?) )?\s*"(.+)"$/.exec(text) ?? [];
      return title === undefined ? null : { title: suite === undefined ? title : `${suite} > ${title}` };
    },
    end: /^ {2}Total: |^ {1,4}FAIL {2}"|^Exiting early/,
  }),
  open: (results) => new UvuReader(results),
};

class UvuReader implements LineReader {
  readonly #results: Results<TestSection>;
  #run: TestRun | null = null;
  /** The sums of the suites so far. */
  #counted = { passed: 0, total: 0 };
  /** Failures of the last suite that are not named yet. */
  #unnamed = 0;
  #file: string | null = null;
  /** Totals that fit no suites: printed by a test, unless no others follow. */
  #hasOtherTotals = false;
  /** The last line of the run before this one; 0 for none. */
  #lastRunEnd = 0;

  constructor(results: Results<TestSection>) {
    this.#results = results;
  }

  line(text: string): boolean {
    const suite = text.endsWith(')') ? SUITE_END.exec(text) : null;
    if (suite !== null) this.#suite(Number(suite[1]), Number(suite[2]));
    else if (text.startsWith(FAILURE)) this.#failure(text.slice(FAILURE.length));
    else if (text.endsWith(EARLY)) this.#begin().problems.push('uvu ended before its tests were finished');
    else if (DURATION.test(text)) this.#totals();
    else if (FILE.test(text) && this.#results.before(1) === '') this.#file = text;
    return this.#run !== null;
  }

  end(): void {
    if (this.#hasOtherTotals) this.#begin().problems.push('uvu states other totals than its suites have tests');
  }

  #begin(): TestRun {
    if (this.#run === null) {
      this.#run = this.#results.beginRun();
      this.#file = this.#fileAbove();
      // A test that prints a whole run leaves the rest of its own without one.
      if (this.#lastRunEnd > 0 && this.#file === null) this.#run.problems.push('uvu starts another run without naming a file');
    }
    return this.#run;
  }

  /** The first file has no empty line above it. */
  #fileAbove(): string | null {
    const farthest = Math.min(MAX_FILE_DISTANCE, this.#results.lineNumber - this.#lastRunEnd - 1);
    for (let distance = 1; distance <= farthest; distance++) {
      const text = this.#results.before(distance);
      if (FILE.test(text)) return text;
    }
    return null;
  }

  #suite(passed: number, total: number): void {
    this.#begin().touch();
    this.#counted = { passed: this.#counted.passed + passed, total: this.#counted.total + total };
    this.#unnamed = Math.max(0, total - passed);
  }

  #failure(text: string): void {
    if (this.#unnamed === 0 || !text.endsWith('"')) return;
    const at = text.startsWith('"') ? 0 : text.indexOf('  "');
    if (at === -1) return;
    const suite = text.slice(0, at);
    const name = text.slice(at + (at === 0 ? 1 : 3), -1);
    this.#unnamed -= 1;
    this.#run?.test([this.#file, suite, name].filter((part) => part !== null && part !== '').join(' > '), 'failed');
  }

  #totals(): void {
    const [total, passed, skipped] = TOTALS.map((pattern, index) => {
      const found = pattern.exec(this.#results.before(TOTALS.length - index));
      return found === null ? null : Number(found[1]);
    });
    if (typeof total !== 'number' || typeof passed !== 'number' || typeof skipped !== 'number') return;
    const counted = this.#counted;
    if (counted.total !== total || counted.passed !== passed) {
      this.#hasOtherTotals = true;
      return;
    }
    this.#begin().close({ passed, failed: total - passed, skipped });
    this.#run = null;
    this.#lastRunEnd = this.#results.lineNumber;
    this.#counted = { passed: 0, total: 0 };
    this.#hasOtherTotals = false;
  }
}
