// The report that Hydra's own reporter writes inside `node --test` (src/capture/node-test-reporter.mts): a line per test
// and suite, children before their parents, then Node's totals. Suites are not tests.
import type { TestStatus } from '../../../contract/index.ts';
import type { Shelf } from '../../engine/shelf.ts';
import type { JsonLinesParser, JsonLinesReader } from '../../parser.ts';
import { emptyTestSection, type TestSection } from '../../section.ts';
import { countMember, isRecord, recordMember, textMember } from '../../shared/json-access.ts';
import { compareWithTotals } from '../shared/totals.ts';

const ID = 'node-test-json';
const EVENTS = new Set(['start', 'result', 'end']);
const STATUSES = new Map<string, TestStatus>([
  ['passed', 'passed'],
  ['failed', 'failed'],
  ['skipped', 'skipped'],
]);
type Document = Readonly<Record<string, unknown>>;

export const nodeTestJson: JsonLinesParser<TestSection> = {
  id: ID,
  form: 'json-lines',
  commands: ['node'],
  contains: ['node_test'],
  accepts: (document) => isRecord(document) && EVENTS.has(textMember(document, 'node_test') ?? ''),
  openOld: (shelf) => new NodeTestJsonReader(shelf),
};

interface Run {
  section: TestSection;
  /** By nesting: whether a test deeper than that has failed since the last result at that nesting. */
  failedBelow: boolean[];
  /** Suites that failed by themselves, in a hook for instance: Node does not count them. */
  brokenSuites: TestSection['tests'];
}

class NodeTestJsonReader implements JsonLinesReader<TestSection> {
  readonly #shelf: Shelf;
  readonly #sections: TestSection[] = [];
  #run: Run | null = null;

  constructor(shelf: Shelf) {
    this.#shelf = shelf;
  }

  document(document: unknown, lineNumber: number): void {
    if (!isRecord(document)) return;
    const event = textMember(document, 'node_test');
    if (event === 'start') this.#begin(lineNumber);
    if (this.#run === null) {
      const last = this.#sections.at(-1);
      if (last?.problems.length === 0) last.problems.push('the report goes on behind its end');
      return;
    }
    this.#run.section.lastLine = lineNumber;
    if (event === 'result') this.#result(this.#run, document);
    if (event === 'end') this.#close(this.#run, recordMember(document, 'counts'));
  }

  end(): TestSection[] {
    this.#finish();
    return this.#sections;
  }

  #begin(lineNumber: number): void {
    this.#finish();
    const section = { ...emptyTestSection(ID, lineNumber), hasHeader: true };
    this.#run = { section, failedBelow: [], brokenSuites: [] };
  }

  #result(run: Run, document: Document): void {
    const names = namesOf(document);
    const nesting = Math.max(0, names.length - 1);
    const status = STATUSES.get(textMember(document, 'status') ?? '') ?? 'failed';
    const test = { id: idOf(document, names), status };
    if (document.kind !== 'suite') {
      this.#shelf.keep(run.section.tests, test);
      if (status === 'failed') for (let above = 0; above < nesting; above += 1) run.failedBelow[above] = true;
    } else if (status === 'failed' && run.failedBelow[nesting] !== true) this.#shelf.keep(run.brokenSuites, test);
    // What is deeper belonged to this one.
    run.failedBelow.length = Math.min(run.failedBelow.length, nesting);
  }

  #close({ section, brokenSuites }: Run, counts: Document): void {
    const of = (word: string) => countMember(counts, word) ?? 0;
    section.hasFooter = true;
    compareWithTotals(section, {
      passed: of('pass'),
      failed: of('fail') + of('cancelled'),
      skipped: of('skipped') + of('todo'),
    });
    for (const test of brokenSuites) section.tests.push(test);
    this.#finish();
  }

  #finish(): void {
    if (this.#run !== null) this.#shelf.keepRun(this.#sections, this.#run.section);
    this.#run = null;
  }
}

function namesOf(document: Document): string[] {
  const { names } = document;
  return Array.isArray(names) ? names.filter((name): name is string => typeof name === 'string') : [];
}

/** A file that is a test by itself has no names. */
function idOf(document: Document, names: readonly string[]): string {
  return [textMember(document, 'file') ?? '', ...names.map((name) => name.replace(/[\r\n\t]/g, ' ').trim())]
    .filter((part) => part !== '')
    .join(' > ');
}
