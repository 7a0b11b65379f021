// One run of pytest, from its header to its closing line: what it announced, its progress, its summary. Output of tests may
// imitate any of it; the closing line counts only if it matches the rest.
import type { TestResult } from '../../../contract/index.ts';
import type { Results } from '../../../parse/parser.ts';
import type { TestRun, TestSection } from '../../../parse/section.ts';
import { CharCode } from '../../../parse/shared/characters.ts';
import { type Collected, type NamedResult, readSummaryLine, withColons } from './lines.ts';
import { PytestProgress } from './progress.ts';
import { type Closing, separatorTitle, totalsOf } from './summary-line.ts';

export type Agreement = 'yes' | 'no' | 'unknown';

export class PytestSession {
  readonly hasHeader: boolean;
  inSections = false;
  /** A closing line that nothing confirms or contradicts; a later one replaces it. */
  tentative: Closing | null = null;
  readonly #results: Results<TestSection>;
  readonly #run: TestRun;
  readonly #progress: PytestProgress;
  readonly #summary: NamedResult[];
  #inSummary = false;
  #heading: 'FAILURES' | 'ERRORS' | null = null;
  readonly #headings: Record<'FAILURES' | 'ERRORS', string[]>;
  /** Why the run ended early, if the title before the closing line says so. */
  #stopped: string | null = null;

  constructor(results: Results<TestSection>, hasHeader: boolean) {
    this.#results = results;
    this.#run = results.draftRun();
    this.hasHeader = hasHeader;
    this.#progress = new PytestProgress(hasHeader, results);
    this.#summary = results.list();
    this.#headings = { FAILURES: results.list(), ERRORS: results.list() };
  }

  /** Something that only pytest prints was seen. */
  get isCertain(): boolean {
    return this.hasHeader || this.#progress.isCertain;
  }

  /** The current line belongs to the session. */
  touch(): void {
    this.#run.touch();
  }

  /** A line that is neither a header nor a closing line. True if it shows the progress of the session. */
  line(text: string): boolean {
    const first = text === '' ? 0 : text.charCodeAt(0);
    if (first === CharCode.EQUALS && this.#section(text)) return false;
    if (first === CharCode.EXCLAMATION && this.#stop(text)) return false;
    if (this.#inSummary) this.#summaryLine(text);
    else if (this.inSections) this.#sectionLine(text);
    else if (this.#progress.line(text)) {
      this.touch();
      return text !== '';
    }
    return false;
  }

  /** A line that belongs to a session quoted in this one, or to this one if the quoted session never ends. */
  quotedLine(text: string): void {
    if (!this.inSections || (text.startsWith('=') && this.#section(text))) return;
    if (text.startsWith('!') && this.#stop(text)) return;
    if (this.#inSummary) this.#summaryLine(text);
  }

  /** A quoted session has ended: the last summary was its own. */
  endQuote(): void {
    this.#inSummary = false;
    this.#stopped = null;
    this.#results.discard(this.#summary);
  }

  agreesWith(closing: Closing): Agreement {
    const progress = this.#progress;
    if (closing.decorated !== this.hasHeader) return 'no';
    if (closing.isCollectOnly) return progress.hasResults ? 'no' : 'yes';
    if (progress.canCountLetters) return this.#lettersAgreeWith(closing) ? 'yes' : 'no';
    if (!progress.hasResults && !progress.isMixed && hasResults(closing)) return 'no';
    if (progress.collected !== null) return this.#collectedAgreesWith(progress.collected, closing) ? 'yes' : 'no';
    if (this.hasHeader && !progress.usesWorkers && hasResults(closing)) return 'no';
    progress.finish();
    return progress.listingFor(closing) === null ? 'unknown' : 'yes';
  }

  toRun(closing: Closing | null): TestRun {
    this.#progress.finish();
    const run = this.#run;
    run.hasHeader = this.isCertain;
    if (closing === null) {
      run.tests = [...this.#progress.listed];
      return run;
    }
    run.hasFooter = true;
    const totals = totalsOf(closing);
    run.totals = totals;
    run.tests = this.#names(closing);
    for (const part of closing.unknown) run.problems.push(`pytest counts "${part}", whose meaning is not known`);
    const stopped = this.#progress.crashed ? 'INTERNALERROR' : this.#stopped;
    // An early end of the run counts as a failure if no test failed.
    if (stopped !== null && totals.failed === 0) {
      run.tests.push({ id: this.#progress.unfinished.at(-1) ?? stopped, status: 'failed' });
      totals.failed = 1;
    }
    return run;
  }

  #section(text: string): boolean {
    const title = separatorTitle(text, '=');
    if (title === null || !isSectionTitle(title)) return false;
    this.#progress.finish();
    this.inSections = true;
    this.touch();
    this.#stopped = null;
    this.#inSummary = title === 'short test summary info';
    this.#heading = title === 'FAILURES' || title === 'ERRORS' ? title : null;
    // Captured output may contain a summary too; the last one is pytest's.
    if (this.#inSummary) this.#results.discard(this.#summary);
    return true;
  }

  #stop(text: string): boolean {
    const title = separatorTitle(text, '!');
    if (title === null) return false;
    this.touch();
    this.inSections = true;
    this.#inSummary = false;
    this.#stopped = title;
    return true;
  }

  #summaryLine(text: string): void {
    const result = readSummaryLine(text);
    if (result !== null) this.#summary.push(result);
  }

  #sectionLine(text: string): void {
    if (!text.startsWith('_')) return;
    this.#stopped = null;
    if (this.#heading === null) return;
    const title = separatorTitle(text, '_');
    if (title !== null) this.#headings[this.#heading].push(title);
  }

  #lettersAgreeWith(closing: Closing): boolean {
    const { tally } = this.#progress;
    return (
      tally.passed === closing.passed &&
      tally.failed <= closing.failed &&
      // Failed subtests of a TestCase have no letter.
      closing.failed - tally.failed <= this.#summary.filter(({ isSubtest }) => isSubtest).length &&
      tally.xfailed === closing.xfailed &&
      tally.xpassed === closing.xpassed &&
      // Files that are skipped or broken as a whole have no letter.
      tally.skipped <= closing.skipped &&
      tally.errors <= closing.errors
    );
  }

  /** A broken set-up is an error instead of a result, a broken teardown one in addition; xfail may count for both. */
  #collectedAgreesWith(collected: Collected, closing: Closing): boolean {
    const skipped = closing.skipped - (collected.skipped ?? 0);
    const results = closing.passed + closing.failed + closing.xfailed + closing.xpassed;
    const selected = collected.items - closing.deselected;
    const isComplete = this.#stopped !== null || this.#progress.crashed || selected <= results + skipped + closing.errors;
    const subtests = closing.subtests > 0 || this.#progress.isMixed ? closing.failed + skipped : 0;
    return isComplete && results + (collected.skipped === null ? 0 : skipped) <= selected + closing.xfailed + subtests;
  }

  #names(closing: Closing): TestResult[] {
    const { isMixed, unfinished, listed: all } = this.#progress;
    const listed = this.#progress.listingFor(closing) ?? (isMixed || unfinished.length > 0 ? [] : all);
    const summary = this.#summaryNames();
    if (listed.length === 0) return summary.length > 0 ? summary : this.#headingNames(closing);
    // Only the summary names files that could not be loaded.
    const broken = without(
      summary.filter(({ status }) => status === 'failed'),
      listed,
    );
    return [...listed, ...broken, ...this.#skippedFiles(listed, closing)];
  }

  /** pytest announces and counts files that are skipped as a whole, but does not name them. */
  #skippedFiles(listed: readonly TestResult[], closing: Closing): TestResult[] {
    const { collected } = this.#progress;
    const missing = totalsOf(closing).skipped - listed.filter(({ status }) => status === 'skipped').length;
    if (collected === null || (collected.skipped ?? missing) !== missing) return [];
    const length = Math.min(Math.max(0, missing), MAX_SKIPPED_FILES);
    return Array.from({ length }, () => ({ id: SKIPPED_FILE, status: 'skipped' }));
  }

  #summaryNames(): TestResult[] {
    const names = this.#summary.flatMap(({ id, status }) => (status === null ? [] : [{ id, status }]));
    const files = new Set(this.#progress.files.F);
    // If pytest prints no summary, the last one is in captured output, about other files.
    const isQuoted = files.size > 0 && !names.some(({ id, status }) => status === 'failed' && files.has(fileOf(id)));
    return isQuoted ? [] : names;
  }

  /** Old versions name failed tests only above their tracebacks, in the order of the failures. */
  #headingNames(closing: Closing): TestResult[] {
    const { FAILURES, ERRORS } = this.#headings;
    const broken = ERRORS.filter((title) => title.startsWith(COLLECTING)).map((title) => title.slice(COLLECTING.length));
    const errors = ERRORS.filter((title) => !title.startsWith(COLLECTING)).map((title) => title.replace(/^ERROR at \w+ of /, ''));
    const names = [
      ...(FAILURES.length === closing.failed ? this.#withFiles(FAILURES, this.#progress.files.F) : []),
      ...(ERRORS.length === closing.errors ? [...broken, ...this.#withFiles(errors, this.#progress.files.E)] : []),
    ];
    return names.map((id) => ({ id, status: 'failed' }));
  }

  #withFiles(titles: readonly string[], files: readonly string[]): readonly string[] {
    if (this.#progress.isMixed || titles.length !== files.length) return titles;
    return titles.map((title, index) => `${files[index]}::${withColons(title)}`);
  }
}

const COLLECTING = 'ERROR collecting ';
const MAX_SKIPPED_FILES = 10_000;
const SKIPPED_FILE = 'a file that was skipped as a whole';

function without(tests: readonly TestResult[], others: readonly TestResult[]): TestResult[] {
  const left = new Map(tests.map((test) => [test.id, test]));
  if (left.size > 0) for (const { id } of others) left.delete(id);
  return tests.filter(({ id }) => left.has(id));
}

function fileOf(id: string): string {
  return id.slice(0, Math.max(0, id.indexOf('::')));
}

const SECTION_TITLES = new Set(['ERRORS', 'FAILURES', 'PASSES', 'XFAILURES', 'XPASSES', 'RERUNS', 'short test summary info']);

export function isSectionTitle(title: string): boolean {
  return (
    SECTION_TITLES.has(title) ||
    /^(?:pytest-)?warnings? summary|^slowest (?:\d+ )?(?:test )?durations|^rerun test summary/.test(title)
  );
}

/** Results with a letter or name in the progress; files that are skipped or broken as a whole have none. */
function hasResults({ passed, failed, xfailed, xpassed }: Closing): boolean {
  return passed + failed + xfailed + xpassed > 0;
}
