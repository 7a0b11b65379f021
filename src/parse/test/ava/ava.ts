// The console output of ava 3 and later, one section per run. Behind a rule ("─") come the failures in full,
// and behind the last one the totals. What tests print goes into the same lines.
import type { TestResult, TestStatus } from '../../../contract/index.ts';
import { ownText, type Shelf } from '../../engine/shelf.ts';
import type { LineParser, LineReader } from '../../parser.ts';
import { emptyTestSection, type TestSection } from '../../section.ts';
import { extended } from '../../shared/bounded-text.ts';
import { type Claim, countBack, type Run, separateRuns } from '../shared/match-summaries.ts';
import { type AvaSummary, emptyAvaSummary, readSummaryLine } from './summary.ts';

const ID = 'ava';
const RULE = '  ─';
/** A tick or a cross, since ava 5 with a word in brackets where the result is not plain. */
const RESULT = /^ {2}([✔✘✖√×-]) (?:\[(expected fail|fail|unexpected pass|skip|todo)\]:? )?(\S.*)$/;
const DURATION = / \((?:\d+(?:\.\d+)?(?:ms|s|m|h) ?)+\)$/;
/** Lines with a cross that are about a file, not about a test. */
const FILE_PROBLEM =
  /^(?:(\S+) exited (?:with|due to) |No tests found in (\S+?)(?:,|$)|Exiting due to process\.exit\(\) when running (\S+)|Internal error)/;
const REMAINING = /^\d+ tests? remaining in |^Line numbers for |^Timed out while running tests$|^Exiting due to SIGINT$/;
const UNCAUGHT = /^ {2}(?:Uncaught exception|Unhandled rejection) in (\S.*)$/;
/** Any list may begin with a dash: of so many lines in a row without another result the first are not kept. */
const MAX_DASHES = 10_000;
/** Blank lines between two failures that are shown in full. */
const BLANK_LINES_BETWEEN = 3;

interface Listed {
  /** As printed: until the failure is told, the message stands behind the name. */
  id: string;
  status: TestStatus;
  isKnownFailure: boolean;
  lineNumber: number;
}

interface Problem {
  id: string;
  file: string;
  /** Counted by ava itself. */
  isStated: boolean;
  listedBefore: number;
}

interface Ending extends Claim {
  summary: AvaSummary;
  firstLine: number;
  lastLine: number;
}

export const ava: LineParser<TestSection> = {
  id: ID,
  form: 'lines',
  commands: ['ava'],
  startsWith: ['✔ ', '✘ ', '✖ ', '√ ', '× ', '- ', '─', 'Uncaught exception in ', 'Unhandled rejection in '],
  onlyIndents: [2],
  open: ({ shelf }) => new AvaReader(shelf),
};

class AvaReader implements LineReader<TestSection> {
  readonly #shelf: Shelf;
  readonly #listed: Listed[] = [];
  /** Those behind the last result of another kind. */
  #dashes: Listed[] = [];
  readonly #problems: Problem[] = [];
  readonly #endings: Ending[] = [];
  /** Failures whose line holds the message behind the name. */
  #unnamed: Listed[] = [];
  #part: 'results' | 'ruled' | 'failures' | 'totals' = 'results';
  #blankLines = 0;
  #title: string | null = null;

  constructor(shelf: Shelf) {
    this.#shelf = shelf;
  }

  line(text: string, lineNumber: number): boolean {
    if (text === RULE) this.#part = 'ruled';
    else if (text === '') this.#blankLine();
    else this.#textLine(text, lineNumber);
    if (text !== '') this.#blankLines = 0;
    return this.#part !== 'results';
  }

  end(): TestSection[] {
    this.#settleDashes();
    if (this.#endings.length === 0) return [];
    const runs = separateRuns(this.#endings, this.#listed.length, (ending, from) => this.#borneOutFrom(ending, from));
    return runs
      .filter(({ claim, from, to }) => claim !== null || this.#listed.slice(from, to).some(({ status }) => status !== 'skipped'))
      .map((run) => {
        const problems = this.#problems.filter(({ listedBefore }) => listedBefore >= run.from && listedBefore <= run.to);
        return sectionOf(run, this.#listed.slice(run.from, run.to), problems);
      });
  }

  #blankLine(): void {
    this.#blankLines += 1;
    if (this.#title !== null) this.#nameFailure(this.#title);
    this.#title = null;
    if (this.#part === 'totals') this.#part = 'results';
  }

  #textLine(text: string, lineNumber: number): void {
    if (this.#part === 'ruled') this.#afterRule(text, lineNumber);
    else if (this.#part === 'totals') this.#totalsLine(text, lineNumber);
    else if (this.#part === 'failures') this.#failureLine(text);
    else this.#resultLine(text, lineNumber);
  }

  #afterRule(text: string, lineNumber: number): void {
    // All that ava writes is indented; the rest comes from a test that is still printing.
    if (!text.startsWith('  ')) return;
    const summary = emptyAvaSummary();
    if (readSummaryLine(summary, text)) {
      this.#settleDashes();
      const ending = { summary, listedBefore: this.#listed.length, firstLine: lineNumber, lastLine: lineNumber };
      this.#shelf.keepRun(this.#endings, ending);
      this.#part = 'totals';
    } else if (!text.startsWith('  `--fail-fast`')) {
      this.#part = 'failures';
      this.#title = text.slice(2);
    }
  }

  #totalsLine(text: string, lineNumber: number): void {
    const ending = this.#endings.at(-1);
    if (ending !== undefined && readSummaryLine(ending.summary, text)) {
      ending.lastLine = lineNumber;
      return;
    }
    this.#part = 'results';
    this.#resultLine(text, lineNumber);
  }

  #failureLine(text: string): void {
    if (this.#title !== null) this.#title = extended(this.#title, '\n', text.slice(2));
    else if (this.#blankLines >= BLANK_LINES_BETWEEN) this.#title = text.slice(2);
  }

  /** Where a test fails, its name and the message stand in one line; the title of the failure tells where the name ends. */
  #nameFailure(title: string): void {
    const [first = ''] = title.split('\n');
    const index = this.#unnamed.findIndex(({ id }) => id.trimEnd() === first || id.startsWith(`${first} `));
    for (const test of this.#unnamed.splice(index, index === -1 ? 0 : 1)) test.id = ownText(title);
  }

  #resultLine(text: string, lineNumber: number): void {
    const file = UNCAUGHT.exec(text)?.[1];
    if (file !== undefined) this.#problem(text.trim(), file, true);
    const [, symbol = '', word, name = ''] = RESULT.exec(text) ?? [];
    if (symbol === '') return;
    const status = statusOf(symbol, word);
    if (status === 'failed' && word === undefined && this.#isFileProblem(name)) return;
    const test = { id: name, status, isKnownFailure: word === 'expected fail', lineNumber };
    if (symbol === '-') {
      this.#dash({ ...test, id: ownText(name) });
      return;
    }
    this.#settleDashes();
    this.#shelf.keep(this.#listed, test);
    if (status === 'failed') this.#unnamed.push(test);
  }

  #dash(test: Listed): void {
    if (this.#dashes.push(test) >= 2 * MAX_DASHES) this.#dashes = this.#dashes.slice(-MAX_DASHES);
  }

  #settleDashes(): void {
    if (this.#dashes.length === 0) return;
    for (const test of this.#dashes) this.#shelf.keep(this.#listed, test);
    this.#dashes = [];
  }

  #isFileProblem(text: string): boolean {
    const problem = FILE_PROBLEM.exec(text);
    if (problem !== null) this.#problem(text, problem[1] ?? problem[2] ?? problem[3] ?? '', false);
    return problem !== null || REMAINING.test(text);
  }

  #problem(id: string, file: string, isStated: boolean): void {
    this.#settleDashes();
    this.#shelf.keep(this.#problems, { id, file: ownText(file), isStated, listedBefore: this.#listed.length });
  }

  #borneOutFrom({ summary, listedBefore }: Ending, from: number): number | null {
    const listed = this.#listed.slice(from, listedBefore);
    const marked = listed.filter(({ isKnownFailure }) => isKnownFailure).length;
    const failed = summary.failedTests + summary.failedHooks;
    const skipped = summary.skipped + summary.todo + marked;
    const passed =
      summary.passed === null ? listed.filter(({ status }) => status === 'passed').length : totalPassed(summary, marked);
    return countBack(this.#listed, from, listedBefore, { passed: passed ?? 0, failed, skipped });
  }
}

function statusOf(symbol: string, word: string | undefined): TestStatus {
  if (symbol === '-') return 'skipped';
  if (symbol !== '✔' && symbol !== '√') return 'failed';
  return word === 'expected fail' ? 'skipped' : 'passed';
}

/** Until ava 4 known failures are listed like any test that passed; null where the number is not said. */
function totalPassed({ passed, knownFailures }: AvaSummary, marked: number): number | null {
  return passed === null || marked > 0 ? passed : passed + knownFailures;
}

function sectionOf(
  { claim, belief, hasImitations }: Run<Ending>,
  listed: readonly Listed[],
  problems: readonly Problem[],
): TestSection {
  const firstLine = listed[0]?.lineNumber ?? claim?.firstLine ?? 0;
  const section = emptyTestSection(ID, firstLine);
  section.tests = listed.map(readTest);
  section.lastLine = claim?.lastLine ?? listed.at(-1)?.lineNumber ?? firstLine;
  if (claim === null) return section;
  const { summary } = claim;
  const stated = problems.filter(({ isStated }) => isStated);
  // A file that ends with an error after an exception is the same failure.
  const others = problems.filter(({ isStated, file }) => !isStated && !stated.some((other) => other.file === file));
  for (const { id } of [...stated, ...others]) section.tests.push({ id, status: 'failed' });
  const marked = listed.filter(({ isKnownFailure }) => isKnownFailure).length;
  const { failedTests, failedHooks, rejections, exceptions, timedOut } = summary;
  section.totals = {
    passed: totalPassed(summary, marked),
    failed: failedTests + failedHooks + rejections + exceptions + timedOut + others.length,
    skipped: summary.skipped + summary.todo + marked,
  };
  section.hasFooter = true;
  // Where ava does not say how many tests passed, lines that imitate them cannot be told.
  const isDoubtful = belief === 'doubtful' || (hasImitations && summary.passed === null);
  if (isDoubtful) section.problems.push('ava printed totals that the tests listed before them do not bear out');
  return section;
}

function readTest({ id, status }: Listed): TestResult {
  const name = status === 'passed' ? id.replace(DURATION, '') : id.trimEnd();
  return { id: name.replaceAll(' › ', ' > '), status };
}
