// The console output of vitest, whatever its reporter, one section per run: from " RUN  v1.2.3"
// to the last totals before the next run, so that totals printed by a test never count.

import type { TestResult } from '../../../contract/index.ts';
import { ANY_BEYOND_ASCII, LineLook } from '../../engine/dispatch/line-look.ts';
import type { Shelf } from '../../engine/shelf.ts';
import type { LineParser, LineReader } from '../../parser.ts';
import { emptyTestSection, type TestSection } from '../../section.ts';
import { CharCode } from '../../shared/characters.ts';
import { VitestFailures } from './failures.ts';
import { VitestListing } from './listing.ts';

const ID = 'vitest';
const RUN = /^ ?(?:RUN|DEV) {2}v(\d+)\.\d+\.\d+\S*(?: |$)/;
const TEST_FILES = /^ ?Test Files {2}(\S.*)$/;
const TESTS = /^ {5,6}Tests {2}(\S.*)$/;
const ERRORS = /^ {4,5}Errors {2}(\d+) errors?$/;
const OTHER_TOTAL = /^ {0,4}(?:Type Errors|Leaks|Start at) {2}/;
const DURATION = /^ {2,7}(?:Duration|Time) {2}[\d.]+m?s(?: \(.*\))?$/;
const STATES = /^(?:(\d+) failed(?: \| |(?= \()))?(?:(\d+) passed(?: \| |(?= \()))?(?:(\d+) expected fail)?.*\((\d+)\)$/;
/** All that the reporter for GitHub prints are the failures: how many tests there were, it does not say. */
const ANNOTATION = /^::error file=[^,]*,title=([^,]*),line=\d+,column=\d+::/;
/** So many errors outside of tests get an entry each; the totals have all of them. */
const MAX_ERRORS = 1000;
const NO_FILES = 'No test files found, exiting with code 0';
const USER_OUTPUT = /^std(?:out|err) \| /;

interface Totals {
  failed: number;
  passed: number;
  total: number;
}

const NOTHING: Totals = { failed: 0, passed: 0, total: 0 };

interface Footer {
  files: Totals;
  tests: Totals | null;
  errors: number;
}

interface VitestRun {
  firstLine: number;
  lastLine: number;
  listing: VitestListing;
  failures: VitestFailures;
  footer: Footer | null;
}

export const vitest: LineParser<TestSection> = {
  id: ID,
  form: 'lines',
  commands: ['vitest'],
  startsWith: ['RUN  v', 'DEV  v', '::error file='],
  open: ({ shelf }) => new VitestReader(shelf),
};

/** Symbols, rules, and what begins or ends a run or the output of a test. */
const AMONG_OUTPUT = new LineLook({ startsWith: ['RUN  v', 'DEV  v', 'Test Files  ', NO_FILES, 'std', ANY_BEYOND_ASCII] });

class VitestReader implements LineReader<TestSection> {
  readonly #runs: VitestRun[] = [];
  readonly #annotations = new Map<string, number>();
  #footer: Footer | null = null;
  #inUserOutput = false;
  readonly #shelf: Shelf;

  constructor(shelf: Shelf) {
    this.#shelf = shelf;
  }

  line(text: string, lineNumber: number): boolean | 'claimed' | LineLook {
    const version = isHead(text, CharCode.UPPER_R) || isHead(text, CharCode.UPPER_D) ? RUN.exec(text)?.[1] : undefined;
    if (version !== undefined) this.#shelf.keepRun(this.#runs, newRun(lineNumber, Number(version), this.#shelf));
    else if (this.#runs.length === 0) this.#annotation(text, lineNumber);
    else if (!this.#footerLine(text, lineNumber) && this.#resultLine(text)) return 'claimed';
    const run = this.#runs.at(-1);
    if (run === undefined) return false;
    const isAmongOutput = !this.#inUserOutput && this.#footer === null && run.listing.isSettled && run.failures.isSettled;
    return isAmongOutput ? AMONG_OUTPUT : true;
  }

  end(): TestSection[] {
    if (this.#runs.length > 0 || this.#annotations.size === 0) return sectionsOf(this.#runs);
    const [firstLine = 0, lastLine = firstLine] = [...this.#annotations.values()];
    const tests = [...this.#annotations.keys()].map((id): TestResult => ({ id, status: 'failed' }));
    return [{ ...emptyTestSection(ID, firstLine), lastLine, tests }];
  }

  #annotation(text: string, lineNumber: number): void {
    const title = ANNOTATION.exec(text)?.[1];
    if (title === undefined) return;
    this.#shelf.hold();
    this.#annotations.set(decodeProperty(title), lineNumber);
  }

  /** True when the line lists a file or a test. */
  #resultLine(text: string): boolean {
    const run = this.#runs.at(-1);
    if (run === undefined) return false;
    if (this.#inUserOutput) this.#inUserOutput = text !== '';
    else if (text.startsWith('std') && USER_OUTPUT.test(text)) this.#inUserOutput = true;
    else {
      const isListed = run.listing.line(text);
      // Totals that more results follow were not the run's own.
      if (isListed) run.footer = null;
      run.failures.line(text);
      return isListed;
    }
    return false;
  }

  /** The totals stand together; anything between them, and they are none. */
  #footerLine(text: string, lineNumber: number): boolean {
    if (text === NO_FILES) this.#close({ files: NOTHING, tests: NOTHING, errors: 0 }, lineNumber);
    const files = isHead(text, CharCode.UPPER_T) ? TEST_FILES.exec(text)?.[1] : undefined;
    if (files !== undefined) {
      const totals = readTotals(files);
      this.#footer = totals === null ? null : { files: totals, tests: null, errors: 0 };
      return totals !== null;
    }
    if (this.#footer === null) return false;
    if (this.#continueFooter(this.#footer, text)) return true;
    if (DURATION.test(text) && this.#footer.tests !== null) this.#close(this.#footer, lineNumber);
    this.#footer = null;
    return false;
  }

  #continueFooter(footer: Footer, text: string): boolean {
    const tests = TESTS.exec(text)?.[1];
    if (tests !== undefined) footer.tests = readTotals(tests);
    const errors = ERRORS.exec(text)?.[1];
    if (errors !== undefined) footer.errors = Number(errors);
    return tests !== undefined || errors !== undefined || OTHER_TOTAL.test(text);
  }

  #close(footer: Footer, lineNumber: number): void {
    const run = this.#runs.at(-1);
    if (run === undefined) return;
    run.footer = footer;
    run.lastLine = lineNumber;
  }
}

/** A cheap look: the line begins with the character, at most one blank before it. */
function isHead(text: string, code: number): boolean {
  if (text.length < 2) return false;
  const first = text.charCodeAt(0);
  return first === code || (first === CharCode.SPACE && text.charCodeAt(1) === code);
}

/** As a workflow command writes what would end one of its properties. "[project] file" is the file of a project. */
function decodeProperty(text: string): string {
  const plain = text.replaceAll('%0A', '\n').replaceAll('%3A', ':').replaceAll('%2C', ',').replaceAll('%25', '%');
  return plain.replace(/^\[([^\]]*)\] /, '$1 ');
}

function newRun(lineNumber: number, majorVersion: number, shelf: Shelf): VitestRun {
  const listing = new VitestListing(majorVersion, shelf);
  return { firstLine: lineNumber, lastLine: lineNumber, listing, failures: new VitestFailures(shelf), footer: null };
}

/** "1 failed | 2 passed | 1 expected fail | 3 skipped | 1 todo (8)", or "no tests". */
function readTotals(text: string): Totals | null {
  if (text.startsWith('no ')) return NOTHING;
  const states = STATES.exec(text);
  if (states === null) return null;
  const [failed = 0, passed = 0, expectedFailures = 0, total = 0] = states.slice(1).map((count) => Number(count ?? 0));
  // A test that is meant to fail and does is listed, and reported as JSON, like any other that passed.
  return { failed, passed: passed + expectedFailures, total };
}

/** Where one run lists its files, another one that lists none of the tests it counts was printed by a test. */
function sectionsOf(runs: readonly VitestRun[]): TestSection[] {
  const isListed = runs.some(({ listing }) => !listing.isEmpty);
  return runs.map((run) => {
    const section = sectionOf(run);
    const isUnlisted = run.listing.isEmpty && section.tests.length === 0 && (section.totals?.passed ?? 0) > 0;
    if (isListed && isUnlisted) section.problems.push('vitest lists the files of other runs, but none of this one');
    return section;
  });
}

function sectionOf({ firstLine, lastLine, listing, failures, footer }: VitestRun): TestSection {
  const section: TestSection = { ...emptyTestSection(ID, firstLine), lastLine, hasHeader: true };
  failures.end();
  section.tests = withFailures(listing.tests(), failures.tests);
  const broken = brokenFiles(section.tests, failures.files);
  for (const file of broken) section.tests.push(file);
  if (footer === null || footer.tests === null) return section;
  const { files, tests, errors } = footer;
  const unhandled = Math.min(errors, MAX_ERRORS);
  for (let count = 0; count < unhandled; count += 1) section.tests.push({ id: 'unhandled error', status: 'failed' });
  const implied = tests.failed === 0 ? files.failed : files.failed - tests.failed;
  section.hasFooter = true;
  section.totals = {
    passed: tests.passed,
    failed: tests.failed + Math.max(broken.length, implied) + errors,
    // Tests behind a broken hook are in the total only.
    skipped: tests.total - tests.passed - tests.failed,
  };
  return section;
}

/** The failures shown in full add those that were not listed, and the whole name where a listing has only its first line. */
function withFailures(listed: TestResult[], failures: ReadonlySet<string>): TestResult[] {
  if (failures.size === 0) return listed;
  const failed = new Map(listed.filter(({ status }) => status === 'failed').map((test) => [test.id.replace(/^TS /, ''), test]));
  const unlisted: TestResult[] = [];
  for (const id of failures) {
    const cut = id.includes('\n') ? failed.get(id.slice(0, id.indexOf('\n'))) : undefined;
    if (failed.has(id)) continue;
    if (cut === undefined) unlisted.push({ id, status: 'failed' });
    else cut.id = id;
  }
  return [...listed, ...unlisted];
}

/** Files that failed although none of their tests did. */
function brokenFiles(tests: readonly TestResult[], failedSuites: ReadonlySet<string>): TestResult[] {
  if (failedSuites.size === 0) return [];
  const withFailedTests = new Set(
    tests.filter(({ status }) => status === 'failed').map(({ id }) => id.slice(0, id.indexOf(' > '))),
  );
  return [...failedSuites].filter((file) => !withFailedTests.has(file)).map((id) => ({ id, status: 'failed' }));
}
