// TeamCity's service messages ("##teamcity[testStarted name='x']"), which many runners can print.
import type { TestResult, TestStatus } from '../../../contract/index.ts';
import type { Results } from '../../../parse/parser.ts';
import type { TestSection } from '../../../parse/section.ts';
import { failureDetails } from './failure-text.ts';

export interface TeamcityMessage {
  type: string;
  attributes: ReadonlyMap<string, string>;
}

const PREFIX = '##teamcity[';

/** Null when the line is not a message, or is truncated. */
export function readTeamcityMessage(line: string): TeamcityMessage | null {
  const start = line.indexOf(PREFIX);
  if (start === -1 || line.slice(0, start).trim() !== '') return null;
  const text = line.slice(start + PREFIX.length).trimEnd();
  if (!text.endsWith(']')) return null;
  const blank = text.indexOf(' ');
  const type = blank === -1 ? text.slice(0, -1) : text.slice(0, blank);
  return { type, attributes: readAttributes(text, type.length) };
}

function readAttributes(text: string, from: number): Map<string, string> {
  const attributes = new Map<string, string>();
  let at = from;
  for (;;) {
    const equals = text.indexOf("='", at);
    if (equals === -1) return attributes;
    const end = closingQuote(text, equals + 2);
    if (end === -1) return attributes;
    const name = text.slice(at, equals).trim();
    // An id must stay on one line.
    attributes.set(name, withoutEscapes(text.slice(equals + 2, end), MULTILINE.has(name) ? '\n' : ' '));
    at = end + 1;
  }
}

function closingQuote(text: string, from: number): number {
  for (let at = from; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (character === "'") return at;
    if (character === '|') at += 1;
  }
  return -1;
}

const MULTILINE = new Set(['message', 'details']);

function withoutEscapes(value: string, lineEnd: string): string {
  return value.replace(/\|(?:0x([0-9a-fA-F]{4})|(.))/g, (_, code: string | undefined, character: string) =>
    code === undefined
      ? character === 'n' || character === 'r'
        ? lineEnd
        : character
      : String.fromCharCode(Number.parseInt(code, 16)),
  );
}

/** What differs between runners. */
export interface TeamcityDialect {
  /** `location` is empty when the runner does not state it. */
  idOf(suites: readonly string[], name: string, location: string): string;
  /** Whether the runner reports something other than a test there. */
  isPlaceholder?(location: string): boolean;
  /** Whether a test that fails with this message counts as passed. */
  isFalseFailure?(message: string): boolean;
}

export interface TeamcityTest extends TestResult {
  isPlaceholder: boolean;
  isFalseFailure: boolean;
}

/** Tracks suites and tests per flow. */
export class TeamcityTests {
  readonly tests: TeamcityTest[];
  /** By flow: the open suites, the innermost last. */
  readonly #suites: Map<string, string[]>;
  readonly #open: Map<string, TeamcityTest>;
  /** Ignored tests that were never started; some runners finish them nevertheless. */
  readonly #ignored: Set<string>;
  readonly #results: Results<TestSection>;
  readonly #dialect: TeamcityDialect;
  /** Messages out of order: a test finished but not started, or started twice, or a suite that is not the innermost. */
  misplaced = 0;

  constructor(results: Results<TestSection>, dialect: TeamcityDialect) {
    this.tests = results.list();
    this.#suites = results.map();
    this.#open = results.map();
    this.#ignored = results.set();
    this.#results = results;
    this.#dialect = dialect;
  }

  /** Suites and tests that started and did not finish. */
  get openCount(): number {
    return [...this.#suites.values()].reduce((sum, { length }) => sum + length, this.#open.size);
  }

  message({ type, attributes }: TeamcityMessage): void {
    const name = attributes.get('name') ?? '';
    const flow = attributes.get('flowId') ?? '';
    if (type === 'testSuiteStarted') this.#openSuite(flow, name);
    else if (type === 'testSuiteFinished') this.#closeSuite(flow, name);
    else if (type === 'testStarted') this.#start(flow, name, attributes.get('locationHint') ?? '');
    else if (type === 'testFailed') this.#setStatus(flow, name, 'failed', attributes);
    else if (type === 'testIgnored') this.#setStatus(flow, name, 'skipped', attributes);
    else if (type === 'testFinished') this.#finish(`${flow}\n${name}`, attributes.get('duration') ?? '');
  }

  #finish(key: string, duration: string): void {
    const test = this.#open.get(key);
    if (test !== undefined) Object.assign(test, this.#results.details({ duration_ms: Number.parseFloat(duration) }));
    if (!this.#open.delete(key) && !this.#ignored.delete(key)) this.misplaced += 1;
  }

  #openSuite(flow: string, name: string): void {
    const suites = this.#suites.get(flow) ?? this.#results.list<string>();
    suites.push(name);
    this.#suites.set(flow, suites);
  }

  #closeSuite(flow: string, name: string): void {
    if (this.#suites.get(flow)?.pop() !== name) this.misplaced += 1;
  }

  #start(flow: string, name: string, location: string): TeamcityTest {
    const id = this.#dialect.idOf(this.#suites.get(flow) ?? [], name, location);
    const isPlaceholder = this.#dialect.isPlaceholder?.(location) === true;
    const test: TeamcityTest = { id, status: 'passed', isPlaceholder, isFalseFailure: false };
    this.tests.push(test);
    const key = `${flow}\n${name}`;
    if (this.#open.has(key)) this.misplaced += 1;
    this.#open.set(key, test);
    return test;
  }

  /** A test that fails after it was ignored counts as failed. */
  #setStatus(flow: string, name: string, status: TestStatus, attributes: ReadonlyMap<string, string>): void {
    const message = attributes.get('message') ?? '';
    const key = `${flow}\n${name}`;
    const known = this.#open.get(key);
    const test = known ?? this.#start(flow, name, '');
    if (known === undefined) {
      this.#open.delete(key);
      this.#ignored.add(key);
    }
    if (test.status === 'failed') return;
    test.status = status;
    if (status === 'failed') {
      const { file, line } = failureDetails(attributes.get('details'));
      Object.assign(test, this.#results.details({ message, file, line }));
    }
    test.isFalseFailure = this.#dialect.isFalseFailure?.(message) === true;
  }
}
