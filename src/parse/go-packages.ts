// Room parse: the lines that `go test` prints for one package after the other, with -v or without.
// Knows no sections: the parsers that read such lines decide what they are worth.
import type { TestResult, TestStatus } from '../contract/index.ts';
import { indexOfTwice } from './characters.ts';

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

const [CLOSING, EQUALS, LETTER_B, LETTER_F, LETTER_P, LOWER_O, LOWER_R] = [41, 61, 66, 70, 80, 111, 114];
/** How lines of `go test` and gotestsum begin that matter inside a package; the lists of running tests begin with a tab. */
const BEGINNINGS = ['ok', 'FA', 'PA', 'SK', 'EM', 'co', 'ex', 'ru', 'Be', 'DO', '\t'];
const [NOTHING, ANYTHING] = [0, 255];
/** By the code of the first character: the code of the second one of such a line. */
const SECOND_CODES = Uint8Array.from({ length: 128 }, (_, first) => {
  const beginning = BEGINNINGS.find((text) => text.charCodeAt(0) === first);
  if (beginning === undefined) return NOTHING;
  return beginning.length === 1 ? ANYTHING : beginning.charCodeAt(1);
});
const STATUSES: Record<string, TestStatus> = { PASS: 'passed', FAIL: 'failed', SKIP: 'skipped' };
const STARTED = /^=== RUN {1,3}(\S+)$/;
const RESULT = /^ *--- (PASS|FAIL|SKIP): (\S+) \([\d.]+ ?s(?:econds)?\)$/;
const GLUED_RESULT = /^--- (PASS|FAIL|SKIP): (\S+) \([\d.]+ ?s(?:econds)?\)$/;
const OK = /^ok {2}\s*(\S+)\s+(?:\(cached\)|\d+\.\d+s)/;
const FAILED = /^FAIL(?:\t| {4,})(\S+)\s+(?:\(cached\)|\d+\.\d+s)/;
const NOT_BUILT = /^FAIL(?:\t| {4,})(\S+)\s+\[(?:build|setup) failed\]/;
const BENCHMARK = /^Benchmark\S+\s+\d+\s+[\d.]+ ns\/op/;
const WITHOUT_TESTS = /^(?:\?|ok {2})\s+(\S+)\s+.*\[no (?:test files|tests to run)\]/;
const STILL_RUNNING = /^\t(\S+) \([\dhms.]+\)$/;

export class GoPackages {
  readonly #finished: (result: GoPackage) => void;
  #open: OpenPackage | null = null;
  readonly #ok = new Set<string>();
  /** Packages that were ok with -v, which names their tests. */
  readonly #verboseOk = new Set<string>();
  #sawVerbose = false;

  constructor(finished: (result: GoPackage) => void) {
    this.#finished = finished;
  }

  /** Inside the output of a package whose tests say when they begin. */
  get isVerbose(): boolean {
    return this.#open?.isVerbose === true;
  }

  /** True for a line inside a package's output that nobody who reads `go test` needs to look at any closer. */
  passOver(text: string, lineNumber: number): boolean {
    if (this.#open === null) return false;
    if (text === '') return true;
    if (!isForeign(text)) return false;
    this.#open.passOver(lineNumber);
    return true;
  }

  /** True while inside a package's output. */
  line(text: string, lineNumber: number): boolean {
    if (this.#open === null && text.endsWith(']') && this.#notRun(text, lineNumber)) return false;
    const first = text === '' ? 0 : text.charCodeAt(0);
    if (first === LOWER_O && text.startsWith('ok  ')) this.#verdict(OK.exec(text), true, lineNumber);
    else if (first === LETTER_F && text.startsWith('FAIL'))
      this.#verdict(FAILED.exec(text) ?? NOT_BUILT.exec(text), false, lineNumber);
    else if (first === EQUALS && text.startsWith('=== RUN ') && typeof this.#open?.sealedAt === 'number')
      this.#close('', null, this.#open.sealedAt);
    if (this.#open === null) {
      if (!begins(text)) return false;
      this.#open = new OpenPackage(lineNumber);
    }
    this.#open.line(text, lineNumber);
    return true;
  }

  end(): void {
    if (this.#open !== null) this.#close('', null, this.#open.sealedAt ?? this.#open.lastLine);
  }

  /** Packages without tests, and those that could not be built. */
  #notRun(text: string, lineNumber: number): boolean {
    const empty = WITHOUT_TESTS.exec(text)?.[1];
    const name = empty ?? NOT_BUILT.exec(text)?.[1];
    if (name === undefined) return false;
    const tests: TestResult[] = empty === undefined ? [{ id: name, status: 'failed' }] : [];
    this.#finished({ name, tests, verbose: true, finished: true, problems: [], firstLine: lineNumber, lastLine: lineNumber });
    return true;
  }

  #verdict(match: RegExpExecArray | null, ok: boolean, lineNumber: number): void {
    if (match === null) return;
    const name = match[1] ?? '';
    if (ok && this.#open !== null && !this.#open.mayBeOk()) return;
    this.#open ??= new OpenPackage(lineNumber);
    this.#close(name, ok, lineNumber);
  }

  #close(name: string, ok: boolean | null, lineNumber: number): void {
    const open = this.#open;
    this.#open = null;
    if (open === null) return;
    const result = open.result(name, ok, lineNumber);
    if (ok === false && this.#ok.has(name)) result.problems.push(`go test says first ok and then FAIL of ${name}`);
    if (ok === true && !result.verbose && this.#verboseOk.has(name))
      result.problems.push(`go test says ok of ${name} twice, and names its tests only once`);
    if (ok === true && result.verbose) this.#verboseOk.add(name);
    if (open.namesWithoutStart && this.#sawVerbose) result.problems.push('go test names tests without having started them');
    if (ok === true) this.#ok.add(name);
    this.#sawVerbose ||= result.verbose;
    this.#finished(result);
  }
}

class OpenPackage {
  lastLine: number;
  /** The test binary has said PASS or FAIL for the whole of it, and nothing has followed but blank lines. */
  sealed = false;
  /** Where it said so, while only lines that are not Go's have followed: those may be another tool's. */
  sealedAt: number | null = null;
  /** Without -v that is how failed tests are shown; with it, never. */
  namesWithoutStart = false;
  readonly #firstLine: number;
  readonly #tests: TestResult[] = [];
  /** Started and without a result; the value is a result that was glued to other text. */
  readonly #running = new Map<string, TestStatus | null>();
  /** Without -v all that were named, with it those whose results may be told twice. */
  readonly #named = new Set<string>();
  readonly #problems = new Set<string>();
  isVerbose = false;
  #benchmarks = false;
  #inRunningList = false;

  constructor(lineNumber: number) {
    this.#firstLine = lineNumber;
    this.lastLine = lineNumber;
  }

  line(text: string, lineNumber: number): void {
    if (text === '') return;
    this.sealed = this.#isSeal(text) && this.#isIdle();
    if (this.sealed) this.sealedAt = lineNumber;
    this.lastLine = lineNumber;
    if (holdsStart(text)) this.#started(text);
    else if (holdsResult(text)) this.#result(text);
    else this.#other(text);
  }

  #other(text: string): void {
    const first = text.charCodeAt(0);
    if (this.#inRunningList || (first === LOWER_R && text === 'running tests:')) this.#stillRunning(text);
    else if (first === LETTER_B && isBenchmark(text) && BENCHMARK.test(text)) this.#benchmarks = true;
  }

  passOver(lineNumber: number): void {
    this.sealed = false;
    this.lastLine = lineNumber;
    this.#inRunningList = false;
  }

  #isSeal(text: string): boolean {
    const first = text.charCodeAt(0);
    if ((first === LETTER_P || first === LETTER_F) && (text === 'PASS' || text === 'FAIL')) return true;
    return this.sealed && /^(?:coverage: |exit status )/.test(text);
  }

  /** A package that is ok has no failed test and none that is still running: otherwise a test printed the line. */
  mayBeOk(): boolean {
    const possible = this.#isIdle() && !this.#tests.some(({ status }) => status === 'failed');
    if (!possible) this.#problems.add('go test says ok where a test failed or was still running');
    return possible;
  }

  result(name: string, ok: boolean | null, lineNumber: number): GoPackage {
    for (const [test, glued] of this.#running) this.#add(test, glued ?? 'failed');
    const tests = this.#tests.map(({ id, status }) => ({ id: name === '' ? id : `${name} ${id}`, status }));
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

  #started(text: string): void {
    const name = startedTest(text);
    if (name === null || isBenchmark(name)) return;
    this.sealedAt = null;
    if (this.namesWithoutStart) this.#problems.add('go test names tests without having started them');
    this.isVerbose = true;
    const glued = this.#running.get(name);
    // With -count the same test starts again; its result was the last that other text stood before.
    if (glued) this.#add(name, glued);
    else if (glued === null) this.#problems.add(`go test starts ${name} while it is running`);
    this.#running.set(name, null);
    if (isFuzzTest(name)) this.#named.add(name);
  }

  #result(text: string): void {
    const [, word = '', name = ''] = RESULT.exec(text) ?? [];
    const status = STATUSES[word];
    if (status !== undefined) this.sealedAt = null;
    if (status === undefined) this.#gluedResult(text);
    else if (isBenchmark(name)) this.#benchmarks = true;
    else if (this.#running.delete(name)) this.#add(name, status);
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

  #gluedResult(text: string): void {
    const [, word = '', name = ''] = GLUED_RESULT.exec(text.slice(text.lastIndexOf('--- '))) ?? [];
    const status = STATUSES[word];
    if (status !== undefined && this.#running.has(name)) this.#running.set(name, status);
  }

  /** After a time-out Go lists the tests that were running; without -v they are named nowhere else. */
  #stillRunning(text: string): void {
    const name = STILL_RUNNING.exec(text)?.[1];
    this.#inRunningList = text === 'running tests:' || name !== undefined;
    if (name !== undefined && !this.isVerbose && !this.#named.has(name)) this.#quietResult(name, 'failed');
  }

  #isIdle(): boolean {
    for (const glued of this.#running.values()) if (glued === null) return false;
    return true;
  }

  #add(id: string, status: TestStatus): void {
    this.#tests.push({ id, status });
  }
}

function begins(text: string): boolean {
  if (text.startsWith('===')) return STARTED.test(text);
  if (text.startsWith('Benchmark')) return BENCHMARK.test(text);
  return holdsResult(text) && RESULT.test(text);
}

/** A cheap look that most output of tests passes: neither its beginning nor a start or result within is that of a line that matters. */
function isForeign(text: string): boolean {
  if (text.length < 2) return false;
  const second = SECOND_CODES[text.charCodeAt(0)];
  if (second === undefined || second === ANYTHING || second === text.charCodeAt(1)) return false;
  return indexOfTwice(text, '=') === -1 && !holdsResult(text);
}

function holdsStart(text: string): boolean {
  return indexOfTwice(text, '=') !== -1 && text.includes('=== RUN ');
}

/** Something may stand before the result, but its time ends the line. */
export function holdsResult(text: string): boolean {
  return text !== '' && text.charCodeAt(text.length - 1) === CLOSING && indexOfTwice(text, '-') !== -1 && text.includes('--- ');
}

/** Something that prints no line end puts its last words before this line, and before the result below. */
function startedTest(text: string): string | null {
  const at = text.lastIndexOf('=== RUN ');
  return at === -1 ? null : (STARTED.exec(text.slice(at))?.[1] ?? null);
}

function isFuzzTest(name: string): boolean {
  return name.startsWith('Fuzz');
}

function isBenchmark(name: string): boolean {
  return name.startsWith('Benchmark');
}
