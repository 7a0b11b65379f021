// What pytest prints while its tests run: letters, or with -v names and results, also of xdist's workers.
// The output of tests may stand in between when it is not captured, and may imitate all of it.

import type { TestResult, TestStatus } from '../../../contract/index.ts';
import { ownText, type Shelf } from '../../engine/shelf.ts';
import { CharCode } from '../../shared/characters.ts';
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
  /** The word stood behind other output on the same line. */
  glued: TestStatus | null;
}

/** Results by name, with their counts at hand. */
class Listing {
  readonly tests: TestResult[] = [];
  readonly #counts: Record<TestStatus, number> = { passed: 0, failed: 0, skipped: 0 };

  add(test: TestResult): void {
    this.tests.push(test);
    this.#counts[test.status] += 1;
  }

  keepOn(shelf: Shelf, test: TestResult): void {
    shelf.keep(this.tests, test);
    this.#counts[test.status] += 1;
  }

  /** Whole files that are skipped or broken are counted in the totals but not listed. */
  fits(closing: Closing): boolean {
    const totals = totalsOf(closing);
    const { passed, failed, skipped } = this.#counts;
    const isComplete = passed === totals.passed && failed >= totals.failed - closing.errors;
    return this.tests.length > 0 && isComplete && failed <= totals.failed && skipped <= totals.skipped;
  }
}

/** So many tests that have no result by name are remembered. */
const MAX_UNNAMED = 100_000;
const LETTER_NAMES = { '.': 'passed', F: 'failed', s: 'skipped', x: 'xfailed', X: 'xpassed', E: 'errors' } as const;
/** Subtests share letters among results, so that letters can no longer be counted. */
const SUBTEST_LETTERS = /[uy,-]/;
const WORKER = /^\[gw\d+\](?: \[ *\d+(?:%|\/\d+)\])? (.*)$/;
const WORKER_NEWS = /^(?:gw\d+ |\d+ workers? |scheduling tests via |bringing up nodes|created: |initialized: |ready: )/;

export class PytestProgress {
  collected: Collected | null = null;
  /** Something that only pytest prints was seen. */
  isCertain = false;
  /** Something stood among the progress that is not pytest's. */
  isMixed = false;
  usesWorkers = false;
  crashed = false;
  readonly tally = { passed: 0, failed: 0, skipped: 0, xfailed: 0, xpassed: 0, errors: 0 };
  /** The files of the failed and of the broken tests, in order, as the letters tell them. */
  readonly files: Record<'F' | 'E', string[]> = { F: [], E: [] };
  /** Tests that were begun and have no result. */
  readonly unfinished: string[] = [];
  readonly #hasHeader: boolean;
  readonly #shelf: Shelf;
  /** Right after the collected line plugins say what they think of it. */
  #afterCollected = false;
  #letters = 0;
  #file: string | null = null;
  #pending: Pending | null = null;
  /** A session either marks all its results with the progress or none; the others are output of a test. */
  readonly #marked = new Listing();
  readonly #unmarked = new Listing();
  readonly #all = new Listing();

  constructor(hasHeader: boolean, shelf: Shelf) {
    this.#hasHeader = hasHeader;
    this.#shelf = shelf;
  }

  get hasResults(): boolean {
    return this.listed.length > 0 || this.#letters > 0 || this.#pending !== null;
  }

  /** Without -v, and with nothing in between, there is one letter for each result. */
  get canCountLetters(): boolean {
    const isVerbose = this.listed.length > 0 || this.#pending !== null;
    return !isVerbose && !this.isMixed && (this.#letters > 0 || !this.#hasHeader);
  }

  /** Other lines than those that may show progress tell nothing new. */
  get isAmongOutput(): boolean {
    return this.isMixed && this.#pending === null && this.#hasHeader && this.collected !== null && !this.#afterCollected;
  }

  /** True when the line is pytest's. */
  line(text: string): boolean {
    if (text === '') this.#afterCollected = false;
    if (text === '' || this.#announcement(text)) return true;
    const worker = text.charCodeAt(0) === CharCode.LEFT_BRACKET && text.startsWith('[gw') ? WORKER.exec(text)?.[1] : undefined;
    if (worker !== undefined) return this.#workerLine(worker);
    // Before the collected line stands the header, and what the test files print while they are loaded.
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

  /** No result of a test that was begun will follow. */
  finish(): void {
    const pending = this.#pending;
    this.#pending = null;
    if (pending === null) return;
    const status = pending.status ?? pending.glued;
    if (status !== null) this.#list(pending.id, status, false);
    else if (!this.usesWorkers && this.unfinished.length < MAX_UNNAMED) this.unfinished.push(ownText(pending.id));
  }

  /** The results that agree with the closing line; null when none do. Output may hold marks, but not the other way round. */
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
    if (found.file !== null) this.#file = ownText(found.file);
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
    if (this.files[letter].length < MAX_UNNAMED) this.files[letter].push(file);
  }

  #list(id: string, status: TestStatus, marked: boolean): void {
    const test = { id, status };
    (marked ? this.#marked : this.#unmarked).add(test);
    this.#all.keepOn(this.#shelf, test);
  }
}
