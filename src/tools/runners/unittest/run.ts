// One run of unittest: the tests it started, their results, and whether its verdict matches them. Nothing counts before the
// verdict: the output of tests is mixed with the results.
import type { TestResult } from '../../../contract/index.ts';
import type { Results } from '../../../parse/parser.ts';
import type { TestRun, TestSection } from '../../../parse/section.ts';
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

/** So many lines after the last result, a run without a test's name was none. */
const MAX_SILENCE = 500;

const LEFT_OUT =
  'unittest counts as many tests fewer than it lists as were skipped: Python 3.12.1 does, or a test printed a result';

export class UnittestRun {
  readonly #results: Results<TestSection>;
  readonly #run: TestRun;
  readonly #letters: string;
  readonly #started: StartedTests;
  /** False if output precedes the last word: then the word may be output too, and the real one follows. */
  #isLastSure = false;
  /** One of the tests had a name in the form of a test's. */
  #hasNames = false;
  /** A name alone on its line; the docstring follows on the next. */
  #nameAlone: string | null = null;
  readonly #failures: Heading[];
  readonly #unexpectedSuccesses: string[];
  readonly #skippedSubtests: string[];
  /** Until Python 3.10 a skipped class is a word without a name. */
  #namelessSkips = 0;
  #isMismatched = false;
  #leavesOutSkipped = false;

  /** `before` is the line above the first one, which without -v has a letter for each test. */
  constructor(results: Results<TestSection>, firstLine: number, before: string) {
    this.#results = results;
    this.#run = results.draftRun({ firstLine, lastLine: firstLine });
    this.#started = new StartedTests(results);
    this.#failures = results.list();
    this.#unexpectedSuccesses = results.list();
    this.#skippedSubtests = results.list();
    this.#letters = /^[.FEsxuSK]+$/.test(before) ? before : '';
  }

  /** Other tools print lines that end with " ... ok" too. */
  get isLost(): boolean {
    const silence = this.#results.lineNumber - this.#run.lastLine;
    return silence > MAX_SILENCE && !this.hasNames && this.#failures.length === 0;
  }

  get hasStarted(): boolean {
    return this.#started.size > 0;
  }

  get hasNames(): boolean {
    return this.#isMismatched || this.#hasNames;
  }

  heading({ id, word }: { id: string; word: Heading['word'] | null }): void {
    if (word === null) this.#unexpectedSuccesses.push(id);
    else this.#failures.push({ id, word });
    this.#run.touch();
  }

  line(text: string): void {
    // Tracebacks may quote anything.
    if (this.#failures.length > 0 || text === '') return;
    const nameAlone = this.#nameAlone;
    this.#nameAlone = null;
    const dots = nameEnd(text);
    if (dots !== -1) {
      if (text.startsWith('  ') && this.#subtest(text)) return;
      if (this.#atDots(text, dots, nameAlone)) this.#run.touch();
    } else if (isName(text)) this.#nameAlone = text;
    else this.#output(text);
  }

  /** The names or the letters match the verdict. */
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

  /** Null if the count does not match the tests: then a test printed the line. */
  close(ran: number, verdict: Verdict): TestRun | null {
    const listed = this.#listedOf(ran);
    // With --buffer a test's output follows its heading.
    if (listed === null || verdict.failures < this.#failures.length) {
      this.#isMismatched = true;
      return null;
    }
    const run = this.#run;
    run.hasHeader = listed.size > 0;
    run.tests = this.#tests(listed, verdict);
    const passed = verdict.successes ?? this.#passed(ran, listed, verdict, run.tests);
    const failed = verdict.failures + (verdict.unexpectedSuccess === 'failed' ? verdict.unexpectedSuccesses : 0);
    run.close({ passed, failed, skipped: verdict.skipped });
    if (this.#namelessSkips > 0 || this.#lettersContradict(ran, verdict, passed)) {
      run.problems.push('unittest counts skipped classes beside the tests that ran; from Python 3.11 on -v names them');
    }
    if (this.#lacksHeadings(listed, verdict)) run.problems.push('unittest lists failures that it does not describe');
    if (this.#countsTooMany(ran, verdict, run)) run.problems.push('unittest ran fewer tests than passed and failed');
    if (this.#leavesOutSkipped) run.problems.push(LEFT_OUT);
    for (const part of verdict.unknown) run.problems.push(`unittest counts "${part}", whose meaning is not known`);
    return run;
  }

  /** Every failure has a heading below the results; a test without one did not fail, whatever it printed. */
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

  /** For the end of the output, without a verdict. */
  unfinished(): TestRun {
    const run = this.#run;
    // Results without a last word may be output of a complete run; a test that never ended is not.
    run.hasHeader = this.#isMismatched || this.#started.lastWord === null;
    run.tests = this.#started.results((_, word) => (word === null ? null : statusOfWord(word, 'failed')));
    if (this.#isMismatched) run.problems.push('unittest counts another number of tests than its output shows');
    return run;
  }

  /** A line with the three dots. True if it starts a test. */
  #atDots(text: string, dots: number, nameAlone: string | null): boolean {
    const first = text.slice(0, dots);
    const name = isName(first) ? first : nameAlone;
    const lastWord = readGluedWord(text);
    const isWholeRest = lastWord !== null && dots + DOTS.length + lastWord.length === text.length;
    // Package managers print such lines.
    if (name === null && dots + OPEN_END.length === text.length) return false;
    if (!isWholeRest) return this.#parts(name, splitAtDots(text), lastWord);
    const isStart = this.#startAny(name, first);
    this.#lateWord(lastWord, isStart);
    return isStart;
  }

  /** More than one word follows the three dots: a reason, the test's output, another test. */
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
   * True if the line ends with the name of a test whose docstring follows.
   */
  #followers(name: string, parts: readonly string[]): boolean {
    if (idOfName(name) !== name) return false;
    for (const part of parts.slice(0, -1)) if (isName(part)) this.#start(idOfName(part), true);
    const last = parts.at(-1) ?? '';
    if (!isName(last)) return false;
    this.#nameAlone = last;
    return true;
  }

  /** Without a name, the text in its place may be one in another form. */
  #startAny(name: string | null, inPlace: string): boolean {
    if (name !== null) this.#start(idOfName(name), true);
    else if (this.#mayBeLoose(inPlace)) this.#start(testId(inPlace), false);
    else return false;
    return true;
  }

  #start(id: string, isNamed: boolean): void {
    const started = this.#started;
    // Since Python 3.11 a test that fails, and fails again in its teardown, has two lines.
    if (started.lastWord === 'FAIL' && started.lastId === id) return;
    started.start(id, isOfClassOrModule(id) ? 'fixture' : isNamed ? 'named' : 'loose');
    this.#isLastSure = false;
    if (isNamed) this.#hasNames = true;
  }

  /** cargo and the output of tests have similar lines. */
  #mayBeLoose(name: string): boolean {
    return !name.startsWith('test ') && this.#started.lastWord !== null && name.length < 500;
  }

  #subtest(text: string): boolean {
    const at = text.lastIndexOf(DOTS);
    const name = text.slice(2, at);
    if (at === -1 || !/^\S+ \([^\s()]+\) [[(]/.test(name)) return false;
    const word = readWord(text.slice(at + DOTS.length));
    if (word?.startsWith('skipped') === true) this.#skippedSubtests.push(testId(name));
    return word !== null;
  }

  #output(text: string): void {
    const word = readWord(text);
    if (word === null) this.#lateWord(readGluedWord(text), false);
    else if (this.hasStarted && !this.#isLastSure) {
      this.#lateWord(word, true);
      this.#run.touch();
    } else if (word.startsWith('skipped ')) this.#namelessSkips += 1;
  }

  #lateWord(word: string | null, isSure: boolean): void {
    if (word === null || !this.hasStarted || this.#isLastSure) return;
    this.#started.setLastWord(word);
    this.#isLastSure = isSure;
  }

  /** The started entries that are tests; null if their number is not the one the run states. */
  #listedOf(ran: number): StartedTests | null {
    const [named, loose] = [this.#started.sizeOf('named'), this.#started.sizeOf('loose')];
    if (named !== ran && named + loose === ran) return this.#started.only('named', 'loose');
    const listed = this.#started.only('named');
    if (named === ran || named === 0) return listed;
    // Python 3.12.1 does not count tests that are skipped.
    this.#leavesOutSkipped = listed.count((_, word) => word === null || !word.startsWith('skipped')) === ran;
    return this.#leavesOutSkipped ? listed : null;
  }

  #tests(listed: StartedTests, verdict: Verdict): TestResult[] {
    // Only headings name subtests and classes.
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

  /** unittest does not state it: the rest of the tests that ran. Failures include classes and subtests. */
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

/** Index of the part with the word: a skip's reason, a docstring and a test's output may contain the three dots too. */
function findWord(parts: readonly string[]): number {
  if (readWord(parts.slice(1).join(DOTS)) !== null) return 1;
  const skipped = parts.findIndex((part, index) => index > 0 && part.startsWith('skipped '));
  if (skipped !== -1) return skipped;
  return readWord(parts.at(-1) ?? '') === null ? -1 : parts.length - 1;
}

/** Whether a test has a heading; without headings, no id is looked up. */
function lookUpTests(headings: readonly Heading[]): (id: string) => boolean {
  const ids = new Set(headings.map(({ id }) => withoutSubtest(id)));
  return (id) => ids.size > 0 && ids.has(id);
}

/** The number of tests with a heading: a test may fail in several subtests, or fail and then fail in its teardown. */
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
