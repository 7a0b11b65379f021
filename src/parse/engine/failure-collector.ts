// Collects the failure reports of one console parser and assigns them to its failed tests.
import type { TestDetails, TestResult } from '../../contract/index.ts';
import type { FailureHeading, FailureLine, FailurePlace, FailureReports, LineReader } from '../parser.ts';
import type { TestSection } from '../section.ts';
import type { ResultBuilder } from './result-builder.ts';
import { MAX_MESSAGE_LINES, shortMessage } from './test-details.ts';

/** What follows a heading further below is other output. */
const MAX_REPORT_LINES = 1000;
/** Of a report without its texts. */
const REPORT_BYTES = 200;

interface Report {
  title: string;
  lineNumber: number;
  details: TestDetails;
}

interface OpenReport extends Report {
  read: (text: string) => FailureLine;
  lines: string[];
  heading: FailureHeading;
  place: FailurePlace | null;
}

export class FailureCollector implements LineReader {
  readonly #format: FailureReports;
  readonly #results: ResultBuilder;
  readonly #reports: Report[] = [];
  #open: OpenReport | null = null;

  constructor(format: FailureReports, results: ResultBuilder) {
    this.#format = format;
    this.#results = results;
  }

  /** As `LineReader.line`. */
  line(text: string): boolean {
    const heading = this.#format.heading(text, (distance) => this.#results.before(distance));
    if (heading !== null) this.#begin(heading);
    else if (this.#open !== null) this.#body(this.#open, text);
    return this.#open !== null;
  }

  #begin(heading: FailureHeading): void {
    this.#close();
    const { lineNumber } = this.#results;
    const { title } = heading;
    const lines = heading.message ? [heading.message] : [];
    this.#open = { title, lineNumber, details: {}, heading, read: this.#format.open(heading), lines, place: null };
  }

  #body(report: OpenReport, text: string): void {
    const read = this.#results.lineNumber - report.lineNumber > MAX_REPORT_LINES ? false : report.read(text);
    if (read === false) this.#close();
    else if (typeof read === 'string') {
      if (report.lines.length <= MAX_MESSAGE_LINES && read.trim() !== '') report.lines.push(read);
    } else if (read !== null) {
      const { text: line, ...place } = read;
      if (line !== undefined && report.lines.length <= MAX_MESSAGE_LINES) report.lines.push(line);
      report.place ??= place;
    }
  }

  #close(): void {
    if (this.#open === null) return;
    const { title, lineNumber, heading, lines, place } = this.#open;
    this.#open = null;
    const details = this.#results.details({ ...place, ...heading, message: lines.join('\n') });
    // Of joined reports, some have nothing to say; for others their number matters.
    if (this.#format.areJoined === true && Object.keys(details).length === 0) return;
    if (this.#results.chargeDetails(title.length + REPORT_BYTES)) this.#reports.push({ title, lineNumber, details });
  }

  /** Called after the parser's own `end`. */
  end(): void {
    this.#close();
    if (this.#reports.length === 0) return;
    const indexes = this.#results.sections
      .filter((section): section is TestSection => section.kind === 'test')
      .sort((a, b) => a.firstLine - b.firstLine)
      .map((section) => new TitleIndex(section, this.#format));
    for (const report of this.#reports) reportOn(report, indexes);
    for (const index of indexes) index.assign(this.#format.areJoined === true);
  }
}

/** A report belongs to the section around it, else to the one before it; where a section begins with its results, to one after it. */
function reportOn(report: Report, indexes: readonly TitleIndex[]): void {
  let after = indexes.findIndex(({ firstLine }) => firstLine > report.lineNumber);
  if (after === -1) after = indexes.length;
  const before = indexes[after - 1];
  if (before?.add(report) === true || (before !== undefined && before.lastLine >= report.lineNumber)) return;
  indexes.slice(after).some((index) => index.add(report));
}

/** The failed tests of one section by the titles that headings may give them. */
class TitleIndex {
  readonly firstLine: number;
  readonly lastLine: number;
  /** By how specific the titles are. */
  readonly #levels: Map<string, TestResult[]>[] = [];
  readonly #reports = new Map<TestResult[], Report[]>();

  constructor({ firstLine, lastLine, tests }: TestSection, { titles }: FailureReports) {
    this.firstLine = firstLine;
    this.lastLine = lastLine;
    for (const test of tests) {
      if (test.status !== 'failed') continue;
      for (const [level, title] of titles(test.id).entries()) {
        this.#levels[level] ??= new Map();
        const known = this.#levels[level].get(title);
        if (known === undefined) this.#levels[level].set(title, [test]);
        else known.push(test);
      }
    }
  }

  /** False if the section has no such test. */
  add(report: Report): boolean {
    for (const level of this.#levels) {
      const tests = level.get(report.title);
      if (tests === undefined) continue;
      const known = this.#reports.get(tests);
      if (known === undefined) this.#reports.set(tests, [report]);
      else known.push(report);
      return true;
    }
    return false;
  }

  assign(areJoined: boolean): void {
    for (const [tests, reports] of this.#reports) {
      if (areJoined) for (const test of tests.slice(0, 1)) complete(test, joined(reports));
      else if (tests[0] !== undefined && tests.length === 1) complete(tests[0], mostSaid(reports));
      else if (areInOrder(tests, reports)) for (const [index, test] of tests.entries()) complete(test, reports[index]?.details);
    }
  }
}

/** The first with a message: runners also print a test's name without its report. */
function mostSaid(reports: readonly Report[]): TestDetails | undefined {
  return (reports.find(({ details }) => details.message !== undefined) ?? reports[0])?.details;
}

/** Whether the first report is of the first test, and so on: with fewer or more reports it is unknown whose they are. */
function areInOrder(tests: readonly TestResult[], reports: readonly Report[]): boolean {
  return reports.length % tests.length === 0 || tests.every(({ id }) => id === tests[0]?.id);
}

function joined(reports: readonly Report[]): TestDetails {
  const message = reports.flatMap(({ details }) => details.message ?? []).join('\n');
  const first = reports.find(({ details }) => details.file !== undefined)?.details;
  return { ...first, ...(message !== '' && { message: shortMessage(message) }) };
}

function complete(test: TestResult, details: TestDetails | undefined): void {
  Object.assign(test, { ...details, ...test });
}
