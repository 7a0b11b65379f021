// TRX, the result file of Visual Studio, vstest and Microsoft.Testing.Platform.
import type { TestResult, TestStatus } from '../../../contract/index.ts';
import type { Results, XmlParser, XmlReader } from '../../../parse/parser.ts';
import type { RawDetails, TestRun, TestSection, TestTotals } from '../../../parse/section.ts';
import { appended, failureDetails } from '../shared/failure-text.ts';
import { compareWithTotals, matchesTotals } from '../shared/totals.ts';

type Attributes = Readonly<Record<string, string>>;

const RESULT_ELEMENT = /^(?:(?:Unit|Generic|Manual|Web|Load|CodedWeb)?TestResult|TestResultAggregation)$/;
const PASSED = new Set(['Passed', 'PassedButRunAborted', 'Completed', 'Warning']);
/** The console reports an inconclusive test as skipped. */
const SKIPPED = new Set(['NotExecuted', 'Inconclusive', 'Pending']);
const FAILED_COUNTERS = ['failed', 'error', 'timeout', 'aborted', 'notRunnable', 'disconnected', 'inProgress'] as const;

export const trx: XmlParser<TestSection> = {
  id: 'trx',
  form: 'xml',
  commands: [],
  roots: ['TestRun'],
  open: (results) => new TrxReader(results),
};

interface Result {
  testId: string;
  name: string;
  status: TestStatus;
  /** A data-driven or ordered test: its rows count instead of itself. */
  hasInner: boolean;
  isInner: boolean;
  details: RawDetails;
  message: string;
  stack: string;
}

interface Definition {
  testId: string;
  /** The class that the test is a method of. */
  owner: string;
}

class TrxReader implements XmlReader {
  readonly #run: TestRun;
  readonly #results: Result[];
  readonly #open: Result[] = [];
  /** May come before or after the results. */
  readonly #definitions: Definition[];
  #definition = '';
  #counters: Attributes | null = null;
  #outcome = '';
  readonly #report: Results<TestSection>;
  /** The element whose text is read. */
  #element = '';
  /** Of the host, outside of results. */
  #runMessage = '';

  constructor(results: Results<TestSection>) {
    this.#run = results.beginRun({ hasHeader: true });
    this.#report = results;
    this.#results = results.list();
    this.#definitions = results.list();
  }

  startElement(name: string, attributes: Attributes): void {
    this.#element = name;
    if (RESULT_ELEMENT.test(name)) this.#openResult(attributes);
    else if (name === 'UnitTest') this.#definition = attributes.id ?? '';
    else if (name === 'TestMethod') this.#define(className(attributes.className ?? ''));
    else if (name === 'ResultSummary') this.#outcome = attributes.outcome ?? '';
    else if (name === 'Counters') this.#counters = attributes;
  }

  endElement(name: string): void {
    this.#element = '';
    if (RESULT_ELEMENT.test(name)) this.#open.pop();
  }

  text(text: string): void {
    const result = this.#open.at(-1);
    if (this.#element === 'Message' && result !== undefined) result.message = appended(result.message, text);
    else if (this.#element === 'Message' || this.#element === 'Text') this.#runMessage = appended(this.#runMessage, text);
    if (this.#element === 'StackTrace' && result !== undefined) result.stack = appended(result.stack, text);
  }

  end(isWellFormed: boolean): void {
    const run = this.#run;
    run.touch();
    run.hasFooter = isWellFormed;
    const leaves = this.#results.filter(({ hasInner }) => !hasInner);
    const owners = new Map(this.#definitions.map(({ testId, owner }) => [testId, owner]));
    run.tests = leaves.map(
      (result): TestResult => ({
        id: this.#id(result, owners),
        status: result.status,
        ...this.#report.details({ ...result.details, ...failureDetails(result.stack), message: result.message }),
      }),
    );
    if (this.#counters !== null && !this.#explains(this.#counters, leaves)) compareWithTotals(run, totalsOf(this.#counters));
    const red = /^(?:Failed|Error|Aborted|Timeout|Disconnected)$/.test(this.#outcome);
    if (red && leaves.every(({ status }) => status !== 'failed')) {
      // The host crashed or a fixture failed, which no test shows.
      run.test('test run', 'failed', { message: this.#runMessage });
    }
  }

  #openResult(attributes: Attributes): void {
    const parent = this.#open.at(-1);
    if (parent !== undefined) parent.hasInner = true;
    const outcome = attributes.outcome ?? '';
    const result: Result = {
      testId: attributes.testId ?? '',
      name: (attributes.testName ?? '').replace(/[\r\n\t]/g, ' ').trim(),
      status: PASSED.has(outcome) ? 'passed' : SKIPPED.has(outcome) ? 'skipped' : 'failed',
      hasInner: false,
      isInner: parent !== undefined,
      details: { duration_ms: milliseconds(attributes.duration ?? '') },
      message: '',
      stack: '',
    };
    this.#results.push(result);
    this.#open.push(result);
  }

  #define(owner: string): void {
    this.#definitions.push({ testId: this.#definition, owner });
  }

  #id({ testId, name }: Result, owners: ReadonlyMap<string, string>): string {
    const owner = owners.get(testId) ?? '';
    return owner === '' || name.startsWith(`${owner}.`) ? name : `${owner}.${name}`;
  }

  /** Tools differ in whether the counters count the rows, the rows and their parents, or the parents alone. */
  #explains(counters: Attributes, leaves: readonly Result[]): boolean {
    const stated = totalsOf(counters);
    const readings = [leaves, this.#results, this.#results.filter(({ isInner }) => !isInner)];
    return readings.some((results) => matchesTotals(results, stated));
  }
}

/** Some versions leave the counter of tests that were not executed at 0. */
function totalsOf(counters: Attributes): TestTotals {
  const count = (name: string) => Number(counters[name] ?? 0);
  const passed = [...PASSED].reduce((sum, outcome) => sum + count(outcome.charAt(0).toLowerCase() + outcome.slice(1)), 0);
  const failed = FAILED_COUNTERS.reduce((sum, name) => sum + count(name), 0);
  return { passed, failed, skipped: count('total') - passed - failed };
}

/** "Space.Class, Assembly, Version=1.0.0.0" */
function className(qualified: string): string {
  const comma = qualified.indexOf(',');
  return comma === -1 ? qualified : qualified.slice(0, comma);
}

/** "00:00:01.5" */
function milliseconds(text: string): number | null {
  const [, hours, minutes, seconds] = /^(\d{1,4}):(\d\d):(\d\d(?:\.\d{1,9})?)$/.exec(text) ?? [];
  return hours === undefined ? null : ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000;
}
