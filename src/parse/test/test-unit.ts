// The console output of Ruby's test-unit. Its totals stand right behind "Finished in", which no output of a
// test follows.
import type { TestResult, TestStatus } from '../../contract/index.ts';
import type { Shelf } from '../engine/shelf.ts';
import type { LineParser, LineReader } from '../parser.ts';
import { emptyTestSection, type TestSection, type TestTotals } from '../section.ts';
import { addsUp } from './shared/totals.ts';

const ID = 'test-unit';
const TOTALS =
  /^(\d{1,9}) tests?, \d{1,9} assertions?, (\d{1,9}) failures?, (\d{1,9}) errors?, (\d{1,9}) pendings?, (\d{1,9}) omissions?, \d{1,9} notifications?$/;
const FAULT = /^(Failure|Error|Pending): (.+)$/;
const OMISSION = /^Omission: .*\[(.+)\]$/;
/** "  test_name:   .: (0.0001)" */
const VERBOSE = /^ +(\S.*):\t+(.*)$/;
const GROUP = /^ *(\S+): $/;
const MARKS: Record<string, TestStatus> = { '.': 'passed', N: 'passed', F: 'failed', E: 'failed', P: 'skipped', O: 'skipped' };

export const testUnit: LineParser<TestSection> = {
  id: ID,
  form: 'lines',
  commands: ['test-unit'],
  startsWith: ['Loaded suite '],
  open: ({ shelf }) => new TestUnitReader(shelf),
};

class TestUnitReader implements LineReader<TestSection> {
  readonly #shelf: Shelf;
  readonly #sections: TestSection[] = [];
  #run: Run | null = null;

  constructor(shelf: Shelf) {
    this.#shelf = shelf;
  }

  line(text: string, lineNumber: number): boolean {
    if (text.startsWith('Loaded suite ')) {
      this.#finish();
      this.#run = new Run(this.#shelf, lineNumber);
    } else this.#run?.line(text, lineNumber);
    return this.#run !== null;
  }

  end(): TestSection[] {
    this.#finish();
    return this.#sections;
  }

  #finish(): void {
    if (this.#run !== null) this.#shelf.keepRun(this.#sections, this.#run.section());
    this.#run = null;
  }
}

class Run {
  readonly #shelf: Shelf;
  readonly #section: TestSection;
  #finishedLine = -9;
  #totals: { tests: number; failed: number; skipped: number } | null = null;
  readonly #faults: TestResult[] = [];
  readonly #verbose: TestResult[] = [];
  #afterRule = false;
  /** The line of dashes around the totals, in versions that draw one; its second half shows that nothing is missing. */
  #dashes = '';
  /** Between the two rules around a fault stands code and output, no result. */
  #inFault = false;
  #group = '';
  #waiting: string | null = null;

  constructor(shelf: Shelf, firstLine: number) {
    this.#shelf = shelf;
    this.#section = { ...emptyTestSection(ID, firstLine), hasHeader: true };
  }

  line(text: string, lineNumber: number): void {
    const isRule = text.startsWith('==========');
    if (text.startsWith('Finished in ')) this.#begin(lineNumber);
    else if (text.startsWith('----------')) this.#dash(text);
    else if (isRule) this.#inFault = false;
    else if (this.#afterRule && this.#fault(text)) this.#inFault = true;
    else if (!this.#summary(text, lineNumber) && !this.#inFault) this.#result(text);
    this.#afterRule = isRule;
  }

  #begin(lineNumber: number): void {
    this.#finishedLine = lineNumber;
    this.#dashes = '';
  }

  #dash(text: string): void {
    if (this.#totals === null || this.#dashes === '') this.#dashes = text;
    else if (text === this.#dashes) this.#section.hasFooter = true;
  }

  section(): TestSection {
    const section = this.#section;
    if (this.#totals === null) return section;
    section.hasFooter ||= this.#dashes === '';
    const named = this.#faultyTests(this.#totals);
    section.totals = countTests(this.#totals, named);
    section.tests = addsUp(this.#verbose, section.totals) ? this.#verbose : named;
    return section;
  }

  /** A test that fails and then breaks in its tear-down is told of and counted twice. Empty when the list is not whole. */
  #faultyTests({ failed, skipped }: { failed: number; skipped: number }): TestResult[] {
    if (!addsUp(this.#faults, { passed: null, failed, skipped })) return [];
    const statuses = new Map<string, TestStatus>();
    for (const { id, status } of this.#faults) if (statuses.get(id) !== 'failed') statuses.set(id, status);
    return [...statuses].map(([id, status]) => ({ id, status }));
  }

  #summary(text: string, lineNumber: number): boolean {
    const totals = lineNumber - this.#finishedLine <= 3 ? TOTALS.exec(text) : null;
    if (totals === null) return false;
    const [tests = 0, failures = 0, errors = 0, pendings = 0, omissions = 0] = totals.slice(1).map(Number);
    this.#totals = { tests, failed: failures + errors, skipped: pendings + omissions };
    this.#section.hasFooter = false;
    this.#section.lastLine = lineNumber;
    return true;
  }

  #fault(text: string): boolean {
    const omitted = OMISSION.exec(text)?.[1];
    if (omitted !== undefined) this.#shelf.keep(this.#faults, { id: omitted, status: 'skipped' });
    const fault = FAULT.exec(text);
    if (fault === null) return omitted !== undefined;
    const [, kind, rest = ''] = fault;
    const end = rest.indexOf('): ');
    const id = end === -1 ? rest.replace(/:$/, '') : rest.slice(0, end + 1);
    this.#shelf.keep(this.#faults, { id, status: kind === 'Pending' ? 'skipped' : 'failed' });
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
    this.#shelf.keep(this.#verbose, { id: this.#waiting, status });
    this.#waiting = null;
  }
}

function countTests(stated: { tests: number; failed: number; skipped: number }, faulty: readonly TestResult[]): TestTotals {
  const count = (wanted: TestStatus) => faulty.filter(({ status }) => status === wanted).length;
  const { failed, skipped } = faulty.length === 0 ? stated : { failed: count('failed'), skipped: count('skipped') };
  return { passed: stated.tests - failed - skipped, failed, skipped };
}

/** A mark that is followed by the duration, or by nothing when the fault is told below. */
function readStatus(text: string): TestStatus | undefined {
  return text.length === 1 || text.slice(1).startsWith(': (') ? MARKS[text.charAt(0)] : undefined;
}
