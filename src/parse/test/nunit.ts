// The XML reports of NUnit 3 (`test-run`) and NUnit 2 (`test-results`), also of Unity and NUnitLite.
import type { TestStatus } from '../../contract/index.ts';
import type { Shelf } from '../engine/shelf.ts';
import type { OldXmlReader, XmlParser } from '../parser.ts';
import { emptyTestSection, type TestSection, type TestTotals } from '../section.ts';
import { holdAgainstTotals } from './shared/totals.ts';

const ID = 'nunit';
type Attributes = Readonly<Record<string, string>>;

export const nunit: XmlParser<TestSection> = {
  id: ID,
  form: 'xml',
  commands: [],
  roots: ['test-run', 'test-results', 'test-suite'],
  openOld: (firstLine, shelf) => new NunitReader(firstLine, shelf),
};

interface Suite {
  name: string;
  attributes: Attributes;
  failedInside: boolean;
}

class NunitReader implements OldXmlReader<TestSection> {
  readonly #shelf: Shelf;
  readonly #section: TestSection;
  readonly #suites: Suite[] = [];
  #root: { name: string; attributes: Attributes } | null = null;
  /** The test case that is open, whose failure may be told by an element only. */
  #case: { id: string; status: TestStatus } | null = null;
  /** Failures of suites that no case carries, such as a broken OneTimeTearDown. */
  #suiteFailures = 0;

  constructor(firstLine: number, shelf: Shelf) {
    this.#shelf = shelf;
    this.#section = { ...emptyTestSection(ID, firstLine), hasHeader: true };
  }

  startElement(name: string, attributes: Attributes): void {
    this.#root ??= { name, attributes };
    if (name === 'test-suite') this.#suites.push({ name: suiteName(attributes), attributes, failedInside: false });
    else if (name === 'test-case') this.#case = { id: caseId(attributes), status: statusOf(attributes) };
    else if (name === 'failure' && this.#case !== null) this.#case.status = 'failed';
  }

  endElement(name: string): void {
    if (name === 'test-case') this.#closeCase();
    else if (name === 'test-suite') this.#closeSuite();
  }

  text(): void {
    // Only messages, traces and captured output.
  }

  end(lastLine: number, wellFormed: boolean): TestSection[] {
    const section = this.#section;
    // Other tools write elements of this name too.
    if (this.#root?.name === 'test-suite' && this.#root.attributes.type === undefined) return [];
    section.lastLine = lastLine;
    section.hasFooter = wellFormed;
    const totals = this.#root === null ? null : statedTotals(this.#root.name, this.#root.attributes);
    if (totals !== null) holdAgainstTotals(section, this.#comparable(totals));
    return [section];
  }

  #closeCase(): void {
    if (this.#case === null) return;
    this.#shelf.keep(this.#section.tests, this.#case);
    if (this.#case.status === 'failed') for (const suite of this.#suites) suite.failedInside = true;
    this.#case = null;
  }

  /** A failure whose site is the suite itself and that its cases do not show: it did not load, or its tear-down broke. */
  #closeSuite(): void {
    const suite = this.#suites.pop();
    if (suite === undefined || suite.failedInside || !saysFailed(suite.attributes)) return;
    this.#shelf.keep(this.#section.tests, { id: suite.name, status: 'failed' });
    this.#suiteFailures += 1;
    for (const outer of this.#suites) outer.failedInside = true;
  }

  /** Headers of NUnit leave out failures of suites; NUnit 2 counts tests that did not run outside of its total. */
  #comparable({ total, passed, failed, skipped }: TestTotals & { total: number }): TestTotals {
    const stated = { passed, failed: (failed ?? 0) + this.#suiteFailures, skipped };
    const listed = this.#section.tests.length - this.#suiteFailures;
    if (passed !== null) return stated;
    const executed = total - (failed ?? 0);
    // Versions and converters of NUnit 2 differ in whether `total` holds the tests that did not run.
    const inTotal = listed === total ? executed - (skipped ?? 0) : executed;
    return { ...stated, passed: inTotal };
  }
}

function number(text: string | undefined): number {
  const value = Number(text ?? 0);
  return Number.isFinite(value) ? value : 0;
}

function statedTotals(root: string, attributes: Attributes): (TestTotals & { total: number }) | null {
  if (attributes.total === undefined) return null;
  const total = number(attributes.total);
  if (root === 'test-results') {
    const failed = number(attributes.failures) + number(attributes.errors) + number(attributes.invalid);
    const notRun = attributes['not-run'] ?? attributes.skipped;
    const skipped = number(notRun) - number(attributes.invalid) + number(attributes.inconclusive);
    return { total, passed: null, failed, skipped };
  }
  const passed = number(attributes.passed) + number(attributes.warnings);
  return {
    total,
    passed,
    failed: number(attributes.failed),
    skipped: number(attributes.skipped) + number(attributes.inconclusive),
  };
}

/** NUnit 3 words, then those of NUnit 2, whose oldest reports have only `executed` and `success`. */
function statusOf(attributes: Attributes): TestStatus {
  const result = attributes.result ?? '';
  if (/^(?:Passed|Success|Warning)/.test(result)) return 'passed';
  if (/^(?:Skipped|Inconclusive|Ignored)/.test(result)) return 'skipped';
  if (result !== '') return 'failed';
  if (attributes.executed?.toLowerCase() === 'false') return 'skipped';
  return attributes.success?.toLowerCase() === 'false' ? 'failed' : 'passed';
}

function saysFailed(attributes: Attributes): boolean {
  const result = attributes.result ?? '';
  return /^(?:Failed|Failure|Error|NotRunnable|Cancelled)/.test(result);
}

function caseId(attributes: Attributes): string {
  const name = attributes.name ?? '';
  const owner = attributes.classname ?? '';
  const full = attributes.fullname ?? (owner === '' || name.startsWith(`${owner}.`) ? name : `${owner}.${name}`);
  return full.replace(/[\r\n\t]/g, ' ');
}

/** Assemblies are named by their file, whose folder is the machine's. */
function suiteName(attributes: Attributes): string {
  const name = attributes.classname ?? attributes.fullname ?? attributes.name ?? 'suite';
  return name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1);
}
