// Perl's `prove` and `make test` (TAP::Harness 3), with or without the TAP of each file (-v).
// A run ends with "Files=2, Tests=7, ..." and "Result: PASS". Without -v only failures are told one by one, and
// what was skipped inside a file that passed counts as passed, as prove itself does.

import type { TestResult } from '../../../contract/index.ts';
import type { Shelf } from '../../engine/shelf.ts';
import type { LineContext, LineParser, LineReader } from '../../parser.ts';
import { emptyTestSection, type TestSection } from '../../section.ts';
import { CharCode } from '../../shared/characters.ts';
import { dropExcessTests } from '../shared/totals.ts';
import { TapDocument } from './document.ts';
import { tapSection } from './section.ts';

const ID = 'prove';
/** "t/a.t .. ok", "t/b.t ... skipped: reason"; what follows the dots is empty for a file that failed, and with -v. */
const FILE = /^(?:\[\d\d:\d\d:\d\d\] )?(\S+) \.{2,}(?: (?:(ok)(?: +\d+ m?s.*)?|skipped: .*|skipped)?)?$/;
const TEST_FILE = /\.t$|\/./;
const FILE_END = /^(?:Failed \d+\/\d+ subtests|All \d+ subtests passed|No subtests run|Dubious, test returned \d+)/;
/** With --timer the time stands behind it. */
const FILE_OK = /^ok(?: {2,}\d+ m?s\b.*)?$/;
const LESS_SKIPPED = /^\t\(less (\d+) skipped subtests?: \d+ okay\)$/;
const REPORT = 'Test Summary Report';
const REPORTED = /^(\S+) +\(Wstat: .* Tests: \d+ Failed: (\d+)\)$/;
const FAILED_TESTS = /^ {2}Failed tests?: +([\d, -]+)$/;
const BROKEN_FILE = /^ {2}(?:Non-zero (?:exit|wait) status|Parse errors):/;
const COUNTS = /^Files=(\d{1,9}), Tests=(\d{1,9}), /;
const SKIPPED = '.. skipped: ';
/** As far as earlier lines are remembered. */
const LOOK_BACK = 64;
const ENDS_TWICE = 'prove seems to end twice';
const RESULT = /^Result: (?:PASS|FAIL|NOTESTS)$/;

interface ReportedFile {
  /** Its path. */
  id: string;
  failed: number;
  /** Those that are told by number, if they are as many. */
  failures: TestResult[];
  broken: boolean;
}

interface Counts {
  files: number;
  tests: number;
}

export const prove: LineParser<TestSection> = {
  id: ID,
  form: 'lines',
  commands: ['prove'],
  startsWith: [REPORT, 'Files='],
  atMargin: true,
  // How the line of a file may end. A reason for skipping it may be anything: such lines are looked for behind the others.
  endsWith: [' ..', '...', '.. ', ' ok', ' skipped', ' ms', ' s', ' CPU)', ' okay)'],
  prefilter: (text) =>
    isFileLine(text) || text.charCodeAt(0) === CharCode.TAB || text.startsWith(REPORT) || text.startsWith('Files='),
  open: (context) => new ProveReader(context),
};

/** Whether dots follow the first word, or the second where the time stands first. */
function isFileLine(text: string): boolean {
  const first = text.indexOf(' ');
  if (first === -1) return false;
  const blank = text.charCodeAt(0) === CharCode.LEFT_BRACKET ? text.indexOf(' ', first + 1) : first;
  if (blank === -1 || blank + 2 >= text.length) return false;
  return text.charCodeAt(blank + 1) === CharCode.DOT && text.charCodeAt(blank + 2) === CharCode.DOT;
}

class ProveReader implements LineReader<TestSection> {
  readonly #context: LineContext;
  readonly #sections: TestSection[] = [];
  #section: TestSection | null = null;
  #files = 0;
  #skipped = 0;
  /** With -v: the file whose TAP is being read, and the tests of those before. */
  #file: string | null = null;
  #document: TapDocument | null = null;
  #tests: TestResult[] = [];
  #points = 0;
  /** What is wrong with the TAP of the files. */
  #problems = new Set<string>();
  #reported: ReportedFile[] = [];
  #inReport = false;
  #counts: Counts | null = null;
  /** The last end that was seen, while it is not sure that it was the real one. */
  #held: Counts | null = null;
  /** It came before any file was listed. */
  #heldUnlisted = false;

  constructor(context: LineContext) {
    this.#context = context;
  }

  line(text: string, lineNumber: number): boolean {
    if (isFileLine(text) && this.#beginFile(text, lineNumber)) return true;
    const first = text === '' ? 0 : text.charCodeAt(0);
    // "T", "F" and "R" begin the lines that stand for themselves.
    if (first === CharCode.UPPER_T || first === CharCode.UPPER_F || first === 82) this.#harnessLine(text, lineNumber);
    if (this.#file !== null) this.#tapLine(text, lineNumber);
    else if (this.#inReport) this.#reportLine(text);
    else if (first === CharCode.TAB) this.#skipped += Number(LESS_SKIPPED.exec(text)?.[1] ?? 0);
    return this.#section !== null;
  }

  end(): TestSection[] {
    const section = this.#section;
    if (section !== null && this.#held !== null) {
      // With --QUIET no file is listed.
      if (this.#files > 0) section.problems.push('prove lists other files than it counts');
      this.#finish(section, this.#held);
    }
    return this.#sections;
  }

  #open(lineNumber: number): TestSection {
    this.#section ??= { ...emptyTestSection(ID, this.#skippedBefore(lineNumber)), hasHeader: true };
    this.#section.lastLine = lineNumber;
    return this.#section;
  }

  /** Counts the files that were skipped before the first line that could only be prove's. Answers where the run began. */
  #skippedBefore(lineNumber: number): number {
    let firstLine = lineNumber;
    for (let distance = 1; distance <= LOOK_BACK; distance += 1) {
      const text = this.#context.before(distance);
      if (text.startsWith('Result: ') || text.startsWith('Files=')) break;
      if (!text.includes(SKIPPED) || !isFileLine(text) || FILE.exec(text) === null) continue;
      this.#files += 1;
      firstLine = lineNumber - distance;
    }
    return firstLine;
  }

  #beginFile(text: string, lineNumber: number): boolean {
    const match = FILE.exec(text);
    if (match === null || !TEST_FILE.test(match[1] ?? '')) return false;
    this.#endFile();
    this.#open(lineNumber);
    this.#files += 1;
    // A line that ends with its dots is followed by the TAP of the file, or by what went wrong.
    if (text.endsWith('.. ') || text.endsWith('..')) {
      this.#file = match[1] ?? '';
      this.#document = new TapDocument(null, lineNumber, this.#context.shelf);
    }
    return true;
  }

  #tapLine(text: string, lineNumber: number): void {
    const document = this.#document;
    if (document === null) return;
    const isComplete = document.plan !== null && document.points.length >= document.plan;
    if (FILE_END.test(text) || (isComplete && FILE_OK.test(text))) this.#endFile();
    else document.line(text, lineNumber);
  }

  #endFile(): void {
    const { points } = this.#document ?? { points: [] };
    if (this.#document !== null && points.length > 0) {
      const { tests, problems } = tapSection(ID, this.#document, 0);
      for (const problem of problems) this.#problems.add(problem);
      this.#points += points.length;
      // What tapSection adds for a broken plan is told again by the report.
      for (const { id, status } of tests.slice(0, points.length))
        this.#context.shelf.keep(this.#tests, { id: `${this.#file} > ${id}`, status });
    }
    this.#file = null;
    this.#document = null;
  }

  #harnessLine(text: string, lineNumber: number): void {
    if (text === REPORT) {
      this.#endFile();
      this.#open(lineNumber);
      this.#inReport = true;
      this.#reported = [];
      return;
    }
    const counts = text.startsWith('Files=') ? COUNTS.exec(text) : null;
    if (counts !== null) {
      this.#endFile();
      this.#open(lineNumber);
      this.#inReport = false;
      this.#counts = { files: Number(counts[1]), tests: Number(counts[2]) };
    } else if (this.#counts !== null && RESULT.test(text)) this.#close(this.#open(lineNumber), this.#counts);
  }

  #reportLine(text: string): void {
    const file = text.startsWith(' ') ? null : REPORTED.exec(text);
    if (file !== null) this.#context.shelf.keep(this.#reported, reportedFile(file));
    const current = this.#reported.at(-1);
    if (current === undefined) return;
    const numbers = FAILED_TESTS.exec(text)?.[1];
    if (numbers !== undefined) current.failures = failuresByNumber(current, numbers, this.#context.shelf);
    if (BROKEN_FILE.test(text)) current.broken = true;
  }

  #close(section: TestSection, counts: Counts): void {
    this.#counts = null;
    if (this.#held !== null && this.#files === 0) section.problems = [ENDS_TWICE];
    this.#held = counts;
    this.#heldUnlisted ||= this.#files === 0;
    // As many files as it counts: what ended before this was printed by a test, or is another run's that lists no files.
    if (this.#files !== counts.files || this.#files === 0) return;
    section.problems = this.#heldUnlisted ? [ENDS_TWICE] : [];
    this.#finish(section, counts);
  }

  #finish(section: TestSection, counts: Counts): void {
    const failed = this.#reported.reduce((sum, file) => sum + file.failed, 0);
    const brokenFiles = this.#reported.filter((file) => file.broken && file.failed === 0);
    const broken = brokenFiles.map(({ id }): TestResult => ({ id, status: 'failed' }));
    const listsAll = this.#points === counts.tests && this.#tests.filter(({ status }) => status === 'failed').length === failed;
    const listsOnlyFailed = this.#points === failed && this.#tests.every(({ status }) => status === 'failed');
    if (listsAll) {
      section.tests = [...this.#tests, ...broken];
      section.problems.push(...this.#problems);
    } else {
      if (this.#points > 0 && !listsOnlyFailed)
        section.problems.push(`prove counts ${counts.tests} tests, but ${this.#points} are listed`);
      const passed = counts.tests - failed - this.#skipped;
      section.totals = { passed, failed: failed + broken.length, skipped: this.#skipped };
      section.tests = dropExcessTests([...this.#reported.flatMap(({ failures }) => failures), ...broken], section.totals);
    }
    section.hasFooter = true;
    this.#context.shelf.keepRun(this.#sections, section);
    this.#section = null;
    this.#held = null;
    this.#heldUnlisted = false;
    this.#files = 0;
    this.#skipped = 0;
    this.#tests = [];
    this.#points = 0;
    this.#problems = new Set();
    this.#reported = [];
  }
}

function reportedFile([, id = '', failed]: RegExpExecArray): ReportedFile {
  return { id, failed: Number(failed), failures: [], broken: false };
}

/** "2, 5-7" -> 2 5 6 7; nothing when there are other than the stated number. */
function failuresByNumber({ id, failed }: ReportedFile, ranges: string, shelf: Shelf): TestResult[] {
  const failures: TestResult[] = [];
  for (const range of ranges.split(',')) {
    const [from = 0, to = from] = range.split('-').map(Number);
    for (let number = from; number <= to && failures.length <= failed && !shelf.isFull; number += 1)
      shelf.keep(failures, { id: `${id} > test ${number}`, status: 'failed' });
  }
  return failures.length === failed ? failures : [];
}
