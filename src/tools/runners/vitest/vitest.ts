// The console output of vitest with any reporter, one section per run: from " RUN  v1.2.3" to the last totals before the
// next run, so totals printed by a test do not count.
import type { TestResult } from '../../../contract/index.ts';
import type { LineParser, LineReader, Results } from '../../../parse/parser.ts';
import type { TestRun, TestSection } from '../../../parse/section.ts';
import { CharCode } from '../../../parse/shared/characters.ts';
import { failureReports } from '../shared/failure-text.ts';
import { VitestFailures } from './failures.ts';
import { fileLabel, VitestListing } from './listing.ts';

const RUN = /^ ?(?:RUN|DEV) {2}v(\d+)\.\d+\.\d+\S*(?: |$)/;
const TEST_FILES = /^ ?Test Files {2}(\S.*)$/;
const TESTS = /^ {5,6}Tests {2}(\S.*)$/;
const ERRORS = /^ {4,5}Errors {2}(\d+) errors?$/;
const OTHER_TOTAL = /^ {0,4}(?:Type Errors|Leaks|Start at) {2}/;
const DURATION = /^ {2,7}(?:Duration|Time) {2}[\d.]+m?s(?: \(.*\))?$/;
const STATES = /^(?:(\d+) failed(?: \| |(?= \()))?(?:(\d+) passed(?: \| |(?= \()))?(?:(\d+) expected fail)?.*\((\d+)\)$/;
/** The GitHub reporter prints only failures, without totals. */
const ANNOTATION = /^::error file=[^,]*,title=([^,]*),line=\d+,column=\d+::/;
/** Further errors outside of tests are only counted in the totals. */
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
  run: TestRun;
  listing: VitestListing;
  failures: VitestFailures;
  footer: Footer | null;
}

export const vitest: LineParser<TestSection> = {
  id: 'vitest',
  form: 'lines',
  commands: ['vitest'],
  startsWith: ['RUN  v', 'DEV  v', '::error file='],
  failures: failureReports({
    startsWith: ['FAIL '],
    heading: (text) => {
      const [, name = ''] = /^ ?FAIL {2}(\S.*| \S.*)$/.exec(text) ?? [];
      const [file = '', ...titles] = name.replace(/ \[ .{1,900} \]$/, '').split(' > ');
      return name === '' ? null : { title: [fileLabel(file), ...titles].join(' > ') };
    },
    end: /^⎯|^ *(?:Test Files|Tests|Start at|Duration) {2}/,
    titles: (id) => [id, id.replace(/^TS /, '')],
  }),
  open: (results) => new VitestReader(results),
};

class VitestReader implements LineReader {
  readonly #results: Results<TestSection>;
  readonly #runs: VitestRun[] = [];
  /** Titles of failed tests, with their lines. */
  readonly #annotations: Map<string, number>;
  #footer: Footer | null = null;
  #isInUserOutput = false;

  constructor(results: Results<TestSection>) {
    this.#results = results;
    this.#annotations = results.map();
  }

  line(text: string): boolean | 'claimed' {
    const version = isHead(text, CharCode.UPPER_R) || isHead(text, CharCode.UPPER_D) ? RUN.exec(text)?.[1] : undefined;
    if (version !== undefined) this.#runs.push(newRun(Number(version), this.#results));
    else if (this.#runs.length === 0) this.#annotation(text);
    else if (!this.#footerLine(text) && this.#resultLine(text)) return 'claimed';
    return this.#runs.length > 0;
  }

  end(): void {
    finishRuns(this.#runs);
    if (this.#runs.length > 0 || this.#annotations.size === 0) return;
    const [firstLine = 0, lastLine = firstLine] = [...this.#annotations.values()];
    const run = this.#results.beginRun({ firstLine, lastLine });
    for (const id of this.#annotations.keys()) run.tests.push({ id, status: 'failed' });
  }

  #annotation(text: string): void {
    const title = ANNOTATION.exec(text)?.[1];
    if (title !== undefined) this.#annotations.set(decodeProperty(title), this.#results.lineNumber);
  }

  /** True when the line lists a file or a test. */
  #resultLine(text: string): boolean {
    const run = this.#runs.at(-1);
    if (run === undefined) return false;
    if (this.#isInUserOutput) this.#isInUserOutput = text !== '';
    else if (text.startsWith('std') && USER_OUTPUT.test(text)) this.#isInUserOutput = true;
    else {
      const isListed = run.listing.line(text);
      // A test printed totals that are followed by more results.
      if (isListed) run.footer = null;
      run.failures.line(text);
      return isListed;
    }
    return false;
  }

  /** The totals are consecutive lines; other lines between them mean that they are something else. */
  #footerLine(text: string): boolean {
    if (text === NO_FILES) this.#close({ files: NOTHING, tests: NOTHING, errors: 0 });
    const files = isHead(text, CharCode.UPPER_T) ? TEST_FILES.exec(text)?.[1] : undefined;
    if (files !== undefined) {
      const totals = readTotals(files);
      this.#footer = totals === null ? null : { files: totals, tests: null, errors: 0 };
      return totals !== null;
    }
    if (this.#footer === null) return false;
    if (this.#continueFooter(this.#footer, text)) return true;
    if (DURATION.test(text) && this.#footer.tests !== null) this.#close(this.#footer);
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

  #close(footer: Footer): void {
    const run = this.#runs.at(-1);
    if (run === undefined) return;
    run.footer = footer;
    run.run.touch();
  }
}

/** Whether the line starts with the character, after at most one space. */
function isHead(text: string, code: number): boolean {
  if (text.length < 2) return false;
  const first = text.charCodeAt(0);
  return first === code || (first === CharCode.SPACE && text.charCodeAt(1) === code);
}

/** Decodes a property of a workflow command. "[project] file" is the file of a project. */
function decodeProperty(text: string): string {
  const plain = text.replaceAll('%0A', '\n').replaceAll('%3A', ':').replaceAll('%2C', ',').replaceAll('%25', '%');
  return plain.replace(/^\[([^\]]*)\] /, '$1 ');
}

function newRun(majorVersion: number, results: Results<TestSection>): VitestRun {
  const run = results.beginRun({ hasHeader: true });
  return { run, listing: new VitestListing(majorVersion, results), failures: new VitestFailures(results), footer: null };
}

/** "1 failed | 2 passed | 1 expected fail | 3 skipped | 1 todo (8)", or "no tests". */
function readTotals(text: string): Totals | null {
  if (text.startsWith('no ')) return NOTHING;
  const states = STATES.exec(text);
  if (states === null) return null;
  const [failed = 0, passed = 0, expectedFailures = 0, total = 0] = states.slice(1).map((count) => Number(count ?? 0));
  // A test that fails as expected is listed, and reported as JSON, as passed.
  return { failed, passed: passed + expectedFailures, total };
}

/** Where one run lists its files, a test printed totals that come without a list. */
function finishRuns(runs: readonly VitestRun[]): void {
  const isListed = runs.some(({ listing }) => !listing.isEmpty);
  for (const vitestRun of runs) {
    finishRun(vitestRun);
    const { run, listing } = vitestRun;
    const isUnlisted = listing.isEmpty && run.tests.length === 0 && (run.totals?.passed ?? 0) > 0;
    if (isListed && isUnlisted) run.problems.push('vitest lists the files of other runs, but none of this one');
  }
}

function finishRun({ run, listing, failures, footer }: VitestRun): void {
  failures.end();
  run.tests = withFailures(listing.tests(), failures.tests);
  const broken = brokenFiles(run.tests, failures.files);
  for (const file of broken) run.tests.push(file);
  if (footer === null || footer.tests === null) return;
  const { files, tests, errors } = footer;
  const unhandled = Math.min(errors, MAX_ERRORS);
  for (let count = 0; count < unhandled; count += 1) run.tests.push({ id: 'unhandled error', status: 'failed' });
  const implied = tests.failed === 0 ? files.failed : files.failed - tests.failed;
  run.hasFooter = true;
  run.totals = {
    passed: tests.passed,
    failed: tests.failed + Math.max(broken.length, implied) + errors,
    // Tests after a failed hook are only in the total.
    skipped: tests.total - tests.passed - tests.failed,
  };
}

/** Adds failures that were not listed, and completes names of which the listing has only the first line. */
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

/** Failed files without a failed test. */
function brokenFiles(tests: readonly TestResult[], failedSuites: ReadonlySet<string>): TestResult[] {
  if (failedSuites.size === 0) return [];
  const withFailedTests = new Set(
    tests.filter(({ status }) => status === 'failed').map(({ id }) => id.slice(0, id.indexOf(' > '))),
  );
  return [...failedSuites].filter((file) => !withFailedTests.has(file)).map((id) => ({ id, status: 'failed' }));
}
