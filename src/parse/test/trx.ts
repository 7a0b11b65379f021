// TRX, the result file of Visual Studio, vstest and Microsoft.Testing.Platform.
import type { TestResult, TestStatus } from '../../contract/index.ts';
import type { Shelf } from '../engine/shelf.ts';
import type { OldXmlReader, XmlParser } from '../parser.ts';
import { emptyTestSection, type TestSection, type TestTotals } from '../section.ts';
import { addsUp, holdAgainstTotals } from './shared/totals.ts';

const ID = 'trx';
type Attributes = Readonly<Record<string, string>>;

const RESULT_ELEMENT = /^(?:(?:Unit|Generic|Manual|Web|Load|CodedWeb)?TestResult|TestResultAggregation)$/;
const PASSED = new Set(['Passed', 'PassedButRunAborted', 'Completed', 'Warning']);
/** An inconclusive test is reported as skipped on the console of the same run. */
const SKIPPED = new Set(['NotExecuted', 'Inconclusive', 'Pending']);
const FAILED_COUNTERS = ['failed', 'error', 'timeout', 'aborted', 'notRunnable', 'disconnected', 'inProgress'] as const;

export const trx: XmlParser<TestSection> = {
  id: ID,
  form: 'xml',
  commands: [],
  roots: ['TestRun'],
  openOld: (firstLine, shelf) => new TrxReader(firstLine, shelf),
};

interface Result {
  testId: string;
  name: string;
  status: TestStatus;
  /** A data-driven or ordered test: its rows count, not itself. */
  hasInner: boolean;
  isInner: boolean;
}

interface Definition {
  testId: string;
  /** The class that the test is a method of. */
  owner: string;
}

class TrxReader implements OldXmlReader<TestSection> {
  readonly #shelf: Shelf;
  readonly #section: TestSection;
  readonly #results: Result[] = [];
  readonly #open: Result[] = [];
  /** Definitions may stand before or after the results. */
  readonly #definitions: Definition[] = [];
  #definition = '';
  #counters: Attributes | null = null;
  #outcome = '';

  constructor(firstLine: number, shelf: Shelf) {
    this.#shelf = shelf;
    this.#section = { ...emptyTestSection(ID, firstLine), hasHeader: true };
  }

  startElement(name: string, attributes: Attributes): void {
    if (RESULT_ELEMENT.test(name)) this.#openResult(attributes);
    else if (name === 'UnitTest') this.#definition = attributes.id ?? '';
    else if (name === 'TestMethod') this.#define(className(attributes.className ?? ''));
    else if (name === 'ResultSummary') this.#outcome = attributes.outcome ?? '';
    else if (name === 'Counters') this.#counters = attributes;
  }

  endElement(name: string): void {
    if (RESULT_ELEMENT.test(name)) this.#open.pop();
  }

  text(): void {
    // Only messages, traces and captured output.
  }

  end(lastLine: number, wellFormed: boolean): TestSection[] {
    const section = this.#section;
    section.lastLine = lastLine;
    section.hasFooter = wellFormed;
    const leaves = this.#results.filter(({ hasInner }) => !hasInner);
    const owners = new Map(this.#definitions.map(({ testId, owner }) => [testId, owner]));
    section.tests = leaves.map((result): TestResult => ({ id: this.#id(result, owners), status: result.status }));
    if (this.#counters !== null && !this.#explains(this.#counters, leaves)) holdAgainstTotals(section, totalsOf(this.#counters));
    const red = /^(?:Failed|Error|Aborted|Timeout|Disconnected)$/.test(this.#outcome);
    if (red && leaves.every(({ status }) => status !== 'failed')) {
      // The host crashed, or a fixture broke, and no test tells of it.
      section.tests.push({ id: 'test run', status: 'failed' });
    }
    return [section];
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
    };
    this.#shelf.keepTexts(this.#results, result, ['testId', 'name']);
    this.#open.push(result);
  }

  #define(owner: string): void {
    this.#shelf.keepTexts(this.#definitions, { testId: this.#definition, owner }, ['testId', 'owner']);
  }

  #id({ testId, name }: Result, owners: ReadonlyMap<string, string>): string {
    const owner = owners.get(testId) ?? '';
    return owner === '' || name.startsWith(`${owner}.`) ? name : `${owner}.${name}`;
  }

  /** Whether the counters count the rows, the rows and their parents, or the parents alone: tools differ. */
  #explains(counters: Attributes, leaves: readonly Result[]): boolean {
    const stated = totalsOf(counters);
    const readings = [leaves, this.#results, this.#results.filter(({ isInner }) => !isInner)];
    return readings.some((results) => addsUp(results, stated));
  }
}

/** What was not executed is `total - executed`; the counter named for it stays 0 in some versions. */
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
