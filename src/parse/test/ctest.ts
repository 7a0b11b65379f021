// The console output of CTest, one section per "Test project".
import type { TestResult, TestStatus } from '../../contract/index.ts';
import type { Shelf } from '../engine/shelf.ts';
import type { LineParser, LineReader } from '../parser.ts';
import { emptyTestSection, type TestSection } from '../section.ts';

const ID = 'ctest';
const PROJECT = /^Test project \S/;
const START = /^ +Start +(\d{1,12}): (.+)$/;
/** " 3/12 Test  #3: name .....***Failed    0.05 sec"; when a test is repeated, only its first try is numbered. */
const RESULT = /^ *(?:(\d+)\/(\d+) )?Test +#(\d{1,12}): (.+) [\d.]+ sec$/;
const SUMMARY = /^\d+% tests passed(?:, (\d+) tests? failed)? out of (\d+)$/;
/** Lines of "The following tests did not run:". */
const NOT_RUN = /^\s+\d+ - (.+) \((Disabled|Skipped)\)(?:\s|$)/;

export const ctest: LineParser<TestSection> = {
  id: ID,
  form: 'lines',
  commands: ['ctest', 'cmake'],
  startsWith: ['Test project '],
  atMargin: true,
  open: ({ shelf }) => new CtestReader(shelf),
};

class CtestReader implements LineReader<TestSection> {
  readonly #shelf: Shelf;
  readonly #sections: TestSection[] = [];
  #run: ProjectRun | null = null;

  constructor(shelf: Shelf) {
    this.#shelf = shelf;
  }

  line(text: string, lineNumber: number): boolean {
    if (text.startsWith('Test project ') && PROJECT.test(text) && (this.#run === null || this.#run.mayHaveEnded())) {
      this.#finish();
      this.#run = new ProjectRun(this.#shelf, lineNumber);
    } else this.#run?.line(text, lineNumber);
    return this.#run !== null;
  }

  end(): TestSection[] {
    this.#finish();
    return this.#sections;
  }

  #finish(): void {
    if (this.#run !== null) this.#shelf.keepRun(this.#sections, this.#run.section());
    this.#run = null;
  }
}

class ProjectRun {
  readonly #shelf: Shelf;
  readonly #section: TestSection;
  /** Their names as they were written, also by the number CTest gives a test. */
  readonly #started: { id: string }[] = [];
  readonly #startedByNumber = new Map<string, { id: string }>();
  readonly #tests: TestResult[] = [];
  readonly #byNumber = new Map<string, TestResult>();
  /** With --repeat until-fail only the last try that is asked for is numbered; what fails before never is. */
  readonly #unnumbered = new Map<string, TestResult>();
  readonly #everUnnumbered: TestResult[] = [];
  readonly #problems = new Set<string>();
  #announced: number | null = null;
  #summary: { failed: number; counted: number } | null = null;
  #disabled = 0;
  #listedDisabled = 0;
  #skipped = 0;
  #inNotRunList = false;

  constructor(shelf: Shelf, lineNumber: number) {
    this.#shelf = shelf;
    this.#section = { ...emptyTestSection(ID, lineNumber), hasHeader: true };
  }

  line(text: string, lineNumber: number): void {
    if (text.endsWith(' sec')) this.#result(text, lineNumber);
    if (text.startsWith(' ')) this.#start(text);
    if (text.includes('% tests passed')) this.#close(text, lineNumber);
    else if (text === 'No tests were found!!!') this.#summarise(0, 0, lineNumber);
    else if (this.#summary !== null) this.#afterSummary(text, lineNumber);
  }

  /** Before the end of the announced tests another project can only be quoted. */
  mayHaveEnded(): boolean {
    return this.#section.hasFooter || this.#announced === null;
  }

  section(): TestSection {
    const section = this.#section;
    section.tests = this.#lacksNumbers() ? [...this.#tests, ...this.#unnumbered.values()] : this.#tests;
    if (this.#summary === null) return { ...section, problems: [...this.#problems] };
    const { failed, counted } = this.#summary;
    const listed = section.tests.filter(({ status }) => status === 'skipped').length;
    // Disabled tests are left out of the total, skipped ones are not. Older versions do not list them.
    const skipped = Math.max(this.#disabled + this.#skipped, listed);
    section.totals = { passed: Math.max(0, counted - failed - (skipped - this.#disabled)), failed, skipped };
    return { ...section, problems: [...this.#problems] };
  }

  /** As many tests are missing as there are results without a number. */
  #lacksNumbers(): boolean {
    const missing = (this.#summary?.counted ?? 0) - (this.#tests.length - this.#listedDisabled);
    return missing > 0 && missing === this.#unnumbered.size;
  }

  #start(text: string): void {
    const [, number, name] = START.exec(text) ?? [];
    if (number === undefined || name === undefined) return;
    const started = this.#startedByNumber.get(number);
    if (started !== undefined) started.id = name;
    else this.#begin(number, { id: name });
  }

  #begin(number: string, started: { id: string }): void {
    this.#shelf.keep(this.#started, started);
    this.#startedByNumber.set(number, started);
  }

  #result(text: string, lineNumber: number): void {
    const [, index, total, number = '', rest = ''] = RESULT.exec(text) ?? [];
    if (rest === '') return;
    const { name, status } = readResult(rest, this.#startedByNumber.get(number)?.id ?? null);
    if (index === undefined || total === undefined) {
      this.#try(number, { id: name, status });
      return;
    }
    this.#unnumbered.delete(number);
    this.#announced ??= Number(total);
    if (Number(total) !== this.#announced) return;
    const place = Number(index) - 1;
    if (place !== this.#tests.length && place !== this.#tests.length + this.#unnumbered.size)
      this.#problems.add('ctest numbers its results in another order than they appear');
    const test = { id: name, status };
    this.#shelf.keep(this.#tests, test);
    this.#byNumber.set(number, test);
    if (rest.includes('***Not Run (Disabled)')) this.#listedDisabled += 1;
    this.#section.lastLine = lineNumber;
  }

  #try(number: string, test: TestResult): void {
    const earlier = this.#byNumber.get(number);
    const known = this.#unnumbered.get(number);
    if (earlier !== undefined) earlier.status = test.status;
    else if (known !== undefined) Object.assign(known, test);
    else {
      this.#shelf.keep(this.#everUnnumbered, test);
      this.#unnumbered.set(number, test);
    }
  }

  #close(text: string, lineNumber: number): void {
    const match = SUMMARY.exec(text);
    if (match !== null) this.#summarise(Number(match[1] ?? 0), Number(match[2]), lineNumber);
  }

  /** A test may print such a line; the last one is CTest's own. */
  #summarise(failed: number, counted: number, lineNumber: number): void {
    this.#summary = { failed, counted };
    this.#disabled = 0;
    this.#skipped = 0;
    this.#inNotRunList = false;
    this.#section.hasFooter = counted === this.#tests.length - this.#listedDisabled || this.#lacksNumbers();
    this.#section.lastLine = lineNumber;
  }

  #afterSummary(text: string, lineNumber: number): void {
    if (this.#inNotRunList && text.startsWith('\t')) {
      this.#notRun(text);
      return;
    }
    this.#inNotRunList = text === 'The following tests did not run:';
    if (text === 'Errors while running CTest' || text.startsWith('Total Test time')) this.#section.lastLine = lineNumber;
  }

  #notRun(text: string): void {
    const word = NOT_RUN.exec(text)?.[2];
    if (word === 'Disabled') this.#disabled += 1;
    else if (word === 'Skipped') this.#skipped += 1;
  }
}

/** The name, dots, and either "   Passed" or stars and what went wrong. */
function readResult(text: string, started: string | null): { name: string; status: TestStatus } {
  const rest = started !== null && text.startsWith(`${started} `) ? text.slice(started.length) : text;
  const stars = rest.indexOf('***');
  const end = stars === -1 ? rest.lastIndexOf('   Passed') : stars;
  const name = started ?? withoutDots(rest.slice(0, Math.max(0, end)));
  if (stars === -1) return { name, status: end === -1 ? 'failed' : 'passed' };
  const word = rest.slice(stars + '***'.length);
  return { name, status: word.startsWith('Skipped') || word.startsWith('Not Run (Disabled)') ? 'skipped' : 'failed' };
}

function withoutDots(text: string): string {
  let end = text.length;
  while (text.charAt(end - 1) === '.') end -= 1;
  return text.slice(0, end).trimEnd();
}
