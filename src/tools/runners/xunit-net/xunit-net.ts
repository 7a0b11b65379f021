// The XML reports of xUnit.net, versions 1 to 3, of one assembly or several.
import type { TestStatus } from '../../../contract/index.ts';
import type { Results, XmlParser, XmlReader } from '../../../parse/parser.ts';
import type { TestRun, TestSection, TestTotals } from '../../../parse/section.ts';
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
  /** Other tools use the same element names. */
  #isXunit = false;

  constructor(results: Results<TestSection>) {
    this.#results = results;
    this.#run = results.draftRun({ hasHeader: true });
  }

  startElement(name: string, attributes: Attributes): void {
    if (name === 'assemblies' || attributes['run-date'] !== undefined) this.#isXunit = true;
    if (name === 'assembly') this.#assembly(attributes);
    else if (name === 'test') this.#run.test(testId(attributes), statusOf(attributes.result ?? ''));
    else if (name === 'error') this.#run.test(errorId(attributes), 'failed');
  }

  endElement(): void {
    // All data is in attributes.
  }

  text(): void {
    // Only messages, traces and captured output.
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
