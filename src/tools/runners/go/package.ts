// What `go test` prints about one package, with -v or without.
import type { TestResult, TestStatus } from '../../../contract/index.ts';
import type { Results } from '../../../parse/parser.ts';
import type { TestRun, TestSection } from '../../../parse/section.ts';
import { CharCode, indexOfTwice } from '../../../parse/shared/characters.ts';
import { indentOf } from '../shared/indented-groups.ts';

const START = '=== RUN ';
const STARTED = /^=== RUN {1,3}\S+$/;
const RESULT = /^ *--- (?:PASS|FAIL|SKIP): \S+ \([\d.]+ ?s(?:econds)?\)$/;
const LIKE_A_RESULT = /^ *--- (?:PASS|FAIL|SKIP): /;
const BENCHMARK = /^Benchmark\S+\s+\d+\s+[\d.]+ ns\/op/;
const STILL_RUNNING = /^\t(\S+) \([\dhms.]+\)$/;

export class OpenPackage {
  /** With -v every test is named; without it only the failed ones are. */
  isVerbose = false;
  /** The last line was part of the end of the test binary: PASS or FAIL, then the coverage and the exit status. */
  #isEnding = false;
  /** The line of PASS or FAIL, while no other line of Go has followed: what follows may be another tool's. */
  endedAt: number | null = null;
  /** Without -v, failed tests are shown so; with it, none are. */
  namesWithoutStart = false;
  readonly #results: Results<TestSection>;
  readonly #run: TestRun;
  /** Names and statuses of the tests apart: gotestsum keeps every test of `go test` a second time, so entries are small. */
  readonly #names: string[];
  readonly #statuses: TestStatus[] = [];
  readonly #running: RunningTests;
  /** Without -v all names; with it, those whose results may be printed twice. */
  readonly #named: Set<string>;
  readonly #problems: Set<string>;
  #hasBenchmarks = false;
  #inRunningList = false;

  constructor(results: Results<TestSection>) {
    this.#results = results;
    this.#run = results.draftRun();
    this.#names = results.list();
    this.#running = new RunningTests(results);
    this.#named = results.set();
    this.#problems = results.set();
  }

  get lastLine(): number {
    return this.#run.lastLine;
  }

  /** Not for empty lines. True if the line looks like the start or the result of a test, with nothing before it. */
  line(text: string): boolean {
    this.#run.touch();
    const resultAt = startOfResult(text);
    if (resultAt !== -1) this.#ended(text, resultAt);
    else if (isStart(text)) this.#started(text);
    else return this.#other(text);
    this.#isEnding = false;
    return true;
  }

  /** A line of unrelated output. */
  passOver(): void {
    this.#isEnding = false;
    this.#run.touch();
    this.#inRunningList = false;
  }

  /** A package that is ok has no failed test and none that is still running: otherwise a test printed the line. */
  mayBeOk(): boolean {
    const possible = this.#running.isIdle() && !this.#statuses.includes('failed');
    if (!possible) this.#problems.add('go test says ok where a test failed or was still running');
    return possible;
  }

  /** `isOk` is null for a package without a verdict. Ids become "import/path TestName/subtest". */
  close(name: string, isOk: boolean | null, lastLine: number): TestRun {
    const run = this.#run;
    const prefix = name === '' ? '' : `${name} `;
    const tests = this.#names.map((id, index): TestResult => ({ id: prefix + id, status: this.#statuses[index] ?? 'failed' }));
    for (const [id, glued] of this.#running.all()) tests.push({ id: prefix + id, status: glued ?? 'failed' });
    if (isOk === false && !tests.some(({ status }) => status === 'failed')) tests.push({ id: name, status: 'failed' });
    // Without -v a package that is ok names none of its tests; the package itself is listed in their place.
    if (isOk === true && !this.isVerbose && !this.#hasBenchmarks) tests.push({ id: name, status: 'passed' });
    run.tests = tests;
    // Without -v the numbers of passed and skipped tests are unknown.
    const failed = tests.filter(({ status }) => status === 'failed').length;
    run.totals = this.isVerbose ? null : { passed: null, failed, skipped: null };
    run.hasHeader = this.isVerbose;
    run.hasFooter = isOk !== null || this.endedAt !== null;
    run.problems = [...this.#problems];
    run.lastLine = lastLine;
    return run;
  }

  /** Output without a line end may precede a start or a result on the same line. */
  #other(text: string): boolean {
    this.#isEnding = this.#isEnd(text) && this.#running.isIdle();
    if (this.#isEnding) this.endedAt = this.#results.lineNumber;
    if (containsStart(text)) this.#gluedStart(text.slice(text.lastIndexOf(START)));
    else if (containsResult(text)) this.#gluedResult(text.slice(text.lastIndexOf('--- ')));
    else {
      this.#withoutTest(text);
      return false;
    }
    return text.startsWith(START) || (containsResult(text) && LIKE_A_RESULT.test(text));
  }

  #withoutTest(text: string): void {
    if (this.#inRunningList || (text.charCodeAt(0) === CharCode.LOWER_R && text === 'running tests:')) this.#stillRunning(text);
    else if (isBenchmarkResult(text)) this.#hasBenchmarks = true;
  }

  #isEnd(text: string): boolean {
    const first = text.charCodeAt(0);
    if ((first === CharCode.UPPER_P || first === CharCode.UPPER_F) && (text === 'PASS' || text === 'FAIL')) return true;
    return this.#isEnding && /^(?:coverage: |exit status )/.test(text);
  }

  #started(text: string): void {
    const name = nameOfStart(text);
    if (isBenchmark(name)) return;
    this.endedAt = null;
    if (this.namesWithoutStart) this.#problems.add('go test names tests without having started them');
    this.isVerbose = true;
    const earlier = this.#running.start(name);
    // With -count the same test starts again; its result was the last one printed after other output.
    if (earlier) this.#add(name, earlier);
    else if (earlier === null) this.#problems.add(`go test starts ${name} while it is running`);
    if (isFuzzTest(name)) this.#named.add(name);
  }

  #ended(text: string, start: number): void {
    this.endedAt = null;
    const name = nameOfResult(text, start);
    const status = statusOfResult(text, start);
    if (this.#running.end(name)) this.#add(name, status);
    else if (isBenchmark(name)) this.#hasBenchmarks = true;
    else if (!this.isVerbose) this.#quietResult(name, status);
    // A failed input of a fuzz test is reported below the fuzz test, under the same name.
    else if (!(isFuzzTest(name) && this.#named.has(name)))
      this.#problems.add(`go test has a result of ${name}, which was not started`);
  }

  #quietResult(name: string, status: TestStatus): void {
    if (isFuzzTest(name) && this.#named.has(name)) return;
    if (status !== 'failed') this.#problems.add('go test without -v names a test that did not fail');
    this.namesWithoutStart = true;
    this.#named.add(name);
    this.#add(name, status);
  }

  #add(name: string, status: TestStatus): void {
    this.#names.push(name);
    this.#statuses.push(status);
  }

  #gluedStart(text: string): void {
    if (isStart(text)) this.#started(text);
  }

  #gluedResult(text: string): void {
    if (startOfResult(text) === 0) this.#running.glue(nameOfResult(text, 0), statusOfResult(text, 0));
  }

  /** After a timeout Go lists the tests that were running; without -v they are named nowhere else. */
  #stillRunning(text: string): void {
    const name = STILL_RUNNING.exec(text)?.[1];
    this.#inRunningList = text === 'running tests:' || name !== undefined;
    if (name !== undefined && !this.isVerbose && !this.#named.has(name)) this.#quietResult(name, 'failed');
  }
}

/** Tests that were started and have no result, or only one printed after other output. */
class RunningTests {
  /** The one that was started last: most tests end before another one starts and need no entry in the map. */
  #latest: string | null = null;
  /** In the order of their starts; the value is a result printed after other output. */
  readonly #earlier: Map<string, TestStatus | null>;

  constructor(results: Results<TestSection>) {
    this.#earlier = results.map();
  }

  /** If it is already running: its result printed after other output, null without one. Undefined if it is not running. */
  start(name: string): TestStatus | null | undefined {
    const earlier = this.all();
    const glued = earlier.size === 0 ? undefined : earlier.get(name);
    if (glued === undefined) this.#latest = name;
    else earlier.set(name, null);
    return glued;
  }

  /** False if it is not running. */
  end(name: string): boolean {
    if (name !== this.#latest) return this.all().delete(name);
    this.#latest = null;
    return true;
  }

  glue(name: string, status: TestStatus): void {
    const all = this.all();
    if (all.has(name)) all.set(name, status);
  }

  /** Whether all have a result. */
  isIdle(): boolean {
    for (const glued of this.all().values()) if (glued === null) return false;
    return true;
  }

  all(): Map<string, TestStatus | null> {
    if (this.#latest !== null) this.#earlier.set(this.#latest, null);
    this.#latest = null;
    return this.#earlier;
  }
}

/** Whether a package's output may begin with this line. */
export function beginsPackage(text: string): boolean {
  return isStart(text) || isBenchmarkResult(text) || startOfResult(text) !== -1;
}

function isStart(text: string): boolean {
  return text.charCodeAt(0) === CharCode.EQUALS && STARTED.test(text);
}

/** Index of "--- PASS: TestName (0.00s)" after leading spaces; -1 for any other line. */
function startOfResult(text: string): number {
  if (text === '' || text.charCodeAt(text.length - 1) !== CharCode.RIGHT_PAREN) return -1;
  const start = indentOf(text);
  return text.charCodeAt(start) === CharCode.DASH && RESULT.test(text) ? start : -1;
}

function nameOfStart(text: string): string {
  let start = START.length;
  while (text.charCodeAt(start) === CharCode.SPACE) start += 1;
  return text.slice(start);
}

/** `start` is the index of the result. */
function nameOfResult(text: string, start: number): string {
  const nameAt = start + '--- PASS: '.length;
  return text.slice(nameAt, text.indexOf(' ', nameAt));
}

function statusOfResult(text: string, start: number): TestStatus {
  const code = text.charCodeAt(start + '--- '.length);
  if (code === CharCode.UPPER_P) return 'passed';
  return code === CharCode.UPPER_F ? 'failed' : 'skipped';
}

function containsStart(text: string): boolean {
  return indexOfTwice(text, '=') !== -1 && text.includes(START);
}

/** Output may precede the result, but the line ends with its time. */
export function containsResult(text: string): boolean {
  return (
    text !== '' &&
    text.charCodeAt(text.length - 1) === CharCode.RIGHT_PAREN &&
    indexOfTwice(text, '-') !== -1 &&
    text.includes('--- ')
  );
}

function isBenchmarkResult(text: string): boolean {
  return text.charCodeAt(0) === CharCode.UPPER_B && isBenchmark(text) && BENCHMARK.test(text);
}

function isFuzzTest(name: string): boolean {
  return name.startsWith('Fuzz');
}

function isBenchmark(name: string): boolean {
  return name.startsWith('Benchmark');
}
