// The stream of mocha's json-stream reporter: ["start",{...}], one line per result, ["end",{...}].
import type { TestStatus } from '../../../contract/index.ts';
import type { Shelf } from '../../engine/shelf.ts';
import type { JsonLinesParser, JsonLinesReader } from '../../parser.ts';
import { emptyTestSection, type TestSection } from '../../section.ts';
import { countMember, isRecord } from '../../shared/json-access.ts';
import { mochaId } from './test-id.ts';

const ID = 'mocha-json-stream';
const STATUSES: Readonly<Record<string, TestStatus>> = { pass: 'passed', fail: 'failed' };

type Event = readonly [string, Readonly<Record<string, unknown>>];

export const mochaJsonStream: JsonLinesParser<TestSection> = {
  id: ID,
  form: 'json-lines',
  commands: ['mocha', '_mocha'],
  contains: ['total', 'passes', 'fullTitle'],
  accepts: (document) => readEvent(document) !== null,
  openOld: (shelf) => new StreamReader(shelf),
};

class StreamReader implements JsonLinesReader<TestSection> {
  readonly #sections: TestSection[] = [];
  #open: TestSection | null = null;
  readonly #shelf: Shelf;

  constructor(shelf: Shelf) {
    this.#shelf = shelf;
  }

  document(document: unknown, lineNumber: number): void {
    const event = readEvent(document);
    if (event === null) return;
    const [type, body] = event;
    if (type === 'start') {
      this.#open = { ...emptyTestSection(ID, lineNumber), hasHeader: true };
      this.#shelf.keepRun(this.#sections, this.#open);
    }
    if (this.#open === null) return;
    this.#open.lastLine = lineNumber;
    const status = STATUSES[type];
    if (status !== undefined) this.#shelf.keep(this.#open.tests, { id: mochaId(body), status });
    if (type === 'end') this.#close(this.#open, body);
  }

  end(): TestSection[] {
    return this.#sections;
  }

  /** Pending tests have no line of their own. */
  #close(section: TestSection, stats: Event[1]): void {
    section.hasFooter = true;
    section.totals = {
      passed: countMember(stats, 'passes'),
      failed: countMember(stats, 'failures'),
      skipped: countMember(stats, 'pending'),
    };
    this.#open = null;
  }
}

function readEvent(document: unknown): Event | null {
  if (!Array.isArray(document) || document.length !== 2) return null;
  const [type, body] = document as unknown[];
  return typeof type === 'string' && isRecord(body) && hasBodyOf(type, body) ? [type, body] : null;
}

function hasBodyOf(type: string, body: Event[1]): boolean {
  if (type === 'start') return countMember(body, 'total') !== null;
  return type === 'end' ? countMember(body, 'passes') !== null : type in STATUSES && 'fullTitle' in body;
}
