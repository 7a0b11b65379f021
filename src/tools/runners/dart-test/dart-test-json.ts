// The events of `dart test --reporter json` and `flutter test --machine`, all suites in one section.
import type { JsonLinesParser, JsonLinesReader, Results } from '../../../parse/parser.ts';
import type { TestRun, TestSection } from '../../../parse/section.ts';
import { countMember, isRecord, textMember } from '../../../parse/shared/json-access.ts';

type Event = Readonly<Record<string, unknown>>;

/** Members that no other stream of events has under these types. */
const MARKS: Record<string, (event: Event) => boolean> = {
  start: (event) => typeof event.protocolVersion === 'string',
  allSuites: (event) => typeof event.count === 'number',
  suite: (event) => isRecord(event.suite) && 'platform' in event.suite,
  group: (event) => isRecord(event.group) && 'suiteID' in event.group,
  testStart: (event) => isRecord(event.test) && 'suiteID' in event.test,
  testDone: (event) => typeof event.testID === 'number' && typeof event.result === 'string',
  error: (event) => typeof event.testID === 'number' && 'stackTrace' in event,
  print: (event) => typeof event.testID === 'number' && 'messageType' in event,
  done: (event) => 'success' in event,
};

export const dartTestJson: JsonLinesParser<TestSection> = {
  id: 'dart-test-json',
  form: 'json-lines',
  commands: ['dart', 'flutter'],
  contains: ['type'],
  accepts: (document) => {
    if (!isRecord(document) || typeof document.time !== 'number') return false;
    const type = textMember(document, 'type') ?? '';
    return Object.hasOwn(MARKS, type) && MARKS[type]?.(document) === true;
  },
  open: (results) => new DartReader(results),
};

interface RunningTest {
  suite: Suite | null;
  name: string;
  startedAt: number | null;
  line: number | null;
  message?: string | null;
}

interface Suite {
  path: string;
  /** The number of tests in the outermost group. */
  announced: number | null;
  done: number;
}

class DartReader implements JsonLinesReader {
  readonly #run: TestRun;
  readonly #suites: Map<number, Suite>;
  readonly #running: Map<number, RunningTest>;
  #announcedSuites: number | null = null;
  #isDone = false;

  constructor(results: Results<TestSection>) {
    this.#run = results.beginRun({ hasHeader: true, firstLine: results.lineNumber });
    this.#suites = results.map();
    this.#running = results.map();
  }

  document(document: unknown): void {
    if (!isRecord(document)) return;
    this.#run.touch();
    if (document.type === 'allSuites') this.#announcedSuites = countMember(document, 'count');
    else if (document.type === 'suite' && isRecord(document.suite)) this.#suite(document.suite);
    else if (document.type === 'group' && isRecord(document.group)) this.#group(document.group);
    else if (document.type === 'testStart' && isRecord(document.test)) this.#start(document.test, countMember(document, 'time'));
    else if (document.type === 'error') this.#error(document);
    else if (document.type === 'testDone') this.#testDone(document);
    else if (document.type === 'done') this.#end(document);
  }

  end(): void {
    this.#run.hasFooter = this.#running.size === 0 && (this.#isDone || this.#isComplete());
  }

  #suite(suite: Event): void {
    const id = countMember(suite, 'id');
    if (id !== null) this.#suites.set(id, { path: withoutRoot(textMember(suite, 'path') ?? ''), announced: null, done: 0 });
  }

  #group(group: Event): void {
    const suite = this.#suites.get(countMember(group, 'suiteID') ?? -1);
    if (suite !== undefined && group.parentID === null) suite.announced = countMember(group, 'testCount');
  }

  #start(test: Event, time: number | null): void {
    const id = countMember(test, 'id');
    const suite = this.#suites.get(countMember(test, 'suiteID') ?? -1) ?? null;
    const name = textMember(test, 'name') ?? '';
    // The step that loads a suite has the name of the file.
    if (id === null) return;
    const [line, startedAt] = [countMember(test, 'line'), time];
    this.#running.set(id, { suite, name: name.startsWith('loading ') ? 'loading' : name, startedAt, line });
  }

  #error(event: Event): void {
    const test = this.#running.get(countMember(event, 'testID') ?? -1);
    if (test !== undefined) test.message ??= textMember(event, 'error');
  }

  #testDone(event: Event): void {
    const id = countMember(event, 'testID') ?? -1;
    const test = this.#running.get(id);
    if (test === undefined) {
      this.#run.problems.push('dart test has a result of a test that was not started');
      return;
    }
    this.#running.delete(id);
    // The steps that load a suite are hidden unless they fail.
    if (event.hidden === true) return;
    const status = event.skipped === true ? 'skipped' : event.result === 'success' ? 'passed' : 'failed';
    const name = [test.suite?.path ?? '', test.name].filter((part) => part !== '').join(' > ');
    const duration_ms = (countMember(event, 'time') ?? Number.NaN) - (test.startedAt ?? Number.NaN);
    this.#run.test(name, status, { message: test.message, file: test.suite?.path, line: test.line, duration_ms });
    if (test.suite !== null) test.suite.done += 1;
  }

  #end(event: Event): void {
    this.#isDone = true;
    const failed = this.#run.tests.some(({ status }) => status === 'failed');
    if (event.success === true && failed) this.#run.problems.push('dart test says success although tests failed');
    if (event.success !== true && !failed) this.#run.problems.push('dart test does not say success although no test failed');
  }

  /** Some tools store only the results; then the announced numbers show whether they are complete. */
  #isComplete(): boolean {
    const suites = [...this.#suites.values()];
    return this.#announcedSuites === suites.length && suites.every(({ announced, done }) => announced === done);
  }
}

/** The folder of the project differs between machines. */
function withoutRoot(path: string): string {
  const at = Math.max(path.lastIndexOf('/test/'), path.lastIndexOf('/integration_test/'));
  return at === -1 ? path : path.slice(at + 1);
}
