// The XML reports of NUnit 3 (`test-run`) and NUnit 2 (`test-results`), also of Unity and NUnitLite.
import type { TestStatus } from '../../../contract/index.ts';
import type { Results, XmlParser, XmlReader } from '../../../parse/parser.ts';
import type { TestRun, TestSection, TestTotals } from '../../../parse/section.ts';
import { appended, failureDetails } from '../shared/failure-text.ts';
import { compareWithTotals } from '../shared/totals.ts';

type Attributes = Readonly<Record<string, string>>;

export const nunit: XmlParser<TestSection> = {
  id: 'nunit',
  form: 'xml',
  commands: [],
  roots: ['test-run', 'test-results', 'test-suite'],
  open: (results) => new NunitReader(results),
};

interface Suite {
  name: string;
  attributes: Attributes;
  failedInside: boolean;
  message: string;
}

class NunitReader implements XmlReader {
  readonly #results: Results<TestSection>;
  readonly #run: TestRun;
  readonly #suites: Suite[] = [];
  #root: { name: string; attributes: Attributes } | null = null;
  /** The open test case; a child element may mark it as failed. */
  #case: { id: string; status: TestStatus; seconds: string; message: string; stack: string } | null = null;
  #element = '';
  /** Failures of suites that no case shows, such as a failed OneTimeTearDown. */
  #suiteFailures = 0;

  constructor(results: Results<TestSection>) {
    this.#results = results;
    this.#run = results.draftRun({ hasHeader: true });
  }

  startElement(name: string, attributes: Attributes): void {
    this.#root ??= { name, attributes };
    this.#element = name;
    if (name === 'test-suite') this.#suites.push({ name: suiteName(attributes), attributes, failedInside: false, message: '' });
    else if (name === 'test-case') this.#openCase(attributes);
    else if (name === 'failure' && this.#case !== null) this.#case.status = 'failed';
  }

  endElement(name: string): void {
    this.#element = '';
    if (name === 'test-case') this.#closeCase();
    else if (name === 'test-suite') this.#closeSuite();
  }

  text(text: string): void {
    const owner = this.#case ?? this.#suites.at(-1);
    if (this.#element === 'message' && owner !== undefined) owner.message = appended(owner.message, text);
    if (this.#element === 'stack-trace' && this.#case !== null) this.#case.stack = appended(this.#case.stack, text);
  }

  end(isWellFormed: boolean): void {
    // Other tools use the same element name.
    if (this.#root?.name === 'test-suite' && this.#root.attributes.type === undefined) return;
    this.#run.touch();
    this.#run.hasFooter = isWellFormed;
    const totals = this.#root === null ? null : statedTotals(this.#root.name, this.#root.attributes);
    if (totals !== null) compareWithTotals(this.#run, this.#comparable(totals));
    this.#results.add(this.#run);
  }

  #openCase(attributes: Attributes): void {
    const seconds = attributes.duration ?? attributes.time ?? '';
    this.#case = { id: caseId(attributes), status: statusOf(attributes), seconds, message: '', stack: '' };
  }

  #closeCase(): void {
    if (this.#case === null) return;
    const { id, status, seconds, message, stack } = this.#case;
    this.#run.test(id, status, { ...failureDetails(stack), message, duration_ms: Number.parseFloat(seconds) * 1000 });
    if (this.#case.status === 'failed') for (const suite of this.#suites) suite.failedInside = true;
    this.#case = null;
  }

  /** A suite that failed although none of its cases did: it did not load, or its teardown failed. */
  #closeSuite(): void {
    const suite = this.#suites.pop();
    if (suite === undefined || suite.failedInside || !saysFailed(suite.attributes)) return;
    this.#run.test(suite.name, 'failed', { message: suite.message });
    this.#suiteFailures += 1;
    for (const outer of this.#suites) outer.failedInside = true;
  }

  /** The header does not count failures of suites; NUnit 2 may not count tests that did not run. */
  #comparable({ total, passed, failed, skipped }: TestTotals & { total: number }): TestTotals {
    const stated = { passed, failed: (failed ?? 0) + this.#suiteFailures, skipped };
    const listed = this.#run.tests.length - this.#suiteFailures;
    if (passed !== null) return stated;
    const executed = total - (failed ?? 0);
    // Versions and converters of NUnit 2 differ in whether `total` includes the tests that did not run.
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

/** Words of NUnit 3 and NUnit 2; the oldest reports have only `executed` and `success`. */
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

/** Assemblies have the name of their file, whose folder differs between machines. */
function suiteName(attributes: Attributes): string {
  const name = attributes.classname ?? attributes.fullname ?? attributes.name ?? 'suite';
  return name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1);
}
