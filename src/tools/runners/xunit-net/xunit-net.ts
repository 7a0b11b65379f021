// The XML reports of xUnit.net, versions 1 to 3, of one assembly or several.
import type { TestStatus } from '../../../contract/index.ts';
import type { Results, XmlParser, XmlReader } from '../../../parse/parser.ts';
import type { TestRun, TestSection, TestTotals } from '../../../parse/section.ts';
import { appended, failureDetails } from '../shared/failure-text.ts';
import { compareWithTotals } from '../shared/totals.ts';

type Attributes = Readonly<Record<string, string>>;

export const xunitNet: XmlParser<TestSection> = {
  id: 'xunit-net',
  form: 'xml',
  commands: [],
  roots: ['assemblies', 'assembly'],
  open: (results) => new XunitReader(results),
};

class XunitReader implements XmlReader {
  readonly #results: Results<TestSection>;
  readonly #run: TestRun;
  readonly #totals = { passed: 0, failed: 0, skipped: 0 };
  #hasTotals = true;
  #current: { id: string; status: TestStatus; attributes: Attributes } | null = null;
  #element = '';
  #message = '';
  #stack = '';
  /** Other tools use the same element names. */
  #isXunit = false;

  constructor(results: Results<TestSection>) {
    this.#results = results;
    this.#run = results.draftRun({ hasHeader: true });
  }

  startElement(name: string, attributes: Attributes): void {
    if (name === 'assemblies' || attributes['run-date'] !== undefined) this.#isXunit = true;
    if (name === 'assembly') this.#assembly(attributes);
    else if (name === 'test') this.#current = { id: testId(attributes), status: statusOf(attributes.result ?? ''), attributes };
    else if (name === 'error') this.#current = { id: errorId(attributes), status: 'failed', attributes };
    if (name === 'test' || name === 'error') [this.#message, this.#stack] = ['', ''];
    this.#element = name;
  }

  endElement(name: string): void {
    this.#element = '';
    if ((name !== 'test' && name !== 'error') || this.#current === null) return;
    const { id, status, attributes } = this.#current;
    const place = { file: attributes['source-file'], line: Number(attributes['source-line'] ?? Number.NaN) };
    const duration_ms = Number.parseFloat(attributes.time ?? '') * 1000;
    this.#run.test(id, status, { ...place, ...failureDetails(this.#stack), message: this.#message, duration_ms });
    this.#current = null;
  }

  text(text: string): void {
    if (this.#element === 'message') this.#message = appended(this.#message, text);
    else if (this.#element === 'stack-trace') this.#stack = appended(this.#stack, text);
  }

  end(isWellFormed: boolean): void {
    if (!this.#isXunit) return;
    this.#run.touch();
    this.#run.hasFooter = isWellFormed;
    if (this.#hasTotals) compareWithTotals(this.#run, this.#totals);
    this.#results.add(this.#run);
  }

  #assembly(attributes: Attributes): void {
    const stated = statedTotals(attributes);
    if (stated === null) {
      this.#hasTotals = false;
      return;
    }
    this.#totals.passed += stated.passed ?? 0;
    this.#totals.failed += stated.failed ?? 0;
    this.#totals.skipped += stated.skipped ?? 0;
  }
}

/** `errors` counts failures of fixtures and clean-up, which the other numbers do not include. */
function statedTotals(attributes: Attributes): TestTotals | null {
  const { passed, failed, skipped, errors } = attributes;
  if (passed === undefined || failed === undefined) return null;
  return {
    passed: Number(passed),
    failed: Number(failed) + Number(errors ?? 0),
    skipped: Number(skipped ?? 0) + Number(attributes['not-run'] ?? 0),
  };
}

function statusOf(result: string): TestStatus {
  if (result === 'Pass') return 'passed';
  return result === 'Skip' || result === 'NotRun' ? 'skipped' : 'failed';
}

/** A custom display name lacks the class, which distinguishes equal names. */
function testId(attributes: Attributes): string {
  const name = (attributes.name ?? attributes.method ?? '').replace(/[\r\n\t]/g, ' ');
  const owner = attributes.type ?? '';
  return owner === '' || name.startsWith(owner) ? name : `${owner}.${name}`;
}

function errorId(attributes: Attributes): string {
  return [attributes.type ?? 'error', attributes.name ?? ''].filter((part) => part !== '').join(' > ');
}
