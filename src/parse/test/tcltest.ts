// Tcl's tcltest, one section per run of all.tcl or of a single test file, which prints nothing but its totals
// around what failed. Tests that passed or were skipped are named only with -verbose ps.
import type { TestStatus } from '../../contract/index.ts';
import type { Shelf } from '../engine/shelf.ts';
import type { LineParser, LineReader } from '../parser.ts';
import { emptyTestSection, type TestSection } from '../section.ts';

const ID = 'tcltest';
const HEADER = 'Tests running in interp:  ';
const ENDED = 'Tests ended at ';
const TOTALS = /^([^:\t]{1,500}):\tTotal\t(\d{1,9})\tPassed\t(\d{1,9})\tSkipped\t(\d{1,9})\tFailed\t(\d{1,9})$/;
const NAMED = /^\+{4} (\S.{0,499}?) (?:(PASSED)|SKIPPED: .+)$/;
const FAILED = /^={4} (\S.{0,999}) FAILED$/;
/** Stands alone before the tests of the file. */
const FILE = /^\S{1,255}\.(?:test|tcl)$/;
const FILE_ERROR = 'Test file error: ';
const BROKEN_FILES = 'Test files exiting with errors:';
const BELOW_TOTALS = /^(?:$|Sourced \d|Files with failing tests: |Number of tests skipped for each constraint:|\t\d)/;

/** How the totals of a run without failures end. */
const ENDING = '\tFailed\t0';

export const tcltest: LineParser<TestSection> = {
  id: ID,
  form: 'lines',
  commands: ['tclsh', 'wish'],
  startsWith: [HEADER, '++++ ', '==== '],
  atMargin: true,
  // A file in which something failed has shown that before.
  endsWith: [ENDING],
  prefilter: (text) => text.endsWith(ENDING) || text.startsWith(HEADER) || NAMED.test(text) || FAILED.test(text),
  open: ({ shelf }) => new TcltestReader(shelf),
};

class TcltestReader implements LineReader<TestSection> {
  readonly #sections: TestSection[] = [];
  #run: Run | null = null;
  #below: BelowTotals | null = null;
  /** The scripts whose totals were seen since the last header: a second time means that a test printed one of them. */
  readonly #scripts = new Set<string>();
  readonly #shelf: Shelf;

  constructor(shelf: Shelf) {
    this.#shelf = shelf;
  }

  line(text: string, lineNumber: number): boolean {
    if (this.#below?.line(text, lineNumber) === true) return true;
    this.#below = null;
    if (text.startsWith(HEADER)) this.#begin(lineNumber);
    else this.#inside(text, lineNumber);
    return this.#run !== null || this.#below !== null;
  }

  end(): TestSection[] {
    if (this.#run?.section.hasHeader) this.#shelf.keepRun(this.#sections, this.#run.section);
    return this.#sections;
  }

  #begin(lineNumber: number): void {
    if (this.#run?.section.hasHeader) this.#shelf.keepRun(this.#sections, this.#run.section);
    this.#scripts.clear();
    this.#run = new Run(this.#shelf, lineNumber, true);
  }

  #inside(text: string, lineNumber: number): void {
    this.#run ??= new Run(this.#shelf, lineNumber, false);
    const script = this.#run.line(text, lineNumber);
    if (script === null) return;
    const { section } = this.#run;
    if (this.#scripts.has(script)) section.problems.push(`tcltest prints totals of ${script} twice`);
    this.#scripts.add(script);
    this.#shelf.keepRun(this.#sections, section);
    this.#below = new BelowTotals(this.#run);
    this.#run = null;
  }
}

class Run {
  readonly section: TestSection;
  /** Files that ended with an error, whose tests tcltest does not count. */
  fileErrors = 0;
  #firstOfFile = 0;
  #failing: string | null = null;
  #isEnding = false;
  readonly #shelf: Shelf;

  constructor(shelf: Shelf, lineNumber: number, hasHeader: boolean) {
    this.#shelf = shelf;
    this.section = { ...emptyTestSection(ID, lineNumber), hasHeader };
  }

  /** The script whose totals end the run, or null while it goes on. */
  line(text: string, lineNumber: number): string | null {
    const mayEnd = this.#isEnding || !this.section.hasHeader;
    this.#isEnding = text.startsWith(ENDED);
    if (mayEnd && text.includes(':\tTotal\t')) return this.#totals(text, lineNumber);
    if (text.startsWith('==== ')) this.#failed(text, lineNumber);
    else if (text.startsWith(FILE_ERROR)) this.#fileError();
    else if (text.endsWith(' PASSED') || text.includes(' SKIPPED: ')) this.#named(text, lineNumber);
    else if (FILE.test(text)) this.#firstOfFile = this.section.tests.length;
    return null;
  }

  result(id: string, status: TestStatus, lineNumber: number): void {
    this.#shelf.keep(this.section.tests, { id, status });
    this.section.lastLine = lineNumber;
  }

  /** A test that prints no line end puts its last words before its result. */
  #named(text: string, lineNumber: number): void {
    const [, id, passed] = NAMED.exec(text.slice(Math.max(0, text.lastIndexOf('++++ ')))) ?? [];
    if (id !== undefined) this.result(id, passed === undefined ? 'skipped' : 'passed', lineNumber);
  }

  /** "==== pond-1.2 is deep FAILED", what was wrong, and "==== pond-1.2 FAILED" */
  #failed(text: string, lineNumber: number): void {
    const id = FAILED.exec(text)?.[1];
    if (id === undefined) return;
    const isEnd = this.#failing?.startsWith(`${id} `) === true;
    this.#failing = isEnd ? null : `${id} `;
    if (isEnd) this.result(id, 'failed', lineNumber);
  }

  #fileError(): void {
    this.fileErrors += 1;
    this.section.tests.length = this.#firstOfFile;
  }

  #totals(text: string, lineNumber: number): string | null {
    const [, script, ...numbers] = TOTALS.exec(text) ?? [];
    const [total = 0, passed = 0, skipped = 0, failed = 0] = numbers.map(Number);
    if (script === undefined) return null;
    const { tests, problems } = this.section;
    this.section.totals = { passed, failed, skipped };
    this.section.hasFooter = true;
    this.section.lastLine = lineNumber;
    if (total !== passed + skipped + failed) problems.push(`tcltest states ${total} tests, which is not the sum of its numbers`);
    for (const [status, stated] of [['passed', passed] as const, ['skipped', skipped] as const]) {
      const named = tests.filter((test) => test.status === status).length;
      // It names all of them, or none.
      if (named > 0 && named !== stated) problems.push(`tcltest states ${stated} ${status} tests, but names ${named}`);
    }
    return script;
  }
}

/** What stands below the totals, of which the files that ended with an error matter. */
class BelowTotals {
  readonly #run: Run;
  #isListing = false;

  constructor(run: Run) {
    this.#run = run;
    if (run.fileErrors > 0) run.section.hasFooter = false;
  }

  /** Whether the line stands there. */
  line(text: string, lineNumber: number): boolean {
    if (text.startsWith(BROKEN_FILES)) this.#isListing = true;
    else if (this.#isListing && /^ {2}\S/.test(text)) this.#brokenFile(text.trim(), lineNumber);
    else return BELOW_TOTALS.test(text);
    return true;
  }

  #brokenFile(file: string, lineNumber: number): void {
    const { section } = this.#run;
    const { totals } = section;
    this.#run.result(file, 'failed', lineNumber);
    if (totals !== null) totals.failed = (totals.failed ?? 0) + 1;
    this.#run.fileErrors -= 1;
    section.hasFooter = this.#run.fileErrors === 0;
  }
}
