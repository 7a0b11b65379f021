// The events that PHPUnit 10 and later print with --debug instead of the other output. A test can print such lines too, so
// only the end of the running test counts.
import type { TestResult, TestStatus } from '../../../contract/index.ts';
import type { LineParser, LineReader, Results } from '../../../parse/parser.ts';
import type { TestRun, TestSection } from '../../../parse/section.ts';
import { appended, failureDetails } from '../shared/failure-text.ts';
import { ResultsById } from '../shared/results-by-id.ts';

/** "[00:00:00.012 / 00:00:00.001] [4194304 bytes] ", with --with-telemetry. */
const TELEMETRY = /^\[[\d:./ ]{1,60}\] \[[\d ]{1,20} bytes\] /;
const STARTED = /^PHPUnit Started \(PHPUnit \d/;
const ANNOUNCED = /^Test Runner Execution Started \((\d{1,9}) tests?\)$/;
const EVENT =
  /^(Test Preparation Started|Test (?:Passed|Failed|Errored|Skipped|Marked Incomplete)|Before First Test Method (?:Failed|Errored)|After Last Test Method (?:Failed|Errored)) \((.+)\)$/;
const FINISHED = /^PHPUnit Finished \(Shell Exit Code: \d{1,3}\)$/;
const ABORTED = 'Test Runner Execution Aborted';
/** After these, fewer tests run than were announced. */
const CUT_SHORT = /^(?:Test Runner Execution Aborted|Test Suite Skipped|Before First Test Method |Child Process Errored)/;
const RANK: Record<TestStatus, number> = { passed: 0, skipped: 1, failed: 2 };

export const phpunitEvents: LineParser<TestSection> = {
  id: 'phpunit-events',
  form: 'lines',
  commands: ['phpunit'],
  startsWith: ['PHPUnit Started ', '[0'],
  open: (results) => new EventsReader(results),
};

class EventsReader implements LineReader {
  readonly #results: Results<TestSection>;
  #run: EventsRun | null = null;

  constructor(results: Results<TestSection>) {
    this.#results = results;
  }

  line(text: string): boolean {
    const event = text.startsWith('[') ? text.replace(TELEMETRY, '') : text;
    if (this.#run !== null) {
      if (!this.#run.event(event)) return true;
      this.#finish();
    } else if (event.startsWith('PHPUnit ') && STARTED.test(event)) this.#run = new EventsRun(this.#results);
    return this.#run !== null;
  }

  end(): void {
    this.#finish();
  }

  #finish(): void {
    this.#run?.finish();
    this.#run = null;
  }
}

class EventsRun {
  readonly #run: TestRun;
  readonly #statuses: ResultsById;
  readonly #brokenHooks: ResultsById;
  #announced: number | null = null;
  #isCutShort = false;
  #isAborted = false;
  #openSuites = 0;
  #current: string | null = null;
  /** The test whose message follows. */
  #failed: TestResult | null = null;
  #message = '';
  readonly #results: Results<TestSection>;

  constructor(results: Results<TestSection>) {
    this.#results = results;
    this.#statuses = new ResultsById(results);
    this.#brokenHooks = new ResultsById(results);
    this.#run = results.beginRun({ hasHeader: true });
  }

  /** True at the end of the run. */
  event(text: string): boolean {
    this.#run.hasFooter = FINISHED.test(text) && (this.#openSuites === 0 || this.#isAborted);
    this.#run.touch();
    if (this.#run.hasFooter) return true;
    if (text.startsWith('Test Suite Started (')) this.#openSuites += 1;
    else if (text.startsWith('Test Suite Finished (')) this.#openSuites -= 1;
    else if (text.startsWith(ABORTED)) this.#isAborted = true;
    if (CUT_SHORT.test(text)) this.#isCutShort = true;
    const announced = ANNOUNCED.exec(text)?.[1];
    if (announced !== undefined) this.#announced = Number(announced);
    const event = EVENT.exec(text);
    if (event !== null) this.#testEvent(event[1] ?? '', testName(event[2] ?? ''));
    else this.#messageLine(text);
    return false;
  }

  finish(): void {
    const { tests } = this.#statuses;
    const ran = tests.length;
    const announced = this.#announced ?? 0;
    if (ran > announced || (ran < announced && !this.#isCutShort))
      this.#run.problems.push(`${announced} tests were announced, but ${ran} ran`);
    this.#run.tests = [...tests, ...this.#brokenHooks.tests];
  }

  /** The message follows the event, up to the next one. */
  #messageLine(text: string): void {
    if (/^(?:Test|Before|After|Child) \S/.test(text)) this.#failed = null;
    else if (this.#failed !== null) {
      this.#message = appended(this.#message, `${text}\n`);
      Object.assign(this.#failed, this.#results.details(failureDetails(this.#message)));
    }
  }

  #testEvent(event: string, id: string): void {
    this.#failed = null;
    if (event === 'Test Preparation Started') {
      this.#current = id;
      return;
    }
    if (event.includes(' Method ')) {
      this.#failed = this.#brokenHooks.set(id, 'failed');
      this.#message = '';
      return;
    }
    const status = event.endsWith('Passed') ? 'passed' : /Skipped|Incomplete/.test(event) ? 'skipped' : 'failed';
    // A test whose requirements are not met is skipped without being prepared.
    const isExpected = status === 'skipped' || id === this.#current;
    const known = this.#statuses.get(id);
    if (isExpected && (known === undefined || RANK[status] > RANK[known])) this.#failed = this.#statuses.set(id, status);
    this.#message = '';
  }
}

/** Without the data of a data set, which may differ between runs; its name does not. */
function testName(text: string): string {
  const data = text.indexOf(' with data (');
  return data === -1 ? text : text.slice(0, data);
}
