// The console output of Ruby's test-unit. Its totals directly follow "Finished in", after all test output.
import type { TestResult, TestStatus } from '../../../contract/index.ts';
import type { LineParser, Results } from '../../../parse/parser.ts';
import type { TestRun, TestSection, TestTotals } from '../../../parse/section.ts';
import { failureReports } from '../shared/failure-text.ts';
import { runsWithHeader } from '../shared/runs-with-header.ts';
import { matchesTotals } from '../shared/totals.ts';

const TOTALS =
  /^(\d{1,9}) tests?, \d{1,9} assertions?, (\d{1,9}) failures?, (\d{1,9}) errors?, (\d{1,9}) pendings?, (\d{1,9}) omissions?, \d{1,9} notifications?$/;
const FAULT = /^(Failure|Error|Pending): (.+)$/;
const OMISSION = /^Omission: .*\[(.+)\]$/;
/** "  test_name:   .: (0.0001)" */
const VERBOSE = /^ +(\S.*):\t+(.*)$/;
const GROUP = /^ *(\S+): $/;
/** From "Finished in". */
const MAX_LINES_TO_TOTALS = 3;
const MARKS: Record<string, TestStatus> = { '.': 'passed', N: 'passed', F: 'failed', E: 'failed', P: 'skipped', O: 'skipped' };

export const testUnit: LineParser<TestSection> = {
  id: 'test-unit',
  form: 'lines',
  commands: ['test-unit'],
  startsWith: ['Loaded suite '],
  failures: failureReports({
    startsWith: ['Failure: ', 'Error: '],
    heading: (text) => {
      const [, title, message] = /^(?:Failure|Error): (\S.{0,900}?\([\w:]{1,300}\))(?::\s?(.*))?$/.exec(text) ?? [];
      return title === undefined ? null : { title, message: message ?? null };
    },
    end: /^={10}|^-{10}|^Finished in |^\d+ tests, /,
    noise: /^ *(?:=>)? *\d+: |^ *\d+:$/,
    titles: (id) => [id],
  }),
  open: (results) =>
    runsWithHeader<TestUnitRun>((text) => (text.startsWith('Loaded suite ') ? () => new TestUnitRun(results) : null)),
};

class TestUnitRun {
  readonly #results: Results<TestSection>;
  readonly #run: TestRun;
  #finishedLine = -9;
  #totals: { tests: number; failed: number; skipped: number } | null = null;
  readonly #faults: TestResult[];
  readonly #verbose: TestResult[];
  #isAfterRule = false;
  /** The line of dashes before the totals, in versions that print one; it is repeated after the totals. */
  #dashes = '';
  /** Between the two rules around a fault there is code and output, but no result. */
  #isInFault = false;
  #group = '';
  #waiting: string | null = null;

  constructor(results: Results<TestSection>) {
    this.#results = results;
    this.#run = results.beginRun({ hasHeader: true });
    this.#faults = results.list();
    this.#verbose = results.list();
  }

  line(text: string): void {
    const isRule = text.startsWith('==========');
    if (text.startsWith('Finished in ')) this.#begin();
    else if (text.startsWith('----------')) this.#dash(text);
    else if (isRule) this.#isInFault = false;
    else if (this.#isAfterRule && this.#fault(text)) this.#isInFault = true;
    else if (!this.#summary(text) && !this.#isInFault) this.#result(text);
    this.#isAfterRule = isRule;
  }

  #begin(): void {
    this.#finishedLine = this.#results.lineNumber;
    this.#dashes = '';
  }

  #dash(text: string): void {
    if (this.#totals === null || this.#dashes === '') this.#dashes = text;
    else if (text === this.#dashes) this.#run.hasFooter = true;
  }

  finish(): void {
    const run = this.#run;
    if (this.#totals === null) return;
    run.hasFooter ||= this.#dashes === '';
    const named = this.#faultyTests(this.#totals);
    run.totals = countTests(this.#totals, named);
    run.tests = matchesTotals(this.#verbose, run.totals) ? this.#verbose : named;
  }

  /** A test that fails and then fails in its teardown is listed and counted twice. Empty when the list is incomplete. */
  #faultyTests({ failed, skipped }: { failed: number; skipped: number }): TestResult[] {
    if (!matchesTotals(this.#faults, { passed: null, failed, skipped })) return [];
    const statuses = new Map<string, TestStatus>();
    for (const { id, status } of this.#faults) if (statuses.get(id) !== 'failed') statuses.set(id, status);
    return [...statuses].map(([id, status]) => ({ id, status }));
  }

  #summary(text: string): boolean {
    const totals = this.#results.lineNumber - this.#finishedLine <= MAX_LINES_TO_TOTALS ? TOTALS.exec(text) : null;
    if (totals === null) return false;
    const [tests = 0, failures = 0, errors = 0, pendings = 0, omissions = 0] = totals.slice(1).map(Number);
    this.#totals = { tests, failed: failures + errors, skipped: pendings + omissions };
    this.#run.hasFooter = false;
    this.#run.touch();
    return true;
  }

  #fault(text: string): boolean {
    const omitted = OMISSION.exec(text)?.[1];
    if (omitted !== undefined) this.#faults.push({ id: omitted, status: 'skipped' });
    const fault = FAULT.exec(text);
    if (fault === null) return omitted !== undefined;
    const [, kind, rest = ''] = fault;
    const end = rest.indexOf('): ');
    const id = end === -1 ? rest.replace(/:$/, '') : rest.slice(0, end + 1);
    this.#faults.push({ id, status: kind === 'Pending' ? 'skipped' : 'failed' });
    return true;
  }

  #result(text: string): void {
    const group = GROUP.exec(text)?.[1];
    if (group !== undefined) this.#group = group;
    const test = text.startsWith(' ') ? VERBOSE.exec(text) : null;
    if (test !== null) this.#waiting = `${test[1]}(${this.#group})`;
    if (this.#waiting === null) return;
    const status = readStatus(test?.[2] ?? text);
    if (status === undefined) return;
    this.#verbose.push({ id: this.#waiting, status });
    this.#waiting = null;
  }
}

function countTests(stated: { tests: number; failed: number; skipped: number }, faulty: readonly TestResult[]): TestTotals {
  const count = (wanted: TestStatus) => faulty.filter(({ status }) => status === wanted).length;
  const { failed, skipped } = faulty.length === 0 ? stated : { failed: count('failed'), skipped: count('skipped') };
  return { passed: stated.tests - failed - skipped, failed, skipped };
}

/** A mark before the duration, or alone when the details of a fault follow. */
function readStatus(text: string): TestStatus | undefined {
  return text.length === 1 || text.slice(1).startsWith(': (') ? MARKS[text.charAt(0)] : undefined;
}
