// The console formats of gotestsum. Each ends with the same recap and a "DONE" line with the totals;
// lines of `go test` itself before it belong to the same run.
import type { TestResult, TestStatus } from '../../../contract/index.ts';
import type { LineParser, LineReader, Results } from '../../../parse/parser.ts';
import type { TestRun, TestSection, TestTotals } from '../../../parse/section.ts';
import { CharCode } from '../../../parse/shared/characters.ts';
import { indentOf } from '../shared/indented-groups.ts';
import { flagRunsWithoutTests, matchesTotals } from '../shared/totals.ts';
import { goFailures } from './failures.ts';
import { GoPackages } from './packages.ts';

const DONE = /^DONE (?:(\d+) runs, )?(\d+) tests?(?:, (\d+) skipped)?(?:, (\d+) failures?)?(?:, (\d+) errors?)? in [\d.]+s$/;
/** "=== FAIL: package TestName (0.00s)"; without a name the package failed. */
const RECAP = /^=== (FAIL|SKIP): (\S+) (\S*) \((?:[\d.]+s|unknown)\)(?: \(re-run \d+\))?$/;
const NAMED = /^(PASS|FAIL|SKIP) (\S+?)\.((?:Test|Example|Fuzz)\S*) \(-?[\d.]+s\)$/;
/** A line per package: "✓  pkg (9ms)", "EMPTY pkg", or a character per test: "[pkg]··✖". */
const PACKAGE = /^(?:[✓✖∅✔] {1,2}\S|EMPTY \S|(?:PASS|FAIL) \S+(?: \(cached\))?$|\[[^\]]+\][·↷✖✗]|\s*[✓✖∅✔↷] )/;
/** Other runners print such lines too, and may have run before this one. */
const COMMON = /^(?:\s*[✓✖∅✔↷] \S|(?:PASS|FAIL) \S+$)/;

/** By the code of a character. */
const STARTS_PROGRESS: readonly boolean[] = Array.from({ length: 128 }, (_, code) => 'PFSE['.includes(String.fromCharCode(code)));
const MAX_ASCII = 127;
const STATUSES: Record<string, TestStatus> = { PASS: 'passed', FAIL: 'failed', SKIP: 'skipped' };

export const gotestsum: LineParser<TestSection> = {
  id: 'gotestsum',
  form: 'lines',
  commands: ['gotestsum'],
  startsWith: [
    '===',
    '--- ',
    'ok  ',
    'FAIL',
    '?',
    'Benchmark',
    'PASS ',
    'SKIP ',
    'EMPTY ',
    'DONE ',
    '[',
    '✓',
    '✖',
    '∅',
    '✔',
    '↷',
  ],
  // Many programs start their lines with something in brackets.
  prefilter: (text) => !text.startsWith('[') || showsMarks(text),
  failures: goFailures,
  open: (results) => new GotestsumReader(results),
};

class GotestsumReader implements LineReader {
  readonly #results: Results<TestSection>;
  readonly #runs: TestRun[];
  #run: Run;

  constructor(results: Results<TestSection>) {
    this.#results = results;
    this.#runs = results.list();
    this.#run = new Run(results);
  }

  line(text: string): boolean {
    const mayEnd = text !== '' && text.charCodeAt(0) === CharCode.UPPER_D && this.#run.mayEnd();
    const done = mayEnd ? DONE.exec(text) : null;
    if (done === null) return this.#run.line(text);
    this.#runs.push(this.#run.close(done));
    this.#run = new Run(this.#results);
    return false;
  }

  /** Without its last line a run looks like plain `go test`, which has its own parser. */
  end(): void {
    flagRunsWithoutTests(this.#runs);
  }
}

/** Whether a non-ASCII character follows the brackets. */
function showsMarks(text: string): boolean {
  const next = text.indexOf(']') + 1;
  return next > 0 && next < text.length && text.charCodeAt(next) > MAX_ASCII;
}

function startsRecap(text: string): boolean {
  return text === '=== Skipped' || text === '=== Failed' || text === '=== Errors';
}

/** Index of the first character after leading spaces if it is not ASCII; else -1. */
function symbolAt(text: string): number {
  const start = indentOf(text);
  return start < text.length && text.charCodeAt(start) > MAX_ASCII ? start : -1;
}

/** A symbol, a space and something visible: other runners print such lines too. */
function isCommonAt(text: string, symbol: number): boolean {
  if (symbol + 2 >= text.length || text.charCodeAt(symbol + 1) !== CharCode.SPACE) return false;
  const next = text.charCodeAt(symbol + 2);
  return next > CharCode.SPACE && next < MAX_ASCII;
}

function namedTest([, word = '', pkg = '', name = '']: RegExpExecArray): TestResult {
  return { id: `${pkg} ${name}`, status: STATUSES[word] ?? 'failed' };
}

class Run {
  /** The first line of gotestsum's own; else of `go test`; else one that other runners print too. */
  #firstOwn: number | null = null;
  #firstGo: number | null = null;
  #firstProgress: number | null = null;
  readonly #results: Results<TestSection>;
  readonly #packages: GoPackages;
  #insidePackage = false;
  #recap: TestResult[] | null = null;
  #failedPackages = 0;
  readonly #named: TestResult[];

  constructor(results: Results<TestSection>) {
    this.#results = results;
    this.#packages = new GoPackages(results);
    this.#named = results.list();
  }

  line(text: string): boolean {
    const first = text === '' ? 0 : text.charCodeAt(0);
    if (first === CharCode.EQUALS && this.#recap === null && startsRecap(text)) this.#recap = this.#results.list();
    if (this.#recap !== null) {
      this.#firstGo ??= this.#results.lineNumber;
      this.#recapLine(this.#recap, text);
      return true;
    }
    const symbol = first === CharCode.SPACE || first > MAX_ASCII ? symbolAt(text) : -1;
    // Many runners print symbols; `go test` prints none.
    if (symbol === -1 || this.#insidePackage) this.#packageLine(text);
    const mayShowProgress = symbol === -1 ? STARTS_PROGRESS[first] === true : !this.#isKnown(text, symbol);
    if (mayShowProgress) this.#progress(text);
    return this.#insidePackage;
  }

  /** Inside the output of a test, the test itself printed the last line. */
  mayEnd(): boolean {
    return !this.#insidePackage || this.#sawProgress || this.#recap !== null;
  }

  close([, runs, all, skippedTests, failures, errors]: RegExpExecArray): TestRun {
    const total = Number(all);
    const printed = this.#packages.finished.flatMap(({ tests }) => tests);
    const [failed, skipped] = [Number(failures ?? 0), Number(skippedTests ?? 0)];
    const totals = { passed: total - skipped - (failed - this.#failedPackages), failed, skipped };
    const run = this.#results.beginRun({
      firstLine: this.#firstOwn ?? this.#firstGo ?? this.#firstProgress ?? this.#results.lineNumber,
      // Other runners print symbols too.
      hasHeader: this.#named.length + printed.length > 0 || this.#recap !== null,
      hasFooter: true,
      totals,
      tests: this.#bestList(totals, printed),
    });
    if (errors !== undefined) {
      totals.failed += 1;
      run.tests.push({ id: 'build', status: 'failed' });
    }
    if (runs !== undefined) run.problems.push('gotestsum ran failed tests again, and counts every attempt');
    if (this.#named.length > 0 && run.tests.length < this.#named.length)
      run.problems.push(`gotestsum counts ${total} tests, but lists ${this.#named.length}`);
    const listsAll = printed.some(({ id, status }) => status === 'passed' && id.includes(' '));
    if (this.#firstOwn === null && listsAll && !matchesTotals(printed, totals))
      run.problems.push('gotestsum counts other tests than those before its last line');
    if (!this.#sawProgress && total > 0) run.problems.push('gotestsum prints a recap without the results before it');
    return run;
  }

  get #sawProgress(): boolean {
    return this.#firstProgress !== null || this.#packages.finished.length > 0;
  }

  #packageLine(text: string): void {
    this.#insidePackage = this.#packages.line(text) !== false;
    if (this.#insidePackage || this.#packages.finished.length > 0) this.#firstGo ??= this.#results.lineNumber;
  }

  /** Another line of a kind that other runners print too. */
  #isKnown(text: string, symbol: number): boolean {
    return this.#firstProgress !== null && isCommonAt(text, symbol);
  }

  #progress(text: string): void {
    const named = text.endsWith('s)') ? NAMED.exec(text) : null;
    if (named !== null) this.#named.push(namedTest(named));
    if (this.#firstOwn !== null || (named === null && !PACKAGE.test(text))) return;
    this.#firstProgress ??= this.#results.lineNumber;
    if (named !== null || !COMMON.test(text)) this.#firstOwn = this.#results.lineNumber;
  }

  #recapLine(recap: TestResult[], text: string): void {
    const match = text.startsWith('=== ') ? RECAP.exec(text) : null;
    if (match === null) return;
    const [, word = '', pkg = '', name = ''] = match;
    if (name === '') this.#failedPackages += 1;
    recap.push({ id: name === '' ? pkg : `${pkg} ${name}`, status: STATUSES[word] ?? 'failed' });
  }

  /** The longest list of tests that matches the totals; the recap names only those that did not pass. */
  #bestList(totals: TestTotals, printed: TestResult[]): TestResult[] {
    const recap = this.#recap ?? [];
    const skipped = recap.filter(({ status }) => status === 'skipped');
    const packages = recap.filter(({ id }) => !id.includes(' '));
    const withRecap = [...this.#named.filter(({ status }) => status !== 'skipped'), ...skipped, ...packages];
    return [printed, this.#named, withRecap].find((tests) => matchesTotals(tests, totals)) ?? recap;
  }
}
