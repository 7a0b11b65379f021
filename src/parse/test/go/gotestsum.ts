// The console formats of gotestsum. Each ends with the same recap and a "DONE" line with the totals;
// what `go test` itself printed before it belongs to the same run.

import type { TestResult, TestStatus } from '../../../contract/index.ts';
import { ANY_BEYOND_ASCII, LineLook } from '../../engine/dispatch/line-look.ts';
import type { Shelf } from '../../engine/shelf.ts';
import type { LineContext, LineParser, LineReader } from '../../parser.ts';
import { emptyTestSection, type TestSection } from '../../section.ts';
import { CharCode } from '../../shared/characters.ts';
import { indentOf } from '../shared/indented-groups.ts';
import { flagRunsWithoutTests, matchesTotals } from '../shared/totals.ts';
import { GO_BEGINNINGS, GO_MARKS, type GoPackages, goPackagesOf, isForeignToGo } from './packages.ts';

const ID = 'gotestsum';
const DONE = /^DONE (?:(\d+) runs, )?(\d+) tests?(?:, (\d+) skipped)?(?:, (\d+) failures?)?(?:, (\d+) errors?)? in [\d.]+s$/;
/** "=== FAIL: package TestName (0.00s)"; without a name it is the package that failed. */
const RECAP = /^=== (FAIL|SKIP): (\S+) (\S*) \((?:[\d.]+s|unknown)\)(?: \(re-run \d+\))?$/;
const NAMED = /^(PASS|FAIL|SKIP) (\S+?)\.((?:Test|Example|Fuzz)\S*) \(-?[\d.]+s\)$/;
/** A line for each package: "✓  pkg (9ms)", "EMPTY pkg", or a character for each test: "[pkg]··✖". */
const PACKAGE = /^(?:[✓✖∅✔] {1,2}\S|EMPTY \S|(?:PASS|FAIL) \S+(?: \(cached\))?$|\[[^\]]+\][·↷✖✗]|\s*[✓✖∅✔↷] )/;
/** Other runners print such lines too, and may have stood before this one. */
const COMMON = /^(?:\s*[✓✖∅✔↷] \S|(?:PASS|FAIL) \S+$)/;

/** By the code of a character. */
const STARTS_PROGRESS: readonly boolean[] = Array.from({ length: 128 }, (_, code) => 'PFSE['.includes(String.fromCharCode(code)));
const LAST_ASCII = 127;
const STATUSES: Record<string, TestStatus> = { PASS: 'passed', FAIL: 'failed', SKIP: 'skipped' };

export const gotestsum: LineParser<TestSection> = {
  id: ID,
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
  // Many programs begin their lines with something in brackets.
  prefilter: (text) => !text.startsWith('[') || showsMarks(text),
  open: (context) => new GotestsumReader(context),
};

/** Among the output of a test: its own lines, some of which begin with symbols, and those of `go test`. */
const AMONG_OUTPUT = new LineLook({
  startsWith: [...GO_BEGINNINGS, 'SKIP ', 'EMPTY ', 'DONE ', '[', ANY_BEYOND_ASCII],
  contains: GO_MARKS,
  prefilter: (text) => !text.startsWith('[') || showsMarks(text) || !isForeignToGo(text),
});

class GotestsumReader implements LineReader<TestSection> {
  readonly #sections: TestSection[] = [];
  readonly #packages: GoPackages;
  readonly #shelf: Shelf;
  #run: Run;

  constructor(context: LineContext) {
    this.#packages = goPackagesOf(context);
    this.#shelf = context.shelf;
    this.#run = new Run(this.#packages, this.#shelf);
  }

  line(text: string, lineNumber: number): boolean | LineLook {
    const mayEnd = text !== '' && text.charCodeAt(0) === CharCode.UPPER_D && this.#run.mayEnd();
    const done = mayEnd ? DONE.exec(text) : null;
    if (done === null) return this.#run.line(text, lineNumber);
    this.#shelf.keepRun(this.#sections, this.#run.close(done, lineNumber));
    this.#packages.line(text, lineNumber);
    this.#run = new Run(this.#packages, this.#shelf);
    return false;
  }

  /** Without its last line a run cannot be told from plain `go test`, which has its own parser. */
  end(): TestSection[] {
    flagRunsWithoutTests(this.#sections);
    return this.#sections;
  }
}

/** Something in brackets, and a mark beyond ASCII behind it. */
function showsMarks(text: string): boolean {
  const behind = text.indexOf(']') + 1;
  return behind > 0 && behind < text.length && text.charCodeAt(behind) > LAST_ASCII;
}

function headsRecap(text: string): boolean {
  return text === '=== Skipped' || text === '=== Failed' || text === '=== Errors';
}

/** Where a character beyond ASCII is the first one behind blanks; -1 when there is none. */
function symbolAt(text: string): number {
  const start = indentOf(text);
  return start < text.length && text.charCodeAt(start) > LAST_ASCII ? start : -1;
}

/** A symbol, a blank and something visible: no more than what other runners print too. */
function isCommonAt(text: string, symbol: number): boolean {
  if (symbol + 2 >= text.length || text.charCodeAt(symbol + 1) !== CharCode.SPACE) return false;
  const behind = text.charCodeAt(symbol + 2);
  return behind > CharCode.SPACE && behind < LAST_ASCII;
}

function namedTest([, word = '', pkg = '', name = '']: RegExpExecArray): TestResult {
  return { id: `${pkg} ${name}`, status: STATUSES[word] ?? 'failed' };
}

class Run {
  /** The first line of its own; else of `go test`; else one that other runners print too. */
  #firstOwn: number | null = null;
  #firstGo: number | null = null;
  #firstProgress: number | null = null;
  readonly #shelf: Shelf;
  #packages: GoPackages;
  /** Which of the finished packages are this run's: from the one up to the other, as far as its lines were given. */
  #firstPackage: number;
  #packagesEnd: number;
  #insidePackage = false;
  /** Where little matters to `go test`. */
  #isAmongOutput = false;
  #recap: TestResult[] | null = null;
  #failedPackages = 0;
  readonly #named: TestResult[] = [];

  constructor(packages: GoPackages, shelf: Shelf) {
    this.#shelf = shelf;
    this.#packages = packages;
    this.#firstPackage = packages.finished.length;
    this.#packagesEnd = this.#firstPackage;
  }

  line(text: string, lineNumber: number): boolean | LineLook {
    const first = text === '' ? 0 : text.charCodeAt(0);
    if (first === CharCode.EQUALS && this.#recap === null && headsRecap(text)) this.#recap = [];
    if (this.#recap !== null) {
      this.#firstGo ??= lineNumber;
      this.#recapLine(this.#recap, text);
      return true;
    }
    const symbol = first === CharCode.SPACE || first > LAST_ASCII ? symbolAt(text) : -1;
    // Many runners print symbols, `go test` none.
    if (symbol === -1 || this.#insidePackage) this.#packageLine(text, lineNumber);
    const mayShowProgress = symbol === -1 ? STARTS_PROGRESS[first] === true : !this.#isKnown(text, symbol);
    if (mayShowProgress) this.#progress(text, lineNumber);
    return this.#insidePackage && this.#isAmongOutput ? AMONG_OUTPUT : this.#insidePackage;
  }

  /** In the output of a test that is being run, the last line is the test's own. */
  mayEnd(): boolean {
    return !this.#insidePackage || this.#sawProgress || this.#recap !== null;
  }

  close([, runs, all, skipped, failures, errors]: RegExpExecArray, lineNumber: number): TestSection {
    const total = Number(all);
    const printed = this.#printed();
    const failed = Number(failures ?? 0);
    const totals = {
      passed: total - Number(skipped ?? 0) - (failed - this.#failedPackages),
      failed,
      skipped: Number(skipped ?? 0),
    };
    const section: TestSection = {
      ...emptyTestSection(ID, this.#firstOwn ?? this.#firstGo ?? this.#firstProgress ?? lineNumber),
      lastLine: lineNumber,
      // Symbols alone are many runners'.
      hasHeader: this.#named.length + printed.length > 0 || this.#recap !== null,
      hasFooter: true,
      totals,
      tests: this.#believable(totals, printed),
    };
    if (errors !== undefined) {
      totals.failed += 1;
      section.tests.push({ id: 'build', status: 'failed' });
    }
    if (runs !== undefined) section.problems.push('gotestsum ran failed tests again, and counts every attempt');
    if (this.#named.length > 0 && section.tests.length < this.#named.length)
      section.problems.push(`gotestsum counts ${total} tests, but lists ${this.#named.length}`);
    const listsAll = printed.some(({ id, status }) => status === 'passed' && id.includes(' '));
    if (this.#firstOwn === null && listsAll && !matchesTotals(printed, totals))
      section.problems.push(`gotestsum counts other tests than those before its last line`);
    if (!this.#sawProgress && total > 0) section.problems.push('gotestsum prints a recap without the results before it');
    return section;
  }

  get #sawProgress(): boolean {
    return this.#firstProgress !== null || this.#packagesEnd > this.#firstPackage;
  }

  #packageLine(text: string, lineNumber: number): void {
    const wasInside = this.#insidePackage;
    const answer = this.#packages.line(text, lineNumber);
    this.#insidePackage = answer !== false;
    this.#isAmongOutput = typeof answer === 'object';
    if (wasInside && !this.#insidePackage && text.charCodeAt(0) === CharCode.UPPER_D) this.#goOn(text, lineNumber);
    this.#packagesEnd = this.#packages.finished.length;
    if (this.#insidePackage || this.#packagesEnd > this.#firstPackage) this.#firstGo ??= lineNumber;
  }

  /** To `go test` alone this was the last line of gotestsum, and the end of the package; but here it was the test's own. */
  #goOn(text: string, lineNumber: number): void {
    this.#packages = this.#packages.goOn(this.#packages.finished.slice(this.#firstPackage, this.#packagesEnd));
    this.#firstPackage = 0;
    this.#insidePackage = this.#packages.line(text, lineNumber) !== false;
  }

  /** More of what other runners print too. */
  #isKnown(text: string, symbol: number): boolean {
    return this.#firstProgress !== null && isCommonAt(text, symbol);
  }

  #progress(text: string, lineNumber: number): void {
    const named = text.endsWith('s)') ? NAMED.exec(text) : null;
    if (named !== null) this.#shelf.keep(this.#named, namedTest(named));
    if (this.#firstOwn !== null || (named === null && !PACKAGE.test(text))) return;
    this.#firstProgress ??= lineNumber;
    if (named !== null || !COMMON.test(text)) this.#firstOwn = lineNumber;
  }

  /** The tests of the packages that `go test` itself has told of. */
  #printed(): TestResult[] {
    return this.#packages.finished.slice(this.#firstPackage, this.#packagesEnd).flatMap(({ tests }) => tests);
  }

  #recapLine(recap: TestResult[], text: string): void {
    const match = text.startsWith('=== ') ? RECAP.exec(text) : null;
    if (match === null) return;
    const [, word = '', pkg = '', name = ''] = match;
    if (name === '') this.#failedPackages += 1;
    this.#shelf.keep(recap, { id: name === '' ? pkg : `${pkg} ${name}`, status: STATUSES[word] ?? 'failed' });
  }

  /** The fullest list of tests that agrees with the totals; the recap names only those that did not pass. */
  #believable(totals: { passed: number; failed: number; skipped: number }, printed: TestResult[]): TestResult[] {
    const recap = this.#recap ?? [];
    const skipped = recap.filter(({ status }) => status === 'skipped');
    const packages = recap.filter(({ id }) => !id.includes(' '));
    const agrees = (tests: readonly TestResult[]) =>
      (['passed', 'failed', 'skipped'] as const).every(
        (status) => tests.filter((test) => test.status === status).length === totals[status],
      );
    const withRecap = [...this.#named.filter(({ status }) => status !== 'skipped'), ...skipped, ...packages];
    return [printed, this.#named, withRecap].find(agrees) ?? recap;
  }
}
