// The console output of XCTest (`swift test`, `xcodebuild test`), one section per outermost suite.
import type { TestStatus } from '../../../contract/index.ts';
import type { LineParser, LineReader, Results } from '../../../parse/parser.ts';
import type { TestRun, TestSection } from '../../../parse/section.ts';
import { failureReports } from '../shared/failure-text.ts';

const SUITE = /^Test Suite '(.+)' (started|passed|failed) at \d/;
/** "Test Case '-[Module.Class test]' passed (0.001 seconds)." on a Mac, "Test Case 'Class.test' passed (0.001 seconds)" elsewhere. */
const CASE = /^Test [Cc]ase '(?:-\[(\S+) (\S+)\]|(.+))' (started|passed|failed|skipped)\b/;
const EXECUTED = /^\s+Executed (\d+) tests?, with (?:(\d+) tests? skipped and )?(\d+) failures? \(\d+ unexpected\) in /;

const STATUSES: Record<string, TestStatus> = { passed: 'passed', failed: 'failed', skipped: 'skipped' };

export const xctest: LineParser<TestSection> = {
  id: 'xctest',
  form: 'lines',
  commands: ['swift', 'xcodebuild'],
  startsWith: ['Test Suite '],
  failures: failureReports({
    startsWith: null,
    heading: (text) => {
      const [, file, line, id, message] =
        /^(\/.{1,900}|\S{1,900}):(\d{1,9}): error: (\S.{0,500}?|-\[.{1,500}?\]) : (.*)$/.exec(text) ?? [];
      return id === undefined
        ? null
        : {
            title: id.replace(/^-\[(.*)\]$/, '$1').replace(' ', '.'),
            file: file ?? null,
            line: Number(line),
            message: message ?? null,
          };
    },
    end: /^/,
    prefilter: (text) => text.includes(': error: '),
    titles: (id) => [id],
  }),
  open: (results) => new XctestReader(results),
};

class XctestReader implements LineReader {
  readonly #results: Results<TestSection>;
  #run: TestRun | null = null;
  /** The open suites; the numbers below the end of the outermost are those of the run. */
  readonly #suites: string[];
  #hasEndedSuite = false;
  #running: string | null = null;

  constructor(results: Results<TestSection>) {
    this.#results = results;
    this.#suites = results.list();
  }

  line(text: string): boolean {
    const suite = text.startsWith('Test Suite ') ? SUITE.exec(text) : null;
    if (suite !== null) this.#suite(suite[1] ?? '', suite[2] ?? '');
    else if (this.#run !== null) this.#inside(this.#run, text);
    return this.#run !== null;
  }

  #suite(name: string, word: string): void {
    if (word === 'started') {
      this.#run ??= this.#results.beginRun({ hasHeader: true });
      this.#suites.push(name);
      return;
    }
    // A test that prints the end of a suite is still running then.
    if (this.#running !== null || this.#suites.at(-1) !== name) {
      this.#run?.problems.push(`xctest ends the suite ${name}, which was not the one at hand`);
      return;
    }
    this.#suites.pop();
    this.#hasEndedSuite = true;
  }

  #inside(run: TestRun, text: string): void {
    run.touch();
    const match = text.startsWith('Test ') ? CASE.exec(text) : null;
    if (match !== null) this.#case(run, match);
    const executed = this.#hasEndedSuite && this.#suites.length === 0 ? EXECUTED.exec(text) : null;
    if (executed !== null) this.#close(run, executed);
  }

  #case(run: TestRun, [, owner, method, plain = '', word = '']: RegExpExecArray): void {
    const id = owner !== undefined && method !== undefined ? `${owner}.${method}` : plain;
    const status = STATUSES[word];
    if (status === undefined) this.#running = id;
    else if (this.#running === id) run.test(id, status);
    else run.problems.push(`xctest has a result of ${id}, which was not running`);
    if (status !== undefined) this.#running = null;
  }

  /** The number of failures counts assertions, so only the number of tests can be compared with the list. */
  #close(run: TestRun, [, all, , failures]: RegExpExecArray): void {
    const { tests, problems } = run;
    const hasFailed = tests.some(({ status }) => status === 'failed');
    if (Number(all) !== tests.length) problems.push(`xctest executed ${all} tests, but ${tests.length} are listed`);
    if (hasFailed !== Number(failures) > 0) problems.push(`xctest states ${failures} failures, which its list contradicts`);
    run.close();
    this.#run = null;
    this.#hasEndedSuite = false;
  }
}
