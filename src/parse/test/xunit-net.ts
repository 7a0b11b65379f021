// The XML reports of xUnit.net, versions 1 to 3, of one assembly or several.
import type { TestStatus } from '../../contract/index.ts';
import type { Shelf } from '../engine/shelf.ts';
import type { OldXmlReader, XmlParser } from '../parser.ts';
import { emptyTestSection, type TestSection, type TestTotals } from '../section.ts';
import { holdAgainstTotals } from './shared/totals.ts';

const ID = 'xunit-net';
type Attributes = Readonly<Record<string, string>>;

export const xunitNet: XmlParser<TestSection> = {
  id: ID,
  form: 'xml',
  commands: [],
  roots: ['assemblies', 'assembly'],
  openOld: (firstLine, shelf) => new XunitReader(firstLine, shelf),
};

class XunitReader implements OldXmlReader<TestSection> {
  readonly #shelf: Shelf;
  readonly #section: TestSection;
  readonly #totals = { passed: 0, failed: 0, skipped: 0 };
  #hasTotals = true;
  /** Other tools write elements of these names too. */
  #isXunit = false;

  constructor(firstLine: number, shelf: Shelf) {
    this.#shelf = shelf;
    this.#section = { ...emptyTestSection(ID, firstLine), hasHeader: true };
  }

  startElement(name: string, attributes: Attributes): void {
    if (name === 'assemblies' || attributes['run-date'] !== undefined) this.#isXunit = true;
    if (name === 'assembly') this.#assembly(attributes);
    else if (name === 'test')
      this.#shelf.keep(this.#section.tests, { id: testId(attributes), status: statusOf(attributes.result ?? '') });
    else if (name === 'error') this.#shelf.keep(this.#section.tests, { id: errorId(attributes), status: 'failed' });
  }

  endElement(): void {
    // Everything is told by attributes.
  }

  text(): void {
    // Only messages, traces and captured output.
  }

  end(lastLine: number, wellFormed: boolean): TestSection[] {
    const section = this.#section;
    if (!this.#isXunit) return [];
    section.lastLine = lastLine;
    section.hasFooter = wellFormed;
    if (this.#hasTotals) holdAgainstTotals(section, this.#totals);
    return [section];
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

/** `errors` are failures of fixtures and clean-up, outside of the other numbers. */
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

/** A display name of one's own lacks the class, which keeps equal names apart. */
function testId(attributes: Attributes): string {
  const name = (attributes.name ?? attributes.method ?? '').replace(/[\r\n\t]/g, ' ');
  const owner = attributes.type ?? '';
  return owner === '' || name.startsWith(owner) ? name : `${owner}.${name}`;
}

function errorId(attributes: Attributes): string {
  return [attributes.type ?? 'error', attributes.name ?? ''].filter((part) => part !== '').join(' > ');
}
