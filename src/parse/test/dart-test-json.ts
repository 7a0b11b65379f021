// The events of `dart test --reporter json` and `flutter test --machine`, all suites in one section.
import type { TestResult } from '../../contract/index.ts';
import type { Shelf } from '../engine/shelf.ts';
import type { JsonLinesParser, JsonLinesReader } from '../parser.ts';
import { emptyTestSection, type TestSection } from '../section.ts';
import { countMember, isRecord, textMember } from '../shared/json-access.ts';

const ID = 'dart-test-json';

type Event = Readonly<Record<string, unknown>>;

/** Names that no other stream of events has under these types. */
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
  id: ID,
  form: 'json-lines',
  commands: ['dart', 'flutter'],
  contains: ['type'],
  accepts: (document) => {
    if (!isRecord(document) || typeof document.time !== 'number') return false;
    const type = textMember(document, 'type') ?? '';
    return Object.hasOwn(MARKS, type) && MARKS[type]?.(document) === true;
  },
  openOld: (shelf) => new DartReader(shelf),
};

interface Suite {
  path: string;
  /** What the group around all tests of the suite announces. */
  announced: number | null;
  done: number;
}

class DartReader implements JsonLinesReader<TestSection> {
  readonly #suites = new Map<number, Suite>();
  readonly #running = new Map<number, { suite: Suite | null; name: string }>();
  readonly #tests: TestResult[] = [];
  readonly #problems: string[] = [];
  #announcedSuites: number | null = null;
  #done = false;
  #firstLine = 0;
  #lastLine = 0;
  readonly #shelf: Shelf;

  constructor(shelf: Shelf) {
    this.#shelf = shelf;
  }

  document(document: unknown, lineNumber: number): void {
    if (!isRecord(document)) return;
    if (this.#firstLine === 0) this.#firstLine = lineNumber;
    this.#lastLine = lineNumber;
    if (document.type === 'allSuites') this.#announcedSuites = countMember(document, 'count');
    else if (document.type === 'suite' && isRecord(document.suite)) this.#suite(document.suite);
    else if (document.type === 'group' && isRecord(document.group)) this.#group(document.group);
    else if (document.type === 'testStart' && isRecord(document.test)) this.#start(document.test);
    else if (document.type === 'testDone') this.#testDone(document);
    else if (document.type === 'done') this.#end(document);
  }

  end(): TestSection[] {
    const section: TestSection = {
      ...emptyTestSection(ID, this.#firstLine),
      lastLine: this.#lastLine,
      hasHeader: true,
      hasFooter: this.#running.size === 0 && (this.#done || this.#isComplete()),
      problems: this.#problems,
      tests: this.#tests,
    };
    return [section];
  }

  #suite(suite: Event): void {
    const id = countMember(suite, 'id');
    if (id === null) return;
    this.#shelf.hold();
    this.#suites.set(id, { path: withoutRoot(textMember(suite, 'path') ?? ''), announced: null, done: 0 });
  }

  #group(group: Event): void {
    const suite = this.#suites.get(countMember(group, 'suiteID') ?? -1);
    if (suite !== undefined && group.parentID === null) suite.announced = countMember(group, 'testCount');
  }

  #start(test: Event): void {
    const id = countMember(test, 'id');
    const suite = this.#suites.get(countMember(test, 'suiteID') ?? -1) ?? null;
    const name = textMember(test, 'name') ?? '';
    // The step that loads a suite is named after its file.
    if (id === null) return;
    this.#shelf.hold();
    this.#running.set(id, { suite, name: name.startsWith('loading ') ? 'loading' : name });
  }

  #testDone(event: Event): void {
    const id = countMember(event, 'testID') ?? -1;
    const test = this.#running.get(id);
    if (test === undefined) {
      this.#shelf.keepText(this.#problems, 'dart test has a result of a test that was not started');
      return;
    }
    this.#running.delete(id);
    this.#shelf.release();
    // Hidden are the steps that load a suite, unless they fail.
    if (event.hidden === true) return;
    const status = event.skipped === true ? 'skipped' : event.result === 'success' ? 'passed' : 'failed';
    const name = [test.suite?.path ?? '', test.name].filter((part) => part !== '').join(' > ');
    this.#shelf.keep(this.#tests, { id: name, status });
    if (test.suite !== null) test.suite.done += 1;
  }

  #end(event: Event): void {
    this.#done = true;
    const failed = this.#tests.some(({ status }) => status === 'failed');
    if (event.success === true && failed) this.#problems.push('dart test says success although tests failed');
    if (event.success !== true && !failed) this.#problems.push('dart test does not say success although no test failed');
  }

  /** Some tools keep only the results; then the announced numbers tell whether they are all there. */
  #isComplete(): boolean {
    const suites = [...this.#suites.values()];
    return this.#announcedSuites === suites.length && suites.every(({ announced, done }) => announced === done);
  }
}

/** The folder of the project is another one on every machine. */
function withoutRoot(path: string): string {
  const at = Math.max(path.lastIndexOf('/test/'), path.lastIndexOf('/integration_test/'));
  return at === -1 ? path : path.slice(at + 1);
}
