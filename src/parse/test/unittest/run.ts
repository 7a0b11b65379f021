// One run of unittest: which tests it started, what it said of them, and whether its verdict agrees.
// Before a verdict nothing is believed: a test's own output stands among the results.
import type { TestResult } from '../../../contract/index.ts';
import type { Shelf } from '../../engine/shelf.ts';
import { emptyTestSection, type TestSection } from '../../section.ts';
import {
  DOTS,
  type Heading,
  idOfName,
  isName,
  isOfClassOrModule,
  nameEnd,
  OPEN_END,
  readGluedWord,
  readWord,
  statusOfWord,
  testId,
  type Verdict,
  withoutSubtest,
} from './lines.ts';
import { StartedTests } from './started-tests.ts';

/** So many lines after the last result, something that has no name of a test was none. */
const MAX_SILENCE = 500;

const LEFT_OUT =
  'unittest counts as many tests fewer than it lists as were skipped: Python 3.12.1 does, or a test printed a result';

export class UnittestRun {
  readonly #parser: string;
  readonly #firstLine: number;
  #lastLine: number;
  readonly #letters: string;
  readonly #shelf: Shelf;
  readonly #started: StartedTests;
  /** False where output stands before the last word: then that may be output too, and the real word follows. */
  #isLastSure = false;
  /** One of them had a name in the form of a test's. */
  #hasNames = false;
  /** A name that stood alone on its line; the docstring follows on the next. */
  #nameAlone: string | null = null;
  readonly #failures: Heading[] = [];
  readonly #unexpectedSuccesses: string[] = [];
  readonly #skippedSubtests: string[] = [];
  /** Until Python 3.10 a class that is skipped as a whole is a word without a name. */
  #namelessSkips = 0;
  #disagreed = false;
  #leavesOutSkipped = false;

  /** `before` is the line above the first one, which without -v holds a letter for each test. */
  constructor(parser: string, lineNumber: number, before: string, shelf: Shelf) {
    this.#shelf = shelf;
    this.#started = new StartedTests(shelf);
    this.#parser = parser;
    this.#firstLine = lineNumber;
    this.#lastLine = lineNumber;
    this.#letters = /^[.FEsxuSK]+$/.test(before) ? before : '';
  }

  /** Lines that end in " ... ok" are not unittest's alone. */
  isLostAt(lineNumber: number): boolean {
    return lineNumber - this.#lastLine > MAX_SILENCE && !this.hasNames && this.#failures.length === 0;
  }

  /** This line was other output, more of which tells nothing new. */
  isAmongOutputAt(lineNumber: number): boolean {
    return this.hasNames && this.#lastLine < lineNumber && this.#failures.length === 0 && this.#nameAlone === null;
  }

  get hasStarted(): boolean {
    return this.#started.size > 0;
  }

  get hasNames(): boolean {
    return this.#disagreed || this.#hasNames;
  }

  heading({ id, word }: { id: string; word: Heading['word'] | null }, lineNumber: number): void {
    if (word === null) this.#shelf.keepText(this.#unexpectedSuccesses, id);
    else this.#shelf.keep(this.#failures, { id, word });
    this.#lastLine = lineNumber;
  }

  line(text: string, lineNumber: number): void {
    // Tracebacks may quote anything.
    if (this.#failures.length > 0 || text === '') return;
    const nameAlone = this.#nameAlone;
    this.#nameAlone = null;
    const dots = nameEnd(text);
    if (dots !== -1) {
      if (text.startsWith('  ') && this.#subtest(text)) return;
      if (this.#atDots(text, dots, nameAlone)) this.#lastLine = lineNumber;
    } else if (isName(text)) this.#nameAlone = text;
    else this.#output(text, lineNumber);
  }

  /** The names, or the letters, tell the same as the verdict. */
  isConfirmedBy(ran: number, { failures, skipped, unexpectedSuccesses }: Verdict): boolean {
    if (this.hasNames) return true;
    if (this.#letters.length < ran) return false;
    const count = (letters: RegExp) => this.#letters.match(letters)?.length ?? 0;
    return count(/[FE]/g) === failures && count(/[sxSK]/g) === skipped && count(/u/g) === unexpectedSuccesses;
  }

  /** One letter for each result, but another number of dots than tests that can have passed. */
  #lettersContradict(ran: number, verdict: Verdict, passed: number): boolean {
    const dots = this.#letters.match(/\./g)?.length ?? 0;
    return !this.hasStarted && this.#letters !== '' && this.isConfirmedBy(ran, verdict) && dots !== passed;
  }

  /** Null where the count does not agree with the tests: then the line was printed by a test. */
  close(ran: number, verdict: Verdict, lineNumber: number): TestSection | null {
    const listed = this.#listedOf(ran);
    // With --buffer a test's output stands below its heading.
    if (listed === null || verdict.failures < this.#failures.length) {
      this.#disagreed = true;
      return null;
    }
    const section = {
      ...emptyTestSection(this.#parser, this.#firstLine),
      hasHeader: listed.size > 0,
      hasFooter: true,
      lastLine: lineNumber,
    };
    section.tests = this.#results(listed, verdict);
    section.totals = {
      passed: verdict.successes ?? this.#passed(ran, listed, verdict, section.tests),
      failed: verdict.failures + (verdict.unexpectedSuccess === 'failed' ? verdict.unexpectedSuccesses : 0),
      skipped: verdict.skipped,
    };
    if (this.#namelessSkips > 0 || this.#lettersContradict(ran, verdict, section.totals.passed ?? 0)) {
      section.problems.push('unittest counts skipped classes beside the tests that ran; from Python 3.11 on -v names them');
    }
    if (this.#lacksHeadings(listed, verdict)) section.problems.push('unittest lists failures that it does not describe');
    if (this.#countsTooMany(ran, verdict, section)) section.problems.push('unittest ran fewer tests than passed and failed');
    if (this.#leavesOutSkipped) section.problems.push(LEFT_OUT);
    for (const part of verdict.unknown) section.problems.push(`unittest counts "${part}", whose meaning is not known`);
    return section;
  }

  /** Below the results every failure has a heading; a test without one did not fail, whatever it printed. */
  #lacksHeadings(listed: StartedTests, verdict: Verdict): boolean {
    if (this.#failures.length !== verdict.failures) return false;
    const hasHeading = lookUpTests(this.#failures);
    const failed = listed.count((id, word) => word === 'FAIL' || word === 'ERROR' || hasHeading(id));
    return failed > failedTests(this.#failures);
  }

  /** Several subtests of one test may fail, but then all of them have a heading. */
  #countsTooMany(ran: number, verdict: Verdict, { totals, tests }: TestSection): boolean {
    if (tests.length === 0 || this.#failures.length === verdict.failures) return false;
    return (totals?.passed ?? 0) + (totals?.failed ?? 0) > ran;
  }

  unfinished(): TestSection {
    const section = emptyTestSection(this.#parser, this.#firstLine);
    section.lastLine = this.#lastLine;
    // Results without a last word may be output of a run that is complete; a test that never ended is not.
    section.hasHeader = this.#disagreed || this.#started.lastWord === null;
    section.tests = this.#started.results((_, word) => (word === null ? null : statusOfWord(word, 'failed')));
    if (this.#disagreed) section.problems.push('unittest counts another number of tests than its output shows');
    return section;
  }

  /** A line with the three dots. True when it starts a test. */
  #atDots(text: string, dots: number, nameAlone: string | null): boolean {
    const first = text.slice(0, dots);
    const name = isName(first) ? first : nameAlone;
    const lastWord = readGluedWord(text);
    const isAllBehind = lastWord !== null && dots + DOTS.length + lastWord.length === text.length;
    // Package managers end many lines so.
    if (name === null && dots + OPEN_END.length === text.length) return false;
    if (!isAllBehind) return this.#parts(name, splitAtDots(text), lastWord);
    const isStart = this.#startAny(name, first);
    this.#lateWord(lastWord, isStart);
    return isStart;
  }

  /** More than one word stands behind the three dots: a reason, the test's output, another test. */
  #parts(name: string | null, parts: readonly string[], lastWord: string | null): boolean {
    const wordAt = findWord(parts);
    if ((name === null && wordAt !== 1) || !this.#startAny(name, parts[0] ?? '')) {
      this.#lateWord(lastWord, false);
      return false;
    }
    if (name !== null && this.#followers(name, parts.slice(1))) return true;
    if (wordAt === -1) this.#lateWord(lastWord, false);
    else this.#lateWord(readWord(parts.slice(wordAt).join(DOTS)), wordAt === 1);
    return true;
  }

  /**
   * Until Python 3.10 a test whose subtests failed ends without a word, and the next one follows on the same line.
   * True when the line ends in the name of one whose docstring is yet to come.
   */
  #followers(name: string, parts: readonly string[]): boolean {
    if (idOfName(name) !== name) return false;
    for (const part of parts.slice(0, -1)) if (isName(part)) this.#start(idOfName(part), true);
    const last = parts.at(-1) ?? '';
    if (!isName(last)) return false;
    this.#nameAlone = last;
    return true;
  }

  /** Without a name, what stands in its place may be one in another form. */
  #startAny(name: string | null, inPlace: string): boolean {
    if (name !== null) this.#start(idOfName(name), true);
    else if (this.#mayBeLoose(inPlace)) this.#start(testId(inPlace), false);
    else return false;
    return true;
  }

  #start(id: string, isNamed: boolean): void {
    const started = this.#started;
    // From Python 3.11 on a test that fails and then breaks in its tear-down has two lines.
    if (started.lastWord === 'FAIL' && started.lastId === id) return;
    started.start(id, isOfClassOrModule(id) ? 'fixture' : isNamed ? 'named' : 'loose');
    this.#isLastSure = false;
    if (isNamed) this.#hasNames = true;
  }

  /** cargo's lines look alike, and so does a test's output. */
  #mayBeLoose(name: string): boolean {
    return !name.startsWith('test ') && this.#started.lastWord !== null && name.length < 500;
  }

  #subtest(text: string): boolean {
    const at = text.lastIndexOf(DOTS);
    const name = text.slice(2, at);
    if (at === -1 || !/^\S+ \([^\s()]+\) [[(]/.test(name)) return false;
    const word = readWord(text.slice(at + DOTS.length));
    if (word?.startsWith('skipped') === true) this.#shelf.keepText(this.#skippedSubtests, testId(name));
    return word !== null;
  }

  #output(text: string, lineNumber: number): void {
    const word = readWord(text);
    if (word === null) this.#lateWord(readGluedWord(text), false);
    else if (this.hasStarted && !this.#isLastSure) {
      this.#lateWord(word, true);
      this.#lastLine = lineNumber;
    } else if (word.startsWith('skipped ')) this.#namelessSkips += 1;
  }

  #lateWord(word: string | null, isSure: boolean): void {
    if (word === null || !this.hasStarted || this.#isLastSure) return;
    this.#started.setLastWord(word);
    this.#isLastSure = isSure;
  }

  /** The tests among what was started; null when they are not as many as the run says. */
  #listedOf(ran: number): StartedTests | null {
    const [named, loose] = [this.#started.sizeOf('named'), this.#started.sizeOf('loose')];
    if (named !== ran && named + loose === ran) return this.#started.only('named', 'loose');
    const listed = this.#started.only('named');
    if (named === ran || named === 0) return listed;
    // Python 3.12.1 does not count tests that are skipped.
    this.#leavesOutSkipped = listed.count((_, word) => word === null || !word.startsWith('skipped')) === ran;
    return this.#leavesOutSkipped ? listed : null;
  }

  #results(listed: StartedTests, verdict: Verdict): TestResult[] {
    // The headings name subtests and classes, which the lines above them do not.
    const failures = this.#failures.length === verdict.failures ? this.#failures : [];
    const hasHeading = lookUpTests(failures);
    const isKnown = (word: string) => (word === 'FAIL' || word === 'ERROR') && failures.length > 0;
    const tests = listed.results((id, word) =>
      word === null || hasHeading(id) || isKnown(word) ? null : statusOfWord(word, verdict.unexpectedSuccess),
    );
    const skippedClasses = this.#started
      .only('fixture')
      .results((id, word) => (word?.startsWith('skipped') === true && !hasHeading(id) ? 'skipped' : null));
    for (const test of skippedClasses) tests.push(test);
    for (const id of this.#skippedSubtests) tests.push({ id, status: 'skipped' });
    for (const { id } of failures) tests.push({ id, status: 'failed' });
    if (listed.size > 0) return tests;
    return [...tests, ...this.#unexpectedSuccesses.map((id) => ({ id, status: verdict.unexpectedSuccess }))];
  }

  /** unittest does not state it: what is left of the tests that ran. Classes and subtests are counted as failures too. */
  #passed(ran: number, listed: StartedTests, verdict: Verdict, tests: readonly TestResult[]): number {
    const hasHeading = lookUpTests(this.#failures);
    const openEnds = listed.count((id, word) => word === null && !hasHeading(id));
    if (listed.size > 0 && openEnds === 0) return tests.reduce((sum, { status }) => sum + (status === 'passed' ? 1 : 0), 0);
    const failed = failedTests(this.#failures) + Math.max(0, verdict.failures - this.#failures.length);
    const unexpected = verdict.unexpectedSuccess === 'failed' ? verdict.unexpectedSuccesses : 0;
    return Math.max(0, ran - failed - verdict.skipped - unexpected);
  }
}

/** The dots may end the line. */
function splitAtDots(text: string): string[] {
  return (text.endsWith(OPEN_END) ? `${text} ` : text).split(DOTS);
}

/** Where the word begins: a skip's reason, a docstring and a test's output may hold the three dots too. */
function findWord(parts: readonly string[]): number {
  if (readWord(parts.slice(1).join(DOTS)) !== null) return 1;
  const skipped = parts.findIndex((part, index) => index > 0 && part.startsWith('skipped '));
  if (skipped !== -1) return skipped;
  return readWord(parts.at(-1) ?? '') === null ? -1 : parts.length - 1;
}

/** Whether a test is among those that the headings are about; where there are none, no id is looked up. */
function lookUpTests(headings: readonly Heading[]): (id: string) => boolean {
  const ids = new Set(headings.map(({ id }) => withoutSubtest(id)));
  return (id) => ids.size > 0 && ids.has(id);
}

/** How many tests the headings are about: a test may fail in several subtests, or fail and then break in its tear-down. */
function failedTests(headings: readonly Heading[]): number {
  const tests = new Map<string, { FAIL: number; ERROR: number; hasSubtests: boolean }>();
  for (const { id, word } of headings) {
    if (isOfClassOrModule(id)) continue;
    const name = withoutSubtest(id);
    const test = tests.get(name) ?? { FAIL: 0, ERROR: 0, hasSubtests: false };
    test[word] += 1;
    test.hasSubtests ||= name !== id;
    tests.set(name, test);
  }
  let count = 0;
  for (const { FAIL, ERROR, hasSubtests } of tests.values()) count += hasSubtests ? 1 : Math.max(FAIL, ERROR);
  return count;
}
