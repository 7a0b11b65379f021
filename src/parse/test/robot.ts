// Output.xml of Robot Framework, versions 3 to 7.
import type { TestStatus } from '../../contract/index.ts';
import type { Shelf } from '../engine/shelf.ts';
import type { OldXmlReader, XmlParser } from '../parser.ts';
import { emptyTestSection, type TestSection } from '../section.ts';
import { holdAgainstTotals } from './shared/totals.ts';

const ID = 'robot';
type Attributes = Readonly<Record<string, string>>;

const STATUSES: Record<string, TestStatus> = { PASS: 'passed', SKIP: 'skipped', NOT_RUN: 'skipped', 'NOT RUN': 'skipped' };

export const robot: XmlParser<TestSection> = {
  id: ID,
  form: 'xml',
  commands: ['robot', 'pabot'],
  roots: ['robot'],
  openOld: (firstLine, shelf) => new RobotReader(firstLine, shelf),
};

class RobotReader implements OldXmlReader<TestSection> {
  readonly #shelf: Shelf;
  readonly #section: TestSection;
  readonly #elements: string[] = [];
  readonly #suites: string[] = [];
  #test = '';
  /** The last line of the total statistics is about all tests; older versions put the critical ones before it. */
  #total: Attributes | null = null;

  constructor(firstLine: number, shelf: Shelf) {
    this.#shelf = shelf;
    this.#section = { ...emptyTestSection(ID, firstLine), hasHeader: true };
  }

  startElement(name: string, attributes: Attributes): void {
    const parent = this.#elements.at(-1);
    this.#elements.push(name);
    if (name === 'suite' && parent !== 'suite' && parent !== 'robot') return;
    if (name === 'suite') this.#suites.push(attributes.name ?? '');
    else if (name === 'test') this.#test = [...this.#suites, attributes.name ?? ''].join(' > ');
    else if (name === 'status' && parent === 'test') this.#result(attributes.status ?? '');
    else if (name === 'stat' && parent === 'total') this.#total = attributes;
  }

  endElement(name: string): void {
    this.#elements.pop();
    if (name === 'suite' && this.#elements.at(-1) !== 'statistics') this.#suites.pop();
  }

  text(): void {
    // Only messages and documentation.
  }

  end(lastLine: number, wellFormed: boolean): TestSection[] {
    const section = this.#section;
    section.lastLine = lastLine;
    section.hasFooter = wellFormed;
    if (this.#total !== null) {
      const { pass = '0', fail = '0', skip = '0' } = this.#total;
      holdAgainstTotals(section, { passed: Number(pass), failed: Number(fail), skipped: Number(skip) });
    }
    return [section];
  }

  #result(status: string): void {
    this.#shelf.keep(this.#section.tests, { id: this.#test, status: STATUSES[status] ?? 'failed' });
  }
}
