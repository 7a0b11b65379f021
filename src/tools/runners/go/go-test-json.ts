// The events of `go test -json` and of test2json, all packages in one section.
import { MAX_MESSAGE_LENGTH, type TestDetails, type TestResult, type TestStatus } from '../../../contract/index.ts';
import type { JsonLinesParser, JsonLinesReader, Results } from '../../../parse/parser.ts';
import type { TestRun, TestSection } from '../../../parse/section.ts';
import { isRecord, numberMember, textMember } from '../../../parse/shared/json-access.ts';
import { goDetails, goNoise } from './failures.ts';

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
/** What `go test` without -json prints: a separate run after the events. */
const PLAIN = /^(?:=== RUN |--- |ok {2}\t|FAIL\t\S+\t)/;
/** A test that prints no line end hides its result from Go before 1.20; the text still has it. */
const GLUED_RESULT = /^--- (PASS|FAIL|SKIP): (\S+) \([\d.]+s\)\n$/;

export const goTestJson: JsonLinesParser<TestSection> = {
  id: 'go-test-json',
  form: 'json-lines',
  commands: ['go', 'gotestsum'],
  contains: ['Action'],
  accepts: (document) => {
    if (!isRecord(document) || !ACTIONS.has(textMember(document, 'Action') ?? '')) return false;
    const places = ['Package', 'Test', 'Output', 'ImportPath'];
    return places.some((name) => typeof document[name] === 'string') || Object.keys(document).length === 1;
  },
  open: (results) => new GoJsonReader(results),
};

class GoJsonReader implements JsonLinesReader {
  readonly #results: Results<TestSection>;
  readonly #run: TestRun;
  readonly #packages: Map<string, PackageEvents>;
  /** Since the last event. */
  #sawPlain = false;
  readonly #notBuilt: Set<string>;
  /** What the compiler printed, by import path. */
  #building = '';
  readonly #buildErrors: Map<string, string>;

  constructor(results: Results<TestSection>) {
    this.#results = results;
    this.#run = results.beginRun({ firstLine: results.lineNumber, hasHeader: true });
    this.#packages = results.map();
    this.#notBuilt = results.set();
    this.#buildErrors = results.map();
  }

  document(document: unknown): void {
    if (!isRecord(document)) return;
    this.#run.touch();
    this.#sawPlain = false;
    const action = textMember(document, 'Action') ?? '';
    if (action === 'build-output') this.#notBuiltLine(document);
    if (action.startsWith('build-')) return;
    const name = textMember(document, 'Package') ?? '';
    let events = this.#packages.get(name);
    // If the same package runs twice, the results of both runs count.
    if (events === undefined || (events.hasEnded && action === 'start')) events = this.#begin(name);
    const test = textMember(document, 'Test');
    if (test === null) events.packageEvent(action, textMember(document, 'Output'));
    else if (!test.startsWith('Benchmark'))
      events.testEvent(test, action, textMember(document, 'Output'), numberMember(document, 'Elapsed'));
  }

  text(text: string): void {
    this.#sawPlain ||= PLAIN.test(text);
    const built = /^# (\S{1,900})(?: \[\S{1,900}\])?$/.exec(text)?.[1];
    if (built !== undefined) this.#building = built;
    else if (this.#building !== '' && /^\S{1,500}\.go:\d/.test(text)) this.#buildErrors.set(this.#building, text);
    else this.#building = '';
    const name = text.startsWith('FAIL\t') && !this.#sawPlain ? NOT_BUILT.exec(text)?.[1] : undefined;
    if (name === undefined || (this.#packages.has(name) && !this.#notBuilt.has(name))) return;
    this.#run.touch();
    this.#notBuilt.add(name);
    this.#begin(name).packageEvent('fail', null);
  }

  end(): void {
    const packages = [...this.#packages.values()];
    this.#run.hasFooter = packages.every(({ hasEnded }) => hasEnded);
    this.#run.problems = packages.flatMap(({ problems }) => [...problems]);
    this.#run.tests = packages.flatMap(({ tests }) => tests);
  }

  /** The import path is followed by that of the test binary. */
  #notBuiltLine(document: Readonly<Record<string, unknown>>): void {
    const [name = ''] = (textMember(document, 'ImportPath') ?? '').split(' ');
    const text = textMember(document, 'Output') ?? '';
    const known = this.#buildErrors.get(name) ?? '';
    if (!text.startsWith('# ') && known.length < MAX_MESSAGE_LENGTH) this.#buildErrors.set(name, known + text);
  }

  #begin(name: string): PackageEvents {
    const error = this.#buildErrors.get(name) ?? '';
    const events = new PackageEvents(name, this.#packages.get(name)?.tests ?? this.#results.list(), this.#results, error);
    this.#packages.set(name, events);
    return events;
  }
}

class PackageEvents {
  readonly name: string;
  readonly tests: TestResult[];
  readonly problems: Set<string>;
  hasEnded = false;
  /** The value is a result that Go before 1.20 printed after other output. */
  readonly #running: Map<string, TestStatus | null>;
  readonly #results: Results<TestSection>;
  /** What running tests printed. */
  readonly #printed: Map<string, string>;
  #hasFailed = false;

  constructor(name: string, tests: TestResult[], results: Results<TestSection>, buildError: string) {
    this.name = name;
    this.#results = results;
    this.#printed = results.map();
    if (buildError !== '') this.#printed.set('', buildError);
    this.tests = tests;
    this.problems = results.set();
    this.#running = results.map();
  }

  testEvent(test: string, action: string, output: string | null, seconds: number | null): void {
    const status = STATUSES.get(action);
    if (action === 'run') this.#running.set(test, null);
    else if (output !== null) this.#output(test, output);
    else if (status === undefined) return;
    else if (this.#running.delete(test)) this.#add(test, status, seconds);
    else this.problems.add(`go test has a result of ${test}, which was not started`);
  }

  packageEvent(action: string, output: string | null): void {
    const status = STATUSES.get(action);
    if (output !== null) this.#print('', output);
    if (status === undefined) return;
    this.hasEnded = true;
    for (const [test, glued] of this.#running) {
      if (status !== 'failed' && glued === null) this.problems.add(`go test passes ${this.name} although ${test} has no result`);
      this.#running.delete(test);
      this.#add(test, glued ?? 'failed', null);
    }
    if (status === 'failed' && !this.#hasFailed)
      this.tests.push({ id: this.name === '' ? 'package' : this.name, status, ...this.#details('', null) });
  }

  #output(test: string, output: string): void {
    this.#print(test, output);
    if (!output.endsWith('s)\n')) return;
    const [, word = '', name = ''] = GLUED_RESULT.exec(output.slice(output.lastIndexOf('--- '))) ?? [];
    const status = STATUSES.get(word.toLowerCase());
    if (status !== undefined && name === test && this.#running.has(test)) this.#running.set(test, status);
  }

  #print(test: string, output: string): void {
    const known = this.#printed.get(test) ?? '';
    if (known.length < MAX_MESSAGE_LENGTH && !goNoise(output)) this.#printed.set(test, known + output);
  }

  #add(test: string, status: TestStatus, seconds: number | null): void {
    if (status === 'failed') this.#hasFailed = true;
    const details = status === 'failed' ? this.#details(test, seconds) : {};
    this.tests.push({ id: this.name === '' ? test : `${this.name} ${test}`, status, ...details });
    this.#printed.delete(test);
  }

  #details(test: string, seconds: number | null): TestDetails {
    const details = goDetails((this.#printed.get(test) ?? '').split('\n'));
    return this.#results.details({ ...details, duration_ms: (seconds ?? Number.NaN) * 1000 });
  }
}
