// The console output of pytest, one section per session. Sessions inside the captured output of another one, as in the
// test suites of pytest and its plugins, are read only to find their ends.
import type { LineParser, LineReader, Results } from '../../../parse/parser.ts';
import type { TestRun, TestSection, TestTotals } from '../../../parse/section.ts';
import { CharCode, firstVisible, isDigit, startsWithCount } from '../../../parse/shared/characters.ts';
import { pytestFailures } from './failures.ts';
import { LETTERS, leadingLetters, readLetters, splitProgress } from './lines.ts';
import { isSectionTitle, PytestSession } from './session.ts';
import { type Closing, readClosing, separatorTitle, totalsOf } from './summary-line.ts';

/** Of quotations inside each other. */
const MAX_DEPTH = 8;
/** Of the lines after the closing one that may state why pytest stopped. */
const MAX_LINES_AFTER = 4;
const STRAY_CLOSING = 'pytest has a closing line that belongs to no session';
const BROKEN_CONFTEST = /^ImportError while loading conftest '(.+)'\.$/;

export const pytest: LineParser<TestSection> = {
  id: 'pytest',
  form: 'lines',
  commands: ['pytest', 'py.test', 'tox', 'nox'],
  startsWith: [...LETTERS, '==', '!!', 'no tests ran in ', 'INTERNALERROR> ', 'ImportError while '],
  atMargin: true,
  // A header may be indented.
  endsWith: ['='],
  prefilter: mayBegin,
  failures: pytestFailures,
  open: (results) => new PytestReader(results),
};

class PytestReader implements LineReader {
  readonly #results: Results<TestSection>;
  #lastRun: TestRun | null = null;
  /** The open session, and those quoted in it, innermost last. */
  #sessions: PytestSession[] = [];
  /** Complete sessions inside one that may turn out to be none. */
  readonly #inner: TestRun[];
  /** The last closing line that matched no open session, and its line number. */
  #stray: { closing: Closing; lineNumber: number } | null = null;
  #linesAfter = 0;

  constructor(results: Results<TestSection>) {
    this.#results = results;
    this.#inner = results.list();
  }

  line(text: string): boolean | 'claimed' {
    if (isHeader(text)) this.#header();
    else if (!this.#closing(text) && this.#inside(text)) return 'claimed';
    return this.#sessions.length > 0 || this.#linesAfter > 0;
  }

  end(): void {
    this.#leaveOutermost();
  }

  #add(run: TestRun): void {
    this.#results.add(run);
    this.#lastRun = run;
  }

  #header(): void {
    const outermost = this.#sessions[0];
    if (outermost !== undefined && !outermost.inSections && !outermost.hasHeader) this.#leaveOutermost();
    else if (outermost !== undefined && this.#sessions.length === 1 && outermost.tentative !== null) this.#leaveOutermost();
    if (this.#sessions.length === MAX_DEPTH) this.#sessions.pop();
    this.#sessions.push(new PytestSession(this.#results, true));
    this.#linesAfter = 0;
  }

  #closing(text: string): boolean {
    const first = text === '' ? 0 : text.charCodeAt(0);
    const mayBeClosing = first === CharCode.EQUALS || (isDigit(first) && startsWithCount(text)) || text.startsWith('no tests ');
    if (!mayBeClosing) return false;
    const closing = readClosing(text);
    if (closing === null) return false;
    if (this.#sessions.length === 0) this.#closingAlone(closing, text);
    else this.#closeBest(closing);
    return true;
  }

  #closingAlone(closing: Closing, text: string): void {
    // With -q and no tests this is all that pytest prints; any other closing line belongs to a session.
    const isWhole = text.startsWith('no tests ran in ');
    if (isWhole || this.#lastRun === null) {
      this.#add(this.#results.draftRun({ hasFooter: isWhole, totals: totalsOf(closing) }));
      if (isWhole) this.#linesAfter = MAX_LINES_AFTER;
    } else this.#lastRun.problems.push(STRAY_CLOSING);
  }

  #closeBest(closing: Closing): void {
    const agreements = this.#sessions.map((session) => session.agreesWith(closing));
    const best = agreements.lastIndexOf('yes');
    const index = best === -1 ? agreements.lastIndexOf('unknown') : best;
    const session = this.#sessions[index];
    if (session === undefined) {
      this.#stray = { closing, lineNumber: this.#results.lineNumber };
      return;
    }
    session.touch();
    this.#sessions = this.#sessions.slice(0, index + 1);
    if (index === 0 && best === -1) session.tentative = closing;
    else this.#close(session, closing);
  }

  #close(session: PytestSession, closing: Closing): void {
    this.#sessions.pop();
    const run = this.#runOf(session, closing);
    if (this.#sessions.length > 0) {
      for (const outer of this.#sessions) outer.endQuote();
      if (this.#sessions[0]?.isCertain === false) this.#inner.push(run);
      return;
    }
    this.#add(run);
    this.#stray = null;
    this.#linesAfter = MAX_LINES_AFTER;
  }

  /** After a complete session, a stray closing line may be the real one of that session. */
  #runOf(session: PytestSession, closing: Closing): TestRun {
    const run = session.toRun(closing);
    const isRest = !session.hasHeader && this.#sessions.length === 0 && this.#lastRun !== null;
    if (isRest && this.#stray?.closing.decorated === true) run.problems.push(STRAY_CLOSING);
    return run;
  }

  /** True for a result of the only open session, after its header. */
  #inside(text: string): boolean {
    const session = this.#sessions.at(-1);
    if (session === undefined) this.#outside(text);
    else if (session.tentative !== null && startsQuietSession(text)) {
      this.#leaveOutermost();
      this.#quietSession(text);
    } else {
      if (this.#sessions.length > 1) for (const outer of this.#sessions.slice(0, -1)) outer.quotedLine(text);
      const isResult = session.line(text);
      if (text !== '' && text.charCodeAt(0) === CharCode.EXCLAMATION) this.#stoppedAfter(text);
      return isResult && session.hasHeader && this.#sessions.length === 1;
    }
    return false;
  }

  #outside(text: string): void {
    if (this.#linesAfter > 0 && text !== '') this.#after(text);
    const conftest = text.startsWith('ImportError while') ? BROKEN_CONFTEST.exec(text)?.[1] : undefined;
    if (conftest !== undefined) this.#brokenConftest(conftest);
    else if (startsQuietSession(text)) this.#quietSession(text);
  }

  /** pytest reports pytest.exit() after the closing line, whose numbers then do not add up. */
  #stoppedAfter(text: string): void {
    const stray = this.#stray;
    if (stray === null || this.#results.lineNumber - stray.lineNumber > MAX_LINES_AFTER) return;
    if (separatorTitle(text, '!') !== null) this.#closeBest(stray.closing);
  }

  #quietSession(text: string): void {
    this.#linesAfter = 0;
    const session = new PytestSession(this.#results, false);
    session.line(text);
    this.#sessions.push(session);
  }

  #after(text: string): void {
    this.#linesAfter -= 1;
    const run = this.#lastRun;
    if (run === null || run.totals === null) return;
    const stopped = text.startsWith('!') ? separatorTitle(text, '!') : null;
    if (stopped !== null && run.totals.failed === 0) {
      run.totals.failed = 1;
      run.test(stopped, 'failed');
    } else if (text.startsWith('ERROR: ') && isEmpty(run.totals)) {
      run.problems.push(`pytest could not do what it was asked: ${text.slice(0, 200)}`);
      run.touch();
    }
  }

  #brokenConftest(path: string): void {
    const problems = ['pytest could not load its configuration and ran nothing'];
    this.#add(this.#results.draftRun({ hasFooter: true, problems, tests: [{ id: path, status: 'failed' }] }));
  }

  /** No more lines of the outermost session will follow. */
  #leaveOutermost(): void {
    const session = this.#sessions[0];
    this.#sessions = [];
    if (session === undefined) return;
    if (session.tentative !== null) this.#add(this.#runOf(session, session.tentative));
    else if (session.isCertain) this.#add(this.#unfinished(session));
    else for (const run of this.#inner) this.#add(run);
    this.#results.discard(this.#inner);
    this.#stray = null;
  }

  #unfinished(session: PytestSession): TestRun {
    const run = session.toRun(null);
    if (this.#stray !== null) run.problems.push('the closing line of pytest disagrees with the tests that it announced');
    return run;
  }
}

/** A cheap test while no session is open: a line of letters, of another trigger, or with the end of a header. */
function mayBegin(text: string): boolean {
  const { length } = text;
  if (text.charCodeAt(length - 1) === CharCode.EQUALS && text.charCodeAt(firstVisible(text)) === CharCode.EQUALS) return true;
  const at = leadingLetters(text);
  if (at === 0) return '=!nI'.includes(text.charAt(0));
  return (
    (at === length || text.charCodeAt(at) === CharCode.SPACE) &&
    ('.FEsxX'.includes(text.charAt(0)) || text.trimEnd().endsWith(']'))
  );
}

const HEADER = ' test session starts =';

/** The header of a session that a test prints may follow the test's name. */
function isHeader(text: string): boolean {
  if (text === '' || text.charCodeAt(text.length - 1) !== CharCode.EQUALS || !text.includes(HEADER)) return false;
  const start = text.lastIndexOf('=', text.indexOf(HEADER));
  let from = start;
  while (text[from - 1] === '=') from -= 1;
  return separatorTitle(text.slice(from), '=') === 'test session starts';
}

function isEmpty(totals: TestTotals): boolean {
  return totals.passed === 0 && totals.failed === 0 && totals.skipped === 0;
}

/** A session without a header starts with its letters, or with a title if nothing ran. */
function startsQuietSession(text: string): boolean {
  if (text.startsWith('=')) {
    const title = separatorTitle(text, '=');
    return title !== null && isSectionTitle(title);
  }
  if (text.startsWith('!')) return separatorTitle(text, '!')?.startsWith('Interrupted: ') === true;
  if (text.startsWith('INTERNALERROR> ')) return true;
  const first = text.charAt(0);
  if (first === '' || text.length > 400 || !'.FEsxX,u-y'.includes(first)) return false;
  const progress = splitProgress(text);
  return (progress.marked || '.FEsxX'.includes(first)) && readLetters(progress) !== null;
}
