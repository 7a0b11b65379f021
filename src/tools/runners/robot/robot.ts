// Output.xml of Robot Framework, versions 3 to 7.
import type { TestStatus } from '../../../contract/index.ts';
import type { Results, XmlParser, XmlReader } from '../../../parse/parser.ts';
import type { TestRun, TestSection } from '../../../parse/section.ts';
import { appended } from '../shared/failure-text.ts';
import { compareWithTotals } from '../shared/totals.ts';

type Attributes = Readonly<Record<string, string>>;

const STATUSES: Record<string, TestStatus> = { PASS: 'passed', SKIP: 'skipped', NOT_RUN: 'skipped', 'NOT RUN': 'skipped' };

export const robot: XmlParser<TestSection> = {
  id: 'robot',
  form: 'xml',
  commands: ['robot', 'pabot'],
  roots: ['robot'],
  open: (results) => new RobotReader(results),
};

class RobotReader implements XmlReader {
  readonly #run: TestRun;
  readonly #elements: string[] = [];
  readonly #suites: string[] = [];
  #test = '';
  #status: Attributes = {};
  #message = '';
  /** The last entry of the total statistics counts all tests; older versions precede it with the critical ones. */
  #total: Attributes | null = null;

  constructor(results: Results<TestSection>) {
    this.#run = results.beginRun({ hasHeader: true });
  }

  startElement(name: string, attributes: Attributes): void {
    const parent = this.#elements.at(-1);
    this.#elements.push(name);
    if (name === 'suite' && parent !== 'suite' && parent !== 'robot') return;
    if (name === 'suite') this.#suites.push(attributes.name ?? '');
    else if (name === 'test') this.#test = [...this.#suites, attributes.name ?? ''].join(' > ');
    else if (name === 'status' && parent === 'test') [this.#status, this.#message] = [attributes, ''];
    else if (name === 'stat' && parent === 'total') this.#total = attributes;
  }

  endElement(name: string): void {
    this.#elements.pop();
    if (name === 'status' && this.#elements.at(-1) === 'test') this.#result(this.#status);
    if (name === 'suite' && this.#elements.at(-1) !== 'statistics') this.#suites.pop();
  }

  text(text: string): void {
    if (this.#elements.at(-1) === 'status' && this.#elements.at(-2) === 'test') this.#message = appended(this.#message, text);
  }

  end(isWellFormed: boolean): void {
    this.#run.touch();
    this.#run.hasFooter = isWellFormed;
    if (this.#total !== null) {
      const { pass = '0', fail = '0', skip = '0' } = this.#total;
      compareWithTotals(this.#run, { passed: Number(pass), failed: Number(fail), skipped: Number(skip) });
    }
  }

  #result({ status = '', elapsed = '' }: Attributes): void {
    const details = { message: this.#message, duration_ms: Number.parseFloat(elapsed) * 1000 };
    this.#run.test(this.#test, STATUSES[status] ?? 'failed', details);
  }
}
