// The report that Hydra's own reporter writes inside `node --test` (hooks/node-test-reporter.mts): a line per test
// and suite, children before their parents, then Node's totals. Suites are not tests.
import type { TestResult, TestStatus } from '../../../contract/index.ts';
import type { JsonLinesParser, JsonLinesReader, Results } from '../../../parse/parser.ts';
import type { RawDetails, TestRun, TestSection } from '../../../parse/section.ts';
import { countMember, isRecord, numberMember, recordMember, textMember } from '../../../parse/shared/json-access.ts';
import { failureDetails } from '../shared/failure-text.ts';
import { compareWithTotals } from '../shared/totals.ts';

const EVENTS = new Set(['start', 'result', 'end']);
const STATUSES = new Map<string, TestStatus>([
  ['passed', 'passed'],
  ['failed', 'failed'],
  ['skipped', 'skipped'],
]);
type Document = Readonly<Record<string, unknown>>;

export const nodeTestJson: JsonLinesParser<TestSection> = {
  id: 'node-test-json',
  form: 'json-lines',
  commands: ['node'],
  contains: ['node_test'],
  accepts: (document) => isRecord(document) && EVENTS.has(textMember(document, 'node_test') ?? ''),
  open: (results) => new NodeTestJsonReader(results),
};

class NodeTestJsonReader implements JsonLinesReader {
  readonly #results: Results<TestSection>;
  #run: TestRun | null = null;
  /** By nesting: whether a deeper test has failed since the last result at that nesting. */
  #failedBelow: boolean[] = [];
  /** Suites that failed without a failed test, in a hook for instance: Node does not count them. */
  #brokenSuites: TestResult[] = [];

  constructor(results: Results<TestSection>) {
    this.#results = results;
  }

  document(document: unknown): void {
    if (!isRecord(document)) return;
    const event = textMember(document, 'node_test');
    if (event === 'start') this.#begin();
    const run = this.#run;
    if (run === null) return;
    if (run.hasFooter) {
      if (run.problems.length === 0) run.problems.push('the report continues after its end');
      return;
    }
    run.touch();
    if (event === 'result') this.#result(run, document);
    if (event === 'end') this.#close(run, recordMember(document, 'counts'));
  }

  #begin(): void {
    this.#run = this.#results.beginRun({ firstLine: this.#results.lineNumber, hasHeader: true });
    this.#failedBelow = [];
    this.#brokenSuites = this.#results.list();
  }

  #result(run: TestRun, document: Document): void {
    const names = namesOf(document);
    const nesting = Math.max(0, names.length - 1);
    const status = STATUSES.get(textMember(document, 'status') ?? '') ?? 'failed';
    const id = idOf(document, names);
    const failedBelow = this.#failedBelow;
    if (document.kind !== 'suite') {
      run.test(id, status, detailsOf(document));
      if (status === 'failed') for (let above = 0; above < nesting; above += 1) failedBelow[above] = true;
    } else if (status === 'failed' && failedBelow[nesting] !== true)
      this.#brokenSuites.push({ id, status, ...this.#results.details(detailsOf(document)) });
    // Deeper results belonged to this one.
    failedBelow.length = Math.min(failedBelow.length, nesting);
  }

  #close(run: TestRun, counts: Document): void {
    const of = (word: string) => countMember(counts, word) ?? 0;
    run.close();
    compareWithTotals(run, {
      passed: of('pass'),
      failed: of('fail') + of('cancelled'),
      skipped: of('skipped') + of('todo'),
    });
    for (const test of this.#brokenSuites) run.tests.push(test);
  }
}

function detailsOf(document: Document): RawDetails {
  const { file, line, message } = failureDetails(textMember(document, 'error'));
  const place = { file: textMember(document, 'file'), line: countMember(document, 'line') };
  return { ...place, ...(file && { file, line }), message, duration_ms: numberMember(document, 'duration_ms') };
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
