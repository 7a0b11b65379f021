// The console output of Python's unittest and of runners built on it: Django's, nose, nose2, trial. The output of tests is
// mixed with the results; the number of tests that the run states confirms them.
import type { FailureHeading, LineParser, LineReader, Results } from '../../../parse/parser.ts';
import type { TestSection } from '../../../parse/section.ts';
import { CharCode } from '../../../parse/shared/characters.ts';
import { failureReports } from '../shared/failure-text.ts';
import { DASHES, DOTS, EQUALS, isName, OPEN_END, readHeading, readRan, readVerdict } from './lines.ts';
import { UnittestRun } from './run.ts';

/** Of other output between "Ran N tests" and the verdict. */
const MAX_LINES_TO_VERDICT = 20;

/** Ends of a first result, which is on a single line. */
const ENDS = [
  `${DOTS}ok`,
  `${DOTS}FAIL`,
  `${DOTS}ERROR`,
  `${DOTS}SKIP`,
  `${DOTS}expected failure`,
  `${DOTS}unexpected success`,
  DOTS,
  OPEN_END,
];
/** Printed for a test without -v. */
const LETTERS = '.FEsxuSK';

export const unittest: LineParser<TestSection> = {
  id: 'unittest',
  form: 'lines',
  commands: ['unittest', 'manage.py', 'runtests.py', 'django-admin', 'nosetests', 'nose2', 'trial'],
  startsWith: [...LETTERS, 'UNEXPECTED SUCCESS: ', 'Ran ', 'test'],
  atMargin: true,
  // A docstring may replace the name, so a result may start with anything. The quotes end a reason.
  endsWith: [...ENDS, "'", '"'],
  prefilter: (text) => !text.startsWith('test') || text.includes(DOTS) || text.endsWith(OPEN_END),
  failures: failureReports({
    startsWith: ['FAIL: ', 'ERROR: '],
    heading: unittestHeading,
    end: /^={70}$|^Ran \d+ test|^Std(?:out|err):$/,
    atMargin: true,
    titles: (id) => [id],
  }),
  open: (results) => new UnittestReader(results),
};

class UnittestReader implements LineReader {
  readonly #results: Results<TestSection>;
  #closedRuns = 0;
  /** Runs whose number of tests nothing confirms. */
  readonly #unconfirmed: TestSection[];
  #run: UnittestRun | null = null;
  #ran: { tests: number; lineNumber: number } | null = null;
  /** The letters at the start of lines since the last run: at least as many as tests, unless output precedes them. */
  #letters = 0;

  constructor(results: Results<TestSection>) {
    this.#results = results;
    this.#unconfirmed = results.list();
  }

  line(text: string): boolean {
    if (this.#ran !== null && this.#verdict(text)) return false;
    const ran = text !== '' && text.charCodeAt(0) === CharCode.UPPER_R ? readRan(text) : null;
    if (ran !== null) this.#ranLine(ran);
    else if (mayBeHeading(text) && this.#heading(text)) return true;
    else if (this.#run === null) this.#begin(text);
    else if (this.#run.isLost) this.#run = null;
    else this.#run.line(text);
    return this.#run !== null;
  }

  end(): void {
    if (this.#closedRuns > 1) {
      for (const { problems } of this.#unconfirmed) problems.push('unittest says "Ran" more often than its output shows');
    }
    if (this.#run?.hasNames === true) this.#results.add(this.#run.unfinished());
  }

  #heading(text: string): boolean {
    const isBelowLine = this.#results.before(1).endsWith(EQUALS);
    const heading = isBelowLine || text.startsWith('UNEXPECTED SUCCESS: ') ? readHeading(text) : null;
    if (heading === null) return false;
    this.#run ??= this.#runFromLineBefore();
    this.#run.heading(heading);
    return true;
  }

  #begin(text: string): void {
    this.#letters += leadingLetters(text);
    if (!mayBeResult(text)) return;
    const before = this.#results.before(1);
    const hasDocstring = isName(before);
    if (!hasDocstring && (isOfCargo(text) || (hasNoWord(text) && !isName(text.slice(0, text.indexOf(OPEN_END)))))) return;
    const run = new UnittestRun(this.#results, this.#results.lineNumber - (hasDocstring ? 1 : 0), '');
    if (hasDocstring) run.line(before);
    run.line(text);
    if (run.hasStarted) this.#run = run;
  }

  #ranLine(tests: number): void {
    // Without the line of dashes above it, a test printed this.
    if (!this.#results.before(1).endsWith(DASHES)) return;
    this.#run ??= this.#runFromLineBefore();
    this.#ran = { tests, lineNumber: this.#results.lineNumber };
  }

  #runFromLineBefore(): UnittestRun {
    return new UnittestRun(this.#results, this.#results.lineNumber - 1, this.#results.before(2));
  }

  #verdict(text: string): boolean {
    const [run, ran] = [this.#run, this.#ran];
    const verdict = text === '' ? null : readVerdict(text);
    if (ran === null || run === null) return false;
    if (verdict === null) {
      if (this.#results.lineNumber - ran.lineNumber > MAX_LINES_TO_VERDICT) this.#ran = null;
      return false;
    }
    this.#ran = null;
    const closed = run.close(ran.tests, verdict);
    if (closed === null) return false;
    this.#results.add(closed);
    this.#closedRuns += 1;
    if (!run.isConfirmedBy(ran.tests, verdict) && this.#letters < ran.tests) this.#unconfirmed.push(closed);
    this.#run = null;
    this.#letters = 0;
    return true;
  }
}

/** By the code of the last character of a result: its end. */
const END_OF_LAST: readonly (string | undefined)[] = Array.from({ length: 128 }, (_, code) =>
  ENDS.find((end) => end.charCodeAt(end.length - 1) === code),
);

function mayBeResult(text: string): boolean {
  const last = text.charCodeAt(text.length - 1);
  const end = END_OF_LAST[last];
  if (end !== undefined && text.endsWith(end)) return true;
  return (last === CharCode.APOSTROPHE || last === CharCode.QUOTE || text.startsWith('test')) && text.includes(DOTS);
}

/** "test path::name ... ok". */
function isOfCargo(text: string): boolean {
  return text.startsWith('test ') && text.charCodeAt('test '.length) !== CharCode.LEFT_PAREN;
}

function hasNoWord(text: string): boolean {
  return text.endsWith(OPEN_END) || text.endsWith(DOTS);
}

function mayBeHeading(text: string): boolean {
  const first = text.charCodeAt(0);
  if (first === CharCode.UPPER_F) return text.startsWith('FAIL: ');
  return first === CharCode.UPPER_E ? text.startsWith('ERROR: ') : first === CharCode.UPPER_U;
}

/** By the code of a character. */
const IS_LETTER: readonly boolean[] = Array.from({ length: 128 }, (_, code) => LETTERS.includes(String.fromCharCode(code)));

function leadingLetters(text: string): number {
  let count = 0;
  while (IS_LETTER[text.charCodeAt(count)] === true) count += 1;
  return count;
}

/** Python 3.11 and later repeats the name of the method: "test_a (module.Class.test_a)". */
const HEADING = /^(?:FAIL|ERROR): ((\w+) \([\w.]{0,500}?)(?:\.\2)?(\).*)$/;

function unittestHeading(text: string, before: (distance: number) => string): FailureHeading | null {
  if (!before(1).startsWith('=====')) return null;
  const [, start, , rest] = HEADING.exec(text) ?? [];
  return { title: start === undefined ? text.slice(text.indexOf(' ') + 1) : `${start}${rest}` };
}
