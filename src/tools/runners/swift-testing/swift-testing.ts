// The console output of Swift Testing (`swift test`), one section per run.
import type { TestResult, TestStatus } from '../../../contract/index.ts';
import type { LineParser, LineReader, Results } from '../../../parse/parser.ts';
import type { TestRun, TestSection } from '../../../parse/section.ts';
import { failureReports } from '../shared/failure-text.ts';

/** Every line starts with a symbol, which depends on the terminal: "◇ Test run started.", "[+] Test run started.". */
const STARTED = /^\S{1,3} Test run started\.$/;
const RESULT = /^\S{1,3} Test (?!run )(.+?)(?: with \d+ test cases?)? (passed|failed) after [\d.]+ seconds(?: with .+)?\.$/;
const SKIPPED = /^\S{1,3} Test (.+?) skipped(?:\.|: .*)$/;
const SUMMARY = /^\S{1,3} Test run with (\d+) tests?(?: in \d+ suites?)? (passed|failed) after [\d.]+ seconds(?: with .+)?\.$/;

export const swiftTesting: LineParser<TestSection> = {
  id: 'swift-testing',
  form: 'lines',
  commands: ['swift'],
  startsWith: [],
  endsWith: [' Test run started.'],
  failures: failureReports({
    startsWith: ['✘ Test '],
    heading: (text) => {
      const [, title, file, line, message] =
        /^✘ Test (.{1,500}?) recorded an issue(?: with .{1,300})? at ([^\s:]{1,500}):(\d{1,9}):\d{1,9}: (.*)$/.exec(text) ?? [];
      return title === undefined
        ? null
        : { title: title.replace(/^"|"$/g, ''), file: file ?? null, line: Number(line), message: message ?? null };
    },
    end: /^/,
  }),
  open: (results) => new SwiftTestingReader(results),
};

class SwiftTestingReader implements LineReader {
  readonly #results: Results<TestSection>;
  #run: TestRun | null = null;
  #tests: TestResult[];

  constructor(results: Results<TestSection>) {
    this.#results = results;
    this.#tests = results.list();
  }

  line(text: string): boolean {
    if (text.endsWith(' Test run started.') && STARTED.test(text)) this.#begin();
    else if (this.#run !== null && text.includes(' Test ')) this.#inside(this.#run, text);
    return this.#run !== null;
  }

  #begin(): void {
    this.#run = this.#results.beginRun({ hasHeader: true });
    this.#tests = this.#results.list();
  }

  #inside(run: TestRun, text: string): void {
    const summary = SUMMARY.exec(text);
    if (summary !== null) this.#close(run, Number(summary[1]), summary[2] === 'failed');
    const [, name, word] = RESULT.exec(text) ?? [];
    const skipped = SKIPPED.exec(text)?.[1];
    if (name !== undefined) this.#add(name, word === 'passed' ? 'passed' : 'failed');
    else if (skipped !== undefined) this.#add(skipped, 'skipped');
  }

  #add(id: string, status: TestStatus): void {
    this.#tests.push({ id, status });
  }

  /** A test may print such a line, so the last one counts. Some versions do not count skipped tests. */
  #close(run: TestRun, all: number, failed: boolean): void {
    const ran = this.#tests.filter(({ status }) => status !== 'skipped');
    const listed = all === ran.length || all === this.#tests.length;
    run.problems = listed ? [] : [`swift testing ran ${all} tests, but ${ran.length} are listed`];
    if (failed !== ran.some(({ status }) => status === 'failed'))
      run.problems.push('swift testing has another result than its tests');
    run.tests = [...this.#tests];
    run.close();
  }
}
