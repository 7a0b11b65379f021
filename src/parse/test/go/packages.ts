// The lines that `go test` prints for one package after the other.
// Knows no sections: the parsers that read such lines decide what they are worth.
import type { TestResult } from '../../../contract/index.ts';
import { LineLook } from '../../engine/dispatch/line-look.ts';
import { ownText } from '../../engine/shelf.ts';
import type { LineContext } from '../../parser.ts';
import { CharCode, indexOfTwice } from '../../shared/characters.ts';
import { beginsPackage, type GoPackage, holdsResult, OpenPackage } from './package.ts';

/** How lines begin that matter inside a package; the lists of running tests begin with a tab. */
export const GO_BEGINNINGS = ['=', '-', 'ok', 'FA', 'PA', 'co', 'ex', 'ru', 'Be', 'DO', '\t'];
/** What may stand anywhere: starts and results of tests behind other output. */
export const GO_MARKS = ['==', '--- '];
const [NOTHING, ANYTHING] = [0, 255];
/** By the code of the first character: the code of the second one of such a line. */
const SECOND_CODES = Uint8Array.from({ length: 128 }, (_, first) => {
  const beginning = GO_BEGINNINGS.find((text) => text.charCodeAt(0) === first);
  if (beginning === undefined) return NOTHING;
  return beginning.length === 1 ? ANYTHING : beginning.charCodeAt(1);
});
const OK = /^ok {2}\s*(\S+)\s+(?:\(cached\)|\d+\.\d+s)/;
const FAILED = /^FAIL(?:\t| {4,})(\S+)\s+(?:\(cached\)|\d+\.\d+s)/;
const NOT_BUILT = /^FAIL(?:\t| {4,})(\S+)\s+\[(?:build|setup) failed\]/;
const WITHOUT_TESTS = /^(?:\?|ok {2})\s+(\S+)\s+.*\[no (?:test files|tests to run)\]/;
/** gotestsum's last line: what looked like a package before it was its recap. */
const GOTESTSUM_DONE = /^DONE (?:\d+ runs, )?\d+ tests?\b/;

/**
 * Among the output of a test: whatever else is printed there says nothing about the tests, but that the package goes on up to
 * there. Empty lines do not say that.
 */
const AMONG_OUTPUT = new LineLook({
  startsWith: GO_BEGINNINGS,
  blank: true,
  contains: GO_MARKS,
  prefilter: (text, isHeld) => text === '' || isHeld || startsLikeGo(text),
});

const READINGS = new WeakMap<LineContext, GoPackages>();

/** The packages of one output. The parsers that look at them share one reading, and so its cost. */
export function goPackagesOf(context: LineContext): GoPackages {
  const reading = READINGS.get(context) ?? new GoPackages(context);
  READINGS.set(context, reading);
  return reading;
}

export class GoPackages {
  readonly finished: GoPackage[];
  readonly #context: LineContext;
  #open: OpenPackage | null;
  /** The last package that a line like gotestsum's last one has ended; null where such lines end none. */
  #endedByDone: OpenPackage | null = null;
  readonly #endsAtDone: boolean;
  readonly #ok = new Set<string>();
  /** Packages that were ok with -v, which names their tests. */
  readonly #verboseOk = new Set<string>();
  #sawVerbose = false;
  /** The last line that was read, and the answer to it. */
  #lineNumber = 0;
  #answer: boolean | 'claimed' | LineLook = false;

  constructor(context: LineContext, finished: GoPackage[] = [], goesOn: OpenPackage | null = null) {
    this.#context = context;
    this.finished = finished;
    this.#open = goesOn;
    this.#endsAtDone = goesOn === null;
  }

  /**
   * False outside a package's output, "own" for starts and results of tests in one that names them all, else true, or a look
   * where only such lines matter.
   * A line that was read already is only answered.
   */
  line(text: string, lineNumber: number): boolean | 'claimed' | LineLook {
    if (lineNumber === this.#lineNumber) return this.#answer;
    this.#passOver();
    this.#lineNumber = lineNumber;
    this.#answer = text === '' ? this.#open !== null : this.#read(text, lineNumber);
    return this.#answer;
  }

  /** The reading of somebody to whom the line that has ended the last package was no end, but printed by a test. */
  goOn(finished: GoPackage[]): GoPackages {
    return new GoPackages(this.#context, finished, this.#endedByDone);
  }

  /** The lines since the last one that was read were not given because they do not matter. */
  #passOver(): void {
    const { lastLine } = this.#context;
    if (this.#answer === AMONG_OUTPUT && lastLine > this.#lineNumber) this.#open?.passOver(lastLine);
  }

  end(): void {
    this.#passOver();
    this.#finishOpen();
  }

  #finishOpen(): void {
    if (this.#open !== null) this.#close('', null, this.#open.sealedAt ?? this.#open.lastLine);
  }

  #read(text: string, lineNumber: number): boolean | 'claimed' | LineLook {
    if (this.#open === null) {
      if (text.endsWith(']') && this.#notRun(text, lineNumber)) return false;
    } else if (isForeignToGo(text)) {
      this.#open.passOver(lineNumber);
      return AMONG_OUTPUT;
    }
    this.#closing(text, lineNumber);
    if (this.#open === null) {
      if (!beginsPackage(text)) return false;
      this.#open = new OpenPackage(this.#context.shelf, lineNumber);
    }
    const isOfTest = this.#open.line(text, lineNumber);
    return isOfTest && this.#open.isVerbose ? 'claimed' : true;
  }

  /** Lines behind which no package is open, or another one. */
  #closing(text: string, lineNumber: number): void {
    const first = text.charCodeAt(0);
    if (first === CharCode.LOWER_O && text.startsWith('ok  ')) this.#verdict(OK.exec(text), true, lineNumber);
    else if (first === CharCode.UPPER_F && text.startsWith('FAIL'))
      this.#verdict(FAILED.exec(text) ?? NOT_BUILT.exec(text), false, lineNumber);
    else if (first === CharCode.EQUALS && typeof this.#open?.sealedAt === 'number' && text.startsWith('=== RUN '))
      this.#close('', null, this.#open.sealedAt);
    else if (first === CharCode.UPPER_D && this.#endsAtDone && GOTESTSUM_DONE.test(text)) {
      this.#endedByDone = this.#open;
      this.#finishOpen();
    }
  }

  /** Packages without tests, and those that could not be built. */
  #notRun(text: string, lineNumber: number): boolean {
    const first = text.charCodeAt(0);
    if (first !== CharCode.QUESTION_MARK && first !== CharCode.LOWER_O && first !== CharCode.UPPER_F) return false;
    const empty = WITHOUT_TESTS.exec(text)?.[1];
    const name = empty ?? NOT_BUILT.exec(text)?.[1];
    if (name === undefined) return false;
    const tests: TestResult[] = empty === undefined ? [{ id: name, status: 'failed' }] : [];
    this.#finish({ name, tests, verbose: true, finished: true, problems: [], firstLine: lineNumber, lastLine: lineNumber });
    return true;
  }

  #verdict(match: RegExpExecArray | null, ok: boolean, lineNumber: number): void {
    if (match === null) return;
    const name = ownText(match[1] ?? '');
    if (ok && this.#open !== null && !this.#open.mayBeOk()) return;
    this.#open ??= new OpenPackage(this.#context.shelf, lineNumber);
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
    this.#finish(result);
  }

  #finish(result: GoPackage): void {
    this.#context.shelf.keepRun(this.finished, result);
  }
}

/** A cheap look that most output of tests passes: neither its beginning nor a start or result within is that of a line that matters. */
export function isForeignToGo(text: string): boolean {
  return !startsLikeGo(text) && indexOfTwice(text, '=') === -1 && !holdsResult(text);
}

function startsLikeGo(text: string): boolean {
  const second = SECOND_CODES[text.charCodeAt(0)] ?? NOTHING;
  return second === ANYTHING || (text.length > 1 && second === text.charCodeAt(1));
}
