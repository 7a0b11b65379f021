// The JSON events of libtest (`--format json`) and of nextest's libtest-json, one section per suite.
import type { TestStatus } from '../../../contract/index.ts';
import type { Shelf } from '../../engine/shelf.ts';
import type { JsonLinesParser, JsonLinesReader } from '../../parser.ts';
import { emptyTestSection, type TestSection } from '../../section.ts';
import { countMember, isRecord, textMember } from '../../shared/json-access.ts';

const ID = 'libtest-json';
const SUITE_EVENTS = new Set(['started', 'ok', 'failed']);
const STATUSES = new Map<string, TestStatus>([
  ['ok', 'passed'],
  ['failed', 'failed'],
  ['ignored', 'skipped'],
]);

export const libtestJson: JsonLinesParser<TestSection> = {
  id: ID,
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
  openOld: (shelf) => new LibtestJsonReader(shelf),
};

class LibtestJsonReader implements JsonLinesReader<TestSection> {
  readonly #sections: TestSection[] = [];
  #open: TestSection | null = null;
  #announced = 0;
  readonly #shelf: Shelf;

  constructor(shelf: Shelf) {
    this.#shelf = shelf;
  }

  document(document: unknown, lineNumber: number): void {
    if (!isRecord(document)) return;
    const event = textMember(document, 'event') ?? '';
    if (document.type === 'suite' && event === 'started') this.#begin(document, lineNumber);
    else if (this.#open !== null && document.type === 'suite') this.#close(this.#open, document, lineNumber);
    else if (this.#open !== null) this.#test(this.#open, textMember(document, 'name') ?? '', event);
  }

  end(): TestSection[] {
    if (this.#open !== null) this.#shelf.keepRun(this.#sections, this.#open);
    return this.#sections;
  }

  #begin(document: Readonly<Record<string, unknown>>, lineNumber: number): void {
    if (this.#open !== null) this.#shelf.keepRun(this.#sections, this.#open);
    this.#announced = countMember(document, 'test_count') ?? 0;
    this.#open = { ...emptyTestSection(ID, lineNumber), hasHeader: true };
  }

  #test(section: TestSection, name: string, event: string): void {
    const status = STATUSES.get(event);
    // nextest writes "package::binary$test", and "#2" behind it when the second attempt decided.
    if (status !== undefined)
      this.#shelf.keep(section.tests, { id: name.includes('$') ? name.replace(/#\d+$/, '') : name, status });
  }

  /** The last one that adds up to the announced number counts; others were printed by a test. */
  #close(section: TestSection, document: Readonly<Record<string, unknown>>, lineNumber: number): void {
    const [passed, failed, skipped, measured] = ['passed', 'failed', 'ignored', 'measured'].map(
      (name) => countMember(document, name) ?? 0,
    );
    if (passed === undefined || failed === undefined || skipped === undefined || measured === undefined) return;
    if (passed + failed + skipped + measured !== this.#announced) return;
    section.totals = { passed, failed, skipped };
    section.hasFooter = true;
    section.lastLine = lineNumber;
  }
}
