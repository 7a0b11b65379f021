// The console output of a Catch2 binary (versions 2 and 3), one section per run of it.
import type { TestStatus } from '../../../contract/index.ts';
import type { LineParser, LineReader, Results } from '../../../parse/parser.ts';
import type { TestRun, TestSection, TestTotals } from '../../../parse/section.ts';
import { linesBefore } from '../shared/failure-text.ts';
import { ResultsById } from '../shared/results-by-id.ts';
import { dropExcessTests } from '../shared/totals.ts';

const RULE_LENGTH = 79;
const HOST = /^.{1,300} is a Catch2? v[\d.]+\S* host application\.$/;
const SEEDED = /^Randomness seeded to: \d+$/;
const ALL_PASSED = /^All tests passed \((?:\d+|no) assertions? in (\d+) test cases?\)$/;
const TEST_CASES = /^test cases: +(\d+) \|(.+)$/;
/** Further lines of a name are ignored. */
const MAX_NAME_LINES = 1000;
const SEVERAL_TOTALS = 'catch2 prints totals more than once, and shows no beginning of each run';
const STATUS_LINE = /:\d+: (PASSED|FAILED|SKIPPED):$/;

const STATUSES: Record<string, TestStatus> = { PASSED: 'passed', FAILED: 'failed', SKIPPED: 'skipped' };

export const catch2: LineParser<TestSection> = {
  id: 'catch2',
  form: 'lines',
  commands: ['ctest'],
  startsWith: ['~~~', '===', 'Randomness seeded to: '],
  atMargin: true,
  failures: {
    startsWith: null,
    prefilter: (text) => text.endsWith(': FAILED:'),
    heading: (text, before) => {
      const [, file, line] = /^(\S.{0,900}):(\d{1,9}): FAILED:$/.exec(text) ?? [];
      const title = catchTitle(linesBefore(before, /^~{10}|^={10}/));
      return file === undefined || title === '' ? null : { title, file, line: Number(line) };
    },
    open: () => (text) => (/^(?:-{10}|={10}|\.{10}|\S.*: (?:FAILED|PASSED):)/.test(text) ? false : text),
    titles: (id) => [id],
    areJoined: true,
  },
  open: (results) => new Catch2Reader(results),
};

class Catch2Reader implements LineReader {
  readonly #results: Results<TestSection>;
  /** Runs without the header of version 3. */
  readonly #headerless: TestRun[] = [];
  #runs = 0;
  #run: Catch2Run | null = null;

  constructor(results: Results<TestSection>) {
    this.#results = results;
  }

  line(text: string): boolean {
    if (text.startsWith('Randomness seeded to: ') && SEEDED.test(text)) this.#begin(true);
    else if (isRule(this.#results.before(1), '~') && HOST.test(text) && this.#run?.hasHost !== true) this.#host();
    const totals = isRule(this.#results.before(1), '=') ? readTotals(text) : null;
    if (totals !== null) this.#summary(totals);
    else this.#run?.line(text);
    return this.#run !== null || isRule(text, '~') || isRule(text, '=');
  }

  end(): void {
    this.#finish();
    // Version 2 prints no header before the first failure, so a second run and an imitated summary look the same.
    if (this.#runs > 1) for (const run of this.#headerless) run.problems.push(SEVERAL_TOTALS);
  }

  /** Version 3 prints this line below its header, version 2 before the first failure. */
  #host(): void {
    if (this.#run === null || this.#run.run.hasFooter) this.#begin(false);
    if (this.#run !== null) this.#run.hasHost = true;
  }

  #begin(isSeeded: boolean): void {
    this.#finish();
    this.#run = new Catch2Run(this.#results, true, isSeeded);
  }

  #summary(totals: TestTotals): void {
    this.#run ??= new Catch2Run(this.#results, false, false);
    this.#run.close(totals);
  }

  #finish(): void {
    if (this.#run === null) return;
    this.#results.add(this.#run.finish());
    this.#runs += 1;
    if (!this.#run.isSeeded) this.#headerless.push(this.#run.run);
    this.#run = null;
  }
}

function isRule(text: string, character: string): boolean {
  return text.length === RULE_LENGTH && text.startsWith(character) && text === character.repeat(RULE_LENGTH);
}

/** "test cases: 6 | 1 passed | 3 failed | 2 failed as expected" */
function readTotals(text: string): TestTotals | null {
  if (text === 'No tests ran') return { passed: 0, failed: 0, skipped: 0 };
  const allPassed = ALL_PASSED.exec(text)?.[1];
  if (allPassed !== undefined) return { passed: Number(allPassed), failed: 0, skipped: 0 };
  const match = TEST_CASES.exec(text);
  if (match === null) return null;
  const totals = { passed: 0, failed: 0, skipped: 0 };
  for (const part of (match[2] ?? '').split('|')) {
    const [, count = '0', what = ''] = /^ *(\d+) ([a-z ]+?) *$/.exec(part) ?? [];
    if (what === 'passed') totals.passed += Number(count);
    else if (what === 'failed') totals.failed += Number(count);
    else if (what === 'skipped' || what === 'failed as expected') totals.skipped += Number(count);
  }
  return totals.passed + totals.failed + totals.skipped === Number(match[1]) ? totals : null;
}

class Catch2Run {
  readonly run: TestRun;
  /** Version 3 starts each run with its seed. */
  readonly isSeeded: boolean;
  hasHost = false;
  readonly #statuses: ResultsById;
  /** The lines between two rules: the name of a test case, wrapped where it is long, and its sections. */
  #name: string[] | null = null;
  #current: string | null = null;

  constructor(results: Results<TestSection>, hasHeader: boolean, isSeeded: boolean) {
    this.#statuses = new ResultsById(results);
    this.run = results.draftRun({ hasHeader });
    this.isSeeded = isSeeded;
  }

  line(text: string): void {
    if (isRule(text, '-')) this.#rule();
    else if (this.#name !== null) this.#nameLine(this.#name, text);
    else if (this.#current !== null && text.endsWith('ED:')) this.#status(this.#current, text);
  }

  /** A second summary was printed by a test, or by another binary without a header. */
  close(totals: TestTotals): void {
    if (this.run.hasFooter) this.run.problems = [SEVERAL_TOTALS];
    this.run.close(totals);
  }

  finish(): TestRun {
    const { totals } = this.run;
    if (totals !== null) this.run.tests = dropExcessTests(this.#statuses.tests, totals);
    return this.run;
  }

  #rule(): void {
    if (this.#name === null) this.#name = [];
    else {
      this.#current = this.#name.join(' ');
      this.#name = null;
    }
  }

  #nameLine(name: string[], text: string): void {
    if (!text.startsWith(' ') && text !== '' && name.length < MAX_NAME_LINES) name.push(text.trimEnd());
  }

  #status(current: string, text: string): void {
    const status = STATUSES[STATUS_LINE.exec(text)?.[1] ?? ''];
    const known = this.#statuses.get(current);
    if (status === undefined || known === 'failed') return;
    if (status !== 'passed' || known === undefined) this.#statuses.set(current, status);
  }
}

/** The name is above the place, over as many lines as it needs; indented lines are sections. */
function catchTitle(lines: readonly string[]): string {
  const end = lines.findLastIndex((line, index) => line.startsWith('-----') && lines[index + 2]?.startsWith('.....') === true);
  const start = lines.slice(0, end).findLastIndex((line) => line.startsWith('-----'));
  if (start === -1) return '';
  return lines
    .slice(start + 1, end)
    .filter((line) => !line.startsWith(' '))
    .join(' ');
}
