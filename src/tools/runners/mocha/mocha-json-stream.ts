// The stream of mocha's json-stream reporter: ["start",{...}], one line per result, ["end",{...}].
import type { TestStatus } from '../../../contract/index.ts';
import type { JsonLinesParser, JsonLinesReader, Results } from '../../../parse/parser.ts';
import type { TestRun, TestSection } from '../../../parse/section.ts';
import { countMember, isRecord } from '../../../parse/shared/json-access.ts';
import { mochaDetails, mochaId } from './test-id.ts';

const STATUSES: Readonly<Record<string, TestStatus>> = { pass: 'passed', fail: 'failed' };

type Event = readonly [string, Readonly<Record<string, unknown>>];

export const mochaJsonStream: JsonLinesParser<TestSection> = {
  id: 'mocha-json-stream',
  form: 'json-lines',
  commands: ['mocha', '_mocha'],
  contains: ['total', 'passes', 'fullTitle'],
  accepts: (document) => readEvent(document) !== null,
  open: (results) => new StreamReader(results),
};

class StreamReader implements JsonLinesReader {
  readonly #results: Results<TestSection>;
  #run: TestRun | null = null;

  constructor(results: Results<TestSection>) {
    this.#results = results;
  }

  document(document: unknown): void {
    const event = readEvent(document);
    if (event === null) return;
    const [type, body] = event;
    if (type === 'start') this.#run = this.#results.beginRun({ firstLine: this.#results.lineNumber, hasHeader: true });
    if (this.#run === null) return;
    this.#run.touch();
    const status = STATUSES[type];
    if (status !== undefined) this.#run.test(mochaId(body), status, mochaDetails(body));
    if (type === 'end') this.#close(this.#run, body);
  }

  /** Pending tests have no event of their own. */
  #close(run: TestRun, stats: Event[1]): void {
    run.close({
      passed: countMember(stats, 'passes'),
      failed: countMember(stats, 'failures'),
      skipped: countMember(stats, 'pending'),
    });
    this.#run = null;
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
