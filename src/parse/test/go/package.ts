// What `go test` prints about one package, with -v or without.
import type { TestResult, TestStatus } from '../../../contract/index.ts';
import { ownText, type Shelf } from '../../engine/shelf.ts';
import { CharCode, indexOfTwice } from '../../shared/characters.ts';
import { indentOf } from '../shared/indented-groups.ts';

export interface GoPackage {
  /** The import path; empty for a test binary that was run by itself. */
  name: string;
  /** Ids as "import/path TestName/subtest". */
  tests: TestResult[];
  /** With -v every test is named; without it only the failed ones are. */
  verbose: boolean;
  /** The line with the package's verdict, or the binary's own last word, was seen. */
  finished: boolean;
  problems: string[];
  firstLine: number;
  lastLine: number;
}

const START = '=== RUN ';
const STARTED = /^=== RUN {1,3}\S+$/;
const RESULT = /^ *--- (?:PASS|FAIL|SKIP): \S+ \([\d.]+ ?s(?:econds)?\)$/;
const LIKE_A_RESULT = /^ *--- (?:PASS|FAIL|SKIP): /;
const BENCHMARK = /^Benchmark\S+\s+\d+\s+[\d.]+ ns\/op/;
const STILL_RUNNING = /^\t(\S+) \([\dhms.]+\)$/;

export class OpenPackage {
  lastLine: number;
  isVerbose = false;
  /** The test binary has said PASS or FAIL for the whole of it, and nothing has followed but blank lines. */
  #sealed = false;
  /** Where it said so, while only lines that are not Go's have followed: those may be another tool's. */
  sealedAt: number | null = null;
  /** Without -v that is how failed tests are shown; with it, never. */
  namesWithoutStart = false;
  readonly #shelf: Shelf;
  readonly #firstLine: number;
  readonly #tests: TestResult[] = [];
  readonly #running = new RunningTests();
  /** Without -v all that were named, with it those whose results may be told twice. */
  readonly #named = new Set<string>();
  readonly #problems = new Set<string>();
  #benchmarks = false;
  #inRunningList = false;

  constructor(shelf: Shelf, lineNumber: number) {
    this.#shelf = shelf;
    this.#firstLine = lineNumber;
    this.lastLine = lineNumber;
  }

  /** Not for empty lines. True for one that looks like the start or the result of a test, with nothing before it. */
  line(text: string, lineNumber: number): boolean {
    this.lastLine = lineNumber;
    const resultAt = startOfResult(text);
    if (resultAt !== -1) this.#ended(text, resultAt);
    else if (isStart(text)) this.#started(text);
    else return this.#other(text, lineNumber);
    this.#sealed = false;
    return true;
  }

  /** A line that says nothing about the tests. */
  passOver(lineNumber: number): void {
    this.#sealed = false;
    this.lastLine = lineNumber;
    this.#inRunningList = false;
  }

  /** A package that is ok has no failed test and none that is still running: otherwise a test printed the line. */
  mayBeOk(): boolean {
    const possible = this.#running.isIdle() && !this.#tests.some(({ status }) => status === 'failed');
    if (!possible) this.#problem('go test says ok where a test failed or was still running');
    return possible;
  }

  /** As far as it was read; `ok` is null where nothing was said about the whole of it. */
  result(name: string, ok: boolean | null, lineNumber: number): GoPackage {
    const prefix = name === '' ? '' : `${name} `;
    const tests = this.#tests.map(({ id, status }) => ({ id: prefix + id, status }));
    for (const [id, glued] of this.#running.all()) tests.push({ id: prefix + id, status: glued ?? 'failed' });
    if (ok === false && !tests.some(({ status }) => status === 'failed')) tests.push({ id: name, status: 'failed' });
    // Without -v a package that is ok names none of its tests; the package then stands for them.
    if (ok === true && !this.isVerbose && !this.#benchmarks) tests.push({ id: name, status: 'passed' });
    return {
      name,
      tests,
      verbose: this.isVerbose,
      finished: ok !== null || this.sealedAt !== null,
      problems: [...this.#problems],
      firstLine: this.#firstLine,
      lastLine: lineNumber,
    };
  }

  /** Something that prints no line end may have put its last words before a start or a result. */
  #other(text: string, lineNumber: number): boolean {
    this.#sealed = this.#isSeal(text) && this.#running.isIdle();
    if (this.#sealed) this.sealedAt = lineNumber;
    if (holdsStart(text)) this.#gluedStart(text.slice(text.lastIndexOf(START)));
    else if (holdsResult(text)) this.#gluedResult(text.slice(text.lastIndexOf('--- ')));
    else {
      this.#withoutTest(text);
      return false;
    }
    return text.startsWith(START) || (holdsResult(text) && LIKE_A_RESULT.test(text));
  }

  #withoutTest(text: string): void {
    if (this.#inRunningList || (text.charCodeAt(0) === CharCode.LOWER_R && text === 'running tests:')) this.#stillRunning(text);
    else if (isBenchmarkResult(text)) this.#benchmarks = true;
  }

  #isSeal(text: string): boolean {
    const first = text.charCodeAt(0);
    if ((first === CharCode.UPPER_P || first === CharCode.UPPER_F) && (text === 'PASS' || text === 'FAIL')) return true;
    return this.#sealed && /^(?:coverage: |exit status )/.test(text);
  }

  #started(text: string): void {
    const name = nameOfStart(text);
    if (isBenchmark(name)) return;
    this.sealedAt = null;
    if (this.namesWithoutStart) this.#problem('go test names tests without having started them');
    this.isVerbose = true;
    const earlier = this.#running.start(name);
    // With -count the same test starts again; its result was the last that other text stood before.
    if (earlier) this.#add(name, earlier);
    else if (earlier === null) this.#problem(`go test starts ${name} while it is running`);
    else this.#shelf.hold();
    if (isFuzzTest(name)) this.#named.add(ownText(name));
  }

  #ended(text: string, start: number): void {
    this.sealedAt = null;
    const name = nameOfResult(text, start);
    const status = statusOfResult(text, start);
    if (this.#running.end(name)) this.#endedInTurn(name, status);
    else if (isBenchmark(name)) this.#benchmarks = true;
    else if (!this.isVerbose) this.#quietResult(name, status);
    // A failed input of a fuzz test is reported below the fuzz test, under the same name.
    else if (!(isFuzzTest(name) && this.#named.has(name)))
      this.#problem(`go test has a result of ${name}, which was not started`);
  }

  #quietResult(name: string, status: TestStatus): void {
    if (isFuzzTest(name) && this.#named.has(name)) return;
    if (status !== 'failed') this.#problem('go test without -v names a test that did not fail');
    this.namesWithoutStart = true;
    this.#named.add(ownText(name));
    this.#add(name, status);
  }

  #gluedStart(text: string): void {
    if (isStart(text)) this.#started(text);
  }

  #gluedResult(text: string): void {
    if (startOfResult(text) === 0) this.#running.glue(nameOfResult(text, 0), statusOfResult(text, 0));
  }

  /** After a time-out Go lists the tests that were running; without -v they are named nowhere else. */
  #stillRunning(text: string): void {
    const name = STILL_RUNNING.exec(text)?.[1];
    this.#inRunningList = text === 'running tests:' || name !== undefined;
    if (name !== undefined && !this.isVerbose && !this.#named.has(name)) this.#quietResult(name, 'failed');
  }

  #endedInTurn(name: string, status: TestStatus): void {
    this.#shelf.release();
    this.#add(name, status);
  }

  #problem(text: string): void {
    if (this.#problems.has(text)) return;
    this.#shelf.hold();
    this.#problems.add(text);
  }

  #add(id: string, status: TestStatus): void {
    this.#shelf.keep(this.#tests, { id, status });
  }
}

/** Tests that were started and have no result, or only one that was glued to other text. */
class RunningTests {
  /** The one that was started last: most tests end before another one starts, and need not be looked up. */
  #latest: string | null = null;
  /** In the order of their starts; the value is a result that was glued to other text. */
  readonly #earlier = new Map<string, TestStatus | null>();

  /** Its glued result when it is running already, null when that has none; undefined when it is not running. */
  start(name: string): TestStatus | null | undefined {
    const earlier = this.all();
    const glued = earlier.size === 0 ? undefined : earlier.get(name);
    if (glued === undefined) this.#latest = name;
    else earlier.set(name, null);
    return glued;
  }

  /** False when it is not running. */
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

/** Where "--- PASS: TestName (0.00s)" begins, behind blanks; -1 for any other line. */
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

/** `start` is where the result begins. */
function nameOfResult(text: string, start: number): string {
  const nameAt = start + '--- PASS: '.length;
  return text.slice(nameAt, text.indexOf(' ', nameAt));
}

function statusOfResult(text: string, start: number): TestStatus {
  const code = text.charCodeAt(start + '--- '.length);
  if (code === CharCode.UPPER_P) return 'passed';
  return code === CharCode.UPPER_F ? 'failed' : 'skipped';
}

function holdsStart(text: string): boolean {
  return indexOfTwice(text, '=') !== -1 && text.includes(START);
}

/** Something may stand before the result, but its time ends the line. */
export function holdsResult(text: string): boolean {
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
