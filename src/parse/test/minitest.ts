// The console output of minitest, of Rails and of minitest-reporters. Tests print what they like before the
// totals and inside the list of failures, so totals must fit what is listed.
import type { TestResult, TestStatus } from '../../contract/index.ts';
import type { Shelf } from '../engine/shelf.ts';
import type { LineParser, LineReader } from '../parser.ts';
import { emptyTestSection, type TestSection } from '../section.ts';
import { ProgressMarks } from './shared/progress-dots.ts';
import { addsUp } from './shared/totals.ts';
import { doubtUnlistedRuns } from './shared/unlisted-runs.ts';

const ID = 'minitest';
const TOTALS = /^(\d{1,9}) (?:runs?|tests?), \d{1,9} assertions?, (\d{1,9}) failures?, (\d{1,9}) errors?, (\d{1,9}) skips?$/;
/** Rails and minitest-reporters do not number them. */
const FAULT = /^(?: {1,4}(\d{1,9})\) )?(Failure|Error|Skipped):$/;
/** "Class#name = 0.00 s = ." */
const VERBOSE = /\d{1,9}\.\d\d s = ([.FES])$/;
/** "  test_name    PASS (0.00s)" */
const SPEC = /(PASS|FAIL|ERROR|SKIP) \(\d{1,9}\.\d{1,6}s\)$/;
const MARKS: Record<string, TestStatus> = { '.': 'passed', F: 'failed', E: 'failed', S: 'skipped' };
const SPEC_STATUSES: Record<string, TestStatus> = { PASS: 'passed', FAIL: 'failed', ERROR: 'failed', SKIP: 'skipped' };

export const minitest: LineParser<TestSection> = {
  id: ID,
  form: 'lines',
  commands: ['minitest', 'rails', 'm'],
  startsWith: ['# Running', 'Started with run options '],
  open: ({ shelf }) => new MinitestReader(shelf),
};

class MinitestReader implements LineReader<TestSection> {
  readonly #shelf: Shelf;
  readonly #sections: TestSection[] = [];
  #run: Run | null = null;

  constructor(shelf: Shelf) {
    this.#shelf = shelf;
  }

  line(text: string, lineNumber: number): boolean {
    if (isHeader(text)) {
      this.#finish();
      this.#run = new Run(this.#shelf, lineNumber);
    } else this.#run?.line(text, lineNumber);
    return this.#run !== null;
  }

  end(): TestSection[] {
    this.#finish();
    doubtUnlistedRuns(this.#sections);
    return this.#sections;
  }

  #finish(): void {
    if (this.#run !== null) this.#shelf.keepRun(this.#sections, this.#run.section());
    this.#run = null;
  }
}

function isHeader(text: string): boolean {
  if (text.startsWith('Started with run options ')) return true;
  return text.startsWith('# Running') && /^# Running(?: tests)?(?: with run options .*)?:$/.test(text);
}

interface Totals extends Record<TestStatus, number> {
  lineNumber: number;
}

class Run {
  readonly #shelf: Shelf;
  readonly #firstLine: number;
  #claims: Totals[] = [];
  #finished = false;
  readonly #marks = new ProgressMarks(MARKS);
  #faults: TestResult[] = [];
  #fault: TestStatus | null = null;
  readonly #verbose: TestResult[] = [];
  /** A test whose name was printed and whose status is still to come. */
  #waiting: string | null = null;
  readonly #spec: TestResult[] = [];
  #group = '';

  constructor(shelf: Shelf, firstLine: number) {
    this.#shelf = shelf;
    this.#firstLine = firstLine;
  }

  line(text: string, lineNumber: number): void {
    if (this.#fault !== null && text !== '') this.#faultName(text, this.#fault);
    else if (text.startsWith('Finished in ') || text.startsWith('Finished tests in ')) this.#finish();
    else if (!this.#totals(text, lineNumber) && !this.#faultBegins(text)) this.#result(text, lineNumber);
  }

  /** Whatever looked like totals before was printed by a test. */
  #finish(): void {
    this.#finished = true;
    this.#claims = [];
  }

  #totals(text: string, lineNumber: number): boolean {
    const code = text.charCodeAt(0);
    const totals = code >= 48 && code <= 57 ? TOTALS.exec(text) : null;
    if (totals === null || !this.#finished) return false;
    const [runs = 0, failures = 0, errors = 0, skips = 0] = totals.slice(1).map(Number);
    const claim = { passed: runs - failures - errors - skips, failed: failures + errors, skipped: skips, lineNumber };
    this.#shelf.keepRun(this.#claims, claim);
    return true;
  }

  #faultBegins(text: string): boolean {
    const fault = text.endsWith(':') ? FAULT.exec(text) : null;
    const next = this.#faults.length + 1;
    if (fault === null || Number(fault[1] ?? next) !== next) return false;
    this.#fault = fault[2] === 'Skipped' ? 'skipped' : 'failed';
    return true;
  }

  /** "Class#test_name [file.rb:5]:", or without the place. */
  #faultName(text: string, status: TestStatus): void {
    this.#fault = null;
    const place = text.lastIndexOf(' [');
    const id = place > 0 && /\]:?$/.test(text) ? text.slice(0, place) : text.replace(/:$/, '');
    if (id.includes('#')) this.#shelf.keep(this.#faults, { id, status });
  }

  #result(text: string, lineNumber: number): void {
    const verbose = text.startsWith(' = ', text.length - 4) ? VERBOSE.exec(text.slice(-40)) : null;
    if (verbose !== null) this.#verboseResult(text, verbose);
    else if (text.startsWith('  ')) this.#specResult(text);
    else if (!this.#finished && !this.#marks.line(text, lineNumber)) this.#name(text);
  }

  #verboseResult(text: string, match: RegExpExecArray): void {
    const head = text.slice(0, text.length - match[0].length);
    const equals = head.indexOf(' = ');
    const id = equals === -1 ? this.#waiting : head.slice(0, equals);
    if (id !== null) this.#shelf.keep(this.#verbose, { id, status: MARKS[match[1] ?? ''] ?? 'failed' });
    this.#waiting = null;
  }

  #specResult(text: string): void {
    const spec = text.endsWith('s)') ? SPEC.exec(text.slice(-30)) : null;
    if (spec === null) return;
    const name = text.slice(2, text.length - spec[0].length).trim();
    this.#shelf.keep(this.#spec, { id: `${this.#group}#${name}`, status: SPEC_STATUSES[spec[1] ?? ''] ?? 'failed' });
  }

  #name(text: string): void {
    const equals = text.indexOf(' = ');
    if (equals > 0 && text.lastIndexOf('#', equals) > 0) this.#waiting = text.slice(0, equals);
    else if (text !== '') this.#group = text;
  }

  section(): TestSection {
    const section = { ...emptyTestSection(ID, this.#firstLine), hasHeader: true };
    const totals = this.#chosen(section);
    if (totals === null) return section;
    const { passed, failed, skipped, lineNumber } = totals;
    const account = [this.#verbose, this.#spec].find((tests) => tests.length > 0 && addsUp(tests, totals));
    return {
      ...section,
      hasFooter: true,
      lastLine: lineNumber,
      totals: { passed, failed, skipped },
      tests: account ?? (this.#lists(totals) ? this.#faults : []),
    };
  }

  /** The last totals that fit the list of failures; several that fit and differ are one too many. */
  #chosen(section: TestSection): Totals | null {
    const listed = this.#faults.filter(({ status }) => status === 'failed').length;
    const fitting = this.#claims.filter((claim) => listed === 0 || claim.failed === listed);
    const borneOut = fitting.filter((claim) => this.#bearsOut(claim));
    const candidates = borneOut.length > 0 ? borneOut : fitting;
    const chosen = candidates.at(-1) ?? this.#claims.at(-1) ?? null;
    if (chosen === null) return null;
    if (candidates.length === 0) section.problems.push('the totals do not fit the list of failures');
    const differs = (other: Totals) =>
      other.passed !== chosen.passed || other.failed !== chosen.failed || other.skipped !== chosen.skipped;
    if (candidates.some(differs)) section.problems.push('there are several totals that differ');
    if (this.#listsTooFew(chosen)) section.problems.push('minitest lists only a few of the tests that its totals count');
    return chosen;
  }

  /** What tests print hides a line or a mark here and there; who lists tests lists more than half of them. */
  #listsTooFew({ passed, failed, skipped }: Totals): boolean {
    const listed = Math.max(this.#verbose.length, this.#spec.length);
    const { counts } = this.#marks.place();
    const shown = Math.max(listed, counts.passed + counts.failed + counts.skipped);
    return listed > 0 && 2 * shown < passed + failed + skipped;
  }

  #bearsOut(totals: Totals): boolean {
    return this.#marks.bearOut(totals) || addsUp(this.#verbose, totals) || addsUp(this.#spec, totals);
  }

  #lists({ failed, skipped }: Totals): boolean {
    const count = (wanted: TestStatus) => this.#faults.filter(({ status }) => status === wanted).length;
    return count('failed') <= failed && count('skipped') <= skipped;
  }
}
