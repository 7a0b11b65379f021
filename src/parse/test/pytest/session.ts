// One run of pytest, from its header to its closing line: what it announced, its progress, its summary.
// Output of tests may imitate any of it; the closing line counts only where it agrees with the rest.
import type { TestResult } from '../../../contract/index.ts';
import { LineLook } from '../../engine/dispatch/line-look.ts';
import { ownText, type Shelf } from '../../engine/shelf.ts';
import { emptyTestSection, type TestSection } from '../../section.ts';
import { CharCode, startsWithCount } from '../../shared/characters.ts';
import { type Collected, endsLikeProgress, type NamedResult, PROGRESS_ENDS, readSummaryLine, withColons } from './lines.ts';
import { PytestProgress } from './progress.ts';
import { type Closing, separatorTitle, totalsOf } from './summary-line.ts';

/** The codes of what separators are made of. */

/** How the lines begin that headers, titles, closing lines and crashes are. A header may stand behind the name of a test. */
const BEGINNINGS = [...'=!0123456789', 'no', 'IN'];
const PROGRESS = new LineLook({
  startsWith: [...BEGINNINGS, '[g'],
  blank: true,
  endsWith: ['=', ...PROGRESS_ENDS],
  contains: ['::'],
  prefilter: (text, isHeld) => text === '' || isHeld || isBeginning(text) || endsLikeProgress(text),
});
const SECTIONS = new LineLook({ startsWith: [...BEGINNINGS, '_'], endsWith: ['='] });

/** Such a line; the end of a header is enough. */
function isBeginning(text: string): boolean {
  const first = text.charCodeAt(0);
  if (first === CharCode.EQUALS || first === CharCode.EXCLAMATION || text.charCodeAt(text.length - 1) === CharCode.EQUALS)
    return true;
  return startsWithCount(text) || text.startsWith('no tests ') || text.startsWith('INTERNALERROR> ') || text.startsWith('[gw');
}

export type Agreement = 'yes' | 'no' | 'unknown';

export class PytestSession {
  readonly firstLine: number;
  lastLine: number;
  readonly hasHeader: boolean;
  inSections = false;
  /** A closing line that nothing speaks for or against; a later one replaces it. */
  tentative: Closing | null = null;
  readonly problems: string[] = [];
  readonly #shelf: Shelf;
  readonly #progress: PytestProgress;
  #summary: NamedResult[] = [];
  #inSummary = false;
  #heading: 'FAILURES' | 'ERRORS' | null = null;
  readonly #headings: Record<'FAILURES' | 'ERRORS', string[]> = { FAILURES: [], ERRORS: [] };
  /** Why the run ended early; only the last thing before the closing line tells that. */
  #stopped: string | null = null;

  constructor(lineNumber: number, hasHeader: boolean, shelf: Shelf) {
    this.#shelf = shelf;
    this.firstLine = lineNumber;
    this.lastLine = lineNumber;
    this.hasHeader = hasHeader;
    this.#progress = new PytestProgress(hasHeader, shelf);
  }

  /** Something that only pytest prints was seen. */
  get isCertain(): boolean {
    return this.hasHeader || this.#progress.isCertain;
  }

  /** The lines that still matter to it; null when all do. */
  get look(): LineLook | null {
    if (this.tentative !== null || this.#inSummary) return null;
    if (this.inSections) return SECTIONS;
    return this.#progress.isAmongOutput ? PROGRESS : null;
  }

  /** A line that is neither a header nor a closing line. True when it shows the progress of the session. */
  line(text: string, lineNumber: number): boolean {
    const first = text === '' ? 0 : text.charCodeAt(0);
    if (first === CharCode.EQUALS && this.#section(text, lineNumber)) return false;
    if (first === CharCode.EXCLAMATION && this.#stop(text, lineNumber)) return false;
    if (this.#inSummary) this.#summaryLine(text);
    else if (this.inSections) this.#sectionLine(text);
    else if (this.#progress.line(text)) {
      this.lastLine = lineNumber;
      return text !== '';
    }
    return false;
  }

  /** A line that belongs to a session quoted in this one, or to this one if the quoted session never ends. */
  quotedLine(text: string, lineNumber: number): void {
    if (!this.inSections || (text.startsWith('=') && this.#section(text, lineNumber))) return;
    if (text.startsWith('!') && this.#stop(text, lineNumber)) return;
    if (this.#inSummary) this.#summaryLine(text);
  }

  /** A quoted session has ended: the summary before that was its own. */
  endQuote(): void {
    this.#inSummary = false;
    this.#stopped = null;
    this.#summary = [];
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

  toSection(parser: string, closing: Closing | null): TestSection {
    this.#progress.finish();
    const section = { ...emptyTestSection(parser, this.firstLine), hasHeader: this.isCertain, hasFooter: closing !== null };
    section.lastLine = this.lastLine;
    section.problems = this.problems;
    if (closing === null) {
      section.tests = [...this.#progress.listed];
      return section;
    }
    section.totals = totalsOf(closing);
    section.tests = this.#names(closing);
    for (const part of closing.unknown) section.problems.push(`pytest counts "${part}", whose meaning is not known`);
    const stopped = this.#progress.crashed ? 'INTERNALERROR' : this.#stopped;
    // What stopped the run as a whole counts as a failure where no test does.
    if (stopped !== null && section.totals.failed === 0) {
      section.tests.push({ id: this.#progress.unfinished.at(-1) ?? stopped, status: 'failed' });
      section.totals.failed = 1;
    }
    return section;
  }

  #section(text: string, lineNumber: number): boolean {
    const title = separatorTitle(text, '=');
    if (title === null || !isSectionTitle(title)) return false;
    this.#progress.finish();
    this.inSections = true;
    this.lastLine = lineNumber;
    this.#stopped = null;
    this.#inSummary = title === 'short test summary info';
    this.#heading = title === 'FAILURES' || title === 'ERRORS' ? title : null;
    // Captured output may hold a summary of its own; the last one is pytest's.
    if (this.#inSummary) this.#summary = [];
    return true;
  }

  #stop(text: string, lineNumber: number): boolean {
    const title = separatorTitle(text, '!');
    if (title === null) return false;
    this.lastLine = lineNumber;
    this.inSections = true;
    this.#inSummary = false;
    this.#stopped = title;
    return true;
  }

  #summaryLine(text: string): void {
    const result = readSummaryLine(text);
    if (result !== null) this.#shelf.keep(this.#summary, result);
  }

  #sectionLine(text: string): void {
    if (!text.startsWith('_')) return;
    this.#stopped = null;
    if (this.#heading === null) return;
    const title = separatorTitle(text, '_');
    if (title === null) return;
    this.#shelf.hold();
    this.#headings[this.#heading].push(ownText(title));
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

  /** A broken set-up is an error in place of a result, a broken tear-down one beside it; xfail may count for both. */
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
    // Files that could not be loaded are named in the summary alone.
    const broken = without(
      summary.filter(({ status }) => status === 'failed'),
      listed,
    );
    return [...listed, ...broken, ...this.#skippedFiles(listed, closing)];
  }

  /** Files that are skipped as a whole are announced and counted, but have no name. */
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
    // Where pytest prints no summary, the last one in captured output is about other files.
    const isQuoted = files.size > 0 && !names.some(({ id, status }) => status === 'failed' && files.has(fileOf(id)));
    return isQuoted ? [] : names;
  }

  /** Old versions name failed tests only above their tracebacks, in the order in which they failed. */
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
/** So many get an entry each. */
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

/** Results that leave a trace among the progress; whole files that are skipped or broken leave none. */
function hasResults({ passed, failed, xfailed, xpassed }: Closing): boolean {
  return passed + failed + xfailed + xpassed > 0;
}
