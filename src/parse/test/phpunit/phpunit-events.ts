// The events that PHPUnit prints with --debug from version 10 on, in place of its other output.
// A test can print such lines too: only the test that is running at the moment is believed to end.
import type { TestStatus } from '../../../contract/index.ts';
import type { Shelf } from '../../engine/shelf.ts';
import type { LineParser, LineReader } from '../../parser.ts';
import { emptyTestSection, type TestSection } from '../../section.ts';
import { ResultsById } from '../shared/results-by-id.ts';

const ID = 'phpunit-events';
/** "[00:00:00.012 / 00:00:00.001] [4194304 bytes] ", with --with-telemetry. */
const TELEMETRY = /^\[[\d:./ ]{1,60}\] \[[\d ]{1,20} bytes\] /;
const STARTED = /^PHPUnit Started \(PHPUnit \d/;
const ANNOUNCED = /^Test Runner Execution Started \((\d{1,9}) tests?\)$/;
const EVENT =
  /^(Test Preparation Started|Test (?:Passed|Failed|Errored|Skipped|Marked Incomplete)|Before First Test Method (?:Failed|Errored)|After Last Test Method (?:Failed|Errored)) \((.+)\)$/;
const FINISHED = /^PHPUnit Finished \(Shell Exit Code: \d{1,3}\)$/;
const ABORTED = 'Test Runner Execution Aborted';
/** After these fewer tests run than were announced. */
const CUT_SHORT = /^(?:Test Runner Execution Aborted|Test Suite Skipped|Before First Test Method |Child Process Errored)/;
const RANK: Record<TestStatus, number> = { passed: 0, skipped: 1, failed: 2 };

export const phpunitEvents: LineParser<TestSection> = {
  id: ID,
  form: 'lines',
  commands: ['phpunit'],
  startsWith: ['PHPUnit Started ', '[0'],
  open: ({ shelf }) => new EventsReader(shelf),
};

class EventsReader implements LineReader<TestSection> {
  readonly #shelf: Shelf;
  readonly #sections: TestSection[] = [];
  #run: Run | null = null;

  constructor(shelf: Shelf) {
    this.#shelf = shelf;
  }

  line(text: string, lineNumber: number): boolean {
    const event = text.startsWith('[') ? text.replace(TELEMETRY, '') : text;
    if (this.#run !== null) {
      if (!this.#run.event(event, lineNumber)) return true;
      this.#finish();
    } else if (event.startsWith('PHPUnit ') && STARTED.test(event)) this.#run = new Run(this.#shelf, lineNumber);
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

class Run {
  readonly #section: TestSection;
  readonly #statuses: ResultsById;
  readonly #brokenHooks: ResultsById;
  #announced: number | null = null;
  #isCutShort = false;
  #isAborted = false;
  #openSuites = 0;
  #current: string | null = null;

  constructor(shelf: Shelf, firstLine: number) {
    this.#statuses = new ResultsById(shelf);
    this.#brokenHooks = new ResultsById(shelf);
    this.#section = { ...emptyTestSection(ID, firstLine), hasHeader: true };
  }

  /** True at the end of the run. */
  event(text: string, lineNumber: number): boolean {
    this.#section.hasFooter = FINISHED.test(text) && (this.#openSuites === 0 || this.#isAborted);
    this.#section.lastLine = lineNumber;
    if (this.#section.hasFooter) return true;
    if (text.startsWith('Test Suite Started (')) this.#openSuites += 1;
    else if (text.startsWith('Test Suite Finished (')) this.#openSuites -= 1;
    else if (text.startsWith(ABORTED)) this.#isAborted = true;
    if (CUT_SHORT.test(text)) this.#isCutShort = true;
    const announced = ANNOUNCED.exec(text)?.[1];
    if (announced !== undefined) this.#announced = Number(announced);
    const event = EVENT.exec(text);
    if (event !== null) this.#testEvent(event[1] ?? '', testName(event[2] ?? ''));
    return false;
  }

  section(): TestSection {
    const { tests } = this.#statuses;
    const ran = tests.length;
    const announced = this.#announced ?? 0;
    if (ran > announced || (ran < announced && !this.#isCutShort))
      this.#section.problems.push(`${announced} tests were announced, but ${ran} ran`);
    return { ...this.#section, tests: [...tests, ...this.#brokenHooks.tests] };
  }

  #testEvent(event: string, id: string): void {
    if (event === 'Test Preparation Started') {
      this.#current = id;
      return;
    }
    if (event.includes(' Method ')) {
      this.#brokenHooks.set(id, 'failed');
      return;
    }
    const status = event.endsWith('Passed') ? 'passed' : /Skipped|Incomplete/.test(event) ? 'skipped' : 'failed';
    // A test whose requirements are not met is skipped without being prepared.
    const isExpected = status === 'skipped' || id === this.#current;
    const known = this.#statuses.get(id);
    if (isExpected && (known === undefined || RANK[status] > RANK[known])) this.#statuses.set(id, status);
  }
}

/** The data of a data set may differ from run to run; its name does not. */
function testName(text: string): string {
  const data = text.indexOf(' with data (');
  return data === -1 ? text : text.slice(0, data);
}
