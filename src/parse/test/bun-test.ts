// The console output of `bun test`, every version since 1.0, also with dots, with only the failures
// (as agents get it) and with the groups of GitHub Actions. A run ends with its counts and "Ran N tests across M files."
import type { TestStatus } from '../../contract/index.ts';
import type { Shelf } from '../engine/shelf.ts';
import type { LineParser, LineReader } from '../parser.ts';
import { emptyTestSection, type TestSection } from '../section.ts';
import { testsThatFit } from './shared/tests-that-fit.ts';
import { addsUp } from './shared/totals.ts';

const ID = 'bun-test';
const HEADER = /^bun test v\d+\.\d+\.\d+/;
const RESULT = /^(\((?:pass|fail|skip|todo)\)|[✓✗»✎]) (.+)$/;
const DURATION = / \[\d+(?:\.\d+)?(?:ms|s|m)\]$/;
const FILE = /^(?:::group::|##\[group\])?(\S[^\n]{0,400}\.[cm]?[jt]sx?):$/;
const COUNT = /^ ?(\d{1,9}) (pass|fail|skip|todo|errors?)$/;
/** Lines of the closing block that count something else. */
const OTHER_COUNT = /^ ?\d{1,9} (?:expect\(\) calls|snapshots?,|filtered out)|^ ?snapshots: /;
const RAN = /^Ran (\d{1,9}) tests? across \d+ files?\.(?: \[[\d.]+m?s\])?$/;
/** After many tests bun lists those again that did not pass. */
const REPEATED = /^\d+ tests? (?:skipped|todo|failed):$/;
/** More closings than this in one run are not held against its tests again: it would cost too much. */
const MAX_CLOSINGS = 50;
const UNHANDLED = '# Unhandled error between tests';

const STATUSES: Record<string, TestStatus> = {
  '(pass)': 'passed',
  '✓': 'passed',
  '(fail)': 'failed',
  '✗': 'failed',
  '(skip)': 'skipped',
  '»': 'skipped',
  '(todo)': 'skipped',
  '✎': 'skipped',
};

export const bunTest: LineParser<TestSection> = {
  id: ID,
  form: 'lines',
  commands: ['bun'],
  startsWith: ['bun test v', '('],
  open: ({ shelf }) => new BunTestReader(shelf),
};

class BunTestReader implements LineReader<TestSection> {
  readonly #shelf: Shelf;
  readonly #sections: TestSection[] = [];
  #section: TestSection | null = null;
  #file: string | null = null;
  #counts = new Map<string, number>();
  /** Errors outside of tests, by the file they broke. */
  #errors: { id: string }[] = [];
  #repeating = false;
  #failedNames = 0;
  #closings = 0;
  /** The results agree with the last closing. */
  #borneOut = false;
  /** A result line without a duration; its name may go on in the next line. */
  #unfinished = false;

  constructor(shelf: Shelf) {
    this.#shelf = shelf;
  }

  line(text: string, lineNumber: number): boolean {
    if (text.startsWith('bun test v') && HEADER.test(text)) {
      this.#begin(lineNumber, true);
      return true;
    }
    const result = RESULT.exec(text);
    if (this.#section === null) {
      if (result === null || !text.startsWith('(')) return false;
      this.#begin(lineNumber, false);
    }
    if (this.#section !== null) this.#inside(this.#section, text, result, lineNumber);
    return true;
  }

  end(): TestSection[] {
    this.#finish();
    return this.#sections;
  }

  #begin(lineNumber: number, hasHeader: boolean): void {
    this.#finish();
    this.#section = { ...emptyTestSection(ID, lineNumber), hasHeader };
    this.#file = null;
    this.#errors = [];
    this.#repeating = false;
    this.#failedNames = 0;
    this.#closings = 0;
    this.#borneOut = false;
    this.#forgetCounts();
  }

  /** The header may stand behind the results, when standard output was put behind standard error. */
  #finish(): void {
    const section = this.#section;
    if (section === null) return;
    const earlier = this.#sections.at(-1);
    const isLateHeader =
      section.hasHeader && section.lastLine === section.firstLine && earlier?.hasFooter === true && !earlier.hasHeader;
    if (!isLateHeader) this.#shelf.keepRun(this.#sections, settled(section));
    this.#section = null;
  }

  #inside(section: TestSection, text: string, result: RegExpExecArray | null, lineNumber: number): void {
    const wasUnfinished = this.#unfinished;
    this.#unfinished = false;
    if (result !== null) {
      this.#result(section, result, lineNumber);
      return;
    }
    if (this.#count(text) || this.#close(section, text, lineNumber)) return;
    this.#forgetCounts();
    if (wasUnfinished && DURATION.test(text)) extendLastName(section, text.replace(DURATION, ''));
    else if (text === UNHANDLED) this.#shelf.keep(this.#errors, { id: this.#file ?? 'no file' });
    else if (REPEATED.test(text)) this.#repeating = true;
    else if (text.endsWith(':')) this.#file = FILE.exec(text)?.[1] ?? this.#file;
  }

  #result(section: TestSection, result: RegExpExecArray, lineNumber: number): void {
    this.#forgetCounts();
    section.lastLine = lineNumber;
    if (this.#repeating) return;
    const [, mark = '', rest = ''] = result;
    const name = rest.replace(DURATION, '');
    this.#unfinished = name === rest;
    const status = STATUSES[mark] ?? 'failed';
    if (status === 'failed') this.#failedNames += 1;
    this.#shelf.keep(section.tests, { id: this.#file === null ? name : `${this.#file} > ${name}`, status });
  }

  /** By a new map: engines chain the tables of one that is emptied again and again, and keep them for long. */
  #forgetCounts(): void {
    if (this.#counts.size > 0) this.#counts = new Map();
  }

  #count(text: string): boolean {
    const match = COUNT.exec(text);
    if (match === null) return this.#counts.size > 0 && OTHER_COUNT.test(text);
    const [, count = '', word = ''] = match;
    this.#counts.set(word.startsWith('error') ? 'error' : word, Number(count));
    return true;
  }

  /** The last closing stands: one that the results before it do not bear out was printed by a test. */
  #close(section: TestSection, text: string, lineNumber: number): boolean {
    const passed = this.#counts.get('pass');
    const failed = this.#counts.get('fail');
    if (passed === undefined || failed === undefined || !RAN.test(text)) return false;
    this.#closings += 1;
    if (section.hasFooter && section.problems.length === 0 && this.#mayHaveEnded(section)) {
      section.problems.push('bun test seems to end twice');
    }
    const skipped = (this.#counts.get('skip') ?? 0) + (this.#counts.get('todo') ?? 0);
    section.totals = { passed, failed, skipped };
    section.hasFooter = true;
    section.lastLine = lineNumber;
    this.#nameErrors(section, failed, this.#counts.get('error') ?? 0);
    this.#borneOut = this.#closings > MAX_CLOSINGS || addsUp(section.tests, section.totals);
    this.#forgetCounts();
    this.#repeating = false;
    return true;
  }

  /** Without a passed test among the results only failures are listed, and nothing tells the real end. */
  #mayHaveEnded(section: TestSection): boolean {
    return this.#borneOut || !section.tests.some(({ status }) => status === 'passed');
  }

  /** Bun counts a file that does not load as a failed test, but an error between tests only as an error. */
  #nameErrors(section: TestSection, failed: number, errors: number): void {
    const files = this.#errors.slice(-errors);
    this.#errors = [];
    if (failed === 0 && section.totals !== null) section.totals.failed = errors;
    if (errors === 0 || files.length !== errors || (failed > 0 && failed - this.#failedNames !== errors)) return;
    for (const { id } of files) this.#shelf.keep(section.tests, { id: `${id} (unhandled error)`, status: 'failed' });
  }
}

function extendLastName(section: TestSection, rest: string): void {
  const last = section.tests.at(-1);
  if (last !== undefined) last.id = `${last.id}\n${rest}`;
}

/** Where passed tests are listed, all are: fewer than counted means that the counts are not of this run. */
function settled(section: TestSection): TestSection {
  const { totals, tests } = section;
  if (totals === null) return section;
  const listed = tests.filter(({ status }) => status === 'passed').length;
  if (listed > 0 && listed < (totals.passed ?? 0)) section.problems.push('bun test counts more passed tests than it lists');
  return { ...section, tests: testsThatFit(tests, totals) };
}
