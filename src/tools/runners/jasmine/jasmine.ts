// The console output of jasmine's own reporter, one section per run: from "Started" to the totals and the duration.
// It prints a mark for each spec and names only those that failed.
import type { TestResult } from '../../../contract/index.ts';
import type { LineParser, LineReader, Results } from '../../../parse/parser.ts';
import type { TestRun, TestSection } from '../../../parse/section.ts';
import { failureReports } from '../shared/failure-text.ts';

const TOTALS = /^(\d{1,9}) specs?, (\d{1,9}) failures?(?:, (\d{1,9}) pending specs?)?$/;
const FINISHED = /^Finished in [\d.]{1,20} seconds?$/;
const SUITE_ERROR = 'Suite error: ';
/** One for each spec, before any output of the spec on the same line. */
const MARKS = /^[.F*]+/;

interface Totals {
  /** There are marks for so many specs; other totals were printed by a spec. */
  isConfirmed: boolean;
  specs: number;
  failures: number;
  pending: number;
}

export const jasmine: LineParser<TestSection> = {
  id: 'jasmine',
  form: 'lines',
  commands: ['jasmine'],
  startsWith: ['Started'],
  atMargin: true,
  failures: failureReports({
    startsWith: ['1', '2', '3', '4', '5', '6', '7', '8', '9', 'Suite error: '],
    heading: /^(?:\d+\)|Suite error:) (.+)$/,
    end: /^(?:\d+\)|Suite error:) |^(?:Pending|Incomplete|Executed|Ran|Finished)\b|^\d+ specs?, /,
    atMargin: true,
    noise: /^ {2}(?:Message|Stack):$/,
    titles: (id) => [id, id.replaceAll(' > ', ' ')],
  }),
  open: (results) => new JasmineReader(results),
};

class JasmineReader implements LineReader {
  readonly #results: Results<TestSection>;
  /** Only runs with totals: other tools print "Started" too. */
  readonly #runs: JasmineRun[];
  #run: JasmineRun | null = null;

  constructor(results: Results<TestSection>) {
    this.#results = results;
    this.#runs = results.list();
  }

  line(text: string): boolean {
    if (text === 'Started') this.#run = new JasmineRun(this.#results);
    const run = this.#run;
    if (run === null) return false;
    const hadTotals = run.stated.length > 0;
    run.line(text);
    if (!hadTotals && run.stated.length > 0) this.#runs.push(run);
    return true;
  }

  end(): void {
    for (const run of this.#runs) this.#results.add(run.finish());
  }
}

class JasmineRun {
  readonly stated: Totals[];
  readonly #run: TestRun;
  #marks = 0;
  /** Names below the last "Failures:". Messages are indented, so none of their lines looks like one. */
  readonly #failedSpecs: TestResult[];
  readonly #failedSuites: TestResult[];
  #isInFailures = false;
  /** Totals whose last line is still missing. */
  #totals: Totals | null = null;

  constructor(results: Results<TestSection>) {
    this.#run = results.draftRun({ hasHeader: true, hasFooter: true });
    this.stated = results.list();
    this.#failedSpecs = results.list();
    this.#failedSuites = results.list();
  }

  line(text: string): void {
    if (this.#totals !== null && FINISHED.test(text)) {
      this.stated.push(this.#totals);
      this.#run.touch();
    }
    this.#totals = readTotals(text, this.#marks);
    if (text === 'Failures:') this.#beginFailures();
    else if (this.#isInFailures) this.#failureLine(text);
    else this.#marks += MARKS.exec(text)?.[0].length ?? 0;
  }

  finish(): TestRun {
    const [run, failedSpecs] = [this.#run, this.#failedSpecs];
    const confirmed = this.stated.filter(({ isConfirmed }) => isConfirmed);
    const { specs, failures, pending } = confirmed.at(-1) ?? this.stated.at(-1) ?? { specs: 0, failures: 0, pending: 0 };
    run.tests = [...failedSpecs, ...this.#failedSuites];
    run.totals = { passed: specs - pending - failedSpecs.length, failed: failures, skipped: pending };
    if (run.tests.length !== failures) run.problems.push('jasmine names other failures than it counts');
    if (confirmed.length === 0) run.problems.push('jasmine draws fewer marks than it counts specs');
    if (confirmed.length > 1) run.problems.push('jasmine states its totals more than once');
    return run;
  }

  /** Earlier lines that looked like failures were printed by a spec. */
  #beginFailures(): void {
    this.#failedSpecs.length = 0;
    this.#failedSuites.length = 0;
    this.#isInFailures = true;
  }

  #failureLine(text: string): void {
    const number = `${this.#failedSpecs.length + 1}) `;
    if (text === 'Pending:') this.#isInFailures = false;
    else if (text.startsWith(number)) this.#failedSpecs.push({ id: text.slice(number.length), status: 'failed' });
    else if (text.startsWith(SUITE_ERROR)) this.#failedSuites.push({ id: text.slice(SUITE_ERROR.length), status: 'failed' });
  }
}

function readTotals(text: string, marks: number): Totals | null {
  const totals = TOTALS.exec(text);
  if (totals === null) return null;
  const specs = Number(totals[1]);
  return { isConfirmed: marks >= specs, specs, failures: Number(totals[2]), pending: Number(totals[3] ?? 0) };
}
