// The console output of a Catch2 binary (versions 2 and 3), one section per run of it.
import type { TestStatus } from '../../contract/index.ts';
import type { Shelf } from '../engine/shelf.ts';
import type { LineContext, LineParser, LineReader } from '../parser.ts';
import { emptyTestSection, type TestSection, type TestTotals } from '../section.ts';
import { ResultsById } from './shared/results-by-id.ts';
import { testsThatFit } from './shared/tests-that-fit.ts';

const ID = 'catch2';
const RULE_LENGTH = 79;
const HOST = /^.{1,300} is a Catch2? v[\d.]+\S* host application\.$/;
const SEEDED = /^Randomness seeded to: \d+$/;
const ALL_PASSED = /^All tests passed \((?:\d+|no) assertions? in (\d+) test cases?\)$/;
const TEST_CASES = /^test cases: +(\d+) \|(.+)$/;
/** A name of more lines than this is not read to its end. */
const MAX_NAME_LINES = 1000;
const STATUS_LINE = /:\d+: (PASSED|FAILED|SKIPPED):$/;

const STATUSES: Record<string, TestStatus> = { PASSED: 'passed', FAILED: 'failed', SKIPPED: 'skipped' };

export const catch2: LineParser<TestSection> = {
  id: ID,
  form: 'lines',
  commands: ['ctest'],
  startsWith: ['~~~', '===', 'Randomness seeded to: '],
  atMargin: true,
  open: (context) => new Catch2Reader(context),
};

class Catch2Reader implements LineReader<TestSection> {
  readonly #sections: TestSection[] = [];
  readonly #context: LineContext;
  readonly #seeded = new Set<TestSection>();
  #run: Run | null = null;

  constructor(context: LineContext) {
    this.#context = context;
  }

  line(text: string, lineNumber: number): boolean {
    if (text.startsWith('Randomness seeded to: ') && SEEDED.test(text)) this.#seeded.add(this.#begin(lineNumber));
    else if (isRule(this.#context.before(1), '~') && HOST.test(text) && this.#run?.hasHeader !== true)
      this.#beginUnlessSeeded(lineNumber);
    const totals = isRule(this.#context.before(1), '=') ? readTotals(text) : null;
    if (totals !== null) this.#summary(totals, lineNumber);
    else this.#run?.line(text);
    return this.#run !== null || isRule(text, '~') || isRule(text, '=');
  }

  end(): TestSection[] {
    this.#finish();
    // Version 2 shows no beginning before the first failure, so that a second run cannot be told from a forged summary.
    const ambiguous = this.#sections.length > 1 ? this.#sections.filter((section) => !this.#seeded.has(section)) : [];
    for (const section of ambiguous)
      section.problems.push('catch2 prints totals more than once, and shows no beginning of each run');
    return this.#sections;
  }

  #beginUnlessSeeded(lineNumber: number): void {
    if (this.#run === null || this.#run.section.hasFooter) this.#begin(lineNumber);
    if (this.#run !== null) this.#run.hasHeader = true;
  }

  #begin(lineNumber: number): TestSection {
    this.#finish();
    this.#run = new Run(this.#context.shelf, lineNumber, true);
    return this.#run.section;
  }

  #summary(totals: TestTotals, lineNumber: number): void {
    this.#run ??= new Run(this.#context.shelf, lineNumber, false);
    this.#run.close(totals, lineNumber);
  }

  #finish(): void {
    if (this.#run === null) return;
    this.#context.shelf.keepRun(this.#sections, this.#run.finish());
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

class Run {
  readonly section: TestSection;
  hasHeader = false;
  readonly #statuses: ResultsById;
  /** The lines between two rules: the name of a test case, broken where it is too long, and its sections. */
  #name: string[] | null = null;
  #current: string | null = null;

  constructor(shelf: Shelf, lineNumber: number, hasHeader: boolean) {
    this.#statuses = new ResultsById(shelf);
    this.section = { ...emptyTestSection(ID, lineNumber), hasHeader };
  }

  line(text: string): void {
    if (isRule(text, '-')) this.#rule();
    else if (this.#name !== null) this.#nameLine(this.#name, text);
    else if (this.#current !== null && text.endsWith('ED:')) this.#status(this.#current, text);
  }

  /** One run has one summary. A second one was printed by a test, or by another binary that has no beginning of its own. */
  close(totals: TestTotals, lineNumber: number): void {
    if (this.section.hasFooter)
      this.section.problems = ['catch2 prints totals more than once, and shows no beginning of each run'];
    this.section.totals = totals;
    this.section.hasFooter = true;
    this.section.lastLine = lineNumber;
  }

  finish(): TestSection {
    const { totals } = this.section;
    if (totals !== null) this.section.tests = testsThatFit(this.#statuses.tests, totals);
    return this.section;
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
