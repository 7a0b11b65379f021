// The console output of Python's unittest and of runners built on it: Django's, nose, nose2, trial.
// A test's own output stands among the results; the run's own count of tests tells whether they were read rightly.

import type { LineLook } from '../../engine/dispatch/line-look.ts';
import type { LineContext, LineParser, LineReader } from '../../parser.ts';
import type { TestSection } from '../../section.ts';
import { CharCode } from '../../shared/characters.ts';
import { AMONG_OUTPUT, DASHES, DOTS, EQUALS, isName, OPEN_END, readHeading, readRan, readVerdict } from './lines.ts';
import { UnittestRun } from './run.ts';

const ID = 'unittest';
/** Between "Ran N tests" and the verdict other output may come, but not much. */
const LINES_TO_VERDICT = 20;

/** How a first result may end: a run begins with a line that has all of it on one line. */
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
const LETTER_R = 82;
/** What stands for a test without -v. */
const LETTERS = '.FEsxuSK';

export const unittest: LineParser<TestSection> = {
  id: ID,
  form: 'lines',
  commands: ['unittest', 'manage.py', 'runtests.py', 'django-admin', 'nosetests', 'nose2', 'trial'],
  startsWith: [...LETTERS, 'UNEXPECTED SUCCESS: ', 'Ran ', 'test'],
  atMargin: true,
  // Docstrings stand in place of names, so that a result may start with anything. The quotes end a reason.
  endsWith: [...ENDS, "'", '"'],
  prefilter: (text) => !text.startsWith('test') || text.includes(DOTS) || text.endsWith(OPEN_END),
  open: (context) => new UnittestReader(context),
};

class UnittestReader implements LineReader<TestSection> {
  readonly #context: LineContext;
  readonly #sections: TestSection[] = [];
  /** Sections whose count of tests nothing has confirmed. */
  readonly #unconfirmed: TestSection[] = [];
  #run: UnittestRun | null = null;
  #ran: { tests: number; lineNumber: number } | null = null;
  /** The letters that lines began with since the last run: no fewer than tests, unless output stands before them. */
  #letters = 0;

  constructor(context: LineContext) {
    this.#context = context;
  }

  line(text: string, lineNumber: number): boolean | LineLook {
    if (this.#ran !== null && this.#verdict(text, lineNumber)) return false;
    const ran = text !== '' && text.charCodeAt(0) === LETTER_R ? readRan(text) : null;
    if (ran !== null) this.#ranLine(ran, lineNumber);
    else if (mayBeHeading(text) && this.#heading(text, lineNumber)) return true;
    else if (this.#run === null) this.#begin(text, lineNumber);
    else if (this.#run.isLostAt(lineNumber)) this.#run = null;
    else this.#run.line(text, lineNumber);
    if (this.#run === null) return false;
    return this.#ran === null && this.#run.isAmongOutputAt(lineNumber) ? AMONG_OUTPUT : true;
  }

  end(): TestSection[] {
    if (this.#sections.length > 1) {
      for (const { problems } of this.#unconfirmed) problems.push('unittest says "Ran" more often than its output shows');
    }
    return this.#run?.hasNames === true ? [...this.#sections, this.#run.unfinished()] : this.#sections;
  }

  #heading(text: string, lineNumber: number): boolean {
    const isBelowLine = this.#context.before(1).endsWith(EQUALS);
    const heading = isBelowLine || text.startsWith('UNEXPECTED SUCCESS: ') ? readHeading(text) : null;
    if (heading === null) return false;
    this.#run ??= new UnittestRun(ID, lineNumber - 1, this.#context.before(2), this.#context.shelf);
    this.#run.heading(heading, lineNumber);
    return true;
  }

  #begin(text: string, lineNumber: number): void {
    this.#letters += leadingLetters(text);
    if (!mayBeResult(text)) return;
    const before = this.#context.before(1);
    const hasDocstring = isName(before);
    if (!hasDocstring && hasNoWord(text) && !isName(text.slice(0, text.indexOf(OPEN_END)))) return;
    const run = new UnittestRun(ID, hasDocstring ? lineNumber - 1 : lineNumber, '', this.#context.shelf);
    if (hasDocstring) run.line(before, lineNumber - 1);
    run.line(text, lineNumber);
    if (run.hasStarted) this.#run = run;
  }

  #ranLine(tests: number, lineNumber: number): void {
    // Without the line of dashes above it, a test printed this.
    if (!this.#context.before(1).endsWith(DASHES)) return;
    this.#run ??= new UnittestRun(ID, lineNumber - 1, this.#context.before(2), this.#context.shelf);
    this.#ran = { tests, lineNumber };
  }

  #verdict(text: string, lineNumber: number): boolean {
    const { run, ran } = { run: this.#run, ran: this.#ran };
    const verdict = text === '' ? null : readVerdict(text);
    if (ran === null || run === null) return false;
    if (verdict === null) {
      if (lineNumber - ran.lineNumber > LINES_TO_VERDICT) this.#ran = null;
      return false;
    }
    this.#ran = null;
    const section = run.close(ran.tests, verdict, lineNumber);
    if (section === null) return false;
    this.#context.shelf.keepRun(this.#sections, section);
    if (!run.isConfirmedBy(ran.tests, verdict) && this.#letters < ran.tests) this.#unconfirmed.push(section);
    this.#run = null;
    this.#letters = 0;
    return true;
  }
}

/** By the code of the last character: how a result with that character ends. */
const END_OF_LAST: readonly (string | undefined)[] = Array.from({ length: 128 }, (_, code) =>
  ENDS.find((end) => end.charCodeAt(end.length - 1) === code),
);

function mayBeResult(text: string): boolean {
  const last = text.charCodeAt(text.length - 1);
  const end = END_OF_LAST[last];
  if (end !== undefined && text.endsWith(end)) return true;
  return (last === CharCode.APOSTROPHE || last === CharCode.QUOTE || text.startsWith('test')) && text.includes(DOTS);
}

function hasNoWord(text: string): boolean {
  return text.endsWith(OPEN_END) || text.endsWith(DOTS);
}

/** Begins with F, E or U. */
function mayBeHeading(text: string): boolean {
  const first = text.charCodeAt(0);
  if (first === 70) return text.startsWith('FAIL: ');
  return first === 69 ? text.startsWith('ERROR: ') : first === 85;
}

/** By the code of a character. */
const IS_LETTER: readonly boolean[] = Array.from({ length: 128 }, (_, code) => LETTERS.includes(String.fromCharCode(code)));

function leadingLetters(text: string): number {
  let count = 0;
  while (IS_LETTER[text.charCodeAt(count)] === true) count += 1;
  return count;
}
