// The lines that `go test` prints, package by package. gotestsum reads them too: some of its formats repeat them.
import type { Results } from '../../../parse/parser.ts';
import type { TestRun, TestSection } from '../../../parse/section.ts';
import { CharCode, indexOfTwice } from '../../../parse/shared/characters.ts';
import { beginsPackage, containsResult, OpenPackage } from './package.ts';

/** Prefixes of the lines that matter inside a package; the lists of running tests start with a tab. */
const PREFIXES = ['=', '-', 'ok', 'FA', 'PA', 'co', 'ex', 'ru', 'Be', '\t'];
const [NONE, ANY] = [0, 255];
/** By the code of the first character: the code of the second one. */
const SECOND_CODES = Uint8Array.from({ length: 128 }, (_, first) => {
  const prefix = PREFIXES.find((text) => text.charCodeAt(0) === first);
  if (prefix === undefined) return NONE;
  return prefix.length === 1 ? ANY : prefix.charCodeAt(1);
});
const OK = /^ok {2}\s*(\S+)\s+(?:\(cached\)|\d+\.\d+s)/;
const FAILED = /^FAIL(?:\t| {4,})(\S+)\s+(?:\(cached\)|\d+\.\d+s)/;
const NOT_BUILT = /^FAIL(?:\t| {4,})(\S+)\s+\[(?:build|setup) failed\]/;
const WITHOUT_TESTS = /^(?:\?|ok {2})\s+(\S+)\s+.*\[no (?:test files|tests to run)\]/;

export class GoPackages {
  /** In the order of their ends. */
  readonly finished: TestRun[];
  readonly #results: Results<TestSection>;
  #open: OpenPackage | null = null;
  readonly #ok: Set<string>;
  /** Packages that were ok with -v, which names their tests. */
  readonly #verboseOk: Set<string>;
  #sawVerbose = false;

  constructor(results: Results<TestSection>) {
    this.#results = results;
    this.finished = results.list();
    this.#ok = results.set();
    this.#verboseOk = results.set();
  }

  /** False outside a package's output; "claimed" for starts and results of tests in a package that names them all. */
  line(text: string): boolean | 'claimed' {
    if (text === '') return this.#open !== null;
    if (this.#open === null) {
      if (text.endsWith(']') && this.#notRun(text)) return false;
    } else if (isUnrelated(text)) {
      this.#open.passOver();
      return true;
    }
    this.#closing(text);
    if (this.#open === null) {
      if (!beginsPackage(text)) return false;
      this.#open = new OpenPackage(this.#results);
    }
    const isOfTest = this.#open.line(text);
    return isOfTest && this.#open.isVerbose ? 'claimed' : true;
  }

  /** Closes the package that is open, without a verdict. */
  end(): void {
    if (this.#open !== null) this.#close('', null, this.#open.endedAt ?? this.#open.lastLine);
  }

  /** Lines that end the open package, or that another one begins with. */
  #closing(text: string): void {
    const first = text.charCodeAt(0);
    if (first === CharCode.LOWER_O && text.startsWith('ok  ')) this.#verdict(OK.exec(text), true);
    else if (first === CharCode.UPPER_F && text.startsWith('FAIL'))
      this.#verdict(FAILED.exec(text) ?? NOT_BUILT.exec(text), false);
    else if (first === CharCode.EQUALS && typeof this.#open?.endedAt === 'number' && text.startsWith('=== RUN ')) this.end();
  }

  /** Packages without tests, and those that could not be built. */
  #notRun(text: string): boolean {
    const first = text.charCodeAt(0);
    if (first !== CharCode.QUESTION_MARK && first !== CharCode.LOWER_O && first !== CharCode.UPPER_F) return false;
    const empty = WITHOUT_TESTS.exec(text)?.[1];
    const name = empty ?? NOT_BUILT.exec(text)?.[1];
    if (name === undefined) return false;
    const run = this.#results.draftRun({ hasHeader: true, hasFooter: true });
    if (empty === undefined) run.test(name, 'failed');
    this.finished.push(run);
    return true;
  }

  #verdict(match: RegExpExecArray | null, isOk: boolean): void {
    if (match === null) return;
    if (isOk && this.#open !== null && !this.#open.mayBeOk()) return;
    this.#open ??= new OpenPackage(this.#results);
    this.#close(match[1] ?? '', isOk, this.#results.lineNumber);
  }

  #close(name: string, isOk: boolean | null, lastLine: number): void {
    const open = this.#open;
    this.#open = null;
    if (open === null) return;
    const run = open.close(name, isOk, lastLine);
    if (isOk === false && this.#ok.has(name)) run.problems.push(`go test says first ok and then FAIL of ${name}`);
    if (isOk === true && !open.isVerbose && this.#verboseOk.has(name))
      run.problems.push(`go test says ok of ${name} twice, and names its tests only once`);
    if (isOk === true && open.isVerbose) this.#verboseOk.add(name);
    if (open.namesWithoutStart && this.#sawVerbose) run.problems.push('go test names tests without having started them');
    if (isOk === true) this.#ok.add(name);
    this.#sawVerbose ||= open.isVerbose;
    this.finished.push(run);
  }
}

/** A cheap test for most output of tests: the line neither starts like one that matters nor contains a start or a result. */
function isUnrelated(text: string): boolean {
  const second = SECOND_CODES[text.charCodeAt(0)] ?? NONE;
  if (second === ANY || (text.length > 1 && second === text.charCodeAt(1))) return false;
  return indexOfTwice(text, '=') === -1 && !containsResult(text);
}
