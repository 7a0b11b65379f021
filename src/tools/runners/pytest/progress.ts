// What pytest prints while its tests run: letters, or with -v names and results, also of xdist's workers. Output of tests
// that is not captured is mixed with it, and may imitate all of it.
import type { TestResult, TestStatus } from '../../../contract/index.ts';
import type { Results } from '../../../parse/parser.ts';
import { CharCode } from '../../../parse/shared/characters.ts';
import {
  type Collected,
  mayShowProgress,
  type Progress,
  readBareStatus,
  readCollected,
  readLetters,
  readResult,
  readStart,
  readWorkerResult,
  splitProgress,
} from './lines.ts';
import { type Closing, totalsOf } from './summary-line.ts';

/** A test whose name was printed and whose result may still follow. */
interface Pending {
  id: string;
  status: TestStatus | null;
  /** The status after other output on the same line. */
  glued: TestStatus | null;
}

/** Results by name, and their counts. */
class Listing {
  readonly tests: TestResult[];
  readonly #counts: Record<TestStatus, number> = { passed: 0, failed: 0, skipped: 0 };

  constructor(tests: TestResult[]) {
    this.tests = tests;
  }

  add(test: TestResult): void {
    this.tests.push(test);
    this.#counts[test.status] += 1;
  }

  /** The totals include files that are skipped or broken as a whole, which are not listed. */
  fits(closing: Closing): boolean {
    const totals = totalsOf(closing);
    const { passed, failed, skipped } = this.#counts;
    const isComplete = passed === totals.passed && failed >= totals.failed - closing.errors;
    return this.tests.length > 0 && isComplete && failed <= totals.failed && skipped <= totals.skipped;
  }
}

const MAX_FILES = 100_000;
const LETTER_NAMES = { '.': 'passed', F: 'failed', s: 'skipped', x: 'xfailed', X: 'xpassed', E: 'errors' } as const;
/** With subtests a letter is not a single result, so letters cannot be counted. */
const SUBTEST_LETTERS = /[uy,-]/;
const WORKER = /^\[gw\d+\](?: \[ *\d+(?:%|\/\d+)\])? (.*)$/;
const WORKER_NEWS = /^(?:gw\d+ |\d+ workers? |scheduling tests via |bringing up nodes|created: |initialized: |ready: )/;

export class PytestProgress {
  collected: Collected | null = null;
  /** Something that only pytest prints was seen. */
  isCertain = false;
  /** Other output is mixed with the progress. */
  isMixed = false;
  usesWorkers = false;
  crashed = false;
  readonly tally = { passed: 0, failed: 0, skipped: 0, xfailed: 0, xpassed: 0, errors: 0 };
  /** The files of the failed and of the broken tests, in the order of their letters. */
  readonly files: Record<'F' | 'E', string[]> = { F: [], E: [] };
  /** Tests that started and have no result. */
  readonly unfinished: string[];
  readonly #hasHeader: boolean;
  /** Plugins print messages right after the collected line. */
  #afterCollected = false;
  #letters = 0;
  #file: string | null = null;
  #pending: Pending | null = null;
  readonly #all: Listing;
  /**
   * A session marks either all its results with the progress or none; the others are output of a test. These share their
   * entries with `#all`, whose list counts them against the memory limit.
   */
  readonly #marked = new Listing([]);
  readonly #unmarked = new Listing([]);

  constructor(hasHeader: boolean, results: Results) {
    this.#hasHeader = hasHeader;
    this.#all = new Listing(results.list());
    this.unfinished = results.list();
  }

  get hasResults(): boolean {
    return this.listed.length > 0 || this.#letters > 0 || this.#pending !== null;
  }

  /** Without -v and without other output, each result has one letter. */
  get canCountLetters(): boolean {
    const isVerbose = this.listed.length > 0 || this.#pending !== null;
    return !isVerbose && !this.isMixed && (this.#letters > 0 || !this.#hasHeader);
  }

  /** True if the line is pytest's. */
  line(text: string): boolean {
    if (text === '') this.#afterCollected = false;
    if (text === '' || this.#announcement(text)) return true;
    const worker = text.charCodeAt(0) === CharCode.LEFT_BRACKET && text.startsWith('[gw') ? WORKER.exec(text)?.[1] : undefined;
    if (worker !== undefined) return this.#workerLine(worker);
    // The header and the output of loading test files precede the collected line.
    if (this.#hasHeader && this.collected === null) return false;
    if (mayShowProgress(text, this.#pending !== null) && this.#progress(text)) return true;
    if (!this.isMixed && !this.#afterCollected && !WORKER_NEWS.test(text)) this.isMixed = true;
    return false;
  }

  #progress(text: string): boolean {
    const progress = splitProgress(text);
    if (progress.marked) this.isCertain = true;
    return this.#result(progress) || this.#lettersLine(progress) || this.#lateStatus(progress) || this.#start(text);
  }

  /** No result of a started test will follow. */
  finish(): void {
    const pending = this.#pending;
    this.#pending = null;
    if (pending === null) return;
    const status = pending.status ?? pending.glued;
    if (status !== null) this.#list(pending.id, status, false);
    else if (!this.usesWorkers) this.unfinished.push(pending.id);
  }

  /** The results that match the closing line; null if none do. */
  listingFor(closing: Closing): readonly TestResult[] | null {
    return [this.#all, this.#unmarked, this.#marked].find((listing) => listing.fits(closing))?.tests ?? null;
  }

  get listed(): readonly TestResult[] {
    return this.#all.tests;
  }

  #announcement(text: string): boolean {
    const collected = this.collected === null ? readCollected(text) : null;
    if (collected !== null) {
      this.collected = collected;
      this.#afterCollected = true;
      return true;
    }
    if (text.charCodeAt(0) !== CharCode.UPPER_I || !text.startsWith('INTERNALERROR> ')) return false;
    this.crashed = true;
    return true;
  }

  #workerLine(body: string): boolean {
    const result = readWorkerResult(body);
    if (result === null) return false;
    this.usesWorkers = true;
    this.isCertain = true;
    if (result.status !== null) this.#list(result.id, result.status, true);
    return true;
  }

  #result(progress: Progress): boolean {
    const result = readResult(progress);
    if (result === null) return false;
    const { id, status } = result;
    if (progress.marked) {
      if (id === this.#pending?.id) this.#pending = null;
      if (status !== null) this.#list(id, status, true);
      return true;
    }
    this.finish();
    // The test may have printed the word itself; its real result then follows before the next name.
    if (status !== null) this.#pending = { id, status, glued: null };
    return true;
  }

  #lettersLine(progress: Progress): boolean {
    const found = readLetters(progress);
    if (found === null) return false;
    if (found.file !== null) this.#file = found.file;
    this.#letters += found.letters.length;
    if (SUBTEST_LETTERS.test(found.letters)) this.isMixed = true;
    for (const letter of found.letters) {
      const name = LETTER_NAMES[letter as keyof typeof LETTER_NAMES];
      if (name !== undefined) this.tally[name] += 1;
      if ((letter === 'F' || letter === 'E') && this.#file !== null) this.#noteFile(letter, this.#file);
    }
    return true;
  }

  #lateStatus(progress: Progress): boolean {
    const pending = this.#pending;
    if (pending === null) return false;
    const found = readBareStatus(progress.body);
    if (found === null || found.status === null) return false;
    if (progress.marked) {
      this.#list(pending.id, found.status, true);
      this.#pending = null;
    } else if (found.glued) pending.glued = found.status;
    else pending.status = found.status;
    return true;
  }

  #start(text: string): boolean {
    const id = readStart(text);
    if (id === null) return false;
    this.finish();
    this.#pending = { id, status: null, glued: readBareStatus(text.trimEnd())?.status ?? null };
    return true;
  }

  #noteFile(letter: 'F' | 'E', file: string): void {
    if (this.files[letter].length < MAX_FILES) this.files[letter].push(file);
  }

  #list(id: string, status: TestStatus, marked: boolean): void {
    const test = { id, status };
    this.#all.add(test);
    (marked ? this.#marked : this.#unmarked).add(test);
  }
}
