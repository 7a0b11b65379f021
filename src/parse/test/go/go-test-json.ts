// The events of `go test -json` and of test2json, all packages in one section.
import type { TestResult, TestStatus } from '../../../contract/index.ts';
import type { Shelf } from '../../engine/shelf.ts';
import type { JsonLinesParser, JsonLinesReader } from '../../parser.ts';
import { emptyTestSection, type TestSection } from '../../section.ts';
import { isRecord, textMember } from '../../shared/json-access.ts';

const ID = 'go-test-json';
const ACTIONS = new Set([
  'start',
  'run',
  'pause',
  'cont',
  'pass',
  'bench',
  'fail',
  'output',
  'skip',
  'attr',
  'build-output',
  'build-fail',
]);
const STATUSES = new Map<string, TestStatus>([
  ['pass', 'passed'],
  ['fail', 'failed'],
  ['skip', 'skipped'],
]);
/** Before Go 1.24 a package that cannot be built is reported beside the events. */
const NOT_BUILT = /^FAIL\t(\S+) \[(?:build|setup) failed\]$/;
/** What `go test` without -json prints: a run of its own behind the events. */
const PLAIN = /^(?:=== RUN |--- |ok {2}\t|FAIL\t\S+\t)/;
/** A test that prints no line end hides its result from Go before 1.20; the text still has it. */
const GLUED_RESULT = /^--- (PASS|FAIL|SKIP): (\S+) \([\d.]+s\)\n$/;

export const goTestJson: JsonLinesParser<TestSection> = {
  id: ID,
  form: 'json-lines',
  commands: ['go', 'gotestsum'],
  contains: ['Action'],
  accepts: (document) => {
    if (!isRecord(document) || !ACTIONS.has(textMember(document, 'Action') ?? '')) return false;
    const places = ['Package', 'Test', 'Output', 'ImportPath'];
    return places.some((name) => typeof document[name] === 'string') || Object.keys(document).length === 1;
  },
  openOld: (shelf) => new GoJsonReader(shelf),
};

class GoJsonReader implements JsonLinesReader<TestSection> {
  readonly #packages = new Map<string, PackageEvents>();
  #firstLine = 0;
  #lastLine = 0;
  /** Since the last event. */
  #sawPlain = false;
  readonly #notBuilt = new Set<string>();
  readonly #shelf: Shelf;

  constructor(shelf: Shelf) {
    this.#shelf = shelf;
  }

  document(document: unknown, lineNumber: number): void {
    if (!isRecord(document)) return;
    if (this.#firstLine === 0) this.#firstLine = lineNumber;
    this.#lastLine = lineNumber;
    this.#sawPlain = false;
    const action = textMember(document, 'Action') ?? '';
    if (action.startsWith('build-')) return;
    const name = textMember(document, 'Package') ?? '';
    let events = this.#packages.get(name);
    if (events === undefined || (events.ended && action === 'start')) {
      // With the same package run twice, the results of both count.
      events = new PackageEvents(name, events?.tests ?? [], this.#shelf);
      this.#packages.set(name, events);
    }
    const test = textMember(document, 'Test');
    if (test === null) events.packageEvent(action);
    else if (!test.startsWith('Benchmark')) events.testEvent(test, action, textMember(document, 'Output'));
  }

  text(text: string, lineNumber: number): void {
    this.#sawPlain ||= PLAIN.test(text);
    const name = text.startsWith('FAIL\t') && !this.#sawPlain ? NOT_BUILT.exec(text)?.[1] : undefined;
    if (name === undefined || (this.#packages.has(name) && !this.#notBuilt.has(name))) return;
    this.#lastLine = lineNumber;
    this.#notBuilt.add(name);
    const events = new PackageEvents(name, this.#packages.get(name)?.tests ?? [], this.#shelf);
    events.packageEvent('fail');
    this.#packages.set(name, events);
  }

  end(): TestSection[] {
    const packages = [...this.#packages.values()];
    const section: TestSection = {
      ...emptyTestSection(ID, this.#firstLine),
      lastLine: this.#lastLine,
      hasHeader: true,
      hasFooter: packages.every(({ ended }) => ended),
      problems: packages.flatMap(({ problems }) => [...problems]),
      tests: packages.flatMap(({ tests }) => tests),
    };
    return [section];
  }
}

class PackageEvents {
  readonly name: string;
  readonly tests: TestResult[];
  readonly problems = new Set<string>();
  ended = false;
  readonly #shelf: Shelf;
  readonly #running = new Map<string, TestStatus | null>();
  #failed = false;

  constructor(name: string, tests: TestResult[], shelf: Shelf) {
    shelf.hold();
    this.#shelf = shelf;
    this.name = name;
    this.tests = tests;
  }

  testEvent(test: string, action: string, output: string | null): void {
    const status = STATUSES.get(action);
    if (action === 'run') this.#start(test);
    else if (output !== null) this.#output(test, output);
    else if (status === undefined) return;
    else if (this.#running.delete(test)) {
      this.#shelf.release();
      this.#add(test, status);
    } else this.#problem(`go test has a result of ${test}, which was not started`);
  }

  packageEvent(action: string): void {
    const status = STATUSES.get(action);
    if (status === undefined) return;
    this.ended = true;
    for (const [test, glued] of this.#running) {
      if (status !== 'failed' && glued === null) this.#problem(`go test passes ${this.name} although ${test} has no result`);
      this.#shelf.release();
      this.#add(test, glued ?? 'failed');
    }
    this.#running.clear();
    if (status === 'failed' && !this.#failed)
      this.#shelf.keep(this.tests, { id: this.name === '' ? 'package' : this.name, status });
  }

  #start(test: string): void {
    if (!this.#running.has(test)) this.#shelf.hold();
    this.#running.set(test, null);
  }

  #problem(problem: string): void {
    if (!this.problems.has(problem)) this.#shelf.hold();
    this.problems.add(problem);
  }

  #output(test: string, output: string): void {
    if (!output.endsWith('s)\n')) return;
    const [, word = '', name = ''] = GLUED_RESULT.exec(output.slice(output.lastIndexOf('--- '))) ?? [];
    const status = STATUSES.get(word.toLowerCase());
    if (status !== undefined && name === test && this.#running.has(test)) this.#running.set(test, status);
  }

  #add(test: string, status: TestStatus): void {
    if (status === 'failed') this.#failed = true;
    this.#shelf.keep(this.tests, { id: this.name === '' ? test : `${this.name} ${test}`, status });
  }
}
