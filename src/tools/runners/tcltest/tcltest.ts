// The console output of Tcl's tcltest, one section per run of all.tcl or of a single test file. It prints failures and
// totals; tests that passed or were skipped only with -verbose ps.
import type { LineParser, LineReader, Results } from '../../../parse/parser.ts';
import type { TestRun, TestSection } from '../../../parse/section.ts';
import { failureReports } from '../shared/failure-text.ts';

const HEADER = 'Tests running in interp:  ';
const ENDED = 'Tests ended at ';
const TOTALS = /^([^:\t]{1,500}):\tTotal\t(\d{1,9})\tPassed\t(\d{1,9})\tSkipped\t(\d{1,9})\tFailed\t(\d{1,9})$/;
const NAMED = /^\+{4} (\S.{0,499}?) (?:(PASSED)|SKIPPED: .+)$/;
const FAILED = /^={4} (\S.{0,999}) FAILED$/;
/** On a line of its own before the tests of the file. */
const FILE = /^\S{1,255}\.(?:test|tcl)$/;
const FILE_ERROR = 'Test file error: ';
const BROKEN_FILES = 'Test files exiting with errors:';
const BELOW_TOTALS = /^(?:$|Sourced \d|Files with failing tests: |Number of tests skipped for each constraint:|\t\d)/;

/** How the totals of a run without failures end. */
const ENDING = '\tFailed\t0';

export const tcltest: LineParser<TestSection> = {
  id: 'tcltest',
  form: 'lines',
  commands: ['tclsh', 'wish'],
  startsWith: [HEADER, '++++ ', '==== '],
  atMargin: true,
  // Failures match the other triggers.
  endsWith: [ENDING],
  prefilter: (text) => text.endsWith(ENDING) || text.startsWith(HEADER) || NAMED.test(text) || FAILED.test(text),
  failures: failureReports({
    startsWith: ['==== '],
    heading: /^==== (?!Contents )(\S+) .*FAILED$/,
    end: /^==== \S+ FAILED$|^\+{4} |^\S+:\tTotal/,
    noise: /^==== Contents of test case:$/,
    margin: /^-{4} /,
    titles: (id) => [id],
  }),
  open: (results) => new TcltestReader(results),
};

class TcltestReader implements LineReader {
  #run: TcltestRun | null = null;
  #below: BelowTotals | null = null;
  /** The scripts with totals since the last header: a test printed one of two totals of the same script. */
  #scripts: Set<string>;
  readonly #results: Results<TestSection>;

  constructor(results: Results<TestSection>) {
    this.#results = results;
    this.#scripts = results.set();
  }

  line(text: string): boolean {
    if (this.#below?.line(text) === true) return true;
    this.#below = null;
    if (text.startsWith(HEADER)) this.#begin();
    else this.#inside(text);
    return this.#run !== null || this.#below !== null;
  }

  end(): void {
    if (this.#run?.run.hasHeader) this.#results.add(this.#run.run);
  }

  #begin(): void {
    if (this.#run?.run.hasHeader) this.#results.add(this.#run.run);
    this.#scripts = this.#results.set();
    this.#run = new TcltestRun(this.#results, true);
  }

  #inside(text: string): void {
    this.#run ??= new TcltestRun(this.#results, false);
    const script = this.#run.line(text);
    if (script === null) return;
    const { run } = this.#run;
    if (this.#scripts.has(script)) run.problems.push(`tcltest prints totals of ${script} twice`);
    this.#scripts.add(script);
    this.#results.add(run);
    this.#below = new BelowTotals(this.#run);
    this.#run = null;
  }
}

class TcltestRun {
  readonly run: TestRun;
  /** Files that ended with an error, whose tests tcltest does not count. */
  fileErrors = 0;
  #firstOfFile = 0;
  #failing: string | null = null;
  #isEnding = false;

  constructor(results: Results<TestSection>, hasHeader: boolean) {
    this.run = results.draftRun({ hasHeader });
  }

  /** The script whose totals end the run; null until then. */
  line(text: string): string | null {
    const mayEnd = this.#isEnding || !this.run.hasHeader;
    this.#isEnding = text.startsWith(ENDED);
    if (mayEnd && text.includes(':\tTotal\t')) return this.#totals(text);
    if (text.startsWith('==== ')) this.#failed(text);
    else if (text.startsWith(FILE_ERROR)) this.#fileError();
    else if (text.endsWith(' PASSED') || text.includes(' SKIPPED: ')) this.#named(text);
    else if (FILE.test(text)) this.#firstOfFile = this.run.tests.length;
    return null;
  }

  /** The output of a test without a line end precedes its result. */
  #named(text: string): void {
    const [, id, passed] = NAMED.exec(text.slice(Math.max(0, text.lastIndexOf('++++ ')))) ?? [];
    if (id !== undefined) this.run.test(id, passed === undefined ? 'skipped' : 'passed');
  }

  /** "==== pond-1.2 is deep FAILED", details, and "==== pond-1.2 FAILED". */
  #failed(text: string): void {
    const id = FAILED.exec(text)?.[1];
    if (id === undefined) return;
    const isEnd = this.#failing?.startsWith(`${id} `) === true;
    this.#failing = isEnd ? null : `${id} `;
    if (isEnd) this.run.test(id, 'failed');
  }

  #fileError(): void {
    this.fileErrors += 1;
    this.run.tests.length = this.#firstOfFile;
  }

  #totals(text: string): string | null {
    const [, script, ...numbers] = TOTALS.exec(text) ?? [];
    const [total = 0, passed = 0, skipped = 0, failed = 0] = numbers.map(Number);
    if (script === undefined) return null;
    const { tests, problems } = this.run;
    this.run.close({ passed, failed, skipped });
    if (total !== passed + skipped + failed) problems.push(`tcltest states ${total} tests, which is not the sum of its numbers`);
    for (const [status, stated] of [['passed', passed] as const, ['skipped', skipped] as const]) {
      const named = tests.filter((test) => test.status === status).length;
      // It names all of them or none.
      if (named > 0 && named !== stated) problems.push(`tcltest states ${stated} ${status} tests, but names ${named}`);
    }
    return script;
  }
}

/** The lines below the totals, which name the files that ended with an error. */
class BelowTotals {
  readonly #run: TcltestRun;
  #isListing = false;

  constructor(run: TcltestRun) {
    this.#run = run;
    if (run.fileErrors > 0) run.run.hasFooter = false;
  }

  /** False after the last of these lines. */
  line(text: string): boolean {
    if (text.startsWith(BROKEN_FILES)) this.#isListing = true;
    else if (this.#isListing && /^ {2}\S/.test(text)) this.#brokenFile(text.trim());
    else return BELOW_TOTALS.test(text);
    return true;
  }

  #brokenFile(file: string): void {
    const { run } = this.#run;
    const { totals } = run;
    run.test(file, 'failed');
    if (totals !== null) totals.failed = (totals.failed ?? 0) + 1;
    this.#run.fileErrors -= 1;
    run.hasFooter = this.#run.fileErrors === 0;
  }
}
