// The console output of XCTest (`swift test`, `xcodebuild test`), one section per outermost suite.
import type { TestResult, TestStatus } from '../../contract/index.ts';
import type { Shelf } from '../engine/shelf.ts';
import type { LineParser, LineReader } from '../parser.ts';
import { emptyTestSection, type TestSection } from '../section.ts';

const ID = 'xctest';
const SUITE = /^Test Suite '(.+)' (started|passed|failed) at \d/;
/** "Test Case '-[Module.Class test]' passed (0.001 seconds)." on a Mac, "Test Case 'Class.test' passed (0.001 seconds)" elsewhere. */
const CASE = /^Test [Cc]ase '(?:-\[(\S+) (\S+)\]|(.+))' (started|passed|failed|skipped)\b/;
const EXECUTED = /^\s+Executed (\d+) tests?, with (?:(\d+) tests? skipped and )?(\d+) failures? \(\d+ unexpected\) in /;

const STATUSES: Record<string, TestStatus> = { passed: 'passed', failed: 'failed', skipped: 'skipped' };

export const xctest: LineParser<TestSection> = {
  id: ID,
  form: 'lines',
  commands: ['swift', 'xcodebuild'],
  startsWith: ['Test Suite '],
  open: ({ shelf }) => new XctestReader(shelf),
};

class XctestReader implements LineReader<TestSection> {
  readonly #shelf: Shelf;
  readonly #sections: TestSection[] = [];
  #open: TestSection | null = null;
  /** Suites inside each other; the numbers below the end of the outermost are the whole run's. */
  readonly #suites: { id: string }[] = [];
  #justEnded: string | null = null;
  #running: string | null = null;
  #tests: TestResult[] = [];
  /** What is wrong with the order of the lines, in sentences. */
  #misfits: { id: string }[] = [];

  constructor(shelf: Shelf) {
    this.#shelf = shelf;
  }

  line(text: string, lineNumber: number): boolean {
    const suite = text.startsWith('Test Suite ') ? SUITE.exec(text) : null;
    if (suite !== null) this.#suite(suite[1] ?? '', suite[2] ?? '', lineNumber);
    else if (this.#open !== null) this.#inside(this.#open, text, lineNumber);
    return this.#open !== null;
  }

  end(): TestSection[] {
    if (this.#open !== null) this.#finish(this.#open);
    return this.#sections;
  }

  #suite(name: string, word: string, lineNumber: number): void {
    if (word === 'started') {
      this.#open ??= { ...emptyTestSection(ID, lineNumber), hasHeader: true };
      this.#shelf.keep(this.#suites, { id: name });
      return;
    }
    // A test that prints the end of a suite does so while it is running.
    if (this.#running !== null || this.#suites.at(-1)?.id !== name) {
      if (this.#open !== null) this.#misfit(`xctest ends the suite ${name}, which was not the one at hand`);
      return;
    }
    this.#suites.pop();
    this.#justEnded = name;
  }

  #inside(section: TestSection, text: string, lineNumber: number): void {
    section.lastLine = lineNumber;
    const match = text.startsWith('Test ') ? CASE.exec(text) : null;
    if (match !== null) this.#case(match);
    const executed = this.#justEnded !== null && this.#suites.length === 0 ? EXECUTED.exec(text) : null;
    if (executed !== null) this.#close(section, executed, lineNumber);
  }

  #case([, owner, method, plain = '', word = '']: RegExpExecArray): void {
    const id = owner !== undefined && method !== undefined ? `${owner}.${method}` : plain;
    const status = STATUSES[word];
    if (status === undefined) this.#running = id;
    else if (this.#running === id) this.#shelf.keep(this.#tests, { id, status });
    else this.#misfit(`xctest has a result of ${id}, which was not running`);
    if (status !== undefined) this.#running = null;
  }

  /** Failures are counted by assertion, not by test, so only the number of tests can be held against the list. */
  #close(section: TestSection, [, all, , failures]: RegExpExecArray, lineNumber: number): void {
    const failed = this.#tests.some(({ status }) => status === 'failed');
    if (Number(all) !== this.#tests.length) this.#misfit(`xctest executed ${all} tests, but ${this.#tests.length} are listed`);
    if (failed !== Number(failures) > 0) this.#misfit(`xctest says ${failures} failures, which its list does not bear out`);
    this.#finish({ ...section, hasFooter: true, lastLine: lineNumber });
    this.#open = null;
    this.#tests = [];
    this.#misfits = [];
    this.#justEnded = null;
  }

  #misfit(sentence: string): void {
    this.#shelf.keep(this.#misfits, { id: sentence });
  }

  #finish(section: TestSection): void {
    const problems = this.#misfits.map(({ id }) => id);
    this.#shelf.keepRun(this.#sections, { ...section, problems, tests: this.#tests });
  }
}
