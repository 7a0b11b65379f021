// Room parse: the console output of Python's unittest and of runners built on it: Django's, nose, nose2, trial.
// A test's own output stands among the results; the run's own count of tests tells whether they were read rightly.
import type { LineContext, LineParser, LineReader } from '../parser.ts';
import type { TestSection } from '../section.ts';
import { DASHES, DOTS, EQUALS, isName, readHeading, readRan, readVerdict } from '../unittest-lines.ts';
import { UnittestRun } from '../unittest-run.ts';

const ID = 'unittest';
/** Between "Ran N tests" and the verdict other output may come, but not much. */
const LINES_TO_VERDICT = 20;

export const unittest: LineParser<TestSection> = {
  id: ID,
  form: 'lines',
  commands: ['unittest', 'manage.py', 'runtests.py', 'django-admin', 'nosetests', 'nose2', 'trial'],
  // Docstrings stand in place of names, so that a line may start with anything.
  startsWith: null,
  concerns: (text) => LETTERS.has(text.charCodeAt(0)) || mayBeResult(text) || mayBeHeading(text) || text.startsWith('Ran '),
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

  line(text: string, lineNumber: number): boolean {
    if (this.#ran !== null && this.#verdict(text, lineNumber)) return false;
    const ran = readRan(text);
    if (ran !== null) this.#ranLine(ran, lineNumber);
    else if (mayBeHeading(text) && this.#heading(text, lineNumber)) return true;
    else if (this.#run === null) this.#begin(text, lineNumber);
    else if (this.#run.isLostAt(lineNumber)) this.#run = null;
    else this.#run.line(text, lineNumber);
    return this.#run !== null;
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
    this.#run ??= new UnittestRun(ID, lineNumber - 1, this.#context.before(2));
    this.#run.heading(heading, lineNumber);
    return true;
  }

  #begin(text: string, lineNumber: number): void {
    this.#letters += leadingLetters(text);
    if (!mayBeResult(text)) return;
    const before = this.#context.before(1);
    const hasDocstring = isName(before);
    const run = new UnittestRun(ID, hasDocstring ? lineNumber - 1 : lineNumber, '');
    if (hasDocstring) run.line(before, lineNumber - 1);
    run.line(text, lineNumber);
    if (run.hasStarted) this.#run = run;
  }

  #ranLine(tests: number, lineNumber: number): void {
    // Without the line of dashes above it, a test printed this.
    if (!this.#context.before(1).endsWith(DASHES)) return;
    this.#run ??= new UnittestRun(ID, lineNumber - 1, this.#context.before(2));
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
    this.#sections.push(section);
    if (!run.isConfirmedBy(ran.tests, verdict) && this.#letters < ran.tests) this.#unconfirmed.push(section);
    this.#run = null;
    this.#letters = 0;
    return true;
  }
}

/** How a first result may end, by its last character: a run begins with a line that has all of it on one line. */
const ENDS = new Map([
  ['k', `${DOTS}ok`],
  ['L', `${DOTS}FAIL`],
  ['R', `${DOTS}ERROR`],
  ['P', `${DOTS}SKIP`],
  ['e', `${DOTS}expected failure`],
  ['s', `${DOTS}unexpected success`],
  [' ', DOTS],
  ['.', ' ...'],
]);

/** A cheap look while nothing is open. */
function mayBeResult(text: string): boolean {
  const last = text.charAt(text.length - 1);
  const end = ENDS.get(last);
  if (end !== undefined && text.endsWith(end)) return true;
  return (text.startsWith('test') || last === "'" || last === '"') && text.includes(DOTS);
}

function mayBeHeading(text: string): boolean {
  const first = text.charCodeAt(0);
  // F, E or U.
  return (
    (first === 70 || first === 69 || first === 85) && (text.startsWith('FAIL: ') || text.startsWith('ERROR: ') || first === 85)
  );
}

const LETTERS = new Set([...'.FEsxuSK'].map((letter) => letter.charCodeAt(0)));

function leadingLetters(text: string): number {
  let count = 0;
  while (LETTERS.has(text.charCodeAt(count))) count += 1;
  return count;
}
