// The console output of Pest and of `artisan test`, which have the same format. The tests listed before totals show whether
// a test printed them.
import type { TestResult, TestStatus } from '../../../contract/index.ts';
import type { LineParser, LineReader, Results } from '../../../parse/parser.ts';
import type { TestSection } from '../../../parse/section.ts';
import { CharCode } from '../../../parse/shared/characters.ts';
import { failureReports } from '../shared/failure-text.ts';
import { acceptRuns, type CandidateRun } from '../shared/match-summaries.ts';
import { matchesTotals } from '../shared/totals.ts';

const GROUP = /^ {3}(?:PASS|FAIL|WARN|TODO|DEPR|NOTI) {2}(\S.*)$/;
const TEST = /^ {2}([✓⨯!…↓-]) (\S.*)$/;
const TOTALS = /^ {2}Tests: {2,8}(\d{1,9} [a-z]{4,12}(?:, \d{1,9} [a-z]{4,12})*)(?: \(\d{1,9} assertions?\))?$/;
const DURATION = /^ {2}(?:Duration|Time): {1,8}\d/;
/** A test with warnings passes. */
const WORDS: Record<string, TestStatus> = {
  passed: 'passed',
  deprecated: 'passed',
  warnings: 'passed',
  warning: 'passed',
  risky: 'passed',
  notices: 'passed',
  notice: 'passed',
  failed: 'failed',
  incomplete: 'skipped',
  todos: 'skipped',
  todo: 'skipped',
  skipped: 'skipped',
  pending: 'skipped',
};
const GLYPHS: Record<string, TestStatus> = {
  '✓': 'passed',
  '!': 'passed',
  '⨯': 'failed',
  '-': 'skipped',
  '…': 'skipped',
  '↓': 'skipped',
};

export const pest: LineParser<TestSection> = {
  id: 'pest',
  form: 'lines',
  commands: ['pest', 'artisan'],
  startsWith: ['PASS  ', 'FAIL  ', 'WARN  ', 'TODO  ', 'DEPR  ', 'NOTI  ', 'Tests: ', 'Duration: ', 'Time: '],
  failures: failureReports({
    startsWith: ['FAILED '],
    heading: /^ {2,3}FAILED {2}(.+?)(?: {2,}\S+)?$/,
    end: /^ {2}Tests: |^ {2}─/,
  }),
  open: (results) => new PestReader(results),
};

class PestReader implements LineReader {
  readonly #results: Results<TestSection>;
  readonly #finished: PestRun[];
  #run: PestRun | null = null;
  #group: string | null = null;

  constructor(results: Results<TestSection>) {
    this.#results = results;
    this.#finished = results.list();
  }

  line(text: string): boolean {
    if (!text.startsWith('  ')) return this.#run !== null;
    const group = text.charCodeAt(2) === CharCode.SPACE ? GROUP.exec(text) : null;
    if (group !== null) {
      this.#run ??= new PestRun(this.#results, this.#results.lineNumber);
      this.#group = withoutTodos(group[1] ?? '');
    } else if (text.startsWith('  Tests: ')) this.#totals(text);
    else if (this.#run === null && DURATION.test(text)) this.#finished.at(-1)?.end();
    else if (this.#run !== null) this.#inside(text, this.#run);
    return this.#run !== null;
  }

  end(): void {
    const runs = acceptRuns(this.#finished);
    if (this.#run !== null && this.#run.tests.length > 0) runs.push(this.#run);
    for (const run of runs) run.emit();
  }

  #inside(text: string, run: PestRun): void {
    // The details of failures follow the rule.
    if (text.startsWith('  ───')) this.#group = null;
    if (this.#group === null) return;
    const test = TEST.exec(text);
    if (test !== null) run.tests.push(readTest(test[1] ?? '', test[2] ?? '', this.#group));
  }

  #totals(text: string): void {
    const totals = readTotals(TOTALS.exec(text)?.[1] ?? '');
    if (totals === null) return;
    const run = this.#run ?? new PestRun(this.#results, this.#results.lineNumber);
    run.close(totals);
    this.#finished.push(run);
    this.#run = null;
    this.#group = null;
  }
}

/** "Tests\Unit\FooTest - 2 todos" */
function withoutTodos(group: string): string {
  return group.replace(/ - \d{1,9} todos?$/, '').trimEnd();
}

function readTest(glyph: string, text: string, group: string): TestResult {
  const name = text.replace(/\d{1,9}\.\d{1,4}s$/, '').trimEnd();
  // The reason for a warning or for skipping follows an arrow.
  const arrow = glyph === '!' || glyph === '-' ? name.lastIndexOf(' → ') : -1;
  return { id: `${group} > ${arrow === -1 ? name : name.slice(0, arrow)}`, status: GLYPHS[glyph] ?? 'failed' };
}

function readTotals(list: string): Record<TestStatus, number> | null {
  if (list === '') return null;
  const totals = { passed: 0, failed: 0, skipped: 0 };
  for (const part of list.split(', ')) {
    const [count, word = ''] = part.split(' ');
    const status = WORDS[word];
    if (status === undefined) return null;
    totals[status] += Number(count);
  }
  return totals;
}

class PestRun implements CandidateRun<PestRun> {
  problem: string | null = null;
  tests: TestResult[];
  readonly #results: Results<TestSection>;
  readonly #firstLine: number;
  #totals: Record<TestStatus, number> | null = null;
  #lastLine = 0;
  #hasFooter = false;

  constructor(results: Results<TestSection>, firstLine: number) {
    this.tests = results.list();
    this.#results = results;
    this.#firstLine = firstLine;
  }

  close(totals: Record<TestStatus, number>): void {
    this.#totals = totals;
    this.#lastLine = this.#results.lineNumber;
  }

  /** The duration follows the totals. */
  end(): void {
    this.#hasFooter = true;
  }

  get isConfirmed(): boolean {
    return this.#totals !== null && matchesTotals(this.tests, this.#totals);
  }

  /** With --compact and --parallel no test is listed. */
  get hasTooFewResults(): boolean {
    return false;
  }

  joinedTo(earlier: PestRun): PestRun {
    const joined = new PestRun(this.#results, earlier.#firstLine);
    joined.tests = [...earlier.tests, ...this.tests];
    joined.#totals = this.#totals;
    joined.#lastLine = this.#lastLine;
    joined.#hasFooter = this.#hasFooter;
    return joined;
  }

  emit(): void {
    this.#results.beginRun({
      firstLine: this.#firstLine,
      lastLine: Math.max(this.#firstLine, this.#lastLine),
      hasHeader: this.isConfirmed,
      hasFooter: this.#hasFooter,
      totals: this.#totals,
      problems: this.problem === null ? [] : [this.problem],
      // A list that does not match the totals contains test output.
      tests: this.isConfirmed || this.#totals === null ? this.tests : [],
    });
  }
}
