// The JSON events of libtest (`--format json`) and of nextest's libtest-json, one section per suite.
import type { TestStatus } from '../../../contract/index.ts';
import type { JsonLinesParser, JsonLinesReader, Results } from '../../../parse/parser.ts';
import type { TestRun, TestSection } from '../../../parse/section.ts';
import { countMember, isRecord, textMember } from '../../../parse/shared/json-access.ts';

const SUITE_EVENTS = new Set(['started', 'ok', 'failed']);
const STATUSES = new Map<string, TestStatus>([
  ['ok', 'passed'],
  ['failed', 'failed'],
  ['ignored', 'skipped'],
]);

export const libtestJson: JsonLinesParser<TestSection> = {
  id: 'libtest-json',
  form: 'json-lines',
  commands: ['cargo', 'nextest'],
  contains: ['type'],
  accepts: (document) => {
    if (!isRecord(document)) return false;
    const event = textMember(document, 'event') ?? '';
    if (document.type === 'suite') return SUITE_EVENTS.has(event) && ('test_count' in document || 'filtered_out' in document);
    return (
      document.type === 'test' &&
      typeof document.name === 'string' &&
      (STATUSES.has(event) || event === 'started' || event === 'timeout')
    );
  },
  open: (results) => new LibtestJsonReader(results),
};

class LibtestJsonReader implements JsonLinesReader {
  readonly #results: Results<TestSection>;
  #run: TestRun | null = null;
  #announced = 0;

  constructor(results: Results<TestSection>) {
    this.#results = results;
  }

  document(document: unknown): void {
    if (!isRecord(document)) return;
    const event = textMember(document, 'event') ?? '';
    if (document.type === 'suite' && event === 'started') this.#begin(document);
    else if (this.#run !== null && document.type === 'suite') this.#close(this.#run, document);
    else if (this.#run !== null) this.#test(this.#run, textMember(document, 'name') ?? '', event);
  }

  #begin(document: Readonly<Record<string, unknown>>): void {
    this.#announced = countMember(document, 'test_count') ?? 0;
    this.#run = this.#results.beginRun({ hasHeader: true, firstLine: this.#results.lineNumber });
  }

  #test(run: TestRun, name: string, event: string): void {
    const status = STATUSES.get(event);
    // nextest writes "package::binary$test", with "#2" appended when the second attempt counts.
    if (status !== undefined) run.tests.push({ id: name.includes('$') ? name.replace(/#\d+$/, '') : name, status });
  }

  /** The last one whose sum is the announced number counts; others were printed by a test. */
  #close(run: TestRun, document: Readonly<Record<string, unknown>>): void {
    const [passed, failed, skipped, measured] = ['passed', 'failed', 'ignored', 'measured'].map(
      (name) => countMember(document, name) ?? 0,
    );
    if (passed === undefined || failed === undefined || skipped === undefined || measured === undefined) return;
    if (passed + failed + skipped + measured !== this.#announced) return;
    run.close({ passed, failed, skipped });
  }
}
