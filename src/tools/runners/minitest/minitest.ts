// The console output of minitest, Rails and minitest-reporters. Test output may precede the totals and interrupt the list
// of failures, so totals must match the list.
import type { TestResult, TestStatus } from '../../../contract/index.ts';
import type { LineParser, LineReader, Results } from '../../../parse/parser.ts';
import type { TestRun, TestSection } from '../../../parse/section.ts';
import { isDigit } from '../../../parse/shared/characters.ts';
import { failureReports } from '../shared/failure-text.ts';
import { ProgressMarks } from '../shared/progress-dots.ts';
import { flagRunsWithoutTests, matchesTotals } from '../shared/totals.ts';

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
  id: 'minitest',
  form: 'lines',
  commands: ['minitest', 'rails', 'm'],
  startsWith: ['# Running', 'Started with run options '],
  failures: failureReports({
    startsWith: null,
    heading: (text, before) => {
      const reported = /^ {2}(\S{1,900}) +(?:FAIL|ERROR) \([\d.]{1,20}s\)$/.exec(text)?.[1];
      if (reported !== undefined) return { title: reported };
      const title = /^([^[\s].{0,900}?#.{1,900}?)(?: \[.{1,900}\])?:$/.exec(text)?.[1];
      return title !== undefined && /^ +\d{1,9}\) (?:Failure|Error):$/.test(before(1))
        ? { title, ...placeInBrackets(text) }
        : null;
    },
    end: /^ +\d{1,9}\) |^\d+ runs, |^$/,
    prefilter: (text) => text.endsWith(':') || text.endsWith('s)'),
    margin: /^Minitest::Assertion: +|^ {8}/,
    titles: (id) => [id, id.slice(id.lastIndexOf('#') + 1)],
  }),
  open: (results) => new MinitestReader(results),
};

class MinitestReader implements LineReader {
  readonly #results: Results<TestSection>;
  readonly #runs: TestRun[] = [];
  #run: MinitestRun | null = null;

  constructor(results: Results<TestSection>) {
    this.#results = results;
  }

  line(text: string): boolean {
    if (isHeader(text)) {
      this.#finish();
      this.#run = new MinitestRun(this.#results);
    } else this.#run?.line(text);
    return this.#run !== null;
  }

  end(): void {
    this.#finish();
    flagRunsWithoutTests(this.#runs);
  }

  #finish(): void {
    if (this.#run !== null) this.#runs.push(this.#run.finish());
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

class MinitestRun {
  readonly #results: Results<TestSection>;
  readonly #run: TestRun;
  readonly #stated: Totals[];
  #isFinished = false;
  readonly #marks = new ProgressMarks(MARKS);
  readonly #faults: TestResult[];
  #fault: TestStatus | null = null;
  readonly #verbose: TestResult[];
  /** A test whose name was printed without its status. */
  #waiting: string | null = null;
  readonly #spec: TestResult[];
  #group = '';

  constructor(results: Results<TestSection>) {
    this.#results = results;
    this.#run = results.beginRun({ hasHeader: true });
    this.#stated = results.list();
    this.#faults = results.list();
    this.#verbose = results.list();
    this.#spec = results.list();
  }

  line(text: string): void {
    if (this.#fault !== null && text !== '') this.#faultName(text, this.#fault);
    else if (text.startsWith('Finished in ') || text.startsWith('Finished tests in ')) this.#endResults();
    else if (!this.#totals(text) && !this.#faultBegins(text)) this.#result(text);
  }

  /** Earlier totals were printed by a test. */
  #endResults(): void {
    this.#isFinished = true;
    this.#results.discard(this.#stated);
  }

  #totals(text: string): boolean {
    const totals = isDigit(text.charCodeAt(0)) ? TOTALS.exec(text) : null;
    if (totals === null || !this.#isFinished) return false;
    const [runs = 0, failures = 0, errors = 0, skips = 0] = totals.slice(1).map(Number);
    const { lineNumber } = this.#results;
    this.#stated.push({ passed: runs - failures - errors - skips, failed: failures + errors, skipped: skips, lineNumber });
    return true;
  }

  #faultBegins(text: string): boolean {
    const fault = text.endsWith(':') ? FAULT.exec(text) : null;
    const next = this.#faults.length + 1;
    if (fault === null || Number(fault[1] ?? next) !== next) return false;
    this.#fault = fault[2] === 'Skipped' ? 'skipped' : 'failed';
    return true;
  }

  /** "Class#test_name [file.rb:5]:", or without the position. */
  #faultName(text: string, status: TestStatus): void {
    this.#fault = null;
    const place = text.lastIndexOf(' [');
    const id = place > 0 && /\]:?$/.test(text) ? text.slice(0, place) : text.replace(/:$/, '');
    if (id.includes('#')) this.#faults.push({ id, status });
  }

  #result(text: string): void {
    const verbose = text.startsWith(' = ', text.length - 4) ? VERBOSE.exec(text.slice(-40)) : null;
    if (verbose !== null) this.#verboseResult(text, verbose);
    else if (text.startsWith('  ')) this.#specResult(text);
    else if (!this.#isFinished && !this.#marks.line(text, this.#results.lineNumber)) this.#name(text);
  }

  #verboseResult(text: string, match: RegExpExecArray): void {
    const head = text.slice(0, text.length - match[0].length);
    const equals = head.indexOf(' = ');
    const id = equals === -1 ? this.#waiting : head.slice(0, equals);
    if (id !== null) this.#verbose.push({ id, status: MARKS[match[1] ?? ''] ?? 'failed' });
    this.#waiting = null;
  }

  #specResult(text: string): void {
    const spec = text.endsWith('s)') ? SPEC.exec(text.slice(-30)) : null;
    if (spec === null) return;
    const name = text.slice(2, text.length - spec[0].length).trim();
    this.#spec.push({ id: `${this.#group}#${name}`, status: SPEC_STATUSES[spec[1] ?? ''] ?? 'failed' });
  }

  #name(text: string): void {
    const equals = text.indexOf(' = ');
    if (equals > 0 && text.lastIndexOf('#', equals) > 0) this.#waiting = text.slice(0, equals);
    else if (text !== '') this.#group = text;
  }

  finish(): TestRun {
    const run = this.#run;
    const totals = this.#selectTotals();
    if (totals === null) return run;
    const { passed, failed, skipped, lineNumber } = totals;
    run.close({ passed, failed, skipped });
    run.lastLine = lineNumber;
    const complete = [this.#verbose, this.#spec].find((tests) => tests.length > 0 && matchesTotals(tests, totals));
    run.tests = complete ?? (this.#lists(totals) ? this.#faults : []);
    return run;
  }

  /** The last totals that match the list of failures. Several that match and differ are ambiguous. */
  #selectTotals(): Totals | null {
    const { problems } = this.#run;
    const listed = this.#faults.filter(({ status }) => status === 'failed').length;
    const matching = this.#stated.filter(({ failed }) => listed === 0 || failed === listed);
    const confirmed = matching.filter((totals) => this.#confirms(totals));
    const candidates = confirmed.length > 0 ? confirmed : matching;
    const selected = candidates.at(-1) ?? this.#stated.at(-1) ?? null;
    if (selected === null) return null;
    if (candidates.length === 0) problems.push('the totals do not fit the list of failures');
    const differs = (other: Totals) =>
      other.passed !== selected.passed || other.failed !== selected.failed || other.skipped !== selected.skipped;
    if (candidates.some(differs)) problems.push('there are several totals that differ');
    if (this.#listsTooFew(selected)) problems.push('minitest lists only a few of the tests that its totals count');
    return selected;
  }

  /** Test output hides a few lines and marks, but where tests are listed, more than half of them are. */
  #listsTooFew({ passed, failed, skipped }: Totals): boolean {
    const listed = Math.max(this.#verbose.length, this.#spec.length);
    const { counts } = this.#marks.place();
    const shown = Math.max(listed, counts.passed + counts.failed + counts.skipped);
    return listed > 0 && 2 * shown < passed + failed + skipped;
  }

  #confirms(totals: Totals): boolean {
    return this.#marks.confirm(totals) || matchesTotals(this.#verbose, totals) || matchesTotals(this.#spec, totals);
  }

  #lists({ failed, skipped }: Totals): boolean {
    const count = (wanted: TestStatus) => this.#faults.filter(({ status }) => status === wanted).length;
    return count('failed') <= failed && count('skipped') <= skipped;
  }
}

/** "Test#method [file:line]:" */
function placeInBrackets(text: string): { file?: string; line?: number } {
  const [, file, line] = /\[(.{1,900}):(\d{1,9})\]:$/.exec(text) ?? [];
  return file === undefined ? {} : { file, line: Number(line) };
}
