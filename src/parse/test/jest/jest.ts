// The console output of jest, one section per summary. Test files are headed by PASS or FAIL;
// a summary is believed when it counts as many files as were headed since the one before.
import type { TestResult } from '../../../contract/index.ts';
import { LineLook } from '../../engine/dispatch/line-look.ts';
import type { Shelf } from '../../engine/shelf.ts';
import type { LineParser, LineReader } from '../../parser.ts';
import { emptyTestSection, type TestSection } from '../../section.ts';
import { type Summary as ListedSummary, type MatchedRun, matchSummaries } from '../shared/match-summaries.ts';
import { dropExcessTests } from '../shared/totals.ts';
import { FileReader, readFileHeader, startsConsoleOutput, type TestFile } from './files.ts';

const ID = 'jest';
const COUNT = /^(?:(\d+) of )?(\d+) ([a-z]+)$/;
/** With a blank before the unit since jest 25, here and behind every test. */
const TIME = /^Time: +[\d.]+( ?)m?s(?:,|$)/;
/** All of them, where the name ends like one: behind quick tests there is none. */
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
  /** The first line that belongs to the run although no test file was headed yet; 0 for none. */
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
  /** Without those that were left out altogether. */
  ran: number;
}

export const jest: LineParser<TestSection> = {
  id: ID,
  form: 'lines',
  commands: ['jest', 'react-scripts'],
  startsWith: ['PASS ', 'FAIL ', 'Test Suites: ', 'console.', '●  process.exit', '> ', '$ ', '::group::', '##[group]'],
  open: ({ shelf }) => new JestReader(shelf),
};

const AMONG_OUTPUT = new LineLook({
  startsWith: ['PASS ', 'FAIL ', 'Test Suites: ', 'Summary of all ', '● ', '::group::', '##[group]'],
  // Headings may stand behind what a test printed without a line end.
  contains: ['PASS ', 'FAIL '],
});
const REPEATING = new LineLook({ startsWith: ['Test Suites: '] });

class JestReader implements LineReader<TestSection> {
  readonly #files: TestFile[] = [];
  readonly #summaries: Summary[] = [];
  /** By name: where in the list the failed files since the last summary stand. */
  readonly #failedAt = new Map<string, number>();
  #file: FileReader | null = null;
  #suites: { counts: Counts; lineNumber: number } | null = null;
  #summary: Summary | null = null;
  /** All failures are shown once more before the summary. */
  #isRepeating = false;
  #runLine = 0;
  /** Where a test ended the process; 0 if none did. */
  #exitLine = 0;
  readonly #shelf: Shelf;

  constructor(shelf: Shelf) {
    this.#shelf = shelf;
  }

  line(text: string, lineNumber: number): boolean | 'claimed' | LineLook {
    if (this.#suites !== null || this.#summary !== null) return this.#summaryLine(text, lineNumber);
    if (text.startsWith('Test Suites: ')) return this.#beginSummary(text, lineNumber);
    if (this.#isRepeating) return REPEATING;
    if (text === 'Summary of all failing tests') this.#isRepeating = this.#file !== null;
    const header = readFileHeader(text, lineNumber);
    if (header !== null) {
      this.#addFile(header);
      this.#file = new FileReader(header, this.#shelf);
    } else if (this.#file !== null) {
      if (this.#file.line(text)) return 'claimed';
    } else {
      this.#outside(text, lineNumber);
    }
    if (this.#file === null) return false;
    return this.#isRepeating || !this.#file.isAmongOutput ? true : AMONG_OUTPUT;
  }

  end(): TestSection[] {
    const summaries = this.#summaries.filter((summary, index) => !isProgress(summary, this.#summaries[index + 1]));
    const runs = matchSummaries(summaries, this.#files.length, (summary, from) =>
      bearsOut(this.#files.slice(from, summary.listedBefore), summary.suites) ? from : null,
    );
    const sections = runs.map((run) => sectionOf(run, this.#files.slice(run.from, run.to)));
    const isWhole = runs.some(({ from, to, confidence }) => to > from && confidence === 'confirmed');
    if (this.#exitLine > 0 && !isWhole) sections.push({ ...emptyTestSection(ID, this.#exitLine), hasHeader: true });
    return sections;
  }

  /** Two reporters at once head a failed file twice; the group for GitHub says less than the other heading. */
  #addFile(file: TestFile): void {
    const twin = file.hasPassed ? undefined : this.#failedAt.get(file.name);
    const isRepeated = twin !== undefined && this.#files[twin]?.isGroup !== file.isGroup;
    if (isRepeated && !file.isGroup) this.#files[twin] = file;
    if (isRepeated) return;
    this.#shelf.keepRun(this.#files, file);
    if (!file.hasPassed) this.#failedAt.set(file.name, this.#files.length - 1);
  }

  #outside(text: string, lineNumber: number): void {
    if (text.startsWith(EXIT_CALLED)) this.#exitLine = lineNumber;
    if (this.#runLine === 0 && (startsConsoleOutput(text) || COMMAND.test(text))) this.#runLine = lineNumber;
  }

  #beginSummary(text: string, lineNumber: number): boolean {
    const counts = readCounts(text.slice('Test Suites: '.length));
    if (counts !== null) this.#suites = { counts, lineNumber };
    return counts !== null || this.#file !== null;
  }

  /** The lines of a summary follow each other without anything between. */
  #summaryLine(text: string, lineNumber: number): boolean | 'claimed' | LineLook {
    if (this.#suites !== null) {
      const { counts: suites, lineNumber: firstLine } = this.#suites;
      const tests = text.startsWith('Tests: ') ? readCounts(text.slice('Tests: '.length)) : null;
      this.#suites = null;
      if (tests === null) return this.line(text, lineNumber);
      const listedBefore = this.#files.length;
      this.#summary = { listedBefore, firstLine, lastLine: 0, runLine: this.#runLine, suites, tests, hasSpacedUnits: false };
      return true;
    }
    const summary = this.#summary;
    if (summary === null || text.startsWith('Snapshots: ')) return true;
    this.#summary = null;
    const time = TIME.exec(text);
    if (time === null) return this.line(text, lineNumber);
    this.#shelf.keepRun(this.#summaries, { ...summary, lastLine: lineNumber, hasSpacedUnits: time[1] === ' ' });
    this.#file = null;
    this.#failedAt.clear();
    this.#isRepeating = false;
    this.#runLine = 0;
    return false;
  }
}

/** "1 failed, 1 skipped, 2 of 3 total"; null when it does not add up. */
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

/** On a terminal the summary is drawn again and again while the files run. */
function isProgress(summary: Summary, next: Summary | undefined): boolean {
  const { ran, skipped, total } = summary.suites;
  return next !== undefined && ran + skipped < total && next.suites.total === total;
}

function bearsOut(files: readonly TestFile[], suites: Counts): boolean {
  const passed = files.filter(({ hasPassed }) => hasPassed).length;
  const failed = files.length - passed;
  if (failed !== suites.failed) return false;
  // Files whose tests were all skipped may or may not be headed; some reporters head only the failed ones.
  return (passed >= suites.passed && passed <= suites.passed + suites.skipped) || (passed === 0 && failed > 0);
}

function sectionOf({ summary, confidence }: MatchedRun<Summary>, files: readonly TestFile[]): TestSection {
  const first = files[0]?.lineNumber ?? summary?.firstLine ?? 0;
  const section = emptyTestSection(ID, first);
  section.tests = testsIn(files, summary?.hasSpacedUnits ?? true);
  section.lastLine = summary?.lastLine ?? files.at(-1)?.lineNumber ?? first;
  if (summary === null) return section;
  const { suites, tests, runLine } = summary;
  if (runLine > 0 && runLine < first) section.firstLine = runLine;
  // Some reporters print nothing but the summary; but all head every file, or every failed one.
  const isDoubtful = confidence === 'ambiguous' || (confidence === 'only' && files.length > 0);
  section.hasHeader = files.length > 0 && !isDoubtful;
  section.hasFooter = true;
  section.totals = { passed: tests.passed, failed: tests.failed + brokenFiles(files, suites, tests), skipped: tests.skipped };
  // Behind a broken hook skipped tests are shown as failures as well.
  if (files.every((file) => file.tests.length === 0)) section.tests = dropExcessTests(section.tests, section.totals);
  if (isDoubtful) section.problems.push('jest printed a summary that the test files before it do not bear out');
  if (tests.passed + tests.failed + tests.skipped !== tests.total) section.problems.push('the totals of jest do not add up');
  return section;
}

/** Files that broke outside any test are counted as failed suites, but not as failed tests. */
function brokenFiles(files: readonly TestFile[], suites: Counts, tests: Counts): number {
  const seen = files.filter(isOnlyBroken).length;
  const implied = tests.failed === 0 ? suites.failed : suites.failed - tests.failed;
  return Math.max(seen, implied);
}

/** A broken hook beside failed tests adds nothing: the file has failed, and its tests say so. */
function isOnlyBroken({ isBroken, failures, tests }: TestFile): boolean {
  return isBroken && failures.length === 0 && tests.every(({ status }) => status !== 'failed');
}

function testsIn(files: readonly TestFile[], hasSpacedUnits: boolean): TestResult[] {
  // With --expand the word that tells a skipped test from a todo is missing.
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
    // Mostly the test before is in the same groups. A text that was joined is one piece, which each id is quicker made of.
    if (head.prefix !== prefix) head = { prefix, text: [file.name, prefix].join(' > ') };
    tests.push({ id: head.text + title, status });
  }
  return tests;
}

/** With several errors a test is shown several times. */
function failedTests({ name, failures }: TestFile): TestResult[] {
  return [...new Set(failures)].map((title) => ({ id: `${name} > ${title.replaceAll(' › ', ' > ')}`, status: 'failed' }));
}
