// The console output of pytest, one section per session. Sessions that stand in the captured output
// of another one, as in the suites of pytest and its plugins, are read only to know where they end.

import type { LineLook } from '../../engine/dispatch/line-look.ts';
import type { Shelf } from '../../engine/shelf.ts';
import type { LineParser, LineReader } from '../../parser.ts';
import { emptyTestSection, type TestSection, type TestTotals } from '../../section.ts';
import { CharCode, firstVisible, isDigit, startsWithCount } from '../../shared/characters.ts';
import { LETTERS, leadingLetters, readLetters, splitProgress } from './lines.ts';
import { isSectionTitle, PytestSession } from './session.ts';
import { type Closing, readClosing, separatorTitle, totalsOf } from './summary-line.ts';

const ID = 'pytest';
/** Deeper quotations are not told apart. */
const MAX_DEPTH = 8;
/** So many lines after the closing one, pytest may still say why it stopped. */
const LINES_AFTER = 4;
const STRAY_CLOSING = 'pytest has a closing line that belongs to no session';
const BROKEN_CONFTEST = /^ImportError while loading conftest '(.+)'\.$/;

export const pytest: LineParser<TestSection> = {
  id: ID,
  form: 'lines',
  commands: ['pytest', 'py.test', 'tox', 'nox'],
  startsWith: [...LETTERS, '==', '!!', 'no tests ran in ', 'INTERNALERROR> ', 'ImportError while '],
  atMargin: true,
  // A header may be indented.
  endsWith: ['='],
  prefilter: mayBegin,
  open: ({ shelf }) => new PytestReader(shelf),
};

class PytestReader implements LineReader<TestSection> {
  readonly #sections: TestSection[] = [];
  /** The session that is being read, and those quoted in it, innermost last. */
  #sessions: PytestSession[] = [];
  /** Complete sessions inside one that may turn out to be none. */
  #inner: TestSection[] = [];
  /** The last closing line that agreed with no open session, and where it stood. */
  #stray: { closing: Closing; lineNumber: number } | null = null;
  #linesAfter = 0;
  readonly #shelf: Shelf;

  constructor(shelf: Shelf) {
    this.#shelf = shelf;
  }

  line(text: string, lineNumber: number): boolean | 'claimed' | LineLook {
    if (isHeader(text)) this.#header(lineNumber);
    else if (!this.#closing(text, lineNumber) && this.#inside(text, lineNumber)) return 'claimed';
    if (this.#sessions.length === 1) return this.#sessions[0]?.look ?? true;
    return this.#sessions.length > 0 || this.#linesAfter > 0;
  }

  end(): TestSection[] {
    this.#leaveOutermost();
    return this.#sections;
  }

  #add(section: TestSection): void {
    this.#shelf.keepRun(this.#sections, section);
  }

  #header(lineNumber: number): void {
    const outermost = this.#sessions[0];
    if (outermost !== undefined && !outermost.inSections && !outermost.hasHeader) this.#leaveOutermost();
    else if (outermost !== undefined && this.#sessions.length === 1 && outermost.tentative !== null) this.#leaveOutermost();
    if (this.#sessions.length === MAX_DEPTH) this.#sessions.pop();
    this.#sessions.push(new PytestSession(lineNumber, true, this.#shelf));
    this.#linesAfter = 0;
  }

  #closing(text: string, lineNumber: number): boolean {
    const first = text === '' ? 0 : text.charCodeAt(0);
    const mayBeClosing = first === CharCode.EQUALS || (isDigit(first) && startsWithCount(text)) || text.startsWith('no tests ');
    if (!mayBeClosing) return false;
    const closing = readClosing(text);
    if (closing === null) return false;
    if (this.#sessions.length === 0) this.#closingAlone(closing, text, lineNumber);
    else this.#closeBest(closing, lineNumber);
    return true;
  }

  #closingAlone(closing: Closing, text: string, lineNumber: number): void {
    // With -q and no tests this is all that pytest prints; any other closing line belongs to something.
    const isWhole = text.startsWith('no tests ran in ');
    const last = this.#sections.at(-1);
    if (isWhole || last === undefined) {
      this.#add({ ...emptyTestSection(ID, lineNumber), hasFooter: isWhole, totals: totalsOf(closing) });
      if (isWhole) this.#linesAfter = LINES_AFTER;
    } else last.problems.push(STRAY_CLOSING);
  }

  #closeBest(closing: Closing, lineNumber: number): void {
    const agreements = this.#sessions.map((session) => session.agreesWith(closing));
    const best = agreements.lastIndexOf('yes');
    const index = best === -1 ? agreements.lastIndexOf('unknown') : best;
    const session = this.#sessions[index];
    if (session === undefined) {
      this.#stray = { closing, lineNumber };
      return;
    }
    session.lastLine = lineNumber;
    this.#sessions = this.#sessions.slice(0, index + 1);
    if (index === 0 && best === -1) session.tentative = closing;
    else this.#close(session, closing);
  }

  #close(session: PytestSession, closing: Closing): void {
    this.#sessions.pop();
    const section = this.#sectionOf(session, closing);
    if (this.#sessions.length > 0) {
      for (const outer of this.#sessions) outer.endQuote();
      if (this.#sessions[0]?.isCertain === false) this.#shelf.keepRun(this.#inner, section);
      return;
    }
    this.#add(section);
    this.#stray = null;
    this.#linesAfter = LINES_AFTER;
  }

  /** Behind a session that was complete, the closing line of another one with a header may be that session's real one. */
  #sectionOf(session: PytestSession, closing: Closing): TestSection {
    const section = session.toSection(ID, closing);
    const isRest = !session.hasHeader && this.#sessions.length === 0 && this.#sections.length > 0;
    if (isRest && this.#stray?.closing.decorated === true) section.problems.push(STRAY_CLOSING);
    return section;
  }

  /** True for a result of the one session that is open, behind its header. */
  #inside(text: string, lineNumber: number): boolean {
    const session = this.#sessions.at(-1);
    if (session === undefined) this.#outside(text, lineNumber);
    else if (session.tentative !== null && startsQuietSession(text)) {
      this.#leaveOutermost();
      this.#quietSession(text, lineNumber);
    } else {
      if (this.#sessions.length > 1) this.#quotedLine(text, lineNumber);
      const isResult = session.line(text, lineNumber);
      if (text !== '' && text.charCodeAt(0) === CharCode.EXCLAMATION) this.#stoppedAfter(text, lineNumber);
      return isResult && session.hasHeader && this.#sessions.length === 1;
    }
    return false;
  }

  #quotedLine(text: string, lineNumber: number): void {
    for (const outer of this.#sessions.slice(0, -1)) outer.quotedLine(text, lineNumber);
  }

  #outside(text: string, lineNumber: number): void {
    if (this.#linesAfter > 0 && text !== '') this.#after(text, lineNumber);
    const conftest = text.startsWith('ImportError while') ? BROKEN_CONFTEST.exec(text)?.[1] : undefined;
    if (conftest !== undefined) this.#brokenConftest(conftest, lineNumber);
    else if (startsQuietSession(text)) this.#quietSession(text, lineNumber);
  }

  /** pytest.exit() is told after the closing line, which then does not add up. */
  #stoppedAfter(text: string, lineNumber: number): void {
    const stray = this.#stray;
    if (stray === null || lineNumber - stray.lineNumber > LINES_AFTER || separatorTitle(text, '!') === null) return;
    this.#closeBest(stray.closing, lineNumber);
  }

  #quietSession(text: string, lineNumber: number): void {
    this.#linesAfter = 0;
    const session = new PytestSession(lineNumber, false, this.#shelf);
    session.line(text, lineNumber);
    this.#sessions.push(session);
  }

  #after(text: string, lineNumber: number): void {
    this.#linesAfter -= 1;
    const section = this.#sections.at(-1);
    if (section === undefined || section.totals === null) return;
    const stopped = text.startsWith('!') ? separatorTitle(text, '!') : null;
    if (stopped !== null && section.totals.failed === 0) {
      section.totals.failed = 1;
      section.tests.push({ id: stopped, status: 'failed' });
    } else if (text.startsWith('ERROR: ') && isEmpty(section.totals)) {
      section.problems.push(`pytest could not do what it was asked: ${text.slice(0, 200)}`);
    } else return;
    section.lastLine = lineNumber;
  }

  #brokenConftest(path: string, lineNumber: number): void {
    const problems = ['pytest could not load its configuration and ran nothing'];
    this.#add({ ...emptyTestSection(ID, lineNumber), hasFooter: true, problems, tests: [{ id: path, status: 'failed' }] });
  }

  /** Nothing more will be said about the session that was begun first. */
  #leaveOutermost(): void {
    const session = this.#sessions[0];
    this.#sessions = [];
    if (session === undefined) return;
    if (session.tentative !== null) this.#add(this.#sectionOf(session, session.tentative));
    else if (session.isCertain) this.#add(this.#unfinished(session));
    else for (const section of this.#inner) this.#sections.push(section);
    this.#inner = [];
    this.#stray = null;
  }

  #unfinished(session: PytestSession): TestSection {
    const section = session.toSection(ID, null);
    if (this.#stray !== null) section.problems.push('the closing line of pytest disagrees with the tests that it announced');
    return section;
  }
}

/**
 * A cheap look while nothing is open: a line of letters, or one that begins with something longer than a letter or
 * ends as a header does.
 */
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

/** A session that a test prints may stand behind the test's name. */
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

/** Without a header a session begins with its letters, or with a title when nothing ran. */
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
