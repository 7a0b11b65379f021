// The console output of jest, one section per summary. Each test file has a heading with PASS or FAIL; a summary is
// confirmed if it counts as many files as headings since the previous one.
import type { TestResult } from '../../../contract/index.ts';
import type { FailureHeading, LineParser, LineReader, Results } from '../../../parse/parser.ts';
import type { TestSection } from '../../../parse/section.ts';
import { failureReports } from '../shared/failure-text.ts';
import { type Summary as ListedSummary, type MatchedRun, matchSummaries } from '../shared/match-summaries.ts';
import { dropExcessTests } from '../shared/totals.ts';
import { FileReader, readFileHeader, startsConsoleOutput, type TestFile } from './files.ts';

const COUNT = /^(?:(\d+) of )?(\d+) ([a-z]+)$/;
/** With a space before the unit since jest 25, here and after every test. */
const TIME = /^Time: +[\d.]+( ?)m?s(?:,|$)/;
/** All of them, if the name itself ends like one; quick tests have none. */
const DURATION = /(?: \(\d+(?:\.\d+)? m?s\))+$/;
const OLD_DURATION = /(?: \(\d+(?:\.\d+)?m?s\))+$/;
/** Until jest 24 skipped tests were only counted. */
const OLD_SKIPPED = /^(?:skipped|todo) \d+ tests?$/;
const SKIP_MARK = /^(?:skipped|todo) /;
const COMMAND = /^[>$] (?:\S+=\S+ |npx |yarn |cross-env )*jest(?: [^&;|]*)?$/;
const EXIT_CALLED = '  ●  process.exit called with ';

interface Summary extends ListedSummary {
  firstLine: number;
  lastLine: number;
  /** The first line of the run before any heading of a test file; 0 for none. */
  runLine: number;
  suites: Counts;
  tests: Counts;
  hasSpacedUnits: boolean;
}

interface Counts {
  failed: number;
  passed: number;
  skipped: number;
  total: number;
  /** Without those that were not run at all. */
  ran: number;
}

export const jest: LineParser<TestSection> = {
  id: 'jest',
  form: 'lines',
  commands: ['jest', 'react-scripts'],
  startsWith: ['PASS ', 'FAIL ', 'Test Suites: ', 'console.', '●  process.exit', '> ', '$ ', '::group::', '##[group]'],
  failures: failureReports({
    startsWith: ['● '],
    heading: jestHeading,
    end: /^(?:PASS|FAIL) |^(?:Test Suites|Tests|Snapshots|Time): |^Summary of all failing tests/,
    titles: (id) => [id.split(' > ').slice(1).join(' › ') || id],
  }),
  open: (results) => new JestReader(results),
};

class JestReader implements LineReader {
  readonly #results: Results<TestSection>;
  readonly #files: TestFile[];
  readonly #summaries: Summary[];
  /** Indexes of the failed files since the last summary, by name. */
  readonly #failedAt: Map<string, number>;
  #file: FileReader | null = null;
  #suites: { counts: Counts; lineNumber: number } | null = null;
  #summary: Summary | null = null;
  /** All failures are repeated before the summary. */
  #isRepeating = false;
  #runLine = 0;
  /** The line where a test ended the process; 0 if none did. */
  #exitLine = 0;

  constructor(results: Results<TestSection>) {
    this.#results = results;
    this.#files = results.list();
    this.#summaries = results.list();
    this.#failedAt = results.map();
  }

  line(text: string): boolean | 'claimed' {
    if (this.#suites !== null || this.#summary !== null) return this.#summaryLine(text);
    if (text.startsWith('Test Suites: ')) return this.#beginSummary(text);
    if (this.#isRepeating) return true;
    if (text === 'Summary of all failing tests') this.#isRepeating = this.#file !== null;
    const header = readFileHeader(text, this.#results);
    if (header !== null) {
      this.#addFile(header);
      this.#file = new FileReader(header);
    } else if (this.#file !== null) {
      if (this.#file.line(text)) return 'claimed';
    } else {
      this.#outside(text);
    }
    return this.#file !== null;
  }

  end(): void {
    const summaries = this.#summaries.filter((summary, index) => !isProgress(summary, this.#summaries[index + 1]));
    const runs = matchSummaries(summaries, this.#files.length, (summary, from) =>
      matches(this.#files.slice(from, summary.listedBefore), summary.suites) ? from : null,
    );
    for (const run of runs) this.#results.beginRun(sectionOf(run, this.#files.slice(run.from, run.to)));
    const isWhole = runs.some(({ from, to, confidence }) => to > from && confidence === 'confirmed');
    if (this.#exitLine > 0 && !isWhole)
      this.#results.beginRun({ firstLine: this.#exitLine, lastLine: this.#exitLine, hasHeader: true });
  }

  /** Two reporters print a failed file twice; the group for GitHub has fewer details than the other one. */
  #addFile(file: TestFile): void {
    const twin = file.hasPassed ? undefined : this.#failedAt.get(file.name);
    const isRepeated = twin !== undefined && this.#files[twin]?.isGroup !== file.isGroup;
    if (isRepeated && !file.isGroup) this.#files[twin] = file;
    if (isRepeated) return;
    this.#files.push(file);
    if (!file.hasPassed) this.#failedAt.set(file.name, this.#files.length - 1);
  }

  #outside(text: string): void {
    const { lineNumber } = this.#results;
    if (text.startsWith(EXIT_CALLED)) this.#exitLine = lineNumber;
    if (this.#runLine === 0 && (startsConsoleOutput(text) || COMMAND.test(text))) this.#runLine = lineNumber;
  }

  #beginSummary(text: string): boolean {
    const counts = readCounts(text.slice('Test Suites: '.length));
    if (counts !== null) this.#suites = { counts, lineNumber: this.#results.lineNumber };
    return counts !== null || this.#file !== null;
  }

  /** No other line separates the lines of a summary. */
  #summaryLine(text: string): boolean | 'claimed' {
    if (this.#suites !== null) {
      const { counts: suites, lineNumber: firstLine } = this.#suites;
      const tests = text.startsWith('Tests: ') ? readCounts(text.slice('Tests: '.length)) : null;
      this.#suites = null;
      if (tests === null) return this.line(text);
      const listedBefore = this.#files.length;
      this.#summary = { listedBefore, firstLine, lastLine: 0, runLine: this.#runLine, suites, tests, hasSpacedUnits: false };
      return true;
    }
    const summary = this.#summary;
    if (summary === null || text.startsWith('Snapshots: ')) return true;
    this.#summary = null;
    const time = TIME.exec(text);
    if (time === null) return this.line(text);
    this.#summaries.push({ ...summary, lastLine: this.#results.lineNumber, hasSpacedUnits: time[1] === ' ' });
    this.#file = null;
    this.#failedAt.clear();
    this.#isRepeating = false;
    this.#runLine = 0;
    return false;
  }
}

/** "1 failed, 1 skipped, 2 of 3 total"; null for anything else. */
function readCounts(text: string): Counts | null {
  const counts: Record<string, number> = {};
  let ran: number | null = null;
  for (const part of text.trim().split(', ')) {
    const count = COUNT.exec(part);
    if (count === null) return null;
    const [, of, number, word = ''] = count;
    counts[word] = Number(number);
    if (word === 'total') ran = Number(of ?? number);
  }
  const { failed = 0, passed = 0, pending = 0, todo = 0, total = 0 } = counts;
  const skipped = (counts.skipped ?? 0) + pending + todo;
  return ran === null ? null : { failed, passed, skipped, total, ran };
}

/** On a terminal jest redraws the summary while the files run. */
function isProgress(summary: Summary, next: Summary | undefined): boolean {
  const { ran, skipped, total } = summary.suites;
  return next !== undefined && ran + skipped < total && next.suites.total === total;
}

function matches(files: readonly TestFile[], suites: Counts): boolean {
  const passed = files.filter(({ hasPassed }) => hasPassed).length;
  const failed = files.length - passed;
  if (failed !== suites.failed) return false;
  // Files with skipped tests only may have no heading; some reporters print only the failed files.
  return (passed >= suites.passed && passed <= suites.passed + suites.skipped) || (passed === 0 && failed > 0);
}

function sectionOf({ summary, confidence }: MatchedRun<Summary>, files: readonly TestFile[]): Partial<TestSection> {
  const first = files[0]?.lineNumber ?? summary?.firstLine ?? 0;
  const tests = testsIn(files, summary?.hasSpacedUnits ?? true);
  if (summary === null) return { firstLine: first, lastLine: files.at(-1)?.lineNumber ?? first, tests };
  const { suites, tests: counts, runLine, lastLine } = summary;
  // Some reporters print only the summary; all others print every file, or every failed one.
  const isDoubtful = confidence === 'ambiguous' || (confidence === 'only' && files.length > 0);
  const totals = { passed: counts.passed, failed: counts.failed + brokenFiles(files, suites, counts), skipped: counts.skipped };
  const problems: string[] = [];
  if (isDoubtful) problems.push('jest printed a summary that does not match the test files before it');
  if (counts.passed + counts.failed + counts.skipped !== counts.total) problems.push('the totals of jest do not add up');
  return {
    firstLine: runLine > 0 && runLine < first ? runLine : first,
    lastLine,
    hasHeader: files.length > 0 && !isDoubtful,
    hasFooter: true,
    problems,
    totals,
    // After a broken hook jest reports skipped tests as failures too.
    tests: files.every((file) => file.tests.length === 0) ? dropExcessTests(tests, totals) : tests,
  };
}

/** jest counts a file that failed outside any test as a failed suite, not as a failed test. */
function brokenFiles(files: readonly TestFile[], suites: Counts, tests: Counts): number {
  const seen = files.filter(isOnlyBroken).length;
  const implied = tests.failed === 0 ? suites.failed : suites.failed - tests.failed;
  return Math.max(seen, implied);
}

/** A broken hook in a file with failed tests adds no failure. */
function isOnlyBroken({ isBroken, failures, tests }: TestFile): boolean {
  return isBroken && failures.length === 0 && tests.every(({ status }) => status !== 'failed');
}

function testsIn(files: readonly TestFile[], hasSpacedUnits: boolean): TestResult[] {
  // With --expand the words "skipped" and "todo" are missing.
  const areMarked = files.every(({ tests }) => tests.every(({ id, status }) => status !== 'skipped' || SKIP_MARK.test(id)));
  const all: TestResult[] = [];
  for (const file of files) {
    const listed = listedTests(file, hasSpacedUnits, areMarked);
    for (const test of listed.length > 0 ? listed : failedTests(file)) all.push(test);
    if (isOnlyBroken(file)) all.push({ id: file.name, status: 'failed' });
  }
  return all;
}

function listedTests(file: TestFile, hasSpacedUnits: boolean, areMarked: boolean): TestResult[] {
  const tests: TestResult[] = [];
  let head = { prefix: '', text: `${file.name} > ` };
  for (const { prefix, id, status } of file.tests) {
    if (status === 'skipped' && !hasSpacedUnits && OLD_SKIPPED.test(id)) continue;
    const name = id.endsWith('s)') ? id.replace(hasSpacedUnits ? DURATION : OLD_DURATION, '') : id;
    const title = status === 'skipped' && areMarked ? name.replace(SKIP_MARK, '') : name;
    // Most tests are in the same groups as the previous one. A joined string is flat, which makes the ids cheaper.
    if (head.prefix !== prefix) head = { prefix, text: [file.name, prefix].join(' > ') };
    tests.push({ id: head.text + title, status });
  }
  return tests;
}

/** A test with several errors is shown several times. */
function failedTests({ name, failures }: TestFile): TestResult[] {
  return [...new Set(failures)].map((title) => ({ id: `${name} > ${title.replaceAll(' › ', ' > ')}`, status: 'failed' }));
}

/** A file that does not load is named above the heading. */
function jestHeading(text: string, before: (distance: number) => string): FailureHeading | null {
  const title = /^ {2}● (.+)$/.exec(text)?.[1] ?? '';
  if (title !== 'Test suite failed to run') return title === '' ? null : { title };
  const [, file] = /^FAIL +(?:\.\/)?(.+?)(?: \(\d.*\))?$/.exec(before(1) || before(2) || before(3)) ?? [];
  return file === undefined ? null : { title: file };
}
