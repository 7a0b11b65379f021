// Perl's `prove` and `make test` (TAP::Harness 3), with or without the TAP of each file (-v).
// A run ends with "Files=2, Tests=7, ..." and "Result: PASS". Without -v only failures are listed, and tests skipped inside
// a file that passed count as passed, as in prove itself.
import type { TestResult } from '../../../contract/index.ts';
import type { LineParser, LineReader, Results } from '../../../parse/parser.ts';
import type { TestRun, TestSection } from '../../../parse/section.ts';
import { CharCode } from '../../../parse/shared/characters.ts';
import { dropExcessTests } from '../shared/totals.ts';
import { TapDocument } from './document.ts';
import { proveFailures } from './failures.ts';
import { tapSection } from './section.ts';

/** "t/a.t .. ok", "t/b.t ... skipped: reason"; nothing follows the dots of a file that failed, and with -v. */
const FILE = /^(?:\[\d\d:\d\d:\d\d\] )?(\S+) \.{2,}(?: (?:(ok)(?: +\d+ m?s.*)?|skipped: .*|skipped)?)?$/;
const TEST_FILE = /\.t$|\/./;
const FILE_END = /^(?:Failed \d+\/\d+ subtests|All \d+ subtests passed|No subtests run|Dubious, test returned \d+)/;
/** With --timer the time follows. */
const FILE_OK = /^ok(?: {2,}\d+ m?s\b.*)?$/;
const LESS_SKIPPED = /^\t\(less (\d+) skipped subtests?: \d+ okay\)$/;
const REPORT = 'Test Summary Report';
const REPORTED = /^(\S+) +\(Wstat: .* Tests: \d+ Failed: (\d+)\)$/;
const FAILED_TESTS = /^ {2}Failed tests?: +([\d, -]+)$/;
const BROKEN_FILE = /^ {2}(?:Non-zero (?:exit|wait) status|Parse errors):/;
const COUNTS = /^Files=(\d{1,9}), Tests=(\d{1,9}), /;
const SKIPPED = '.. skipped: ';
/** The engine keeps so many earlier lines. */
const MAX_LOOK_BACK = 64;
const ENDS_TWICE = 'prove seems to end twice';
const RESULT = /^Result: (?:PASS|FAIL|NOTESTS)$/;

interface ReportedFile {
  /** Its path. */
  id: string;
  failed: number;
  /** Those listed by number, if the list is complete. */
  failures: TestResult[];
  isBroken: boolean;
}

interface Counts {
  files: number;
  tests: number;
}

export const prove: LineParser<TestSection> = {
  id: 'prove',
  form: 'lines',
  commands: ['prove'],
  startsWith: [REPORT, 'Files='],
  atMargin: true,
  // Ends of the line of a file. The reason to skip a file may end with anything: later lines search for those backwards.
  endsWith: [' ..', '...', '.. ', ' ok', ' skipped', ' ms', ' s', ' CPU)', ' okay)'],
  prefilter: (text) =>
    isFileLine(text) || text.charCodeAt(0) === CharCode.TAB || text.startsWith(REPORT) || text.startsWith('Files='),
  failures: proveFailures,
  open: (results) => new ProveReader(results),
};

/** Whether dots follow the first word, or the second if the line starts with a time. */
function isFileLine(text: string): boolean {
  const first = text.indexOf(' ');
  if (first === -1) return false;
  const space = text.charCodeAt(0) === CharCode.LEFT_BRACKET ? text.indexOf(' ', first + 1) : first;
  if (space === -1 || space + 2 >= text.length) return false;
  return text.charCodeAt(space + 1) === CharCode.DOT && text.charCodeAt(space + 2) === CharCode.DOT;
}

class ProveReader implements LineReader {
  readonly #results: Results<TestSection>;
  #run: TestRun | null = null;
  #files = 0;
  #skipped = 0;
  /** With -v: the file whose TAP is being read, and the tests of the previous ones. */
  #file: string | null = null;
  #document: TapDocument | null = null;
  #tests: TestResult[];
  #points = 0;
  /** In the TAP of the files. */
  #problems: Set<string>;
  #reported: ReportedFile[];
  #inReport = false;
  #counts: Counts | null = null;
  /** The last end, while it is unclear whether a test printed it. */
  #unmatched: Counts | null = null;
  /** It precedes all files. */
  #isUnmatchedUnlisted = false;

  constructor(results: Results<TestSection>) {
    this.#results = results;
    this.#tests = results.list();
    this.#problems = results.set();
    this.#reported = results.list();
  }

  line(text: string): boolean {
    if (isFileLine(text) && this.#beginFile(text)) return true;
    const first = text === '' ? 0 : text.charCodeAt(0);
    // "Test Summary Report", "Files=" and "Result: ".
    if (first === CharCode.UPPER_T || first === CharCode.UPPER_F || first === CharCode.UPPER_R) this.#harnessLine(text);
    if (this.#file !== null) this.#tapLine(text);
    else if (this.#inReport) this.#reportLine(text);
    else if (first === CharCode.TAB) this.#skipped += Number(LESS_SKIPPED.exec(text)?.[1] ?? 0);
    return this.#run !== null;
  }

  end(): void {
    if (this.#run === null || this.#unmatched === null) return;
    // With --QUIET no file is listed.
    if (this.#files > 0) this.#run.problems.push('prove lists other files than it counts');
    this.#finish(this.#run, this.#unmatched);
  }

  #open(): TestRun {
    this.#run ??= this.#results.draftRun({ firstLine: this.#skippedBefore(), hasHeader: true });
    this.#run.touch();
    return this.#run;
  }

  /** Counts the skipped files before the first line that must be prove's. Returns the first line of the run. */
  #skippedBefore(): number {
    const { lineNumber } = this.#results;
    let firstLine = lineNumber;
    for (let distance = 1; distance <= MAX_LOOK_BACK; distance += 1) {
      const text = this.#results.before(distance);
      if (text.startsWith('Result: ') || text.startsWith('Files=')) break;
      if (!text.includes(SKIPPED) || !isFileLine(text) || FILE.exec(text) === null) continue;
      this.#files += 1;
      firstLine = lineNumber - distance;
    }
    return firstLine;
  }

  #beginFile(text: string): boolean {
    const match = FILE.exec(text);
    if (match === null || !TEST_FILE.test(match[1] ?? '')) return false;
    this.#endFile();
    this.#open();
    this.#files += 1;
    // The TAP of the file, or an error, follows a line that ends with dots.
    if (text.endsWith('.. ') || text.endsWith('..')) {
      this.#file = match[1] ?? '';
      this.#document = new TapDocument(null, this.#results);
    }
    return true;
  }

  #tapLine(text: string): void {
    const document = this.#document;
    if (document === null) return;
    const isComplete = document.plan !== null && document.points.length >= document.plan;
    if (FILE_END.test(text) || (isComplete && FILE_OK.test(text))) this.#endFile();
    else document.line(text);
  }

  #endFile(): void {
    const document = this.#document;
    if (document !== null && document.points.length > 0) {
      const { tests, problems } = tapSection(document);
      for (const problem of problems) this.#problems.add(problem);
      this.#points += document.points.length;
      // The report repeats what tapSection adds for a broken plan.
      for (const { id, status } of tests.slice(0, document.points.length))
        this.#tests.push({ id: `${this.#file} > ${id}`, status });
    }
    this.#file = null;
    this.#document = null;
  }

  #harnessLine(text: string): void {
    if (text === REPORT) {
      this.#endFile();
      this.#open();
      this.#inReport = true;
      this.#reported = this.#results.list();
      return;
    }
    const counts = text.startsWith('Files=') ? COUNTS.exec(text) : null;
    if (counts !== null) {
      this.#endFile();
      this.#open();
      this.#inReport = false;
      this.#counts = { files: Number(counts[1]), tests: Number(counts[2]) };
    } else if (this.#counts !== null && RESULT.test(text)) this.#close(this.#open(), this.#counts);
  }

  #reportLine(text: string): void {
    const file = text.startsWith(' ') ? null : REPORTED.exec(text);
    if (file !== null) this.#reported.push(reportedFile(file));
    const current = this.#reported.at(-1);
    if (current === undefined) return;
    const numbers = FAILED_TESTS.exec(text)?.[1];
    if (numbers !== undefined) current.failures = failuresByNumber(current, numbers, this.#results);
    if (BROKEN_FILE.test(text)) current.isBroken = true;
  }

  #close(run: TestRun, counts: Counts): void {
    this.#counts = null;
    if (this.#unmatched !== null && this.#files === 0) run.problems = [ENDS_TWICE];
    this.#unmatched = counts;
    this.#isUnmatchedUnlisted ||= this.#files === 0;
    // If the files match, a test printed any earlier end, or it is of another run that lists no files.
    if (this.#files !== counts.files || this.#files === 0) return;
    run.problems = this.#isUnmatchedUnlisted ? [ENDS_TWICE] : [];
    this.#finish(run, counts);
  }

  #finish(run: TestRun, counts: Counts): void {
    const failed = this.#reported.reduce((sum, file) => sum + file.failed, 0);
    const brokenFiles = this.#reported.filter((file) => file.isBroken && file.failed === 0);
    const broken = brokenFiles.map(({ id }): TestResult => ({ id, status: 'failed' }));
    const listsAll = this.#points === counts.tests && this.#tests.filter(({ status }) => status === 'failed').length === failed;
    const listsOnlyFailed = this.#points === failed && this.#tests.every(({ status }) => status === 'failed');
    if (listsAll) {
      run.tests = [...this.#tests, ...broken];
      run.problems.push(...this.#problems);
    } else {
      if (this.#points > 0 && !listsOnlyFailed)
        run.problems.push(`prove counts ${counts.tests} tests, but ${this.#points} are listed`);
      const passed = counts.tests - failed - this.#skipped;
      run.totals = { passed, failed: failed + broken.length, skipped: this.#skipped };
      run.tests = dropExcessTests([...this.#reported.flatMap(({ failures }) => failures), ...broken], run.totals);
    }
    run.hasFooter = true;
    this.#results.add(run);
    this.#run = null;
    this.#unmatched = null;
    this.#isUnmatchedUnlisted = false;
    this.#files = 0;
    this.#skipped = 0;
    this.#tests = this.#results.list();
    this.#points = 0;
    this.#problems = this.#results.set();
    this.#reported = this.#results.list();
  }
}

function reportedFile([, id = '', failed]: RegExpExecArray): ReportedFile {
  return { id, failed: Number(failed), failures: [], isBroken: false };
}

/** "2, 5-7" -> 2 5 6 7; empty if their number is not the stated one. */
function failuresByNumber({ id, failed }: ReportedFile, ranges: string, results: Results): TestResult[] {
  const failures = results.list<TestResult>();
  for (const range of ranges.split(',')) {
    const [from = 0, to = from] = range.split('-').map(Number);
    for (let number = from; number <= to && failures.length <= failed && !results.isFull; number += 1)
      failures.push({ id: `${id} > test ${number}`, status: 'failed' });
  }
  return failures.length === failed ? failures : [];
}
