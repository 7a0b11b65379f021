// Room parse: one run of unittest: which tests it started, what it said of them, and whether its verdict agrees.
// Before a verdict nothing is believed: a test's own output stands among the results.
import type { TestResult } from '../contract/index.ts';
import { indexOfTwice } from './characters.ts';
import { emptyTestSection, type TestSection } from './section.ts';
import {
  DOTS,
  type Heading,
  isName,
  isNameOfPython311,
  isOfClassOrModule,
  readGluedWord,
  readWord,
  statusOfWord,
  testId,
  type Verdict,
  withoutSubtest,
} from './unittest-lines.ts';

/** So many lines after the last result, something that has no name of a test was none. */
const LONGEST_SILENCE = 500;

const LEFT_OUT =
  'unittest counts as many tests fewer than it lists as were skipped: Python 3.12.1 does, or a test printed a result';

interface Started {
  id: string;
  /** What unittest said of it; null while it runs. */
  word: string | null;
  /** False where output stands before the word: then that may be output too, and the real word follows. */
  isSure: boolean;
  /** Its name has the form of a test's; nose prints docstrings and functions, which may be anything. */
  isNamed: boolean;
}

export class UnittestRun {
  readonly #parser: string;
  readonly #firstLine: number;
  #lastLine: number;
  readonly #letters: string;
  readonly #started: Started[] = [];
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
  constructor(parser: string, lineNumber: number, before: string) {
    this.#parser = parser;
    this.#firstLine = lineNumber;
    this.#lastLine = lineNumber;
    this.#letters = /^[.FEsxuSK]+$/.test(before) ? before : '';
  }

  /** Lines that end in " ... ok" are not unittest's alone. */
  isLostAt(lineNumber: number): boolean {
    return lineNumber - this.#lastLine > LONGEST_SILENCE && !this.hasNames && this.#failures.length === 0;
  }

  get hasStarted(): boolean {
    return this.#started.length > 0;
  }

  get hasNames(): boolean {
    return this.#disagreed || this.#started.some(({ isNamed }) => isNamed);
  }

  heading({ id, word }: { id: string; word: Heading['word'] | null }, lineNumber: number): void {
    if (word === null) this.#unexpectedSuccesses.push(id);
    else this.#failures.push({ id, word });
    this.#lastLine = lineNumber;
  }

  line(text: string, lineNumber: number): void {
    // Tracebacks may quote anything.
    if (this.#failures.length > 0 || text === '') return;
    const nameAlone = this.#nameAlone;
    this.#nameAlone = null;
    const hasDots = indexOfTwice(text, '.') !== -1;
    if (hasDots && text.startsWith('  ') && this.#subtest(text)) return;
    const parts = hasDots ? splitAtDots(text) : [];
    if (parts.length > 1) {
      if (this.#parts(parts, nameAlone)) this.#lastLine = lineNumber;
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
      opened: listed.length > 0,
      closed: true,
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
  #lacksHeadings(listed: readonly Started[], verdict: Verdict): boolean {
    if (this.#failures.length !== verdict.failures) return false;
    const failed = new Set(this.#failures.map(({ id }) => withoutSubtest(id)));
    const hasFailed = ({ id, word }: Started) => failed.has(id) || word === 'FAIL' || word === 'ERROR';
    return listed.filter(hasFailed).length > failedTests(this.#failures);
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
    section.opened = this.#disagreed || this.#started.at(-1)?.word === null;
    section.tests = this.#started.flatMap(({ id, word }) =>
      word === null ? [] : [{ id, status: statusOfWord(word, 'failed') }],
    );
    if (this.#disagreed) section.problems.push('unittest counts another number of tests than its output shows');
    return section;
  }

  #parts(parts: readonly string[], nameAlone: string | null): boolean {
    const first = parts[0] ?? '';
    const last = parts.at(-1) ?? '';
    const wordAt = findWord(parts);
    const name = isName(first) ? first : nameAlone;
    if (name !== null) this.#start(name, true);
    else if (wordAt === 1 && this.#mayBeLoose(first)) this.#start(first, false);
    else {
      this.#lateWord(readGluedWord(last), false);
      return false;
    }
    if (name !== null && this.#followers(name, parts.slice(1))) return true;
    if (wordAt === -1) this.#lateWord(readGluedWord(last), false);
    else this.#lateWord(readWord(parts.slice(wordAt).join(DOTS)), wordAt === 1);
    return true;
  }

  /**
   * Until Python 3.10 a test whose subtests failed ends without a word, and the next one follows on the same line.
   * True when the line ends in the name of one whose docstring is yet to come.
   */
  #followers(name: string, parts: readonly string[]): boolean {
    if (isNameOfPython311(name)) return false;
    for (const part of parts.slice(0, -1)) if (isName(part)) this.#start(part, true);
    const last = parts.at(-1) ?? '';
    if (!isName(last)) return false;
    this.#nameAlone = last;
    return true;
  }

  #start(name: string, isNamed: boolean): void {
    const id = testId(name);
    const last = this.#started.at(-1);
    // From Python 3.11 on a test that fails and then breaks in its tear-down has two lines.
    if (last?.id === id && last.word === 'FAIL') return;
    this.#started.push({ id, word: null, isSure: false, isNamed });
  }

  /** cargo's lines look alike, and so does a test's output. */
  #mayBeLoose(name: string): boolean {
    return !name.startsWith('test ') && this.#started.at(-1)?.word !== null && name.length < 500;
  }

  #subtest(text: string): boolean {
    const at = text.lastIndexOf(DOTS);
    const name = text.slice(2, at);
    if (at === -1 || !/^\S+ \([^\s()]+\) [[(]/.test(name)) return false;
    const word = readWord(text.slice(at + DOTS.length));
    if (word?.startsWith('skipped') === true) this.#skippedSubtests.push(testId(name));
    return word !== null;
  }

  #output(text: string, lineNumber: number): void {
    const word = readWord(text);
    if (word === null) this.#lateWord(readGluedWord(text), false);
    else if (this.#started.at(-1)?.isSure === false) {
      this.#lateWord(word, true);
      this.#lastLine = lineNumber;
    } else if (word.startsWith('skipped ')) this.#namelessSkips += 1;
  }

  #lateWord(word: string | null, isSure: boolean): void {
    const last = this.#started.at(-1);
    if (word === null || last === undefined || last.isSure) return;
    last.word = word;
    last.isSure = isSure;
  }

  /** The tests among what was started; null when they are not as many as the run says. */
  #listedOf(ran: number): readonly Started[] | null {
    const tests = this.#started.filter(({ id }) => !isOfClassOrModule(id));
    const named = tests.filter(({ isNamed }) => isNamed);
    if (named.length === ran || named.length === 0) return tests.length === ran && named.length === 0 ? tests : named;
    if (tests.length === ran) return tests;
    // Python 3.12.1 does not count tests that are skipped.
    const counted = named.filter(({ word }) => word === null || !word.startsWith('skipped'));
    this.#leavesOutSkipped = counted.length === ran;
    return this.#leavesOutSkipped ? named : null;
  }

  #results(listed: readonly Started[], verdict: Verdict): TestResult[] {
    // The headings name subtests and classes, which the lines above them do not.
    const failures = this.#failures.length === verdict.failures ? this.#failures : [];
    const failed = new Set(failures.map(({ id }) => withoutSubtest(id)));
    const isKnown = (word: string) => (word === 'FAIL' || word === 'ERROR') && failures.length > 0;
    const tests: TestResult[] = [];
    for (const { id, word } of [...listed, ...this.#skippedClasses()]) {
      if (word === null || failed.has(id) || isKnown(word)) continue;
      tests.push({ id, status: statusOfWord(word, verdict.unexpectedSuccess) });
    }
    for (const id of this.#skippedSubtests) tests.push({ id, status: 'skipped' });
    for (const { id } of failures) tests.push({ id, status: 'failed' });
    if (listed.length > 0) return tests;
    return [...tests, ...this.#unexpectedSuccesses.map((id) => ({ id, status: verdict.unexpectedSuccess }))];
  }

  #skippedClasses(): Started[] {
    return this.#started.filter(({ id, word }) => isOfClassOrModule(id) && word?.startsWith('skipped') === true);
  }

  /** unittest does not state it: what is left of the tests that ran. Classes and subtests are counted as failures too. */
  #passed(ran: number, listed: readonly Started[], verdict: Verdict, tests: readonly TestResult[]): number {
    const known = new Set(this.#failures.map(({ id }) => withoutSubtest(id)));
    const hasOpenEnds = listed.some(({ id, word }) => word === null && !known.has(id));
    if (listed.length > 0 && !hasOpenEnds) return tests.filter(({ status }) => status === 'passed').length;
    const failed = failedTests(this.#failures) + Math.max(0, verdict.failures - this.#failures.length);
    const unexpected = verdict.unexpectedSuccess === 'failed' ? verdict.unexpectedSuccesses : 0;
    return Math.max(0, ran - failed - verdict.skipped - unexpected);
  }
}

/** The dots may end the line. */
function splitAtDots(text: string): string[] {
  return (text.endsWith(' ...') ? `${text} ` : text).split(DOTS);
}

/** Where the word begins: a skip's reason, a docstring and a test's output may hold the three dots too. */
function findWord(parts: readonly string[]): number {
  if (readWord(parts.slice(1).join(DOTS)) !== null) return 1;
  const skipped = parts.findIndex((part, index) => index > 0 && part.startsWith('skipped '));
  if (skipped !== -1) return skipped;
  return readWord(parts.at(-1) ?? '') === null ? -1 : parts.length - 1;
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
