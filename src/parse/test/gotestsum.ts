// Room parse: the console formats of gotestsum. Each ends with the same recap and a "DONE" line with the totals;
// what `go test` itself printed before it belongs to the same run.
import type { TestResult, TestStatus } from '../../contract/index.ts';
import { GoPackages } from '../go-packages.ts';
import { indentOf } from '../group-stack.ts';
import type { LineParser, LineReader } from '../parser.ts';
import { emptyTestSection, type TestSection } from '../section.ts';
import { addsUp } from '../stated-totals.ts';
import { doubtUnlistedRuns } from '../unlisted-runs.ts';

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
const [BLANK, EQUALS, LETTER_D, BRACKET] = [32, 61, 68, 91];
/** What heads the recap. */
const RECAPS = new Set(['=== Skipped', '=== Failed', '=== Errors']);
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
  concerns: (text) => !text.startsWith('[') || showsMarks(text),
  open: () => new GotestsumReader(),
};

class GotestsumReader implements LineReader<TestSection> {
  readonly #sections: TestSection[] = [];
  #run = new Run();

  line(text: string, lineNumber: number): boolean {
    if (this.#run.passOver(text, lineNumber)) return true;
    const mayEnd = text !== '' && text.charCodeAt(0) === LETTER_D && this.#run.mayEnd();
    const done = mayEnd ? DONE.exec(text) : null;
    if (done === null) return this.#run.line(text, lineNumber);
    this.#sections.push(this.#run.close(done, lineNumber));
    this.#run = new Run();
    return false;
  }

  /** Without its last line a run cannot be told from plain `go test`, which has its own parser. */
  end(): TestSection[] {
    doubtUnlistedRuns(this.#sections);
    return this.#sections;
  }
}

/** Upper-case words and brackets at the margin, and symbols: what else comes here concerns `go test` alone. */
function mayShowProgress(text: string): boolean {
  const start = indentOf(text);
  if (start === text.length) return false;
  const first = text.charCodeAt(start);
  return first > 127 || (start === 0 && STARTS_PROGRESS[first] === true);
}

/** Something in brackets, and a mark beyond ASCII behind it. */
function showsMarks(text: string): boolean {
  const behind = text.indexOf(']') + 1;
  return behind > 0 && behind < text.length && text.charCodeAt(behind) > 127;
}

class Run {
  /** The first line of its own; else of `go test`; else one that other runners print too. */
  #firstOwn: number | null = null;
  #firstGo: number | null = null;
  #firstCommon: number | null = null;
  #sawProgress = false;
  #insidePackage = false;
  #sawPackage = false;
  #recap: TestResult[] | null = null;
  #failedPackages = 0;
  readonly #named: TestResult[] = [];
  readonly #printed: TestResult[] = [];
  readonly #packages = new GoPackages(({ tests }) => {
    for (const test of tests) this.#printed.push(test);
    this.#sawProgress = true;
    this.#sawPackage = true;
  });

  /** True for the output of a test inside a package. */
  passOver(text: string, lineNumber: number): boolean {
    if (!this.#insidePackage || this.#recap !== null) return false;
    // Whatever else may show progress may also be a line of `go test`, and is not passed over.
    const first = text === '' ? 0 : text.charCodeAt(0);
    if (first === BLANK && mayShowProgress(text)) return false;
    if (first === BRACKET && showsMarks(text)) return false;
    return this.#packages.passOver(text, lineNumber);
  }

  line(text: string, lineNumber: number): boolean {
    if (text !== '' && text.charCodeAt(0) === EQUALS && RECAPS.has(text)) this.#recap ??= [];
    if (this.#recap !== null) this.#recapLine(this.#recap, text);
    else {
      this.#insidePackage = this.#packages.line(text, lineNumber);
      if (mayShowProgress(text)) this.#progress(text, lineNumber);
    }
    if (this.#insidePackage || this.#sawProgress || this.#recap !== null) this.#noteFirst(lineNumber);
    return this.#insidePackage || this.#recap !== null;
  }

  /** In the output of a test that is being run, the last line is the test's own. */
  mayEnd(): boolean {
    return !this.#insidePackage || this.#sawProgress || this.#recap !== null;
  }

  close([, runs, all, skipped, failures, errors]: RegExpExecArray, lineNumber: number): TestSection {
    const total = Number(all);
    const failed = Number(failures ?? 0);
    const totals = {
      passed: total - Number(skipped ?? 0) - (failed - this.#failedPackages),
      failed,
      skipped: Number(skipped ?? 0),
    };
    const section: TestSection = {
      ...emptyTestSection(ID, this.#firstOwn ?? this.#firstGo ?? this.#firstCommon ?? lineNumber),
      lastLine: lineNumber,
      // Symbols alone are many runners'.
      opened: this.#named.length + this.#printed.length > 0 || this.#recap !== null,
      closed: true,
      totals,
      tests: this.#believable(totals),
    };
    if (errors !== undefined) {
      totals.failed += 1;
      section.tests.push({ id: 'build', status: 'failed' });
    }
    if (runs !== undefined) section.problems.push('gotestsum ran failed tests again, and counts every attempt');
    if (this.#named.length > 0 && section.tests.length < this.#named.length)
      section.problems.push(`gotestsum counts ${total} tests, but lists ${this.#named.length}`);
    const listsAll = this.#printed.some(({ id, status }) => status === 'passed' && id.includes(' '));
    if (this.#firstOwn === null && listsAll && !addsUp(this.#printed, totals))
      section.problems.push(`gotestsum counts other tests than those before its last line`);
    if (!this.#sawProgress && total > 0) section.problems.push('gotestsum prints a recap without the results before it');
    return section;
  }

  #noteFirst(lineNumber: number): void {
    if (this.#insidePackage || this.#sawPackage || this.#recap !== null) this.#firstGo ??= lineNumber;
    this.#firstCommon ??= lineNumber;
  }

  #progress(text: string, lineNumber: number): void {
    const [, word = '', pkg = '', name = ''] = (text.endsWith('s)') && NAMED.exec(text)) || [];
    const status = STATUSES[word];
    if (status !== undefined) this.#named.push({ id: `${pkg} ${name}`, status });
    if (this.#sawProgress && this.#firstOwn !== null) return;
    const isPackage = PACKAGE.test(text);
    if (status !== undefined || isPackage) this.#sawProgress = true;
    if (status !== undefined || (isPackage && !COMMON.test(text))) this.#firstOwn ??= lineNumber;
  }

  #recapLine(recap: TestResult[], text: string): void {
    const match = text.startsWith('=== ') ? RECAP.exec(text) : null;
    if (match === null) return;
    const [, word = '', pkg = '', name = ''] = match;
    if (name === '') this.#failedPackages += 1;
    recap.push({ id: name === '' ? pkg : `${pkg} ${name}`, status: STATUSES[word] ?? 'failed' });
  }

  /** The fullest list of tests that agrees with the totals; the recap names only those that did not pass. */
  #believable(totals: { passed: number; failed: number; skipped: number }): TestResult[] {
    const recap = this.#recap ?? [];
    const skipped = recap.filter(({ status }) => status === 'skipped');
    const packages = recap.filter(({ id }) => !id.includes(' '));
    const agrees = (tests: readonly TestResult[]) =>
      (['passed', 'failed', 'skipped'] as const).every(
        (status) => tests.filter((test) => test.status === status).length === totals[status],
      );
    const withRecap = [...this.#named.filter(({ status }) => status !== 'skipped'), ...skipped, ...packages];
    return [this.#printed, this.#named, withRecap].find(agrees) ?? recap;
  }
}
