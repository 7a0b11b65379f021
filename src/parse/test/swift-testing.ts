// The console output of Swift Testing (`swift test`), one section per run.
import type { TestResult, TestStatus } from '../../contract/index.ts';
import type { Shelf } from '../engine/shelf.ts';
import type { LineParser, LineReader } from '../parser.ts';
import { emptyTestSection, type TestSection } from '../section.ts';

const ID = 'swift-testing';
/** Every line starts with a symbol, which depends on the terminal: "◇ Test run started.", "[+] Test run started.". */
const STARTED = /^\S{1,3} Test run started\.$/;
const RESULT = /^\S{1,3} Test (?!run )(.+?)(?: with \d+ test cases?)? (passed|failed) after [\d.]+ seconds(?: with .+)?\.$/;
const SKIPPED = /^\S{1,3} Test (.+?) skipped(?:\.|: .*)$/;
const RUN = /^\S{1,3} Test run with (\d+) tests?(?: in \d+ suites?)? (passed|failed) after [\d.]+ seconds(?: with .+)?\.$/;

export const swiftTesting: LineParser<TestSection> = {
  id: ID,
  form: 'lines',
  commands: ['swift'],
  startsWith: [],
  endsWith: [' Test run started.'],
  open: ({ shelf }) => new SwiftTestingReader(shelf),
};

class SwiftTestingReader implements LineReader<TestSection> {
  readonly #shelf: Shelf;
  readonly #sections: TestSection[] = [];
  #open: TestSection | null = null;
  #tests: TestResult[] = [];

  constructor(shelf: Shelf) {
    this.#shelf = shelf;
  }

  line(text: string, lineNumber: number): boolean {
    if (text.endsWith(' Test run started.') && STARTED.test(text)) this.#begin(lineNumber);
    else if (this.#open !== null && text.includes(' Test ')) this.#inside(this.#open, text, lineNumber);
    return this.#open !== null;
  }

  end(): TestSection[] {
    this.#finish();
    return this.#sections;
  }

  #begin(lineNumber: number): void {
    this.#finish();
    this.#open = { ...emptyTestSection(ID, lineNumber), hasHeader: true };
    this.#tests = [];
  }

  #finish(): void {
    if (this.#open !== null) this.#shelf.keepRun(this.#sections, this.#open);
    this.#open = null;
  }

  #inside(section: TestSection, text: string, lineNumber: number): void {
    const run = RUN.exec(text);
    if (run !== null) this.#close(section, Number(run[1]), run[2] === 'failed', lineNumber);
    const [, name, word] = RESULT.exec(text) ?? [];
    const skipped = SKIPPED.exec(text)?.[1];
    if (name !== undefined) this.#add(name, word === 'passed' ? 'passed' : 'failed');
    else if (skipped !== undefined) this.#add(skipped, 'skipped');
  }

  #add(id: string, status: TestStatus): void {
    this.#shelf.keep(this.#tests, { id, status });
  }

  /** A test may print such a line; the last one is the tool's own. Some versions leave skipped tests out of the number. */
  #close(section: TestSection, all: number, failed: boolean, lineNumber: number): void {
    const ran = this.#tests.filter(({ status }) => status !== 'skipped');
    const listed = all === ran.length || all === this.#tests.length;
    section.problems = listed ? [] : [`swift testing ran ${all} tests, but ${ran.length} are listed`];
    if (failed !== ran.some(({ status }) => status === 'failed'))
      section.problems.push('swift testing has another result than its tests');
    section.tests = [...this.#tests];
    section.hasFooter = true;
    section.lastLine = lineNumber;
  }
}
