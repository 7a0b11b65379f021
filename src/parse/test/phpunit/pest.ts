// The console output of Pest and of `artisan test`, which print alike. A test that prints totals of its own
// is found out by the tests listed before them.
import type { TestResult, TestStatus } from '../../../contract/index.ts';
import type { Shelf } from '../../engine/shelf.ts';
import type { LineParser, LineReader } from '../../parser.ts';
import { emptyTestSection, type TestSection } from '../../section.ts';
import { believedRuns, type ClaimedRun } from '../shared/claimed-runs.ts';
import { addsUp } from '../shared/totals.ts';

const ID = 'pest';
const GROUP = /^ {3}(?:PASS|FAIL|WARN|TODO|DEPR|NOTI) {2}(\S.*)$/;
const TEST = /^ {2}([✓⨯!…↓-]) (\S.*)$/;
const TOTALS = /^ {2}Tests: {2,8}(\d{1,9} [a-z]{4,12}(?:, \d{1,9} [a-z]{4,12})*)(?: \(\d{1,9} assertions?\))?$/;
const DURATION = /^ {2}(?:Duration|Time): {1,8}\d/;
/** Warnings of any kind do not make a test fail. */
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
  id: ID,
  form: 'lines',
  commands: ['pest', 'artisan'],
  startsWith: ['PASS  ', 'FAIL  ', 'WARN  ', 'TODO  ', 'DEPR  ', 'NOTI  ', 'Tests: ', 'Duration: ', 'Time: '],
  open: ({ shelf }) => new PestReader(shelf),
};

class PestReader implements LineReader<TestSection> {
  readonly #shelf: Shelf;
  readonly #finished: Run[] = [];
  #run: Run | null = null;
  #group: string | null = null;

  constructor(shelf: Shelf) {
    this.#shelf = shelf;
  }

  line(text: string, lineNumber: number): boolean {
    if (!text.startsWith('  ')) return this.#run !== null;
    const group = text.charCodeAt(2) === 32 ? GROUP.exec(text) : null;
    if (group !== null) {
      this.#run ??= new Run(lineNumber);
      this.#group = withoutTodos(group[1] ?? '');
    } else if (text.startsWith('  Tests: ')) this.#totals(text, lineNumber);
    else if (this.#run === null && DURATION.test(text)) this.#finished.at(-1)?.seeEnd();
    else if (this.#run !== null) this.#inside(text, this.#run);
    return this.#run !== null;
  }

  end(): TestSection[] {
    const runs = believedRuns(this.#finished);
    if (this.#run !== null && this.#run.tests.length > 0) runs.push(this.#run);
    return runs.map((run) => run.section());
  }

  #inside(text: string, run: Run): void {
    // Below the rule stand the details of failures.
    if (text.startsWith('  ───')) this.#group = null;
    if (this.#group === null) return;
    const test = TEST.exec(text);
    if (test !== null) this.#shelf.keep(run.tests, readTest(test[1] ?? '', test[2] ?? '', this.#group));
  }

  #totals(text: string, lineNumber: number): void {
    const totals = readTotals(TOTALS.exec(text)?.[1] ?? '');
    if (totals === null) return;
    const run = this.#run ?? new Run(lineNumber);
    run.close(totals, lineNumber);
    this.#shelf.keepRun(this.#finished, run);
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
  // Behind an arrow stands why a test was skipped or warned about.
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

class Run implements ClaimedRun<Run> {
  problem: string | null = null;
  tests: TestResult[] = [];
  readonly #firstLine: number;
  #totals: Record<TestStatus, number> | null = null;
  #lastLine = 0;
  #isClosed = false;

  constructor(firstLine: number) {
    this.#firstLine = firstLine;
  }

  close(totals: Record<TestStatus, number>, lineNumber: number): void {
    this.#totals = totals;
    this.#lastLine = lineNumber;
  }

  /** The duration stands behind the totals. */
  seeEnd(): void {
    this.#isClosed = true;
  }

  get isBorneOut(): boolean {
    return this.#totals !== null && addsUp(this.tests, this.#totals);
  }

  /** With --compact and --parallel no test is listed, and the totals are real nevertheless. */
  get lacksResults(): boolean {
    return false;
  }

  joinedTo(earlier: Run): Run {
    const joined = new Run(earlier.#firstLine);
    joined.tests = [...earlier.tests, ...this.tests];
    joined.#totals = this.#totals;
    joined.#lastLine = this.#lastLine;
    joined.#isClosed = this.#isClosed;
    return joined;
  }

  section(): TestSection {
    const section = { ...emptyTestSection(ID, this.#firstLine), hasHeader: this.isBorneOut, hasFooter: this.#isClosed };
    section.lastLine = Math.max(this.#firstLine, this.#lastLine);
    section.totals = this.#totals;
    if (this.problem !== null) section.problems.push(this.problem);
    // A list that does not add up holds what tests printed.
    section.tests = this.isBorneOut || this.#totals === null ? this.tests : [];
    return section;
  }
}
