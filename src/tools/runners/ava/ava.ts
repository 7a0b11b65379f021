// The console output of ava 3 and later, one section per run. The failures in full follow a rule ("─"), and the totals
// follow the last one. Test output is interleaved.
import type { TestResult, TestStatus } from '../../../contract/index.ts';
import type { LineParser, LineReader, Results } from '../../../parse/parser.ts';
import type { TestSection } from '../../../parse/section.ts';
import { appendBounded } from '../../../parse/shared/bounded-text.ts';
import { failureReports } from '../shared/failure-text.ts';
import { countBack, type MatchedRun, matchSummaries, type Summary } from '../shared/match-summaries.ts';
import { type AvaSummary, emptyAvaSummary, readSummaryLine } from './summary.ts';

const RULE = '  ─';
/** A tick or a cross, since ava 5 with a word in brackets for special results. */
const RESULT = /^ {2}([✔✘✖√×-]) (?:\[(expected fail|fail|unexpected pass|skip|todo)\]:? )?(\S.*)$/;
const DURATION = / \((?:\d+(?:\.\d+)?(?:ms|s|m|h) ?)+\)$/;
/** Lines with a cross about a file instead of a test. */
const FILE_PROBLEM =
  /^(?:(\S+) exited (?:with|due to) |No tests found in (\S+?)(?:,|$)|Exiting due to process\.exit\(\) when running (\S+)|Internal error)/;
const REMAINING = /^\d+ tests? remaining in |^Line numbers for |^Timed out while running tests$|^Exiting due to SIGINT$/;
const UNCAUGHT = /^ {2}(?:Uncaught exception|Unhandled rejection) in (\S.*)$/;
/** Any list may start with a dash: of so many lines in a row without another result only the last are kept. */
const MAX_DASHES = 10_000;
/** Between two failures in full. */
const BLANK_LINES_BETWEEN = 3;

interface Listed {
  /** As printed: the message follows the name of a failed test, until the failure in full shows the name. */
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

interface Ending extends Summary {
  counts: AvaSummary;
  firstLine: number;
  lastLine: number;
}

export const ava: LineParser<TestSection> = {
  id: 'ava',
  form: 'lines',
  commands: ['ava'],
  startsWith: ['✔ ', '✘ ', '✖ ', '√ ', '× ', '- ', '─', 'Uncaught exception in ', 'Unhandled rejection in '],
  onlyIndents: [2],
  failures: failureReports({
    startsWith: null,
    onlyIndents: [2],
    prefilter: (text) => /\.[cm]?[jt]sx?:\d{1,9}$/.test(text.slice(-20)),
    heading: (text, before) => {
      const [, file, line] = /^ {2}(\S{1,900}):(\d{1,9})$/.exec(text) ?? [];
      const title = (before(1) || before(2)).trim();
      return file === undefined || title === '' ? null : { title, file, line: Number(line) };
    },
    end: /^ {2}─+$|^ {2}\d+ tests? |^ {2}[✔✘] |^ {2}(?:Uncaught exception|Unhandled rejection|No tests found) in /,
    noise: /^ {2}(?:›| *\d{1,9}:(?: |$))/,
    titles: (id) => [id, id.replaceAll(' > ', ' › ')],
  }),
  open: (results) => new AvaReader(results),
};

class AvaReader implements LineReader {
  readonly #results: Results<TestSection>;
  readonly #listed: Listed[];
  /** Since the last other result. */
  #dashes: Listed[] = [];
  readonly #problems: Problem[];
  readonly #endings: Ending[];
  /** Failures whose line contains the message after the name. */
  readonly #unnamed: Listed[] = [];
  #part: 'results' | 'ruled' | 'failures' | 'totals' = 'results';
  #blankLines = 0;
  #title: string | null = null;

  constructor(results: Results<TestSection>) {
    this.#results = results;
    this.#listed = results.list();
    this.#problems = results.list();
    this.#endings = results.list();
  }

  line(text: string): boolean {
    if (text === RULE) this.#part = 'ruled';
    else if (text === '') this.#blankLine();
    else this.#textLine(text);
    if (text !== '') this.#blankLines = 0;
    return this.#part !== 'results';
  }

  end(): void {
    this.#listDashes();
    if (this.#endings.length === 0) return;
    for (const run of matchSummaries(this.#endings, this.#listed.length, (ending, from) => this.#confirmedFrom(ending, from))) {
      const listed = this.#listed.slice(run.from, run.to);
      if (run.summary === null && listed.every(({ status }) => status === 'skipped')) continue;
      const problems = this.#problems.filter(({ listedBefore }) => listedBefore >= run.from && listedBefore <= run.to);
      emitRun(this.#results, run, listed, problems);
    }
  }

  #blankLine(): void {
    this.#blankLines += 1;
    if (this.#title !== null) this.#nameFailure(this.#title);
    this.#title = null;
    if (this.#part === 'totals') this.#part = 'results';
  }

  #textLine(text: string): void {
    if (this.#part === 'ruled') this.#afterRule(text);
    else if (this.#part === 'totals') this.#totalsLine(text);
    else if (this.#part === 'failures') this.#failureLine(text);
    else this.#resultLine(text);
  }

  #afterRule(text: string): void {
    // The output of ava is indented; other lines are test output.
    if (!text.startsWith('  ')) return;
    const counts = emptyAvaSummary();
    if (readSummaryLine(counts, text)) {
      this.#listDashes();
      const { lineNumber } = this.#results;
      this.#endings.push({ counts, listedBefore: this.#listed.length, firstLine: lineNumber, lastLine: lineNumber });
      this.#part = 'totals';
    } else if (!text.startsWith('  `--fail-fast`')) {
      this.#part = 'failures';
      this.#title = text.slice(2);
    }
  }

  #totalsLine(text: string): void {
    const ending = this.#endings.at(-1);
    if (ending !== undefined && readSummaryLine(ending.counts, text)) {
      ending.lastLine = this.#results.lineNumber;
      return;
    }
    this.#part = 'results';
    this.#resultLine(text);
  }

  #failureLine(text: string): void {
    if (this.#title !== null) this.#title = appendBounded(this.#title, '\n', text.slice(2));
    else if (this.#blankLines >= BLANK_LINES_BETWEEN) this.#title = text.slice(2);
  }

  /** The line of a failed test contains its name and the message; the title of the failure is the name alone. */
  #nameFailure(title: string): void {
    const [first = ''] = title.split('\n');
    const index = this.#unnamed.findIndex(({ id }) => id.trimEnd() === first || id.startsWith(`${first} `));
    for (const test of this.#unnamed.splice(index, index === -1 ? 0 : 1)) test.id = title;
  }

  #resultLine(text: string): void {
    const file = UNCAUGHT.exec(text)?.[1];
    if (file !== undefined) this.#problem(text.trim(), file, true);
    const [, symbol = '', word, name = ''] = RESULT.exec(text) ?? [];
    if (symbol === '') return;
    const status = statusOf(symbol, word);
    if (status === 'failed' && word === undefined && this.#isFileProblem(name)) return;
    const test = { id: name, status, isKnownFailure: word === 'expected fail', lineNumber: this.#results.lineNumber };
    if (symbol === '-') {
      this.#dash(test);
      return;
    }
    this.#listDashes();
    this.#listed.push(test);
    if (status === 'failed') this.#unnamed.push(test);
  }

  #dash(test: Listed): void {
    if (this.#dashes.push(test) >= 2 * MAX_DASHES) this.#dashes = this.#dashes.slice(-MAX_DASHES);
  }

  #listDashes(): void {
    if (this.#dashes.length === 0) return;
    for (const test of this.#dashes) this.#listed.push(test);
    this.#dashes = [];
  }

  #isFileProblem(text: string): boolean {
    const problem = FILE_PROBLEM.exec(text);
    if (problem !== null) this.#problem(text, problem[1] ?? problem[2] ?? problem[3] ?? '', false);
    return problem !== null || REMAINING.test(text);
  }

  #problem(id: string, file: string, isStated: boolean): void {
    this.#listDashes();
    this.#problems.push({ id, file, isStated, listedBefore: this.#listed.length });
  }

  #confirmedFrom({ counts, listedBefore }: Ending, from: number): number | null {
    const listed = this.#listed.slice(from, listedBefore);
    const marked = listed.filter(({ isKnownFailure }) => isKnownFailure).length;
    const failed = counts.failedTests + counts.failedHooks;
    const skipped = counts.skipped + counts.todo + marked;
    const passed =
      counts.passed === null ? listed.filter(({ status }) => status === 'passed').length : totalPassed(counts, marked);
    return countBack(this.#listed, from, listedBefore, { passed: passed ?? 0, failed, skipped });
  }
}

function statusOf(symbol: string, word: string | undefined): TestStatus {
  if (symbol === '-') return 'skipped';
  if (symbol !== '✔' && symbol !== '√') return 'failed';
  return word === 'expected fail' ? 'skipped' : 'passed';
}

/** Until ava 4 known failures are listed like passed tests; null where the number is not stated. */
function totalPassed({ passed, knownFailures }: AvaSummary, marked: number): number | null {
  return passed === null || marked > 0 ? passed : passed + knownFailures;
}

function emitRun(
  results: Results<TestSection>,
  { summary, confidence, hasDecoys }: MatchedRun<Ending>,
  listed: readonly Listed[],
  problems: readonly Problem[],
): void {
  const firstLine = listed[0]?.lineNumber ?? summary?.firstLine ?? 0;
  const lastLine = summary?.lastLine ?? listed.at(-1)?.lineNumber ?? firstLine;
  const run = results.beginRun({ firstLine, lastLine, tests: listed.map(readTest) });
  if (summary === null) return;
  const { counts } = summary;
  const stated = problems.filter(({ isStated }) => isStated);
  // A file that exits with an error after an exception is the same failure.
  const others = problems.filter(({ isStated, file }) => !isStated && !stated.some((other) => other.file === file));
  for (const { id } of [...stated, ...others]) run.tests.push({ id, status: 'failed' });
  const marked = listed.filter(({ isKnownFailure }) => isKnownFailure).length;
  const { failedTests, failedHooks, rejections, exceptions, timedOut } = counts;
  run.totals = {
    passed: totalPassed(counts, marked),
    failed: failedTests + failedHooks + rejections + exceptions + timedOut + others.length,
    skipped: counts.skipped + counts.todo + marked,
  };
  run.hasFooter = true;
  // Where ava does not state the number of passed tests, imitated results cannot be detected.
  const isAmbiguous = confidence === 'ambiguous' || (hasDecoys && counts.passed === null);
  if (isAmbiguous) run.problems.push('ava printed totals that do not match the tests listed before them');
}

function readTest({ id, status }: Listed): TestResult {
  const name = status === 'passed' ? id.replace(DURATION, '') : id.trimEnd();
  return { id: name.replaceAll(' › ', ' > '), status };
}
