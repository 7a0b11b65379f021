// TeamCity's service messages ("##teamcity[testStarted name='x']"), which many runners can print.
import type { TestResult, TestStatus } from '../../../contract/index.ts';
import { ownText, type Shelf } from '../../engine/shelf.ts';

export interface TeamcityMessage {
  type: string;
  attributes: ReadonlyMap<string, string>;
}

const PREFIX = '##teamcity[';

/** Null for a line that is no message, or whose end is missing. */
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
    attributes.set(text.slice(at, equals).trim(), withoutEscapes(text.slice(equals + 2, end)));
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

const ESCAPES: Record<string, string> = { n: ' ', r: ' ' };

/** Line ends become blanks: they would tear an id apart. */
function withoutEscapes(value: string): string {
  return value.replace(/\|(?:0x([0-9a-fA-F]{4})|(.))/g, (_, code: string | undefined, character: string) =>
    code === undefined ? (ESCAPES[character] ?? character) : String.fromCharCode(Number.parseInt(code, 16)),
  );
}

/** What is particular to a runner. */
export interface TeamcityDialect {
  /** `location` is where the runner says the test is; empty when it does not. */
  idOf(suites: readonly string[], name: string, location: string): string;
  /** Whether the runner tells of something else there as if it were a test. */
  isStandIn?(location: string): boolean;
  /** Whether a failure with this message is none. */
  isForgiven?(message: string): boolean;
}

export interface TeamcityTest extends TestResult {
  isStandIn: boolean;
  isForgiven: boolean;
}

/** Follows suites and tests, each flow for itself. */
export class TeamcityTests {
  readonly tests: TeamcityTest[] = [];
  /** By flow: those that are open, the innermost last. */
  readonly #suites = new Map<string, { id: string }[]>();
  readonly #open = new Map<string, TeamcityTest>();
  /** Ignored without a beginning; some runners write an end nevertheless. */
  readonly #ignored = new Set<string>();
  readonly #shelf: Shelf;
  readonly #dialect: TeamcityDialect;
  /** Messages that do not fit: an end without a beginning, a beginning before the end, a suite closed out of turn. */
  misfits = 0;

  constructor(shelf: Shelf, dialect: TeamcityDialect) {
    this.#shelf = shelf;
    this.#dialect = dialect;
  }

  /** Suites and tests that have begun and not ended. */
  get openCount(): number {
    return [...this.#suites.values()].reduce((sum, { length }) => sum + length, this.#open.size);
  }

  message({ type, attributes }: TeamcityMessage): void {
    const name = attributes.get('name') ?? '';
    const flow = attributes.get('flowId') ?? '';
    if (type === 'testSuiteStarted') this.#openSuite(flow, name);
    else if (type === 'testSuiteFinished') this.#closeSuite(flow, name);
    else if (type === 'testStarted') this.#start(flow, name, attributes.get('locationHint') ?? '');
    else if (type === 'testFailed') this.#settle(flow, name, 'failed', attributes.get('message') ?? '');
    else if (type === 'testIgnored') this.#settle(flow, name, 'skipped', '');
    else if (type === 'testFinished') this.#finish(`${flow}\n${name}`);
  }

  #finish(key: string): void {
    if (!this.#open.delete(key) && !this.#ignored.delete(key)) this.misfits += 1;
  }

  #openSuite(flow: string, name: string): void {
    const suites = this.#suites.get(flow) ?? [];
    this.#shelf.keep(suites, { id: name });
    this.#suites.set(ownText(flow), suites);
  }

  #closeSuite(flow: string, name: string): void {
    if (this.#suites.get(flow)?.pop()?.id !== name) this.misfits += 1;
  }

  #start(flow: string, name: string, location: string): TeamcityTest {
    const suites = (this.#suites.get(flow) ?? []).map((suite) => suite.id);
    const isStandIn = this.#dialect.isStandIn?.(location) === true;
    const test: TeamcityTest = { id: this.#dialect.idOf(suites, name, location), status: 'passed', isStandIn, isForgiven: false };
    this.#shelf.keep(this.tests, test);
    const key = ownText(`${flow}\n${name}`);
    if (this.#open.has(key)) this.misfits += 1;
    this.#open.set(key, test);
    return test;
  }

  /** A failure after an "ignored" stays a failure. */
  #settle(flow: string, name: string, status: TestStatus, message: string): void {
    const key = `${flow}\n${name}`;
    const known = this.#open.get(key);
    const test = known ?? this.#start(flow, name, '');
    if (known === undefined) {
      this.#open.delete(key);
      this.#ignored.add(ownText(key));
    }
    if (test.status === 'failed') return;
    test.status = status;
    test.isForgiven = this.#dialect.isForgiven?.(message) === true;
  }
}
