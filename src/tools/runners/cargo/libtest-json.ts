// The JSON events of libtest (`--format json`) and of nextest's libtest-json, one section per suite.
import type { TestStatus } from '../../../contract/index.ts';
import type { JsonLinesParser, JsonLinesReader, Results } from '../../../parse/parser.ts';
import type { RawDetails, TestRun, TestSection } from '../../../parse/section.ts';
import { countMember, isRecord, numberMember, textMember } from '../../../parse/shared/json-access.ts';
import { panicDetails } from './failures.ts';

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
    else if (this.#run !== null) this.#test(this.#run, document, event);
  }

  #begin(document: Readonly<Record<string, unknown>>): void {
    this.#announced = countMember(document, 'test_count') ?? 0;
    this.#run = this.#results.beginRun({ hasHeader: true, firstLine: this.#results.lineNumber });
  }

  #test(run: TestRun, document: Readonly<Record<string, unknown>>, event: string): void {
    const name = textMember(document, 'name') ?? '';
    const status = STATUSES.get(event);
    // nextest writes "package::binary$test", with "#2" appended when the second attempt counts.
    if (status !== undefined) run.test(name.includes('$') ? name.replace(/#\d+$/, '') : name, status, detailsOf(document));
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

function detailsOf(document: Readonly<Record<string, unknown>>): RawDetails {
  const seconds = numberMember(document, 'exec_time') ?? Number.NaN;
  return { duration_ms: seconds * 1000, ...panicDetails(textMember(document, 'stdout') ?? '') };
}
