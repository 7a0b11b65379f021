// The console output of jasmine's own reporter, one section per run: from "Started" to the line of totals
// and the one that says how long it took. It draws a mark for each spec and names those that failed.
import type { TestResult } from '../../contract/index.ts';
import type { Shelf } from '../engine/shelf.ts';
import type { LineParser, LineReader } from '../parser.ts';
import { emptyTestSection, type TestSection } from '../section.ts';

const ID = 'jasmine';
const TOTALS = /^(\d{1,9}) specs?, (\d{1,9}) failures?(?:, (\d{1,9}) pending specs?)?$/;
const FINISHED = /^Finished in [\d.]{1,20} seconds?$/;
const SUITE_ERROR = 'Suite error: ';
/** One for each spec, before whatever a spec prints into the same line. */
const MARKS = /^[.F*]+/;

interface Totals {
  /** As many specs were drawn before; other totals were printed by a spec. */
  isBorneOut: boolean;
  specs: number;
  failures: number;
  pending: number;
}

interface JasmineRun {
  firstLine: number;
  lastLine: number;
  marks: number;
  /** Names behind the last "Failures:". Messages are indented, so that none of their lines looks like one. */
  failedSpecs: TestResult[];
  failedSuites: TestResult[];
  isTelling: boolean;
  stated: Totals[];
}

export const jasmine: LineParser<TestSection> = {
  id: ID,
  form: 'lines',
  commands: ['jasmine'],
  startsWith: ['Started'],
  atMargin: true,
  open: ({ shelf }) => new JasmineReader(shelf),
};

class JasmineReader implements LineReader<TestSection> {
  readonly #shelf: Shelf;
  /** Those that have stated totals; the word that begins one is a common one. */
  readonly #runs: JasmineRun[] = [];
  #run: JasmineRun | null = null;
  /** Totals whose last line is still to come. */
  #totals: Totals | null = null;

  constructor(shelf: Shelf) {
    this.#shelf = shelf;
  }

  line(text: string, lineNumber: number): boolean {
    if (text === 'Started') this.#run = newRun(lineNumber);
    const run = this.#run;
    if (run === null) return false;
    if (this.#totals !== null && FINISHED.test(text)) {
      if (run.stated.length === 0) this.#shelf.keepRun(this.#runs, run);
      this.#shelf.keepRun(run.stated, this.#totals);
      run.lastLine = lineNumber;
    }
    this.#totals = readTotals(text, run.marks);
    if (text === 'Failures:') beginFailures(run);
    else if (run.isTelling) failureLine(run, text, this.#shelf);
    else run.marks += MARKS.exec(text)?.[0].length ?? 0;
    return true;
  }

  end(): TestSection[] {
    return this.#runs.map(sectionOf);
  }
}

function newRun(lineNumber: number): JasmineRun {
  return {
    firstLine: lineNumber,
    lastLine: lineNumber,
    marks: 0,
    failedSpecs: [],
    failedSuites: [],
    isTelling: false,
    stated: [],
  };
}

function readTotals(text: string, marks: number): Totals | null {
  const totals = TOTALS.exec(text);
  if (totals === null) return null;
  const specs = Number(totals[1]);
  return { isBorneOut: marks >= specs, specs, failures: Number(totals[2]), pending: Number(totals[3] ?? 0) };
}

/** What looked like failures before was printed by a spec. */
function beginFailures(run: JasmineRun): void {
  run.failedSpecs = [];
  run.failedSuites = [];
  run.isTelling = true;
}

function failureLine(run: JasmineRun, text: string, shelf: Shelf): void {
  const number = `${run.failedSpecs.length + 1}) `;
  if (text === 'Pending:') run.isTelling = false;
  else if (text.startsWith(number)) shelf.keep(run.failedSpecs, { id: text.slice(number.length), status: 'failed' });
  else if (text.startsWith(SUITE_ERROR)) shelf.keep(run.failedSuites, { id: text.slice(SUITE_ERROR.length), status: 'failed' });
}

function sectionOf({ firstLine, lastLine, failedSpecs, failedSuites, stated }: JasmineRun): TestSection {
  const section: TestSection = { ...emptyTestSection(ID, firstLine), lastLine, hasHeader: true, hasFooter: true };
  const borneOut = stated.filter(({ isBorneOut }) => isBorneOut);
  const { specs, failures, pending } = borneOut.at(-1) ?? stated.at(-1) ?? { specs: 0, failures: 0, pending: 0 };
  section.tests = [...failedSpecs, ...failedSuites];
  section.totals = { passed: specs - pending - failedSpecs.length, failed: failures, skipped: pending };
  if (section.tests.length !== failures) section.problems.push('jasmine names other failures than it counts');
  if (borneOut.length === 0) section.problems.push('jasmine draws fewer marks than it counts specs');
  if (borneOut.length > 1) section.problems.push('jasmine states its totals more than once');
  return section;
}
